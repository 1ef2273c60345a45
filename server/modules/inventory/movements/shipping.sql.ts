import type { Tx } from '#kernel/db/db.ts';

export type OpenReservation = {
  item_id: string;
  sku: string;
  location_id: string;
  quantity: bigint;
  shipped: bigint;
};

/** The reservations of an order, in the order in which stock is taken. Their levels are locked. Holds ship nothing. */
export async function findReservationsOf(tx: Tx, orderId: string): Promise<OpenReservation[]> {
  const { rows } = await tx.query<OpenReservation>(
    {
      name: 'find_reservations_of_order',
      text: `
        select r.item_id, i.sku, r.location_id, r.quantity, r.shipped
        from stock_reservations r
        join inventory_items i on i.tenant_id = r.tenant_id and i.id = r.item_id
        join stock_locations o on o.tenant_id = r.tenant_id and o.id = r.location_id
        where r.tenant_id = current_tenant() and r.order_id = $1 and r.expires_at is null
        order by i.sku, o.priority, o.id`,
    },
    [orderId],
  );
  return rows;
}

/** The lines of a return that are restocked already. */
export async function findRestocked(tx: Tx, returnId: string): Promise<Set<number>> {
  const { rows } = await tx.query<{ line: number }>(
    'select line from stock_movements where tenant_id = current_tenant() and return_id = $1',
    [returnId],
  );
  return new Set(rows.map(({ line }) => line));
}
