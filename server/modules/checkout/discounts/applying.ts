/** Which codes of a cart apply, and how they reduce its lines. Pure. */
import { AppError } from '#kernel/errors.ts';
import { currencyExponent, toMinor } from '#shared/money.ts';
import type { Reduction } from '../reckoning.ts';
import type { DiscountRow } from './discounts.sql.ts';

/** One answer for unknown, spent, expired and foreign codes, so that nobody learns which codes exist. */
export const codeNotUsable = () => new AppError('code_not_usable', 'This code cannot be used.');

/** False: the code cannot be used at all, whatever is in the cart. */
export function isUsable(row: DiscountRow, currency: string, now: Date): boolean {
  return (
    row.active &&
    (row.currency === null || row.currency === currency) &&
    (row.starts_at === null || row.starts_at <= now) &&
    (row.ends_at === null || row.ends_at > now) &&
    (row.max_uses === null || row.used < row.max_uses)
  );
}

export type CoveredLine = { productId: string; categoryIds: string[] };

/** Null: the code covers nothing of this cart, or the subtotal is too small. */
export function reductionOf(
  row: DiscountRow,
  currency: string,
  lines: CoveredLine[],
  subtotal: bigint,
): Reduction | null {
  const exponent = currencyExponent(currency)!;
  if (row.min_subtotal !== null && subtotal < toMinor(Number(row.min_subtotal), exponent)!) return null;
  const isForAll = row.product_ids.length === 0 && row.category_ids.length === 0;
  const covers = lines.map(
    ({ productId, categoryIds }) =>
      isForAll ||
      row.product_ids.includes(productId) ||
      categoryIds.some((id) => row.category_ids.includes(id)),
  );
  if (!covers.includes(true)) return null;
  if (row.kind === 'free_shipping') return { kind: 'free_shipping' };
  if (row.kind === 'percent') return { kind: 'percent', rate: toMinor(Number(row.value), 4)!, covers };
  return { kind: 'amount', amount: toMinor(Number(row.value), exponent)!, covers };
}
