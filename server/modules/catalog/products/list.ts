/**
 * Finds products by any combination of filters, in one of two ways that each read a bounded number of rows: gather the products of
 * the rarest filter and sort them, or walk the index of the sort and check each product. A page takes at most two statements.
 */
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { readSortedCursor, TEXT_KEY, writeSortedCursor } from '#kernel/http/sorted-cursor.ts';
import { priceKey, searchedFor, textKey } from '../keys.ts';
import { DECIMALS, isAmount } from './checks.ts';
import { type Clause, hasSku, hasStock, hasValue, hasWord, isUnder, isWithin } from './clauses.sql.ts';
import { ALL_SITES } from './index-keys.ts';
import {
  countFew,
  findPage,
  type ListedProduct,
  type Listing,
  MAX_GATHERED,
  type Narrowest,
  type Sort,
} from './list.sql.ts';
import type { ProductQuery, SORTS } from './list-fields.ts';
import type { Stock } from './stock.ts';

export const MAX_COUNTED = MAX_GATHERED;
/** Further words hardly narrow a result. */
const MAX_WORDS = 8;
const MAX_SKUS = 100;

/** The query, checked. */
export type Search = Listing;

/** `stock`: the inventory, whose SQL the filter by stock consists of. */
export function readSearch(
  query: Omit<ProductQuery, 'expand'>,
  limit: number,
  stock?: Pick<Stock, 'skusInState'>,
): Search {
  const problems: Problem[] = [];
  const say = (path: string, code: string, message: string) => problems.push({ path, code, message });
  const { currency, priceFrom, priceTo } = query;
  if (
    currency === undefined &&
    (priceFrom !== undefined || priceTo !== undefined || query.sort === 'price')
  ) {
    say(
      'currency',
      'required',
      'is required with prices: amounts of different currencies cannot be compared',
    );
  }
  for (const [path, amount] of Object.entries({ priceFrom, priceTo })) {
    if (amount !== undefined && !isAmount(amount)) say(path, 'too_many_decimals', DECIMALS);
  }
  const skus = query.sku?.split(',').flatMap((sku) => sku.trim() || []);
  if (skus !== undefined && skus.length > MAX_SKUS)
    say('sku', 'too_many', `must be at most ${MAX_SKUS} SKUs`);
  if (problems.length > 0) throw invalid(problems);
  const sort = readSort(query);
  const clauses = [
    ...(query.status === undefined
      ? []
      : [{ ...hasValue('status', [query.status]), isCommon: query.status === 'active' }]),
    ...(query.kind === undefined ? [] : [hasValue('kind', [query.kind])]),
    ...(query.tag === undefined ? [] : [hasValue('tag', [textKey(query.tag)])]),
    ...(query.vendor === undefined ? [] : [hasValue('vendor', [textKey(query.vendor)])]),
    ...(query.type === undefined ? [] : [hasValue('type', [textKey(query.type)])]),
    ...(query.propertyId === undefined
      ? []
      : [hasValue('property', [ALL_SITES, query.propertyId.toLowerCase()])]),
    ...(priceFrom === undefined && priceTo === undefined
      ? []
      : [
          isWithin(`price:${currency}`, {
            from: priceFrom === undefined ? null : priceKey(priceFrom),
            to: priceTo === undefined ? null : priceKey(priceTo),
          }),
        ]),
    ...(skus === undefined ? [] : [hasSku(skus)]),
    ...(query.stock === undefined ? [] : [hasStock(stock!.skusInState(query.stock))]),
    ...(query.q === undefined ? [] : wordsIn(query.q)),
    ...(query.categoryId === undefined ? [] : [isUnder({ id: query.categoryId.toLowerCase() })]),
  ];
  return { clauses, sort, after: readSortedCursor(query.cursor, sort, TEXT_KEY), limit };
}

export const wordsIn = (text: string, has = hasWord): Clause[] =>
  searchedFor(text).slice(0, MAX_WORDS).map(has);

export function readSort({
  sort = 'new',
  order,
  currency,
}: Pick<ProductQuery, 'sort' | 'order' | 'currency'>): Sort {
  const keys: Record<(typeof SORTS)[number], string | null> = {
    new: null,
    title: 'title',
    price: `price:${currency}`,
    updatedAt: 'updated',
  };
  const isTime = sort === 'new' || sort === 'updatedAt';
  const descending = order === undefined ? isTime : order === 'desc';
  return { by: keys[sort] ?? sort, key: keys[sort], descending };
}

/** A page, and the cursor of the next one: after its last product, or after the last row that was read. */
export async function findProducts(tx: Tx, listing: Listing) {
  planByIndex(tx);
  const { sort, limit } = listing;
  const { rows, reached } = await findPage(tx, listing, await findNarrowest(tx, listing));
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1)! : null;
  const next = last === null ? reached : { key: last.sort_key, id: last.id };
  const nextCursor = next && writeSortedCursor(sort, next);
  return { shown, pagination: { limit, hasMore: nextCursor !== null, nextCursor } };
}

/** Chooses, among filters that are too common to tell, one whose products are in the order of the walk, and not status or kind, which come first. */
async function findNarrowest(tx: Tx, { clauses, sort }: Listing): Promise<Narrowest | null> {
  const counted = clauses.filter(({ isCommon }) => !isCommon);
  if (counted.length === 0) return clauses[0] ? { clause: clauses[0], count: MAX_GATHERED + 1 } : null;
  const counts = await countFew(tx, counted);
  const count = Math.min(...counts);
  const isMany = count > MAX_GATHERED;
  const fewest = counted.filter((_, n) => counts[n] === count);
  const inOrder = [...(isMany ? clauses : []), ...fewest].findLast(({ facet }) => facet !== undefined);
  return { clause: (sort.key === null ? inOrder : undefined) ?? fewest.at(-1)!, count };
}

export async function countProducts(tx: Tx, search: Search) {
  const { shown, pagination } = await findProducts(tx, search);
  return { count: shown.length, isExact: !pagination.hasMore };
}

export const presentListed = (row: ListedProduct) => ({
  id: row.id,
  title: row.title,
  handle: row.handle,
  status: row.status,
  kind: row.kind,
  vendor: row.vendor,
  productType: row.product_type,
  tags: row.tags,
  media: row.media,
  categoryIds: row.category_ids,
  propertyIds: row.property_ids,
  variantCount: row.variant_count,
  priceRanges: row.price_ranges,
  rating: { count: row.rating_count, average: row.rating_average },
  version: row.version,
  variantsVersion: row.variants_version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
