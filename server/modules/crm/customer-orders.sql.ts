import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/http/envelope.ts';

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

export async function listOrdersOf(
  tx: Tx,
  customerId: string,
  limit: number,
  after: Position | null,
): Promise<CompactOrderRow[]> {
  const { rows } = await tx.query<CompactOrderRow>(
    `select id, order_number, status, payment_status, channel, currency, total, created_at from orders
     where tenant_id = current_tenant() and customer_id = $1
       and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
     order by created_at desc, id desc limit $4`,
    [customerId, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return rows;
}

export type TotalsRow = { currency: string; orders: number; revenue: bigint; first_at: Date; last_at: Date };

/** One row per currency. Revenue as in the metrics (decision 9): of a cancelled order, what was paid and kept. */
export async function sumOrdersOf(tx: Tx, customerId: string): Promise<TotalsRow[]> {
  const { rows } = await tx.query<TotalsRow>(
    `select currency, count(*)::int as orders,
       sum(case when status = 'cancelled' then paid_total else total end - refunded_total)::bigint as revenue,
       min(created_at) as first_at, max(created_at) as last_at
     from orders where tenant_id = current_tenant() and customer_id = $1
     group by currency order by currency`,
    [customerId],
  );
  return rows;
}
