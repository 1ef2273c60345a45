/** Compares products with their state before, and derives every row and event that the difference needs: pure. */
import { isDeepStrictEqual } from 'node:util';
import type { NewEvent } from '#kernel/events/publish.ts';
import { entityChanged, entityRemoved } from '#kernel/events/search.ts';
import { handleRowsOf, indexRowsOf, priceRangesOf } from './index-keys.ts';
import { PRODUCT_FIELDS, type Product, VARIANT_FIELDS, type Variant } from './record.ts';
import type { HandleRow, IndexRow, OwnPrice } from './writing.sql.ts';

/** A product with all of its variants, before and after a change. Null: it is created, or deleted. */
export type Draft = {
  before: Product | null;
  after: Product | null;
  variantsBefore: Variant[];
  variantsAfter: Variant[];
};

type Changed<T> = { row: T; changed: string[] };

/** Everything that a draft writes. */
export type Settled = {
  product: Product;
  variants: Variant[];
  isNew: boolean;
  isGone: boolean;
  isRowChanged: boolean;
  changed: string[];
  inserted: Variant[];
  updated: Changed<Variant>[];
  deleted: Variant[];
  prices: { removed: OwnPrice[]; stored: OwnPrice[] };
  handles: { removed: HandleRow[]; added: HandleRow[] };
  index: { removed: IndexRow[]; added: IndexRow[] };
};

export const changedFields = <T extends object>(fields: Record<string, keyof T>, before: T, after: T) =>
  Object.entries(fields).flatMap(([name, column]) =>
    isDeepStrictEqual(before[column], after[column]) ? [] : [name],
  );

/** Versions and times rise here, and only where something differs. */
export function settle({ before, after, variantsBefore, variantsAfter }: Draft, now: Date): Settled {
  const known = new Map(variantsBefore.map((variant) => [variant.id, variant]));
  const inserted: Variant[] = [];
  const updated: Changed<Variant>[] = [];
  const variants = variantsAfter.map((variant) => {
    const former = known.get(variant.id);
    known.delete(variant.id);
    if (former === undefined) {
      inserted.push(variant);
      return variant;
    }
    const changed = changedFields(VARIANT_FIELDS, former, variant);
    if (changed.length === 0) return former;
    const row = { ...variant, version: former.version + 1, updated_at: now };
    updated.push({ row, changed });
    return row;
  });
  const deleted = [...known.values()];
  const isOfVariants = inserted.length + updated.length + deleted.length > 0;
  const changed = before && after ? changedFields(PRODUCT_FIELDS, before, after) : [];
  const isRowChanged = changed.length > 0 || isOfVariants;
  const wanted = (after ?? before)!;
  const product: Product = {
    ...wanted,
    variant_count: variants.length,
    price_ranges: priceRangesOf(variants),
    version: wanted.version + (changed.length > 0 ? 1 : 0),
    variants_version: wanted.variants_version + (before !== null && isOfVariants ? 1 : 0),
    updated_at: isRowChanged ? now : wanted.updated_at,
  };
  const isGone = after === null;
  return {
    ...{
      product,
      variants,
      isNew: before === null,
      isGone,
      isRowChanged,
      changed,
      inserted,
      updated,
      deleted,
    },
    prices: pricesBetween(variantsBefore, inserted, updated),
    handles: between(before && handleRowsOf(before), isGone ? null : handleRowsOf(product)),
    index: between(before && indexRowsOf(before), isGone ? null : indexRowsOf(product)),
  };
}

function between<Row extends object>(before: Row[] | null, after: Row[] | null) {
  // The rows of a deleted product are deleted with it.
  if (after === null) return { removed: [], added: [] };
  if (before === null) return { removed: [], added: after };
  const textOf = (row: Row) => JSON.stringify(Object.values(row));
  const [had, has] = [new Set(before.map(textOf)), new Set(after.map(textOf))];
  return {
    removed: before.filter((row) => !has.has(textOf(row))),
    added: after.filter((row) => !had.has(textOf(row))),
  };
}

function pricesBetween(before: Variant[], inserted: Variant[], updated: Changed<Variant>[]) {
  const former = new Map(before.map((variant) => [variant.id, variant.prices]));
  const removed: OwnPrice[] = [];
  const stored: OwnPrice[] = [];
  const changed = updated.filter(({ changed }) => changed.includes('prices')).map(({ row }) => row);
  for (const { id: variantId, prices } of [...inserted, ...changed]) {
    const had = former.get(variantId) ?? [];
    for (const price of prices) {
      if (!had.some((one) => isDeepStrictEqual(one, price))) stored.push({ ...price, variantId });
    }
    for (const price of had) {
      if (!prices.some(({ currency }) => currency === price.currency)) removed.push({ ...price, variantId });
    }
  }
  return { removed, stored };
}

/** The events of a settled draft; none if nothing changed. */
export function eventsOf(settled: Settled, now: Date): NewEvent[] {
  const { product, variants, isNew, isGone, changed, inserted, updated, deleted } = settled;
  const at = now.toISOString();
  const { id, handle, status, kind, version } = product;
  const events: NewEvent[] = [];
  if (isNew) {
    const data = { id, handle, status, kind, variantCount: variants.length, version, at };
    events.push({ type: 'product.created', data });
  } else if (isGone) events.push({ type: 'product.deleted', data: { id, at } });
  else if (changed.length > 0)
    events.push({ type: 'product.updated', data: { id, changed, status, version, at } });
  const ofVariant = (type: string, row: Variant, changed: string[] = []) => {
    const data = { id: row.id, productId: id, sku: row.sku, changed, version: row.version, at };
    events.push({ type, data });
  };
  for (const row of deleted) ofVariant('variant.deleted', row);
  for (const { row, changed } of updated) ofVariant('variant.updated', row, changed);
  for (const row of inserted) ofVariant('variant.created', row);
  if (events.length === 0) return [];
  return [...events, isGone ? entityRemoved('product', id) : searchable(product, variants)];
}

const searchable = ({ id, title, vendor, handle }: Product, variants: Variant[]) =>
  entityChanged('product', id, {
    title,
    subtitle: vendor,
    text: [
      handle,
      ...variants.map(({ sku }) => sku),
      ...variants.flatMap(({ barcode }) => barcode ?? []),
    ].join(' '),
  });
