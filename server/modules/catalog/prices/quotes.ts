/** Quotes: the prices that lines would have, and their amounts, rounded as an order rounds them. */
import type { Tx } from '#kernel/db/db.ts';
import { AppError, invalid, type Problem } from '#kernel/errors.ts';
import { currencyExponent, fromMinor, lineAmount, MAX_MINOR } from '#shared/money.ts';
import { findSkus } from '../products/products.sql.ts';
import { holdVariants } from './price-lists.sql.ts';
import { type PriceContext, priceLines } from './pricing.sql.ts';

export type QuoteLine = { variantId?: string; sku?: string; quantity: number };

export async function quoteLines(tx: Tx, context: PriceContext, input: QuoteLine[]) {
  const lines = await resolve(tx, input);
  const priced = await priceLines(tx, context, lines);
  const missing = lines.filter((_, index) => priced[index] === null).map(({ variantId }) => variantId);
  const { currency } = context;
  if (missing.length > 0) {
    const details = [...new Set(missing)].map((variantId) => ({ variantId, currency }));
    throw new AppError(
      'no_price',
      `${details.length} of the variants have no price in ${currency}.`,
      details,
    );
  }
  const exponent = currencyExponent(currency)!;
  const amounts = lines.map(({ quantity }, index) => lineAmount(quantity, priced[index]!.amount, exponent)!);
  const total = amounts.reduce((sum, amount) => sum + amount, 0n);
  if (total >= MAX_MINOR) {
    throw invalid([{ path: 'lines', code: 'too_large', message: 'must not add up to more than 15 digits' }]);
  }
  return {
    currency,
    lines: lines.map(({ variantId, quantity }, index) => ({
      variantId,
      quantity,
      unitPrice: priced[index]!.amount,
      compareAt: priced[index]!.compareAt,
      priceListId: priced[index]!.priceListId,
      minQuantity: priced[index]!.minQuantity,
      amount: fromMinor(amounts[index]!, exponent),
    })),
    subtotal: fromMinor(total, exponent),
  };
}

/** The ids of the variants that lines name by id or by SKU. */
async function resolve(tx: Tx, input: QuoteLine[]): Promise<{ variantId: string; quantity: number }[]> {
  const problems: Problem[] = [];
  const skus = input.flatMap(({ sku }) => sku ?? []);
  const bySku = new Map((skus.length === 0 ? [] : await findSkus(tx, skus)).map(({ sku, id }) => [sku, id]));
  const ids = input.flatMap(({ variantId }) => variantId?.toLowerCase() ?? []);
  const known = new Set(ids.length === 0 ? [] : await holdVariants(tx, [...new Set(ids)]));
  const lines = input.map(({ variantId, sku, quantity }, index) => {
    const path = `lines[${index}]`;
    if ((variantId === undefined) === (sku === undefined)) {
      problems.push({ path, code: 'required', message: 'must have either variantId or sku' });
    }
    const id = variantId === undefined ? bySku.get(sku ?? '') : variantId.toLowerCase();
    const isKnown = id !== undefined && (variantId === undefined || known.has(id));
    if (!isKnown && (variantId !== undefined || sku !== undefined)) {
      const field = variantId === undefined ? 'sku' : 'variantId';
      problems.push({
        path: `${path}.${field}`,
        code: 'not_found',
        message: 'must be of a variant that exists',
      });
    }
    return { variantId: id ?? '', quantity };
  });
  if (problems.length > 0) throw invalid(problems.slice(0, 100));
  return lines;
}
