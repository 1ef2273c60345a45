/** Computes an order's totals. Pure: takes amounts as sent, returns whole minor units. */
import { lineAmount, MAX_MINOR, MAX_PRICE_DECIMALS, toMinor } from './money.ts';

type Problem = { path: string; code: string; message: string };

/** Quantities are whole numbers from 1; the request's schema ensures that. */
export type TotalsInput = {
  exponent: number;
  lines: { quantity: number; unitPrice: number; taxAmount?: number }[];
  shippingTotal: number;
  discountTotal: number;
  /** Overrides the sum of the lines' taxAmount. */
  taxTotal?: number;
};

export type Totals = {
  lines: { amount: bigint; tax: bigint }[];
  subtotal: bigint;
  shipping: bigint;
  discount: bigint;
  tax: bigint;
  total: bigint;
};

const MAX_PROBLEMS = 100;

export function orderTotals(
  input: TotalsInput,
): ({ ok: true } & Totals) | { ok: false; problems: Problem[] } {
  const { exponent } = input;
  const problems: Problem[] = [];

  function report(path: string, code: string, message: string): 0n {
    if (problems.length < MAX_PROBLEMS) problems.push({ path, code, message });
    return 0n;
  }

  /** Returns the amount if it can be stored; otherwise reports a problem and returns a value that causes no further problem. */
  function checked(path: string, sent: number, minor: bigint | null, decimals: number): bigint {
    if (sent < 0) return report(path, 'below_zero', 'must not be below zero');
    if (minor === null) return report(path, 'too_many_decimals', decimalsMessage(decimals));
    return small(path, minor, 'must stay below 10^15 of the currency’s smallest unit');
  }

  function small(path: string, minor: bigint, message: string): bigint {
    return minor < MAX_MINOR ? minor : report(path, 'too_large', message);
  }

  const amountOf = (path: string, sent: number) => checked(path, sent, toMinor(sent, exponent), exponent);

  const lines = input.lines.map(({ quantity, unitPrice, taxAmount }, index) => {
    const amount = lineAmount(quantity, unitPrice, exponent);
    return {
      amount: checked(`items[${index}].unitPrice`, unitPrice, amount, MAX_PRICE_DECIMALS),
      tax: taxAmount === undefined ? 0n : amountOf(`items[${index}].taxAmount`, taxAmount),
    };
  });
  const shipping = amountOf('shippingTotal', input.shippingTotal);
  const discount = amountOf('discountTotal', input.discountTotal);
  const headerTax = input.taxTotal === undefined ? undefined : amountOf('taxTotal', input.taxTotal);
  if (problems.length > 0) return { ok: false, problems };

  const subtotal = sum(lines.map(({ amount }) => amount));
  const tax = headerTax ?? sum(lines.map((line) => line.tax));
  const total = subtotal - discount + shipping + tax;
  small('items', subtotal, 'must sum up to less than 10^15 of the currency’s smallest unit');
  small('items', tax, 'must have tax amounts that sum up to less than 10^15 of the currency’s smallest unit');
  if (problems.length === 0) small('total', total, 'must stay below 10^15 of the currency’s smallest unit');
  if (total < 0n) report('discountTotal', 'below_zero', 'must not bring the total below zero');
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, lines, subtotal, shipping, discount, tax, total };
}

export function decimalsMessage(decimals: number): string {
  return decimals === 0 ? 'must not have decimals' : `must have at most ${decimals} decimals`;
}

function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
