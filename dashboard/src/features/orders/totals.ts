/** Computes the totals of an order during typing, by the server's rule; the server's totals are the final ones. */
import { fromMinor } from '#shared/money.ts';
import { orderTotals, type TotalsInput } from '#shared/order-totals.ts';
import { decimalsOf } from '../../ui/currency.ts';

export type LiveTotals = { lines: number[]; subtotal: number; taxTotal: number; total: number };

/** Returns null for an invalid quantity or amount: negative, too large, or with more decimals than the currency has. */
export function liveTotals(input: Omit<TotalsInput, 'exponent'> & { currency: string }): LiveTotals | null {
  if (!input.lines.every(({ quantity }) => Number.isSafeInteger(quantity) && quantity >= 1)) return null;
  const exponent = decimalsOf(input.currency);
  const totals = orderTotals({ ...input, exponent });
  if (!totals.ok) return null;
  const amount = (minor: bigint) => fromMinor(minor, exponent);
  return {
    lines: totals.lines.map((line) => amount(line.amount)),
    subtotal: amount(totals.subtotal),
    taxTotal: amount(totals.tax),
    total: amount(totals.total),
  };
}
