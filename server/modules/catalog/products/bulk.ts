/** Changes of many products or prices at once: the same drafts as a single save, written in the same few statements. */
import type { Tx } from '#kernel/db/db.ts';
import { invalid } from '#kernel/errors.ts';
import { currencyExponent, MAX_PRICE_DECIMALS } from '#shared/money.ts';
import { isBelow } from './checks.ts';
import type { Draft } from './draft.ts';
import { MAX_AMOUNT, type ProductStatus } from './fields.ts';
import { findVariants, findVariantsOf, lockProducts } from './products.sql.ts';
import { mayBecome } from './products.ts';
import type { Price, Product, Variant } from './record.ts';
import { writeDrafts } from './writing.ts';

const MAX_TAGS = 50;
/** The variants of all products of a call together: a price change reads all variants of each product. */
export const MAX_VARIANTS_IN_BULK = 20_000;

export type Failed = { id: string; code: string; message: string };
export type BulkChange = {
  status?: 'active' | 'archived';
  addTags?: string[];
  removeTags?: string[];
};

export async function changeProducts(tx: Tx, now: Date, given: string[], change: BulkChange) {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  const products = await lockProducts(tx, ids);
  const variants = await variantsOf(tx, products);
  const failed: Failed[] = missing(ids, products, 'product');
  const drafts = products.flatMap((before): Draft[] => {
    const after = { ...before, ...changeTags(before, change), status: change.status ?? before.status };
    const problem = problemOf(before, after);
    if (problem !== null) failed.push({ id: before.id, ...problem });
    const own = variants.get(before.id) ?? [];
    return problem === null ? [{ before, after, variantsBefore: own, variantsAfter: own }] : [];
  });
  const written = await writeDrafts(tx, now, drafts);
  const changed = written.filter(({ isRowChanged }) => isRowChanged).length;
  return { changed, unchanged: drafts.length - changed, failed };
}

const missing = (ids: string[], found: { id: string }[], what: string): Failed[] => {
  const known = new Set(found.map(({ id }) => id));
  return ids
    .filter((id) => !known.has(id))
    .map((id) => ({ id, code: 'not_found', message: `There is no ${what} with this id.` }));
};

function changeTags({ tags }: Product, { addTags = [], removeTags = [] }: BulkChange): { tags: string[] } {
  const kept = tags.filter((tag) => !removeTags.includes(tag));
  return { tags: [...kept, ...new Set(addTags.filter((tag) => !kept.includes(tag)))] };
}

function problemOf(before: Product, after: Product): Omit<Failed, 'id'> | null {
  if (!mayBecome(before.status as ProductStatus, after.status)) {
    return {
      code: 'invalid_transition',
      message: `It is ${before.status}, and cannot become ${after.status}.`,
    };
  }
  if (after.tags.length <= MAX_TAGS) return null;
  return { code: 'too_many', message: `It would have more than ${MAX_TAGS} tags.` };
}

async function variantsOf(tx: Tx, products: Product[]): Promise<Map<string, Variant[]>> {
  const total = products.reduce((sum, { variant_count }) => sum + variant_count, 0);
  if (total > MAX_VARIANTS_IN_BULK) {
    const message = `must be of products with at most ${MAX_VARIANTS_IN_BULK} variants together`;
    throw invalid([{ path: 'ids', code: 'too_many', message }]);
  }
  const found = await findVariantsOf(
    tx,
    products.map(({ id }) => id),
  );
  return Map.groupBy(found, ({ product_id }) => product_id);
}

export type PriceChange = {
  variantIds: string[];
  currency: string;
  /** Exactly one of the three. */
  percent?: number;
  amount?: number;
  set?: number;
};

/** Prices of the variants in one currency; a variant without one is reported, unless the price is set. */
export async function changePrices(tx: Tx, now: Date, change: PriceChange) {
  const ids = [...new Set(change.variantIds.map((id) => id.toLowerCase()))];
  const named = await findVariants(tx, ids);
  const products = await lockProducts(tx, [...new Set(named.map(({ product_id }) => product_id))]);
  const variants = await variantsOf(tx, products);
  const wanted = new Set(ids);
  const there = [...variants.values()].flat().filter(({ id }) => wanted.has(id));
  const failed = missing(ids, there, 'variant');
  const drafts = products.map((product): Draft => {
    const own = variants.get(product.id) ?? [];
    const after = own.map((variant) => {
      if (!wanted.has(variant.id)) return variant;
      const priced = withPrice(variant, change);
      if ('prices' in priced) return { ...variant, ...priced };
      failed.push({ id: variant.id, ...priced });
      return variant;
    });
    return { before: product, after: product, variantsBefore: own, variantsAfter: after };
  });
  const written = await writeDrafts(tx, now, drafts);
  const changed = written.reduce((sum, { updated }) => sum + updated.length, 0);
  return { changed, unchanged: ids.length - changed - failed.length, failed };
}

function withPrice(
  { prices }: Variant,
  { currency, set, ...change }: PriceChange,
): { prices: Price[] } | Omit<Failed, 'id'> {
  const former = prices.find((price) => price.currency === currency);
  if (former === undefined && set === undefined) {
    return { code: 'no_price', message: `It has no price in ${currency}.` };
  }
  const amount = set ?? changedAmount(former!.amount, change, currency);
  if (amount < 0) return { code: 'too_small', message: 'Its price would be below 0.' };
  if (amount >= MAX_AMOUNT) return { code: 'too_large', message: `Its price would reach ${MAX_AMOUNT}.` };
  const others = prices.filter((price) => price.currency !== currency);
  const next = { currency, amount, compareAt: former?.compareAt ?? null };
  if (isBelow(next) && !isBelow(former!)) {
    return {
      code: 'too_large',
      message: `Its price would exceed its former price (compareAt), ${next.compareAt}.`,
    };
  }
  return { prices: [...others, next].sort((one, other) => (one.currency < other.currency ? -1 : 1)) };
}

const MILLION = 1_000_000;

/** A percentage is rounded half up to the decimals of the currency, or of the former price if it has more: exact, in integers. */
export function changedAmount(
  amount: number,
  { percent, amount: by = 0 }: { percent?: number; amount?: number },
  currency: string,
): number {
  const micros = BigInt(Math.round(amount * MILLION));
  if (percent === undefined) return Number(micros + BigInt(Math.round(by * MILLION))) / MILLION;
  const decimals = Math.max(currencyExponent(currency) ?? 2, decimalsOf(amount));
  const unit = 10n ** BigInt(MAX_PRICE_DECIMALS - decimals);
  const whole = 100n * BigInt(MILLION);
  const exact = micros * (whole + BigInt(Math.round(percent * MILLION)));
  const rounded = ((2n * exact + whole * unit) / (2n * whole * unit)) * unit;
  return Number(rounded) / MILLION;
}

function decimalsOf(amount: number): number {
  const text = (Math.round(amount * MILLION) / MILLION).toFixed(MAX_PRICE_DECIMALS).replace(/0+$/, '');
  return text.length - text.indexOf('.') - 1;
}
