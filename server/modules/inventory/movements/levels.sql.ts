import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';

/** A level that this transaction has locked. `priority`: of its location. */
export type LevelRow = {
  item_id: string;
  sku: string;
  location_id: string;
  priority: number;
  active: boolean;
  on_hand: bigint;
  reserved: bigint;
  backorder_limit: bigint | null;
};

export type Place = { itemId: string; locationId: string };

/** Adds the levels that are missing. The item is locked, so that the copy of its limit is the latest. */
export async function ensureLevels(tx: Tx, places: Place[]): Promise<void> {
  await tx.query(
    {
      name: 'ensure_stock_levels',
      text: `
        with missing as (
          select p.item_id, p.location_id from unnest($1::uuid[], $2::uuid[]) as p (item_id, location_id)
          where not exists (
            select from stock_levels l
            where l.tenant_id = current_tenant() and l.item_id = p.item_id and l.location_id = p.location_id)
        ),
        item as materialized (
          select id, sku, backorder_limit from inventory_items
          where tenant_id = current_tenant() and id in (select item_id from missing) order by id for share
        )
        insert into stock_levels (tenant_id, item_id, location_id, backorder_limit)
        select current_tenant(), m.item_id, m.location_id, i.backorder_limit
        from missing m join item i on i.id = m.item_id order by i.sku, m.location_id
        on conflict (tenant_id, item_id, location_id) do nothing`,
    },
    [list(places, (place) => place.itemId), list(places, (place) => place.locationId)],
  );
}

const LEVELS = `
  select l.item_id, i.sku, l.location_id, o.priority, o.active, l.on_hand, l.reserved, l.backorder_limit
  from inventory_items i
  join stock_levels l on l.tenant_id = i.tenant_id and l.item_id = i.id
  join stock_locations o on o.tenant_id = l.tenant_id and o.id = l.location_id
  where i.tenant_id = current_tenant()`;

/** Every statement that waits for several levels locks them in this order. */
const IN_ORDER = 'order by i.sku, l.location_id for no key update of l';

/** Locks the levels of these places until commit. */
export async function lockPlaces(tx: Tx, places: Place[]): Promise<LevelRow[]> {
  const { rows } = await tx.query<LevelRow>(
    {
      name: 'lock_stock_places',
      text: `${LEVELS} and (l.item_id, l.location_id) in (
          select p.item_id, p.location_id from unnest($1::uuid[], $2::uuid[]) as p (item_id, location_id)) ${IN_ORDER}`,
    },
    [list(places, (place) => place.itemId), list(places, (place) => place.locationId)],
  );
  return rows;
}

/** Locks all levels of the tracked items with these SKUs until commit. */
export async function lockLevelsOf(tx: Tx, skus: string[]): Promise<LevelRow[]> {
  const { rows } = await tx.query<LevelRow>(
    { name: 'lock_stock_levels', text: `${LEVELS} and i.tracked and i.sku = any ($1::text[]) ${IN_ORDER}` },
    [texts(skus, (sku) => sku)],
  );
  return rows;
}

type Unplaced = { id: string; sku: string; backorder_limit: bigint | null };

/** The tracked items among these SKUs that have no level at an active location. */
export async function findUnplaced(tx: Tx, skus: string[]): Promise<Unplaced[]> {
  const { rows } = await tx.query<Unplaced>(
    {
      name: 'find_items_without_level',
      text: `
        select i.id, i.sku, i.backorder_limit from inventory_items i
        where i.tenant_id = current_tenant() and i.tracked and i.sku = any ($1::text[]) and not exists (
          select from stock_levels l join stock_locations o on o.tenant_id = l.tenant_id and o.id = l.location_id
          where l.tenant_id = i.tenant_id and l.item_id = i.id and o.active)`,
    },
    [texts(skus, (sku) => sku)],
  );
  return rows;
}

/** The active location from which stock is taken first. */
export async function findFirstLocation(tx: Tx): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from stock_locations where tenant_id = current_tenant() and active order by priority, id limit 1`,
  );
  return rows[0]?.id;
}
