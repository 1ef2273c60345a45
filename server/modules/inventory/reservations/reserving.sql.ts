import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { gathering } from '#kernel/db/sharing.ts';
import type { Lacking } from './out-of-stock.ts';

/** The lines of one order or checkout; each SKU once. `expiresAt` null: it belongs to an order. */
export type Basket = {
  tenantId: string;
  orderId: string;
  lines: { sku: string; quantity: number }[];
  expiresAt: Date | null;
};

/**
 * `alone`: this statement cannot decide. The level is locked, the order has reservations already, an expired hold is in the way,
 * or several locations must be combined. `lacking`: JSON.
 */
export type Verdict = { verdict: 'granted' | 'refused' | 'alone'; lacking: string | null };
export type { Lacking };

export function basketColumns(baskets: Basket[], now: Date): unknown[] {
  const lines = baskets.flatMap(({ tenantId, lines }, index) =>
    lines.map((line) => ({ ...line, tenantId, position: index + 1 })),
  );
  return [
    list(lines, (line) => line.position),
    list(lines, (line) => line.tenantId),
    texts(lines, (line) => line.sku),
    list(lines, (line) => line.quantity),
    list(baskets, (basket) => basket.tenantId),
    list(baskets, (basket) => basket.orderId),
    list(baskets, (basket) => basket.expiresAt?.toISOString() ?? null),
    now,
  ];
}

// Baskets of several tenants share the statement, so it waits for no lock: a basket whose level is locked goes alone. The level is
// chosen before it is locked, so that a locked first location does not lead to the second. The locked row is the newest, whatever
// the snapshot shows. Sums run over all baskets before, refused ones too: a basket that fails only because of those goes alone.
// No look-up depends on the planner's statistics: IS TRUE keeps the planner from the primary key, which
// looks as good on a new database, and leads to the index of SKUs; the levels, which are there and locked, are
// raised through their key (ON CONFLICT). Backorders are for an item at one location; with several, `allocate` decides.
export const RESERVE = {
  name: 'reserve_stock',
  text: `
  with asked as materialized (
    select * from unnest($1::int[], $2::uuid[], $3::text[], $4::bigint[]) as a (position, tenant_id, sku, need)
  ),
  picked as materialized (
    select k.tenant_id, k.sku, i.item_id, p.location_id, p.places, p.everywhere
    from (select distinct tenant_id, sku from asked order by tenant_id, sku) k
    cross join lateral (
      select i.id as item_id from inventory_items i
      where i.sku = k.sku and (i.tenant_id = k.tenant_id) is true and i.tracked limit 1) i
    cross join lateral (
      select (array_agg(l.location_id order by o.priority, l.location_id))[1] as location_id, count(*) as places,
        coalesce(sum(greatest(l.available, 0)), 0) as everywhere
      from stock_levels l
      cross join lateral (
        select o.priority from stock_locations o
        where o.tenant_id = l.tenant_id and o.id = l.location_id and o.active limit 1) o
      where l.tenant_id = k.tenant_id and l.item_id = i.item_id) p
  ),
  level as materialized (
    select p.*, l.available, l.backorder_limit, l.is_mine,
      case when p.places = 1 then l.available + l.backorder_limit else l.available end as room,
      l.is_mine and p.places = 1 and l.backorder_limit is null as is_endless
    from picked p
    left join lateral (
      select l.available, l.backorder_limit, true as is_mine from stock_levels l
      where l.tenant_id = p.tenant_id and l.item_id = p.item_id and l.location_id = p.location_id
      for no key update skip locked) l on true
  ),
  line as materialized (
    select a.position, a.tenant_id, a.sku, a.need, l.item_id, l.location_id, l.item_id is not null and l.is_mine is null as is_open,
      l.item_id is null or coalesce(l.is_endless or sum(a.need) over (
        partition by a.tenant_id, a.sku order by a.position) <= l.room, false) as fits
    from asked a left join level l on l.tenant_id = a.tenant_id and l.sku = a.sku
  ),
  basket as materialized (
    select b.position, b.tenant_id, b.order_id, b.expires_at, k.is_known,
      not k.is_known and coalesce((select array_agg(v.fits order by v.position) from (
        select p.position, coalesce(bool_and(n.fits), true) as fits
        from generate_series(1, cardinality($5::uuid[])) as p (position) left join line n on n.position = p.position
        group by p.position) v)[b.position], true) as is_granted
    from unnest($5::uuid[], $6::uuid[], $7::timestamptz[]) with ordinality as b (tenant_id, order_id, expires_at, position)
    cross join lateral (
      select exists (
        select from stock_reservations r where r.tenant_id = b.tenant_id and r.order_id = b.order_id offset 0) as is_known) k
  ),
  kept as (
    insert into stock_reservations (tenant_id, order_id, item_id, location_id, quantity, expires_at)
    select b.tenant_id, b.order_id, n.item_id, n.location_id, n.need, b.expires_at
    from line n join basket b on b.position = n.position
    where b.is_granted and n.item_id is not null
  ),
  granted as materialized (
    select n.tenant_id, n.item_id, n.location_id, sum(n.need)::bigint as units
    from line n join basket b on b.position = n.position
    where b.is_granted and n.item_id is not null group by 1, 2, 3
  ),
  raised as (
    insert into stock_levels as l (tenant_id, item_id, location_id, reserved, backorder_limit)
    select tenant_id, item_id, location_id, units, null from granted
    on conflict (tenant_id, item_id, location_id) do update set reserved = l.reserved + excluded.reserved
  ),
  -- All that could still be reserved of a SKU, after the grants; null: without limit.
  remaining as materialized (
    select l.tenant_id, l.sku, l.item_id,
      greatest(l.available - coalesce(g.units, 0), 0) + l.everywhere - greatest(l.available, 0)
        + greatest(l.backorder_limit + least(l.available - coalesce(g.units, 0), 0), 0) as units
    from level l left join granted g on g.tenant_id = l.tenant_id and g.item_id = l.item_id
    where l.is_mine and l.backorder_limit is not null
  ),
  lacking as materialized (
    select n.position, n.sku, n.need, greatest(r.units, 0) as units, r.tenant_id, r.item_id
    from line n
    join basket b on b.position = n.position and not b.is_granted and not b.is_known
    join remaining r on r.tenant_id = n.tenant_id and r.sku = n.sku
    where n.need > r.units
  ),
  stale as materialized (
    select k.item_id from (select distinct tenant_id, item_id from lacking) k
    where exists (
      select from stock_reservations r
      where r.tenant_id = k.tenant_id and r.item_id = k.item_id and r.expires_at <= $8 offset 0)
  ),
  refused as (
    select position, json_agg(json_build_object('sku', sku, 'wanted', need, 'available', units) order by sku) as lacking
    from lacking k group by position
    having not bool_or(item_id in (select item_id from stale))
      and not exists (select from line n where n.position = k.position and n.is_open)
  )
  select case when b.is_granted then 'granted' when r.lacking is not null then 'refused' else 'alone' end as verdict, r.lacking
  from basket b left join refused r on r.position = b.position order by b.position`,
};

