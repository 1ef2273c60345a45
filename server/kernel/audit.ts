/** The tenant's audit log: one row per recorded change, in the transaction of the change, chained by hash in the database. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';

export type Author = { type: 'api_key' | 'staff' | 'operator' | 'system'; id: string | null; name: string };

/** The operator, a person with access to the machine, through the command line. */
export const OPERATOR: Author = { type: 'operator', id: null, name: 'operator' };

export type AuditEntry = {
  /** Noun and verb: `webhook_subscription.created`. */
  action: string;
  subjectType: string;
  subjectId: string;
  details?: Record<string, unknown>;
};

export async function audit(tx: Tx, author: Author | Actor, now: Date, entry: AuditEntry): Promise<void> {
  await tx.query(INSERT, [
    now,
    author.type,
    author.id,
    author.name,
    entry.action,
    entry.subjectType,
    entry.subjectId,
    JSON.stringify(entry.details ?? {}),
  ]);
}

// The trigger that owns the chain fills in seq and the hashes.
const INSERT = `
  insert into audit_log (tenant_id, seq, at, actor_type, actor_id, actor_name, action, subject_type, subject_id, details,
    previous_hash, hash)
  values (current_tenant(), 0, $1, $2, $3, $4, $5, $6, $7, $8, '', '')`;
