import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import type { SortedPosition } from '#kernel/http/sorted-cursor.ts';
import type { State } from '../fields.ts';

export type ItemRow = {
  id: string;
  sku: string;
  tracked: boolean;
  backorder_limit: bigint | null;
  low_at: bigint | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

type Figures = { on_hand: bigint; reserved: bigint; short: bigint };
/** `levels`: JSON. */
export type ItemWithLevels = ItemRow & Figures & { levels: string };

const COLUMNS = 'i.id, i.sku, i.tracked, i.backorder_limit, i.low_at, i.version, i.created_at, i.updated_at';

const ITEMS = `
  select ${COLUMNS}, s.on_hand, s.reserved, s.short, s.levels
  from inventory_items i
  cross join lateral (
    select coalesce(sum(l.on_hand), 0)::bigint as on_hand, coalesce(sum(l.reserved), 0)::bigint as reserved,
      coalesce(sum(l.short), 0)::bigint as short,
      coalesce(json_agg(json_build_object('locationId', l.location_id, 'onHand', l.on_hand, 'reserved', l.reserved,
        'available', l.available, 'short', l.short) order by o.priority, o.id), '[]') as levels
    from stock_levels l
    join stock_locations o on o.tenant_id = l.tenant_id and o.id = l.location_id
    where l.tenant_id = i.tenant_id and l.item_id = i.id) s
  where i.tenant_id = current_tenant()`;

export async function findItem(tx: Tx, sku: string): Promise<ItemWithLevels | undefined> {
  const { rows } = await tx.query<ItemWithLevels>(`${ITEMS} and i.sku = $1`, [sku]);
  return rows[0];
}

/** `skus`: several, separated by commas. */
export type ItemFilter = { state?: State; sku?: string; skus?: string; locationId?: string };

const STATE_IS: Record<State, string> = {
  low: "and i.announced = 'low'",
  depleted: "and i.announced = 'depleted'",
  short: `and exists (
    select from stock_levels l where l.tenant_id = i.tenant_id and l.item_id = i.id and l.short > 0)`,
};

/** One page by SKU: the rows after `after`, and one more than `limit`, which shows that there is a next page. */
export async function listItems(
  tx: Tx,
  filter: ItemFilter,
  limit: number,
  after: SortedPosition | null,
): Promise<ItemWithLevels[]> {
  const { rows } = await tx.query<ItemWithLevels>(`${ITEMS} ${matches(filter)} order by i.sku limit $5`, [
    ...valuesOf(filter, after),
    limit + 1,
  ]);
  return rows;
}

const matches = ({ state }: ItemFilter) => `${state === undefined ? '' : STATE_IS[state]}
  and ($1::text is null or i.sku = $1)
  and ($2::uuid is null or exists (
    select from stock_levels l where l.tenant_id = i.tenant_id and l.item_id = i.id and l.location_id = $2))
  and ($3::text is null or i.sku > $3 collate "C")
  and ($4::text[] is null or i.sku = any ($4))`;
const valuesOf = ({ sku, skus, locationId }: ItemFilter, after: SortedPosition | null) => [
  sku ?? null,
  locationId ?? null,
  after?.key ?? null,
  skus?.split(',') ?? null,
];

export type Searched = {
  /** The beginning of the SKU, also in capital letters. */
  q: string;
  /** SKUs that match for another reason. */
  named: string[];
  /** Null: to the end. */
  upTo: string | null;
};

/** One page of items whose SKU begins with the text or is among others, as `listItems`. Each way reads a page of its index at most. */
export async function searchItems(
  tx: Tx,
  filter: ItemFilter,
  { q, named, upTo }: Searched,
  limit: number,
  after: SortedPosition | null,
): Promise<ItemWithLevels[]> {
  const ofTenant = 'i.tenant_id = (select current_tenant())';
  const beginning = (text: string) => `(
    select i.id, i.sku from inventory_items i
    where ${ofTenant} and i.sku >= ${text} and i.sku < ${text} || '\u{10ffff}' ${matches(filter)}
    order by i.sku limit $5)`;
  const { rows } = await tx.query<ItemWithLevels>(
    `with found as materialized (
       select id from (
         ${beginning('$6::text')} union ${beginning('upper($6)')} union (
         select i.id, i.sku from unnest($7::text[]) as named (sku) cross join lateral (
           select * from inventory_items i where ${ofTenant} and i.sku = any (array[named.sku]) offset 0) i
         where true ${matches(filter)} order by i.sku limit $5)) ways
       where $8::text is null or sku <= $8 collate "C" order by sku limit $5)
     select item.* from found cross join lateral (${ITEMS} and i.id = any (array[found.id]) offset 0) item order by item.sku`,
    [...valuesOf(filter, after), limit + 1, q, named, upTo],
  );
  return rows;
}

/** The ids of known SKUs. */
export async function findItemIds(tx: Tx, skus: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ sku: string; id: string }>(
    'select sku, id from inventory_items where tenant_id = current_tenant() and sku = any ($1::text[])',
    [skus],
  );
  return new Map(rows.map(({ sku, id }) => [sku, id]));
}