export type NewReservation = {
  orderId: string;
  itemId: string;
  locationId: string;
  quantity: number;
  expiresAt: Date | null;
};

/**
 * Counter and rows change in one statement. The levels are locked already. Without `mayRunShort`, the CHECK of the level refuses
 * more than there is; with it, the difference becomes `short`.
 */
export async function insertReservations(
  tx: Tx,
  rows: NewReservation[],
  mayRunShort: boolean,
): Promise<void> {
  await tx.query(INSERT_RESERVATIONS, [
    list(rows, (row) => row.orderId),
    list(rows, (row) => row.itemId),
    list(rows, (row) => row.locationId),
    list(rows, (row) => row.quantity),
    list(rows, (row) => row.expiresAt?.toISOString() ?? null),
    mayRunShort,
  ]);
}

const INSERT_RESERVATIONS = {
  name: 'insert_stock_reservations',
  text: `
    with input as materialized (
      select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::timestamptz[])
        as r (order_id, item_id, location_id, quantity, expires_at)
    ),
    raised as (
      update stock_levels l set reserved = l.reserved + g.units,
        short = case when $6 then greatest(0, l.reserved + g.units - l.on_hand - l.backorder_limit) else l.short end
      from (select item_id, location_id, sum(quantity)::bigint as units from input group by 1, 2) g
      where l.tenant_id = current_tenant() and l.item_id = g.item_id and l.location_id = g.location_id
    )
    insert into stock_reservations as r (tenant_id, order_id, item_id, location_id, quantity, expires_at)
    select current_tenant(), order_id, item_id, location_id, quantity, expires_at from input
    on conflict (tenant_id, order_id, item_id, location_id) do update set quantity = r.quantity + excluded.quantity`,
};

