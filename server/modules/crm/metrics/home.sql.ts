import type { Tx } from '#kernel/db/db.ts';
import { IS_OWED } from '../orders/lists/filters.sql.ts';

/** No figure at home reads more orders than this. */
export const MOST_COUNTED = 1_000;

type Counted = { count: number; isMore: boolean };

/** Counts the orders of these facets; `isMore`: there are more than were counted. */
export async function countOpen(tx: Tx, facets: string[]): Promise<Counted> {
  const { rows } = await tx.query<{ count: number }>(COUNT_OPEN, [facets, MOST_COUNTED + 1]);
  return countedOf(rows[0]!);
}

export type Owed = { currency: string; orders: number; balance: bigint };

/** Adds up the balances of the newest orders that have one; `isMore`: there are others. */
export async function sumOwed(tx: Tx): Promise<{ sums: Owed[]; isMore: boolean }> {
  const { rows } = await tx.query<Owed & { others: number }>(SUM_OWED, [MOST_COUNTED]);
  return { sums: rows.filter(({ orders }) => orders > 0), isMore: rows.some(({ others }) => others > 0) };
}

const countedOf = ({ count }: { count: number }): Counted => ({
  count: Math.min(count, MOST_COUNTED),
  isMore: count > MOST_COUNTED,
});

// Reads each facet in the order of its index, which makes the planner use that index whatever its statistics say.
const COUNT_OPEN = {
  name: 'count_open_orders',
  text: `
    select count(*)::int as count from (
      select from unnest($1::text[]) as wanted (facet)
      cross join lateral (
        select from orders o where o.tenant_id = (select current_tenant()) and o.facet = wanted.facet
        order by o.created_at desc, o.id desc limit $2) found
      limit $2) few`,
};

// The order after the last that is added up shows that there are others.
const SUM_OWED = {
  name: 'sum_owed_orders',
  text: `
    select currency, count(*) filter (where place <= $1)::int as orders, count(*) filter (where place > $1)::int as others,
      coalesce(sum(balance) filter (where place <= $1), 0)::bigint as balance
    from (
      select o.currency, o.total - o.paid_total as balance, row_number() over (order by o.created_at desc, o.id desc) as place
      from orders o where o.tenant_id = (select current_tenant()) and ${IS_OWED}
      order by o.created_at desc, o.id desc limit $1::int + 1) few
    group by currency order by orders desc, currency`,
};

/** Finds out if there is any customer, and any order: the first steps of a new tenant. */
export async function findFirsts(tx: Tx): Promise<{ hasCustomers: boolean; hasOrders: boolean }> {
  const first = (table: string) => `exists (
    select from (
      select id from ${table} where tenant_id = (select current_tenant()) order by created_at desc, id desc limit 1) one)`;
  const { rows } = await tx.query<{ hasCustomers: boolean; hasOrders: boolean }>(
    `select ${first('customers')} as "hasCustomers", ${first('orders')} as "hasOrders"`,
  );
  return rows[0]!;
}
