/** Items: one per SKU, with its rules; their stock is in levels. */
import { isDeepStrictEqual } from 'node:util';
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import type { SortedPosition } from '#kernel/http/sorted-cursor.ts';
import { newId } from '#kernel/id.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import type { Item, ItemChange, NewItem } from '../fields.ts';
import { ITEMS } from '../settings.ts';
import { noteChanges } from './announcing.sql.ts';
import {
  findItem,
  type ItemFilter,
  type ItemRow,
  type ItemWithLevels,
  insertItems,
  listItems,
  lockItem,
  searchItems,
  updateItem,
  updateLimits,
} from './items.sql.ts';

/** The functions of the catalog; modules.ts passes them in. */
export type Products = {
  /** Product titles by SKU. */
  findProducts(tx: Tx, skus: string[]): Promise<Map<string, NonNullable<Item['product']>>>;
  /** The SKUs of products that match the text, those after `after`, in their order. */
  searchSkus(tx: Tx, q: string, after: string | null, limit: number): Promise<string[]>;
};

/** Products are found for callers that may read the catalog. */
const mayRead = ({ tenant, scopes }: Actor) =>
  tenant.modules.includes('catalog') && (scopes?.includes('read:catalog') ?? true);

/** A page reads so many SKUs of products; if it is not full then, the next one goes on behind them. */
export const MAX_NAMED = 1_000;

/** Rows of a page and one more; `reached`: the SKU behind which there may be others although the page is not full. */
export async function findItems(
  tx: Tx,
  actor: Actor,
  { q, ...filter }: ItemFilter & { q?: string },
  { limit, after }: { limit: number; after: SortedPosition | null },
  { searchSkus }: Pick<Products, 'searchSkus'>,
): Promise<{ rows: ItemWithLevels[]; reached: string | null }> {
  if (q === undefined) return { rows: await listItems(tx, filter, limit, after), reached: null };
  const named = mayRead(actor) ? await searchSkus(tx, q, after?.key ?? null, MAX_NAMED) : [];
  const upTo = named.length < MAX_NAMED ? null : named.at(-1)!;
  const rows = await searchItems(tx, filter, { q, named, upTo }, limit, after);
  return { rows, reached: rows.length > limit ? null : upTo };
}

/** Adds items within the quota; skips SKUs that are known already. */
export async function addItems(tx: Tx, rows: ItemRow[], assertRoom: AssertRoom): Promise<number> {
  const added = await insertItems(tx, rows);
  if (added > 0) await assertRoom(tx, ITEMS, added, added);
  return added;
}

export async function createItem(
  tx: Tx,
  actor: Actor,
  now: Date,
  input: NewItem,
  assertRoom: AssertRoom,
): Promise<ItemWithLevels> {
  const row = newItem(now, input);
  if ((await addItems(tx, [row], assertRoom)) === 0) {
    throw conflict(`There is an item with the SKU "${input.sku}" already.`, { sku: input.sku });
  }
  await record(tx, actor, now, 'item.created', row);
  return (await findItem(tx, input.sku))!;
}

export const newItem = (now: Date, { sku, tracked, backorderLimit, lowAt }: NewItem): ItemRow => ({
  id: newId(),
  sku,
  tracked: tracked ?? true,
  backorder_limit: limitOf(backorderLimit, 0n),
  low_at: limitOf(lowAt, null),
  version: 1,
  created_at: now,
  updated_at: now,
});

const limitOf = (given: number | null | undefined, otherwise: bigint | null) =>
  given === undefined ? otherwise : given === null ? null : BigInt(given);

export async function changeItem(
  tx: Tx,
  actor: Actor,
  now: Date,
  sku: string,
  change: ItemChange,
  seen: number | null,
): Promise<ItemWithLevels> {
  const before = rowAtVersion(await lockItem(tx, sku), seen, 'item');
  const after: ItemRow = {
    ...before,
    tracked: change.tracked ?? before.tracked,
    backorder_limit: limitOf(change.backorderLimit, before.backorder_limit),
    low_at: limitOf(change.lowAt, before.low_at),
  };
  if (!isDeepStrictEqual(before, after)) {
    Object.assign(after, { version: before.version + 1, updated_at: now });
    await updateItem(tx, after);
    if (before.backorder_limit !== after.backorder_limit) {
      await updateLimits(tx, after.id, after.backorder_limit);
    }
    await noteChanges(tx, now, [after.id]);
    await record(tx, actor, now, 'item.updated', after);
  }
  return (await findItem(tx, sku))!;
}

function record(tx: Tx, actor: Actor, now: Date, action: string, row: ItemRow): Promise<void> {
  const details = {
    sku: row.sku,
    tracked: row.tracked,
    backorderLimit: numberOrNull(row.backorder_limit),
    lowAt: numberOrNull(row.low_at),
  };
  return audit(tx, actor, now, { action, subjectType: 'item', subjectId: row.id, details });
}

const numberOrNull = (value: bigint | null) => (value === null ? null : Number(value));

type LevelFigures = {
  locationId: string;
  onHand: number;
  reserved: number;
  available: number;
  short: number;
};

/** A function that presents these rows. */
export async function itemPresenter(
  tx: Tx,
  actor: Actor,
  rows: ItemWithLevels[],
  { findProducts }: Pick<Products, 'findProducts'>,
): Promise<(row: ItemWithLevels) => Item> {
  const products = await findProducts(tx, mayRead(actor) ? rows.map(({ sku }) => sku) : []);
  return (row) => presentItem(row, products.get(row.sku) ?? null);
}

function presentItem(row: ItemWithLevels, product: Item['product']): Item {
  const [onHand, reserved] = [Number(row.on_hand), Number(row.reserved)];
  const levels = JSON.parse(row.levels) as LevelFigures[];
  return {
    sku: row.sku,
    product,
    tracked: row.tracked,
    backorderLimit: numberOrNull(row.backorder_limit),
    lowAt: numberOrNull(row.low_at),
    onHand,
    reserved,
    available: onHand - reserved,
    short: Number(row.short),
    levels: levels.map((level) => ({ sku: row.sku, ...level })),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
