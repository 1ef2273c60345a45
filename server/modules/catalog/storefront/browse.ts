/** Pages of products for shoppers: the active ones of their site, with prices and availability, in three statements at most. */
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { readSortedCursor, TEXT_KEY } from '#kernel/http/sorted-cursor.ts';
import { priceKey, textKey } from '../keys.ts';
import { DECIMALS, isAmount } from '../products/checks.ts';
import { hasValue, hasVariantWith, isUnder, isWithin } from '../products/clauses.sql.ts';
import { ALL_SITES } from '../products/index-keys.ts';
import type { Listing } from '../products/list.sql.ts';
import { findProducts, readSort, wordsIn } from '../products/list.ts';
import { type AvailabilityOf, findOffers } from './browse.sql.ts';
import type { BrowseQuery } from './browse-fields.ts';
import { type Shown, showListed } from './shown.ts';

export type Site = { propertyId: string; currency: string; availabilityOf: AvailabilityOf | null };

const TENANT = '(select current_tenant())';
const MAX_OPTIONS = 4;

export function readBrowse(query: BrowseQuery, { propertyId, currency, availabilityOf }: Site): Listing {
  const { priceFrom, priceTo, category, tag, vendor, type, q } = query;
  const options = Object.entries(query).flatMap(([name, value]) =>
    name.startsWith('option.') ? [{ name: name.slice('option.'.length), value: String(value) }] : [],
  );
  assertReadable({ priceFrom, priceTo }, options.length);
  const isAvailable =
    query.available === undefined || availabilityOf === null ? null : availabilityOf(TENANT, 'v.sku');
  const prices = {
    from: priceFrom === undefined ? null : priceKey(priceFrom),
    to: priceTo === undefined ? null : priceKey(priceTo),
  };
  const hasPrices = priceFrom !== undefined || priceTo !== undefined;
  const clauses = [
    { ...hasValue('status', ['active']), isCommon: true },
    { ...hasValue('property', [ALL_SITES, propertyId]), isUsual: true },
    ...(hasPrices ? [isWithin(`price:${currency}`, prices)] : []),
    ...(type === undefined ? [] : [hasValue('type', [textKey(type)])]),
    ...(vendor === undefined ? [] : [hasValue('vendor', [textKey(vendor)])]),
    ...(tag === undefined ? [] : [hasValue('tag', [textKey(tag)])]),
    ...(q === undefined ? [] : wordsIn(q)),
    ...(category === undefined ? [] : [isUnder({ handle: category })]),
    ...(options.length === 0 && isAvailable === null
      ? []
      : [hasVariantWith(options, isAvailable && `${isAvailable} <> 'sold_out'`)]),
  ];
  const sort = readSort({ sort: query.sort, order: query.order, currency });
  return { clauses, sort, after: readSortedCursor(query.cursor, sort, TEXT_KEY), limit: query.limit };
}

function assertReadable(prices: Record<string, number | undefined>, options: number): void {
  const problems: Problem[] = Object.entries(prices).flatMap(([path, amount]) =>
    amount === undefined || isAmount(amount) ? [] : [{ path, code: 'too_many_decimals', message: DECIMALS }],
  );
  if (options > MAX_OPTIONS) {
    problems.push({ path: 'option', code: 'too_many', message: `must be at most ${MAX_OPTIONS} options` });
  }
  if (problems.length > 0) throw invalid(problems);
}

export async function browse(tx: Tx, listing: Listing, site: Site, shown: Shown, now: Date) {
  const { shown: rows, pagination } = await findProducts(tx, listing);
  const { propertyId, currency, availabilityOf } = site;
  const of = { productIds: rows.map(({ id }) => id), currency, propertyId, now };
  const offers = await findOffers(tx, of, availabilityOf);
  const data = rows.map((row) => {
    const { from, to, compare_at: compareAt, availability } = offers.get(row.id)!;
    const product = showListed(row, { from, to, compareAt }, availability, shown);
    return { ...product, options: row.options };
  });
  return { success: true as const, data, pagination };
}
