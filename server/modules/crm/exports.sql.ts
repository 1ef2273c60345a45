import type { Tx } from '#kernel/db/db.ts';
import { type LineRow, ORDER_COLUMNS, type OrderRow } from './orders.sql.ts';

/** In the order of their ids in the list. */
export async function findOrdersByIds(tx: Tx, ids: string[]): Promise<OrderRow[]> {
  const { rows } = await tx.query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where tenant_id = current_tenant() and id = any ($1)
     order by array_position($1::uuid[], id)`,
    [ids],
  );
  return rows;
}

/** By the id of their order. */
export async function findLines(tx: Tx, orderIds: string[]): Promise<Map<string, LineRow[]>> {
  const { rows } = await tx.query<LineRow & { order_id: string }>(
    `select order_id, line, sku, name, quantity, unit_price, amount, tax_amount, product_id, variant_id, description,
       fulfilled_quantity, delivered_quantity
     from order_lines where tenant_id = current_tenant() and order_id = any($1) order by order_id, line`,
    [orderIds],
  );
  return Map.groupBy(rows, (row) => row.order_id);
}
