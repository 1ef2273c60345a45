import type { Tx } from '#kernel/db/db.ts';
import { mergesAhead, survivorOf } from '../customers/customers.sql.ts';
import { withoutPerson } from '../customers/life/erase.sql.ts';
import { isBeingErased } from '../customers/life/work.sql.ts';
import type { LineRow, OrderRow } from './record.ts';

export const ORDER_COLUMNS = `
  id, order_number, status, payment_status, customer_id, channel, property_id, currency, subtotal,
  shipping_total, discount_total, tax_total, total, shipping_address, billing_address, customer_note, internal_note,
  metadata, created_at, paid_total, refunded_total, last_payment_failed, cancelled_at, version, updated_at`;

/** Columns that are needed to show an order as an unfinished merge or erasure will leave it. */
export const AS_IT_WILL_BE = `${survivorOf('orders.customer_id')} as survivor_id, ${isBeingErased('orders')} as is_being_erased,
  ${mergesAhead('orders.customer_id')} as merges_ahead`;
export type StoredOrder = OrderRow & { survivor_id: string; is_being_erased: boolean; merges_ahead: number };

export const isUnsettled = (stored: StoredOrder): boolean =>
  stored.is_being_erased || stored.survivor_id !== stored.customer_id;

/** Includes the future version: the content and its version change together. */
export function asItWillBe({ survivor_id, is_being_erased, merges_ahead, ...order }: StoredOrder): OrderRow {
  const version = order.version + merges_ahead + (is_being_erased ? 1 : 0);
  const moved = { ...order, customer_id: survivor_id, version };
  return is_being_erased ? withoutPerson(moved) : moved;
}

/** Moves the tenant's counter to the next number that is free. */
export async function skipTakenNumbers(tx: Tx): Promise<void> {
  await tx.query(
    `update order_counters c set next_number = coalesce((
       select min(n) from generate_series(c.next_number, c.next_number + 10000) n
       where not exists (
         select from orders o where o.tenant_id = current_tenant() and o.order_number = n::text)), c.next_number + 10001)
     where tenant_id = current_tenant()`,
  );
}

/** Reserves `count` numbers of the tenant at once, and returns the first. Unused numbers are lost. */
export async function takeNumbers(tx: Tx, count: number): Promise<bigint> {
  const { rows } = await tx.query<{ first: bigint }>(
    `insert into order_counters as c (tenant_id, next_number) values (current_tenant(), 1001 + $1::bigint)
     on conflict (tenant_id) do update set next_number = c.next_number + $1 returning next_number - $1 as first`,
    [count],
  );
  return rows[0]!.first;
}

/** `isUnsettled`: the order is shown as an unfinished merge or erasure will leave it. */
export type FoundOrder = { order: OrderRow; lines: LineRow[]; isUnsettled: boolean };

/** With the lock, other transactions wait to change this order until this one ends. */
export async function findOrder(
  tx: Tx,
  id: string,
  lock: '' | 'for update' = '',
): Promise<FoundOrder | undefined> {
  const orders = await tx.query<StoredOrder>(
    `select ${ORDER_COLUMNS}, ${AS_IT_WILL_BE} from orders where tenant_id = current_tenant() and id = $1 ${lock}`,
    [id],
  );
  const stored = orders.rows[0];
  if (stored === undefined) return undefined;
  const order = asItWillBe(stored);
  const lines = await tx.query<LineRow>(
    `select line, sku, name, quantity, unit_price, amount, tax_amount, product_id, variant_id, description,
       fulfilled_quantity, delivered_quantity
     from order_lines where tenant_id = current_tenant() and order_id = $1 order by line`,
    [id],
  );
  return { order, lines: lines.rows, isUnsettled: isUnsettled(stored) };
}
