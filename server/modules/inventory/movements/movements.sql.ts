import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import type { Position } from '#kernel/db/newest-first.ts';
import { newId } from '#kernel/id.ts';
import type { Kind } from '../fields.ts';

export type MovementRow = {
  id: string;
  item_id: string;
  sku: string;
  location_id: string;
  seq: number;
  kind: Kind;
  change: bigint;
  before: bigint;
  after: bigint;
  reason: string | null;
  order_id: string | null;
  return_id: string | null;
  /** JSON. */
  by: string;
  created_at: Date;
};

export type Move = {
  itemId: string;
  locationId: string;
  kind: Kind;
  change: number;
  reason: string | null;
  /** Units of the order's reservation there that leave with the movement. */
  shipped?: { orderId: string; version: number };
  returned?: { returnId: string; line: number };
};

/** `available`: of the level, after the movement. */
export type Moved = MovementRow & { available: bigint };

/**
 * The only way to change `on_hand`: the level, the link of its chain and, for shipped units, the reservation change in one
 * statement. The levels are locked already, each is named once.
 */
export async function insertMovements(tx: Tx, now: Date, by: Author, moves: Move[]): Promise<Moved[]> {
  const { rows } = await tx.query<Moved>(INSERT_MOVEMENTS, [
    list(moves, newId),
    list(moves, (move) => move.itemId),
    list(moves, (move) => move.locationId),
    list(moves, (move) => move.kind),
    list(moves, (move) => move.change),
    texts(moves, (move) => move.reason),
    list(moves, (move) => move.shipped?.orderId ?? null),
    list(moves, (move) => move.shipped?.version ?? null),
    list(moves, (move) => move.returned?.returnId ?? null),
    list(moves, (move) => move.returned?.line ?? null),
    JSON.stringify({ type: by.type, id: by.id, name: by.name }),
    now,
  ]);
  return rows;
}

const INSERT_MOVEMENTS = {
  name: 'insert_stock_movements',
  text: `
    with input as materialized (
      select *, case when kind = 'shipped' then -change else 0 end as units
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::uuid[], $8::int[], $9::uuid[],
        $10::int[]) with ordinality
        as m (id, item_id, location_id, kind, change, reason, order_id, history_version, return_id, line, position)
    ),
    level as (
      update stock_levels l set on_hand = l.on_hand + i.change, movements = coalesce(l.movements, 0) + 1,
        reserved = l.reserved - i.units,
        short = greatest(0, l.reserved - i.units - (l.on_hand + i.change) - l.backorder_limit)
      from input i
      where l.tenant_id = current_tenant() and l.item_id = i.item_id and l.location_id = i.location_id
      returning l.item_id, l.location_id, l.movements, l.on_hand, l.available
    ),
    shipped as (
      update stock_reservations r set shipped = r.shipped + i.units
      from input i
      where i.units > 0 and r.tenant_id = current_tenant() and r.order_id = i.order_id and r.item_id = i.item_id
        and r.location_id = i.location_id
    ),
    added as (
      insert into stock_movements (
        tenant_id, item_id, location_id, seq, id, kind, change, before, after, order_id, return_id, line, history_version,
        reason, by, at)
      select current_tenant(), i.item_id, i.location_id, l.movements, i.id, i.kind, i.change, l.on_hand - i.change, l.on_hand,
        i.order_id, i.return_id, i.line, i.history_version, i.reason, $11, $12
      from input i join level l on l.item_id = i.item_id and l.location_id = i.location_id
      order by i.position
      returning id, item_id, location_id, seq, kind, change, before, after, reason, order_id, return_id, by, at
    )
    select a.id, a.item_id, n.sku, a.location_id, a.seq, a.kind, a.change, a.before, a.after, a.reason, a.order_id, a.return_id,
      a.by, a.at as created_at, l.available
    from input i
    join added a on a.id = i.id
    join level l on l.item_id = i.item_id and l.location_id = i.location_id
    join inventory_items n on n.tenant_id = current_tenant() and n.id = i.item_id
    order by i.position`,
};

/** One page, newest first. */
export async function listMovements(
  tx: Tx,
  { sku, orderId }: { sku?: string; orderId?: string },
  limit: number,
  after: Position | null,
): Promise<MovementRow[]> {
  const { rows } = await tx.query<MovementRow>(
    `select m.id, m.item_id, i.sku, m.location_id, m.seq, m.kind, m.change, m.before, m.after, m.reason, m.order_id, m.return_id,
       m.by, m.at as created_at
     from stock_movements m join inventory_items i on i.tenant_id = m.tenant_id and i.id = m.item_id
     where m.tenant_id = current_tenant()
       and ($1::text is null or m.item_id = (
         select s.id from inventory_items s where s.tenant_id = current_tenant() and s.sku = $1))
       and ($2::uuid is null or m.order_id = $2)
       and ($3::timestamptz is null or (m.at, m.id) < ($3, $4::uuid))
     order by m.at desc, m.id desc limit $5`,
    [sku ?? null, orderId ?? null, after?.at ?? null, after?.id ?? null, limit + 1],
  );
  return rows;
}
