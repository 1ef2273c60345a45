import type { Tx } from '#kernel/db/db.ts';

export type ReservationRow = {
  order_id: string;
  item_id: string;
  sku: string;
  location_id: string;
  quantity: bigint;
  shipped: bigint;
  /** Text, because it may be infinity. */
  expires_at: string | null;
};

export type ReservationPosition = { orderId: string; itemId: string; locationId: string };

/** One page, the latest orders first. */
export async function listReservations(
  tx: Tx,
  { sku, orderId }: { sku?: string; orderId?: string },
  limit: number,
  after: ReservationPosition | null,
): Promise<ReservationRow[]> {
  const { rows } = await tx.query<ReservationRow>(
    `select r.order_id, r.item_id, i.sku, r.location_id, r.quantity, r.shipped,
       to_json(r.expires_at at time zone 'UTC') #>> '{}' as expires_at
     from stock_reservations r join inventory_items i on i.tenant_id = r.tenant_id and i.id = r.item_id
     where r.tenant_id = current_tenant()
       and ($1::text is null or r.item_id = (
         select s.id from inventory_items s where s.tenant_id = current_tenant() and s.sku = $1))
       and ($2::uuid is null or r.order_id = $2)
       and ($3::uuid is null or (r.order_id, r.item_id, r.location_id) < ($3, $4::uuid, $5::uuid))
     order by r.order_id desc, r.item_id desc, r.location_id desc limit $6`,
    [
      sku ?? null,
      orderId ?? null,
      after?.orderId ?? null,
      after?.itemId ?? null,
      after?.locationId ?? null,
      limit + 1,
    ],
  );
  return rows;
}
