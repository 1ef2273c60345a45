import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import { storedUnder } from './life/work.sql.ts';
import { MOST_ORDERS } from './lists/list-fields.ts';
import { findRevenue, REVENUE } from './revenue/revenue.sql.ts';

type SummaryRow = { customer_id: string; currency: string; orders: number; revenue: bigint; last_at: Date };

/** A row per customer and currency, of the newest orders: one more than are counted shows that there are others. */
async function sumNewestOrders(tx: Tx, ids: string[]): Promise<SummaryRow[]> {
  const { rows } = await tx.query<SummaryRow>(
    `select listed.id as customer_id, o.currency, count(*)::int as orders, max(o.created_at) as last_at,
       sum(${REVENUE})::bigint as revenue
     from unnest($1::uuid[]) listed (id) cross join lateral (
       select x.* from ${storedUnder('listed.id')} stored cross join lateral (
         select created_at, currency, status, total, paid_total, refunded_total from orders
         where tenant_id = current_tenant() and customer_id = any (array[stored.id])
         order by customer_id, created_at desc, id desc limit $2) x
       order by x.created_at desc limit $2) o
     group by listed.id, o.currency order by listed.id, o.currency`,
    [ids, MOST_ORDERS + 1],
  );
  return rows;
}

/** The orders of each customer of a page. The revenue of customers with more than MOST_ORDERS is that of their last adding up. */
export async function summariseOrders(tx: Tx, ids: string[]) {
  planByIndex(tx);
  const rowsOf = Map.groupBy(await sumNewestOrders(tx, ids), (row) => row.customer_id);
  const countOf = (id: string) => (rowsOf.get(id) ?? []).reduce((sum, row) => sum + row.orders, 0);
  const busy = ids.filter((id) => countOf(id) > MOST_ORDERS);
  const addedUp = Map.groupBy(busy.length === 0 ? [] : await findRevenue(tx, busy), (row) => row.customer_id);
  return (id: string) => {
    const rows = rowsOf.get(id) ?? [];
    const count = countOf(id);
    const lasts = rows.map((row) => row.last_at.toISOString()).sort();
    const isExact = count <= MOST_ORDERS;
    return {
      count: Math.min(count, MOST_ORDERS),
      isExact,
      lastOrderAt: lasts.at(-1) ?? null,
      revenue:
        (isExact ? rows : addedUp.get(id))?.map(({ currency, revenue }) => ({
          currency,
          amount: fromMinor(revenue, currencyExponent(currency)!),
        })) ?? null,
    };
  };
}
