import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { tenantsWith } from '#kernel/work/tenant-turns.sql.ts';
import type { Place } from '../movements/levels.sql.ts';

/** The most holds that one statement releases, so that it locks levels for a moment only. */
export const SWEPT_AT_ONCE = 500;

/** Locks the levels of the reservations under a condition, in the order of all statements, before the reservations themselves. */
const lockLevelsWhere = (name: string, condition: string, limit = '') => ({
  name,
  text: `
    with due as materialized (
      select distinct item_id, location_id from (
        select item_id, location_id from stock_reservations
        where tenant_id = current_tenant() and ${condition} ${limit}) r
    )
    select l.item_id, l.location_id from due d
    join inventory_items i on i.tenant_id = current_tenant() and i.id = d.item_id
    join stock_levels l on l.tenant_id = current_tenant() and l.item_id = d.item_id and l.location_id = d.location_id
    order by i.sku, l.location_id for no key update of l`,
});

// Reads the reservations after their levels are locked, in a statement of its own: nobody changes their units meanwhile.
const freeWhere = (name: string, condition: string, inOrder: string) => ({
  name,
  text: `
    with open as materialized (
      select r.order_id, r.item_id, r.location_id, r.quantity - r.shipped as units, r.shipped, r.expires_at
      from stock_reservations r
      where r.tenant_id = current_tenant() and r.quantity > r.shipped and ${condition}
        and (r.item_id, r.location_id) in (
          select p.item_id, p.location_id from unnest($2::uuid[], $3::uuid[]) as p (item_id, location_id))
      ${inOrder}
    ),
    removed as (
      delete from stock_reservations r using open o
      where o.shipped = 0 and r.tenant_id = current_tenant() and r.order_id = o.order_id and r.item_id = o.item_id
        and r.location_id = o.location_id
    ),
    closed as (
      update stock_reservations r set quantity = r.shipped from open o
      where o.shipped > 0 and r.tenant_id = current_tenant() and r.order_id = o.order_id and r.item_id = o.item_id
        and r.location_id = o.location_id
    ),
    lowered as (
      update stock_levels l set reserved = l.reserved - f.units,
        short = greatest(0, l.reserved - f.units - l.on_hand - l.backorder_limit)
      from (select item_id, location_id, sum(units)::bigint as units from open group by 1, 2) f
      where l.tenant_id = current_tenant() and l.item_id = f.item_id and l.location_id = f.location_id
    )
    select item_id, location_id, units, expires_at from open`,
});

export type Freed = { item_id: string; location_id: string; units: bigint; expires_at: Date | null };

const LOCK_OF_ORDER = lockLevelsWhere('lock_levels_of_order', 'order_id = $1');
const FREE_ORDER = freeWhere(
  'free_stock_of_order',
  'r.order_id = $1',
  'order by r.order_id, r.item_id, r.location_id for update',
);
const LOCK_OF_HOLDS = lockLevelsWhere(
  'lock_levels_of_holds',
  'order_id = any ($1::uuid[]) and expires_at is not null',
);
const FREE_HOLDS = freeWhere(
  'free_stock_holds',
  'r.order_id = any ($1::uuid[]) and r.expires_at is not null',
  'order by r.order_id, r.item_id, r.location_id for update',
);
const LOCK_DUE = lockLevelsWhere(
  'lock_levels_of_due_holds',
  'expires_at <= $1',
  'order by expires_at limit $2',
);
// A hold that is being confirmed is skipped; the confirmation waits for nobody.
const FREE_DUE = freeWhere(
  'free_due_stock',
  'r.expires_at <= $1',
  `order by r.expires_at limit ${SWEPT_AT_ONCE} for update skip locked`,
);

async function lock(
  tx: Tx,
  statement: { name: string; text: string },
  ...values: unknown[]
): Promise<Place[]> {
  const { rows } = await tx.query<{ item_id: string; location_id: string }>(statement, values);
  return rows.map(({ item_id, location_id }) => ({ itemId: item_id, locationId: location_id }));
}

export const lockLevelsOfOrder = (tx: Tx, orderId: string) => lock(tx, LOCK_OF_ORDER, orderId);
export const lockLevelsOfHolds = (tx: Tx, orderIds: string[]) => lock(tx, LOCK_OF_HOLDS, orderIds);
/** Locks the levels of the holds that expired first. */
export const lockLevelsOfDue = (tx: Tx, now: Date) => lock(tx, LOCK_DUE, now, SWEPT_AT_ONCE);

async function free(tx: Tx, statement: { name: string; text: string }, value: unknown, places: Place[]) {
  const { rows } = await tx.query<Freed>(statement, [
    value,
    list(places, (place) => place.itemId),
    list(places, (place) => place.locationId),
  ]);
  return rows;
}

/** Releases the units of an order that are not shipped; their levels are locked. */
export const freeOrder = (tx: Tx, orderId: string, places: Place[]) => free(tx, FREE_ORDER, orderId, places);
/** Releases the holds under these orders; their levels are locked. */
export const freeHolds = (tx: Tx, orderIds: string[], places: Place[]) =>
  free(tx, FREE_HOLDS, orderIds, places);
/** Releases the expired holds at these places, which are locked. */
export const freeDue = (tx: Tx, now: Date, places: Place[]) => free(tx, FREE_DUE, now, places);

/** Tenants with expired holds. */
export const FIND_TENANTS_WITH_DUE_HOLDS = tenantsWith({
  name: 'find_tenants_with_due_holds',
  table: 'stock_reservations',
  waiting: 'q.expires_at is not null',
  due: 'q.expires_at <= $1',
});
