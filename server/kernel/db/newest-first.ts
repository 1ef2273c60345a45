import type { QueryResultRow } from 'pg';
import type { Tx } from '#kernel/db/db.ts';

/** The start of the next page: after the row with this creation time and id, newest first. */
export type Position = { at: Date; id: string };

/**
 * One page of a list, newest first: the rows after `after`, and one more than `limit`, which shows that there is a next page.
 * `select` ends in a condition; `values` are its parameters.
 */
export async function listNewestFirst<Row extends QueryResultRow>(
  tx: Tx,
  select: string,
  values: unknown[],
  limit: number,
  after: Position | null,
): Promise<Row[]> {
  const at = values.length + 1;
  const { rows } = await tx.query<Row>(
    `${select} and ($${at}::timestamptz is null or (created_at, id) < ($${at}, $${at + 1}::uuid))
     order by created_at desc, id desc limit $${at + 2}`,
    [...values, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return rows;
}
