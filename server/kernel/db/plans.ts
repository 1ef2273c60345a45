import type { Queryable } from '#kernel/db/transaction.ts';

/**
 * For statements that touch few rows by index, however large the tables are. Statistics of a table that was empty a moment ago,
 * or in which the tenant is one of few, would tell the planner otherwise; and planning anew for each value takes longer than
 * the look itself.
 */
const BY_INDEX = {
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  ...Object.fromEntries(
    ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin'].map((way) => [`enable_${way}`, 'off']),
  ),
};

/** As the options of a connection. */
export const BY_INDEX_ALWAYS = Object.entries(BY_INDEX)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** As something to select beside what one asks for first: for what follows in this transaction. */
export const BY_INDEX_FROM_HERE = Object.entries(BY_INDEX)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ');

const PLAN_BY_INDEX = { name: 'plan_by_index', text: `select ${BY_INDEX_FROM_HERE}` };

/** The same where there is nothing to ask for first; it travels with the next statement, so nobody waits for it. */
export function planByIndex(tx: Queryable): void {
  // Should it fail, so does whatever follows.
  tx.query(PLAN_BY_INDEX).catch(() => {});
}

/**
 * A condition that finds the row of a table by its key, for each row at hand. The planner can follow it in that direction only: by
 * plain equality it may begin with a table that it takes for empty, as queues are whenever they are analysed, and read all of it.
 */
export function byKey(key: Record<string, string>): string {
  return Object.entries(key)
    .map(([column, value]) => `${column} = any (array[${value}])`)
    .join(' and ');
}
