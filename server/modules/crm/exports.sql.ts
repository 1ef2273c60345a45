import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/http/envelope.ts';
import type { LineRow, OrderRow } from './orders.sql.ts';

export async function listOrdersToExport(tx: Tx, limit: number, after: Position | null): Promise<OrderRow[]> {
  const { rows } = await tx.query<OrderRow>(
    `select id, order_number, status, payment_status, customer_id, channel, property_id, currency, subtotal,
       shipping_total, discount_total, tax_total, total, shipping_address, billing_address, customer_note, internal_note,
       metadata, created_at
     from orders
     where tenant_id = current_tenant() and ($1::timestamptz is null or (created_at, id) < ($1, $2::uuid))
     order by created_at desc, id desc limit $3`,
    [after?.at ?? null, after?.id ?? null, limit],
  );
  return rows;
}

/** By the id of their order. */
export async function findLines(tx: Tx, orderIds: string[]): Promise<Map<string, LineRow[]>> {
  const { rows } = await tx.query<LineRow & { order_id: string }>(
    `select order_id, line, sku, name, quantity, unit_price, amount, tax_amount, product_id, variant_id, description
     from order_lines where tenant_id = current_tenant() and order_id = any($1) order by order_id, line`,
    [orderIds],
  );
  return Map.groupBy(rows, (row) => row.order_id);
}
