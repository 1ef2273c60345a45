/** Limits of the rows of a tenant, for tables of which a request reads all. */
import { conflict } from '#kernel/errors.ts';
import type { Tx } from './transaction.ts';

export type RowLimit = {
  table: string;
  most: number;
  /** The noun of several, for the error. */
  plural: string;
};

/**
 * Refuses a row beyond the limit. Until this transaction commits, no other one adds a row. Rows that a tenant has beyond a limit
 * from before stay, and can be changed.
 */
export async function assertBelowLimit(tx: Tx, { table, most, plural }: RowLimit): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1 || current_tenant(), 0))', [
    `limit of ${table} `,
  ]);
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from ${table} where tenant_id = current_tenant()`,
  );
  const { count } = rows[0]!;
  if (count < most) return;
  throw conflict(
    `There are ${count} ${plural}, and a tenant may have ${most} at most. Delete one that is no longer needed.`,
    { limit: most, count },
  );
}
