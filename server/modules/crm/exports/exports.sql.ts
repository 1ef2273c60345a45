import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/db/newest-first.ts';
import type { SortKeys } from '../orders/lists/list.ts';
import { AS_IT_WILL_BE, asItWillBe, ORDER_COLUMNS, type StoredOrder } from '../orders/orders.sql.ts';
import type { LineRow, OrderRow } from '../orders/record.ts';

/** The number of orders from the rollups: counting a million orders to show an export's progress would be too slow. */
export async function sumOrders(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ orders: number }>(
    `select coalesce(sum(orders), 0)::float8 as orders from order_rollups where tenant_id = current_tenant()`,
  );
  return rows[0]!.orders;
}

/** Returns the orders in the order of `ids`. */
export async function findOrdersByIds(tx: Tx, ids: string[]): Promise<OrderRow[]> {
  const { rows } = await tx.query<StoredOrder>(
    `select ${ORDER_COLUMNS}, ${AS_IT_WILL_BE} from orders where tenant_id = current_tenant() and id = any ($1)
     order by array_position($1::uuid[], id)`,
    [ids],
  );
  return rows.map(asItWillBe);
}

/** The lines by the id of their order. */
export async function findLines(tx: Tx, orderIds: string[]): Promise<Map<string, LineRow[]>> {
  const { rows } = await tx.query<LineRow & { order_id: string }>(
    `select order_id, line, sku, name, quantity, unit_price, amount, tax_amount, product_id, variant_id, description,
       fulfilled_quantity, delivered_quantity
     from order_lines where tenant_id = current_tenant() and order_id = any($1) order by order_id, line`,
    [orderIds],
  );
  return Map.groupBy(rows, (row) => row.order_id);
}

/** The keys of an order for every sort. */
export async function findOrderKeys(tx: Tx, id: string): Promise<SortKeys | undefined> {
  const { rows } = await tx.query<SortKeys>(
    `select id, created_at, total, sort_number from orders where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0];
}

/** Also finds a customer that was merged or archived since. */
export async function findCustomerPlace(tx: Tx, id: string): Promise<Position | null> {
  const { rows } = await tx.query<{ at: Date }>(
    `select created_at as at from customers where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0] === undefined ? null : { at: rows[0].at, id };
}
