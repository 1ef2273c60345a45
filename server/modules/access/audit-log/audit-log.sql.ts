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

type Page = { broken_at: number | null; hash: Buffer | null };

/** Rows of one statement: a log of any length is checked, and no statement runs into its time limit. */
const CHECKED_AT_ONCE = 20_000;

/** Returns the first row at which the chain is broken, or null when it is intact, and the number of rows. */
export async function findBrokenLink(
  tx: Tx,
  atOnce = CHECKED_AT_ONCE,
): Promise<{ rows: number; brokenAt: number | null }> {
  const { rows: all } = await tx.query<{ count: number; last: number }>(
    'select count(*)::int as count, coalesce(max(seq), 0)::float8 as last from audit_log where tenant_id = current_tenant()',
  );
  const { count, last } = all[0]!;
  let previous: Buffer | null = null;
  for (let from = 0; from < last; from += atOnce) {
    const checked: { rows: Page[] } = await tx.query<Page>(CHECK_LINKS, [from, from + atOnce, previous]);
    const { broken_at: brokenAt, hash }: Page = checked.rows[0]!;
    if (brokenAt !== null || hash === null) return { rows: count, brokenAt: brokenAt ?? from + 1 };
    previous = hash;
  }
  return { rows: count, brokenAt: null };
}

// Rows are numbered from one without a gap, so a range of numbers is a page, and its first row follows the last one before it.
const CHECK_LINKS = `
  with chain as (
    select a.seq, a.hash, a.previous_hash, audit_hash(a) as right_hash,
      lag(a.hash, 1, coalesce($3, sha256(convert_to('colonnade audit ' || a.tenant_id, 'UTF8')))) over (order by a.seq)
        as right_previous,
      $1::bigint + row_number() over (order by a.seq) as right_seq
    from audit_log a where a.tenant_id = current_tenant() and a.seq > $1::bigint and a.seq <= $2::bigint)
  select
    (min(seq) filter (where hash <> right_hash or previous_hash <> right_previous or seq <> right_seq))::int as broken_at,
    (array_agg(hash order by seq desc))[1] as hash
  from chain`;
