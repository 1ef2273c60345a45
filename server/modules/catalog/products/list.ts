/**
 * Finds products by any combination of filters, in one of two ways that each read a bounded number of rows: gather the products of
 * the rarest filter and sort them, or walk the index of the sort and check each product. A page takes at most three statements.
 */
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { readSortedCursor, TEXT_KEY, writeSortedCursor } from '#kernel/http/sorted-cursor.ts';
import { priceKey, searchedFor, textKey } from '../keys.ts';
import { DECIMALS, isAmount } from './checks.ts';
import { hasSku, hasValue, hasWord, isUnder, isWithin } from './clauses.sql.ts';
import { ALL_SITES } from './index-keys.ts';
import {
  countFew,
  FEW,
  gatherProducts,
  type ListedProduct,
  type Listing,
  lastScanned,
  MAX_GATHERED,
  SHORT_SCAN,
  type Sort,
  walkProducts,
} from './list.sql.ts';
import type { ProductQuery, SORTS } from './list-fields.ts';

export const MAX_COUNTED = MAX_GATHERED;
/** Further words hardly narrow a result. */
const MAX_WORDS = 8;
const MAX_SKUS = 100;

/** The query, checked; the products of a category are found with those below it, which the database knows. */
export type Search = Listing & { category: string | null };

export function readSearch(query: ProductQuery, limit: number): Search {
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
    ...(query.status === undefined ? [] : [hasValue('status', [query.status])]),
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
    ...(query.q === undefined ? [] : searchedFor(query.q).slice(0, MAX_WORDS).map(hasWord)),
  ];
  const after = readSortedCursor(query.cursor, sort, TEXT_KEY);
  return { clauses, sort, after, limit, category: query.categoryId?.toLowerCase() ?? null };
}

function readSort({ sort = 'new', order, currency }: ProductQuery): Sort {
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
export async function findProducts(tx: Tx, { category, ...asked }: Search) {
  planByIndex(tx);
  const ofCategory = category === null ? [] : [isUnder(category)];
  const listing = { ...asked, clauses: [...asked.clauses, ...ofCategory] };
  const { clauses, sort, limit } = listing;
  const counts = clauses.length === 0 ? [] : await countFew(tx, clauses);
  const fewest = Math.min(...counts);
  const rarest = clauses[counts.indexOf(fewest)];
  const along = sort.key === null ? clauses.find(({ facet }) => facet !== undefined) : undefined;
  if (rarest !== undefined && fewest <= MAX_GATHERED) {
    if (fewest > FEW && limit < SHORT_SCAN) {
      const found = await walkProducts(tx, listing, along, SHORT_SCAN);
      if (found.length > limit) return pageOf(found, limit, sort, null);
    }
    return pageOf(await gatherProducts(tx, listing, rarest), limit, sort, null);
  }
  const rows = await walkProducts(tx, listing, along);
  const isChecked = clauses.length > (along === undefined ? 0 : 1);
  const reached = isChecked && rows.length <= limit ? await lastScanned(tx, listing, along) : null;
  return pageOf(rows, limit, sort, reached && writeSortedCursor(sort, reached));
}

function pageOf(rows: ListedProduct[], limit: number, sort: Sort, reached: string | null) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1)! : null;
  const nextCursor = last === null ? reached : writeSortedCursor(sort, { key: last.sort_key, id: last.id });
  return { shown, pagination: { limit, hasMore: nextCursor !== null, nextCursor } };
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
