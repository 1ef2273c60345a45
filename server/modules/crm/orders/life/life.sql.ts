import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { LineRow, OrderRow } from '../record.ts';

export type HistoryEntry = {
  action: 'payment' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | 'edited' | 'commented';
  details: Record<string, unknown>;
};

/**
 * Saves the order's next version, the changed lines and the history entry, all or nothing. False: the previous version is no
 * longer the latest.
 */
export async function saveOrder(
  tx: Tx,
  by: Author,
  order: OrderRow,
  moved: LineRow[],
  entry: HistoryEntry,
): Promise<boolean> {
  const { rowCount } = await tx.query(SAVE_ORDER, [
    order.id,
    order.version,
    order.status,
    order.payment_status,
    order.paid_total,
    order.refunded_total,
    order.last_payment_failed,
    order.cancelled_at,
    order.shipping_address,
    order.billing_address,
    order.customer_note,
    order.internal_note,
    order.metadata,
    order.updated_at,
    moved.map((line) => line.line),
    moved.map((line) => line.fulfilled_quantity),
    moved.map((line) => line.delivered_quantity),
    by.type,
    by.id,
    by.name,
    entry.action,
    JSON.stringify(entry.details),
  ]);
  return rowCount === 1;
}

const SAVE_ORDER = {
  name: 'save_order',
  text: `
  with changed as (
    update orders set version = $2, status = $3, payment_status = $4, paid_total = $5, refunded_total = $6,
      last_payment_failed = $7, cancelled_at = $8, shipping_address = $9, billing_address = $10, customer_note = $11,
      internal_note = $12, metadata = $13, updated_at = $14
    where tenant_id = current_tenant() and id = $1 and version = $2 - 1
    returning id, version, status, payment_status, updated_at
  ),
  moved as (
    update order_lines l set fulfilled_quantity = n.fulfilled, delivered_quantity = n.delivered
    from changed c, unnest($15::int[], $16::int[], $17::int[]) as n (line, fulfilled, delivered)
    where l.tenant_id = current_tenant() and l.order_id = c.id and l.line = n.line
  )
  insert into order_history (
    tenant_id, order_id, version, action, actor_type, actor_id, actor_name, status, payment_status, details, created_at)
  select current_tenant(), id, version, $21, $18, $19, $20, status, payment_status, $22, updated_at
  from changed`,
};
