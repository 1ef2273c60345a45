/** Computes the totals of an order during typing, by the server's rule; the server's totals are the final ones. Pure. */
import { decimalsOf } from '../../ui/currency.ts';

export type TotalsInput = {
  currency: string;
  lines: { quantity: number; unitPrice: number; taxAmount?: number }[];
  shippingTotal: number;
  discountTotal: number;
  /** Overrides the sum of the lines' taxAmount. */
  taxTotal?: number;
};

export type LiveTotals = { lines: number[]; subtotal: number; taxTotal: number; total: number };

const PRICE_DECIMALS = 6;
/** The limit in minor units; below it, a JSON number is exact. */
const TOO_MUCH = 10n ** 15n;

/** Returns null for an invalid amount: negative, too large, or with more decimals than the currency has. */
export function liveTotals(input: TotalsInput): LiveTotals | null {
  const decimals = decimalsOf(input.currency);
  const minor = (amount: number) => scaled(amount, decimals);
  const lines = input.lines.map(({ quantity, unitPrice }) => lineAmount(quantity, unitPrice, decimals));
  const taxes =
    input.taxTotal === undefined
      ? input.lines.map(({ taxAmount = 0 }) => minor(taxAmount))
      : [minor(input.taxTotal)];
  const [shipping, discount] = [minor(input.shippingTotal), minor(input.discountTotal)];
  if (shipping === null || discount === null || !known(lines) || !known(taxes)) return null;
  const [subtotal, tax] = [sum(lines), sum(taxes)];
  const total = subtotal - discount + shipping + tax;
  if (total < 0n || !known([shipping, discount, subtotal, tax, total])) return null;
  const amount = (value: bigint) => Number(`${value}e-${decimals}`);
  return {
    lines: lines.map(amount),
    subtotal: amount(subtotal),
    taxTotal: amount(tax),
    total: amount(total),
  };
}

/** quantity × unitPrice, rounded half up once. */
function lineAmount(quantity: number, unitPrice: number, decimals: number): bigint | null {
  const price = scaled(unitPrice, PRICE_DECIMALS);
  if (price === null || !Number.isSafeInteger(quantity) || quantity < 1) return null;
  const unit = 10n ** BigInt(PRICE_DECIMALS - decimals);
  return (2n * price * BigInt(quantity) + unit) / (2n * unit);
}

/** Returns the number's decimal notation in units of 10^-decimals. */
function scaled(amount: number, decimals: number): bigint | null {
  const [, whole, places = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (whole === undefined || places.length > decimals) return null;
  return BigInt(whole + places.padEnd(decimals, '0'));
}

const known = (amounts: (bigint | null)[]): amounts is bigint[] =>
  amounts.every((amount) => amount !== null && amount < TOO_MUCH);
const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
