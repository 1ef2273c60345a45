import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/db/newest-first.ts';

export type AuditRow = {
  id: string;
  created_at: Date;
  actor_type: string;
  actor_id: string | null;
  actor_name: string;
  action: string;
  subject_type: string;
  subject_id: string;
  details: Record<string, unknown>;
};

export type AuditFilter = {
  action?: string;
  actorId?: string;
  subjectType?: string;
  subjectId?: string;
  since?: string;
  until?: string;
};

export async function listAudit(
  tx: Tx,
  filter: AuditFilter,
  limit: number,
  after: Position | null,
): Promise<AuditRow[]> {
  const { rows } = await tx.query<AuditRow>(
    `select seq::text as id, at as created_at, actor_type, actor_id, actor_name, action, subject_type, subject_id, details
     from audit_log
     where tenant_id = current_tenant()
       and ($1::bigint is null or seq < $1)
       and ($2::text is null or action = $2)
       and ($3::uuid is null or actor_id = $3)
       and ($4::text is null or subject_type = $4)
       and ($5::text is null or subject_id = $5)
       and ($6::timestamptz is null or at >= $6)
       and ($7::timestamptz is null or at < $7)
     order by seq desc limit $8`,
    [
      after?.id ?? null,
      filter.action ?? null,
      filter.actorId ?? null,
      filter.subjectType ?? null,
      filter.subjectId ?? null,
      filter.since ?? null,
      filter.until ?? null,
      limit + 1,
    ],
  );
  return rows;
}

/** The first row at which the chain does not hold, or null when all of it does. */
export async function findBrokenLink(tx: Tx): Promise<{ rows: number; brokenAt: number | null }> {
  const { rows } = await tx.query<{ rows: number; broken_at: number | null }>(
    `with chain as (
       select a.seq, a.hash, a.previous_hash, audit_hash(a) as right_hash,
         lag(a.hash, 1, sha256(convert_to('colonnade audit ' || a.tenant_id, 'UTF8'))) over (order by a.seq) as right_previous,
         row_number() over (order by a.seq) as right_seq
       from audit_log a where a.tenant_id = current_tenant())
     select count(*)::int as rows,
       (min(seq) filter (where hash <> right_hash or previous_hash <> right_previous or seq <> right_seq))::int as broken_at
     from chain`,
  );
  return { rows: rows[0]!.rows, brokenAt: rows[0]!.broken_at };
}
