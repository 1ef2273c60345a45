/**
 * The default partition receives the rows of weeks without a partition: no worker ran for weeks, or weeks were dropped by
 * mistake. Its rows are moved to partitions of their own, because a week cannot be created while the default partition has rows
 * of it.
 */
import pg from 'pg';
import type { Owner } from '#kernel/db/owner.ts';

/** A period that becomes a partition; if it has more than `perSlice` rows, only its beginning does. */
export type Slice = { parent: string; key: string; name: string; from: Date; until: Date; perSlice: number };

const id = pg.escapeIdentifier;

/** The weeks of its rows, as a time in each, and the number of rows. Truncates an empty partition, to free its pages. */
export async function clearDefault(
  owner: Owner,
  partition: string,
  key: string,
): Promise<{ weeks: number[]; rows: number }> {
  return inTransaction(owner, partition, async () => {
    const { rows } = await owner.query<{ week: Date; count: string }>(
      `select date_trunc('week', ${id(key)}, 'UTC') as week, count(*) as count from ${id(partition)} group by 1`,
    );
    if (rows.length === 0) await owner.query(`truncate ${id(partition)}`);
    return {
      weeks: rows.map(({ week }) => week.getTime()),
      rows: rows.reduce((sum, { count }) => sum + Number(count), 0),
    };
  });
}

/**
 * Moves the rows in one transaction that locks the default partition: no reader misses a row on its way, and a slice has few
 * rows, so that other transactions do not wait long.
 */
export async function takeFromDefault(owner: Owner, partition: string, slice: Slice) {
  const { parent, key, from, perSlice } = slice;
  return inTransaction(owner, partition, async () => {
    const column = id(key);
    const { rows } = await owner.query<{ cut: Date | null }>(
      `select (
         select min(${column}) from ${id(partition)} where ${column} < $2 and ${column} > (
           select ${column} from ${id(partition)} where ${column} >= $1 and ${column} < $2
           order by ${column} offset $3 limit 1)) as cut`,
      [from, slice.until, perSlice - 1],
    );
    const { cut } = rows[0]!;
    const until = cut !== null && cut > from ? cut : slice.until;
    const isWhole = until === slice.until && from.getUTCDay() === 1 && from.getTime() % 86_400_000 === 0;
    const name = isWhole ? slice.name : `${slice.name}_${from.getTime().toString(36)}`;
    await owner.query(
      `create table ${id(name)} (like ${id(parent)} including defaults including constraints)`,
    );
    const { rowCount } = await owner.query(
      `with moved as (delete from ${id(partition)} where ${column} >= $1 and ${column} < $2 returning *)
       insert into ${id(name)} select * from moved`,
      [from, until],
    );
    await owner.query(`
      alter table ${id(parent)} attach partition ${id(name)}
        for values from ('${from.toISOString()}') to ('${until.toISOString()}');
      alter table ${id(name)} enable row level security;
      alter table ${id(name)} force row level security`);
    return { name, until, moved: rowCount ?? 0 };
  });
}

/** Suspends FORCE ROW LEVEL SECURITY, without which an owner that is no superuser sees no rows. */
async function inTransaction<T>(owner: Owner, partition: string, work: () => Promise<T>): Promise<T> {
  await owner.query('begin');
  try {
    await owner.query(`
      lock table ${id(partition)} in access exclusive mode;
      alter table ${id(partition)} no force row level security`);
    const result = await work();
    await owner.query(`alter table ${id(partition)} force row level security; commit`);
    return result;
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}
