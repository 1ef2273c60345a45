import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/db/newest-first.ts';
import { isOneOf } from './filters.sql.ts';

export type CompactOrderRow = {
  id: string;
  order_number: string;
  status: string;
  payment_status: string;
  channel: string | null;
  currency: string;
  total: bigint;
  created_at: Date;
};

/** `storedUnder`: the ids of the customer, and of merged customers whose orders have not all been moved. */
export async function listOrdersOf(
  tx: Tx,
  storedUnder: string[],
  limit: number,
  after: Position | null,
): Promise<CompactOrderRow[]> {
  const { rows } = await tx.query<CompactOrderRow>(
    `select o.* from unnest($1::uuid[]) stored_under cross join lateral (
       select id, order_number, status, payment_status, channel, currency, total, created_at from orders
       where tenant_id = current_tenant() and ${isOneOf('customer_id', 'stored_under')}
         and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
       order by customer_id, created_at desc, id desc limit $4) o
     order by o.created_at desc, o.id desc limit $4`,
    [storedUnder, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return rows;
}

export type TotalsRow = { currency: string; orders: number; revenue: bigint; first_at: Date; last_at: Date };

/**
 * One row per currency. Revenue as in the metrics (decision 9): a cancelled order counts with the money that was paid and not
 * refunded.
 */
export async function sumOrdersOf(tx: Tx, storedUnder: string[]): Promise<TotalsRow[]> {
  const { rows } = await tx.query<TotalsRow>(
    `select currency, count(*)::int as orders,
       sum(case when status = 'cancelled' then paid_total else total end - refunded_total)::bigint as revenue,
       min(created_at) as first_at, max(created_at) as last_at
     from orders where tenant_id = current_tenant() and customer_id = any ($1)
     group by currency order by currency`,
    [storedUnder],
  );
  return rows;
}
