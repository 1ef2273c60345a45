/** The rows of a product in `catalog_index`, derived from the product and its variants at every save. */
import { priceKey, textKey, wordsOf } from '../keys.ts';
import type { PriceRange, Product, Variant } from './record.ts';
import type { HandleRow, IndexRow } from './writing.sql.ts';

/** The value of products that all sites sell. */
export const ALL_SITES = '*';

export function indexRowsOf(product: Product): IndexRow[] {
  const { id: productId, vendor, product_type: type } = product;
  const rows: IndexRow[] = [];
  const add = (key: string, value: string) => rows.push({ productId, key, value });
  add('status', product.status);
  add('kind', product.kind);
  add('title', textKey(product.title));
  add('updated', product.updated_at.toISOString());
  if (vendor !== null) add('vendor', textKey(vendor));
  if (type !== null) add('type', textKey(type));
  for (const tag of new Set(product.tags.map(textKey))) add('tag', tag);
  for (const id of product.category_ids) add('category', id);
  for (const id of product.media) add('asset', id);
  for (const id of product.property_ids.length === 0 ? [ALL_SITES] : product.property_ids)
    add('property', id);
  for (const { currency, from } of product.price_ranges) add(`price:${currency}`, priceKey(from));
  const translated = Object.values(product.translations).map(({ title }) => title ?? null);
  for (const word of wordsOf([product.title, vendor, type, product.handle, ...translated])) add('word', word);
  return rows;
}

export function handleRowsOf({ id: productId, handle, translations }: Product): HandleRow[] {
  const translated = Object.entries(translations).flatMap(([locale, { handle: own }]) =>
    own === undefined ? [] : [{ productId, locale, handle: own }],
  );
  return [{ productId, locale: '', handle }, ...translated];
}

/** The lowest and the highest price of the active variants, by currency. */
export function priceRangesOf(variants: Variant[]): PriceRange[] {
  const ranges = new Map<string, PriceRange>();
  for (const { status, prices } of variants) {
    if (status !== 'active') continue;
    for (const { currency, amount } of prices) {
      const range = ranges.get(currency);
      if (range === undefined) ranges.set(currency, { currency, from: amount, to: amount });
      else {
        range.from = Math.min(range.from, amount);
        range.to = Math.max(range.to, amount);
      }
    }
  }
  return [...ranges.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
}
