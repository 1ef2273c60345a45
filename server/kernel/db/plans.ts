import type { Queryable } from '#kernel/db/transaction.ts';

/**
 * Settings for statements that read few rows by index, however large the tables are. Statistics of a table that was empty a
 * moment ago, or in which the tenant is one of few, would mislead the planner; and planning anew for each value takes longer than
 * the look-up itself.
 */
const BY_INDEX = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  ...Object.fromEntries(
    ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map((way) => [`enable_${way}`, 'off']),
  ),
};

/** The settings as options of a connection. */
export const BY_INDEX_ALWAYS = Object.entries(BY_INDEX)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** The settings as columns of the first SELECT of a transaction; they apply to the rest of the transaction. */
export const BY_INDEX_FROM_HERE = Object.entries(BY_INDEX)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ');

const PLAN_BY_INDEX = { name: 'plan_by_index', text: `select ${BY_INDEX_FROM_HERE}` };

/** The same for a transaction without such a SELECT; it is sent with the next statement, so it costs no round trip. */
export function planByIndex(tx: Queryable): void {
  // If it fails, the next statement fails too.
  tx.query(PLAN_BY_INDEX).catch(() => {});
}

/**
 * A condition that finds the row of a table by its key, for each row of the outer table. The planner can use it in that direction
 * only: with plain equality it may begin with a table that it believes to be empty, as queues are when they are analysed, and
 * read all of it.
 */
export function byKey(key: Record<string, string>): string {
  return Object.entries(key)
    .map(([column, value]) => `${column} = any (array[${value}])`)
    .join(' and ');
}