/** The units that these orders have reserved already, by order and SKU. */
export async function findReserved(tx: Tx, orderIds: string[]): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ order_id: string; sku: string; quantity: bigint }>(
    {
      name: 'find_reserved_stock',
      text: `
        select r.order_id, i.sku, sum(r.quantity)::bigint as quantity
        from stock_reservations r join inventory_items i on i.tenant_id = r.tenant_id and i.id = r.item_id
        where r.tenant_id = current_tenant() and r.order_id = any ($1::uuid[]) group by 1, 2`,
    },
    [list(orderIds, (id) => id)],
  );
  return new Map(rows.map(({ order_id, sku, quantity }) => [`${order_id} ${sku}`, Number(quantity)]));
}

/** The units that an order has reserved, by SKU. */
export const findHeld = gathering(async (tx, orderIds: string[]): Promise<Map<string, number>[]> => {
  const reserved = await findReserved(tx, orderIds);
  const units = new Map(orderIds.map((id) => [id, new Map<string, number>()]));
  for (const [key, quantity] of reserved) {
    const at = key.indexOf(' ');
    units.get(key.slice(0, at))!.set(key.slice(at + 1), quantity);
  }
  return orderIds.map((id) => units.get(id)!);
});

/** Sets another end of a checkout's holds; null: none, while it is paid. Returns the units that are held. Touches no level. */
export const postponeHolds = (tx: Tx, orderId: string, until: Date | null): Promise<Map<string, number>> =>
  postponeAll(tx, { orderId, until });

const postponeAll = gathering(
  async (tx, holds: { orderId: string; until: Date | null }[]): Promise<Map<string, number>[]> => {
    const { rows } = await tx.query<HeldUnits>(POSTPONE, [
      list(holds, ({ orderId }) => orderId),
      list(holds, ({ until }) => until?.toISOString() ?? 'infinity'),
    ]);
    return unitsOfOrders(
      rows,
      holds.map(({ orderId }) => orderId),
    );
  },
);

const POSTPONE = {
  name: 'postpone_stock_holds',
  text: `
    with postponed as (
      update stock_reservations r set expires_at = n.until
      from unnest($1::uuid[], $2::timestamptz[]) as n (order_id, until)
      where r.tenant_id = current_tenant() and r.order_id = any ($1::uuid[]) and r.order_id = n.order_id
        and r.expires_at is not null
      returning r.order_id, r.item_id, r.quantity
    )
    select p.order_id, i.sku, sum(p.quantity)::bigint as quantity
    from postponed p join inventory_items i on i.tenant_id = current_tenant() and i.id = p.item_id group by 1, 2`,
};

type HeldUnits = { order_id: string; sku: string; quantity: bigint };

/** The units of each order, by SKU. */
function unitsOfOrders(rows: HeldUnits[], orderIds: string[]): Map<string, number>[] {
  const units = new Map(orderIds.map((id) => [id, new Map<string, number>()]));
  for (const { order_id, sku, quantity } of rows) units.get(order_id)!.set(sku, Number(quantity));
  return orderIds.map((id) => units.get(id)!);
}

/** Removes the expiry of a checkout's holds: they belong to the order from now on. Touches no level. */
export const confirmHolds = gathering(async (tx, orderIds: string[]): Promise<Map<string, number>[]> => {
  const { rows } = await tx.query<HeldUnits>(CONFIRM, [orderIds]);
  return unitsOfOrders(rows, orderIds);
});

const CONFIRM = {
  name: 'confirm_stock_holds',
  text: `
    with confirmed as (
      update stock_reservations set expires_at = null
      where tenant_id = current_tenant() and order_id = any ($1::uuid[]) and expires_at is not null
      returning order_id, item_id, quantity
    )
    select c.order_id, i.sku, sum(c.quantity)::bigint as quantity
    from confirmed c join inventory_items i on i.tenant_id = current_tenant() and i.id = c.item_id
    group by 1, 2 order by 1, 2`,
};
