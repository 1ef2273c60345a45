import type { Tx } from '#kernel/db/db.ts';

type Open = { units: bigint };

/** The units of an order that one location holds and has not shipped. The level is locked. */
export async function findOpenUnits(
  tx: Tx,
  orderId: string,
  itemId: string,
  locationId: string,
): Promise<number> {
  const { rows } = await tx.query<Open>(
    `select quantity - shipped as units from stock_reservations
     where tenant_id = current_tenant() and order_id = $1 and item_id = $2 and location_id = $3`,
    [orderId, itemId, locationId],
  );
  return Number(rows[0]?.units ?? 0n);
}

/** Both levels are locked. The CHECK of the level refuses more than there is at the other location. */
export async function moveReservation(
  tx: Tx,
  orderId: string,
  itemId: string,
  from: string,
  to: string,
): Promise<void> {
  await tx.query(
    `with open as materialized (
       select quantity - shipped as units, shipped, expires_at from stock_reservations
       where tenant_id = current_tenant() and order_id = $1 and item_id = $2 and location_id = $3 for update
     ),
     removed as (
       delete from stock_reservations r using open o
       where o.shipped = 0 and r.tenant_id = current_tenant() and r.order_id = $1 and r.item_id = $2 and r.location_id = $3
     ),
     closed as (
       update stock_reservations r set quantity = r.shipped from open o
       where o.shipped > 0 and r.tenant_id = current_tenant() and r.order_id = $1 and r.item_id = $2 and r.location_id = $3
     ),
     levels as (
       update stock_levels l set
         reserved = l.reserved + case when l.location_id = $4 then o.units else -o.units end,
         short = case when l.location_id = $4 then l.short
           else greatest(0, l.reserved - o.units - l.on_hand - l.backorder_limit) end
       from open o
       where l.tenant_id = current_tenant() and l.item_id = $2 and l.location_id in ($3, $4)
     )
     insert into stock_reservations as r (tenant_id, order_id, item_id, location_id, quantity, expires_at)
     select current_tenant(), $1, $2, $4, units, expires_at from open
     on conflict (tenant_id, order_id, item_id, location_id) do update set quantity = r.quantity + excluded.quantity`,
    [orderId, itemId, from, to],
  );
}