/** Adds items; skips SKUs that are known already, also those that another transaction adds meanwhile. */
export async function insertItems(tx: Tx, rows: ItemRow[]): Promise<number> {
  const { rowCount } = await tx.query(
    `insert into inventory_items (tenant_id, id, sku, tracked, backorder_limit, low_at, version, created_at, updated_at)
     select current_tenant(), i.id, i.sku, i.tracked, i.backorder_limit, i.low_at, 1, $6, $6
     from unnest($1::uuid[], $2::text[], $3::boolean[], $4::bigint[], $5::bigint[])
       as i (id, sku, tracked, backorder_limit, low_at)
     order by i.sku
     on conflict on constraint a_sku_is_one_item do nothing`,
    [
      list(rows, (row) => row.id),
      rows.map((row) => row.sku),
      list(rows, (row) => row.tracked),
      list(rows, (row) => row.backorder_limit?.toString() ?? null),
      list(rows, (row) => row.low_at?.toString() ?? null),
      rows[0]!.created_at,
    ],
  );
  return rowCount;
}

/** Locked until commit. */
export async function lockItem(tx: Tx, sku: string): Promise<ItemRow | undefined> {
  const { rows } = await tx.query<ItemRow>(
    `select ${COLUMNS} from inventory_items i where tenant_id = current_tenant() and sku = $1 for update`,
    [sku],
  );
  return rows[0];
}

export async function updateItem(tx: Tx, row: ItemRow): Promise<void> {
  await tx.query(
    `update inventory_items set tracked = $2, backorder_limit = $3, low_at = $4, version = $5, updated_at = $6
     where tenant_id = current_tenant() and id = $1`,
    [row.id, row.tracked, row.backorder_limit, row.low_at, row.version, row.updated_at],
  );
}

/** Levels carry a copy of the limit, so that a reservation reads one row. They are locked in the order of all statements. */
export async function updateLimits(tx: Tx, itemId: string, limit: bigint | null): Promise<void> {
  await tx.query(
    `with locked as materialized (
       select location_id from stock_levels where tenant_id = current_tenant() and item_id = $1
       order by location_id for no key update)
     update stock_levels l set backorder_limit = $2, short = greatest(0, l.reserved - l.on_hand - $2::bigint)
     from locked k where l.tenant_id = current_tenant() and l.item_id = $1 and l.location_id = k.location_id`,
    [itemId, limit],
  );
}

export const MAX_COUNTED = 100;

/** Each up to one more than `MAX_COUNTED`. */
export async function countStates(tx: Tx): Promise<{ low: number; depleted: number; short: number }> {
  const announced = (state: string) => `(
    select count(*)::int from (
      select from inventory_items where tenant_id = current_tenant() and announced = '${state}' limit ${MAX_COUNTED + 1}) s)`;
  const { rows } = await tx.query<{ low: number; depleted: number; short: number }>(
    `select ${announced('low')} as low, ${announced('depleted')} as depleted, (
       select count(*)::int from (
         select distinct item_id from stock_levels
         where tenant_id = current_tenant() and short > 0 limit ${MAX_COUNTED + 1}) s) as short`,
  );
  return rows[0]!;
}
