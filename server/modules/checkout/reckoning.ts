/**
 * The one reckoning of carts, checkouts and their orders. Pure: whole minor units inside, so that the total that is shown is the
 * total of the order. Rates are whole millionths: 19 % is 190,000.
 */
import { fromMinor, lineAmount, MAX_MINOR, toMinor } from '#shared/money.ts';

export const MILLION = 1_000_000n;

export type ReckonedLine = {
  quantity: number;
  /** Currency units, up to six decimals. */
  unitPrice: number;
  taxRate: bigint;
};

/** Discounts apply one after the other, each to what the ones before have left of its lines. */
export type Reduction =
  | { kind: 'percent'; rate: bigint; covers: boolean[] }
  | { kind: 'amount'; amount: bigint; covers: boolean[] }
  | { kind: 'free_shipping' };

export type ReckoningInput = {
  exponent: number;
  /** Prices, shipping included, contain their tax. */
  taxIncluded: boolean;
  lines: ReckonedLine[];
  reductions: Reduction[];
  /** Null: nothing is shipped, or it is not known yet. */
  shipping: { amount: bigint; taxRate: bigint } | null;
};

/** Amounts as they are shown: with the tax if prices include it. */
export type Reckoned = {
  lines: { amount: bigint; discount: bigint; tax: bigint; net: bigint }[];
  /** The amount of each reduction, in their order. */
  reduced: bigint[];
  subtotal: bigint;
  discount: bigint;
  shipping: bigint;
  tax: bigint;
  total: bigint;
  /** The same for an order, whose prices are always without tax. */
  order: { discount: bigint; shipping: bigint };
};

export function reckon(input: ReckoningInput): Reckoned {
  const { exponent, taxIncluded } = input;
  const amounts = input.lines.map(({ quantity, unitPrice }) => lineAmount(quantity, unitPrice, exponent)!);
  const { discounts, reduced } = reduce(amounts, input);
  const split = (amount: bigint, rate: bigint) => {
    if (!taxIncluded) return { net: amount, tax: halfUp(amount * rate, MILLION) };
    const net = halfUp(amount * MILLION, MILLION + rate);
    return { net, tax: amount - net };
  };
  const lines = amounts.map((amount, index) => {
    const rate = input.lines[index]!.taxRate;
    const discount = discounts[index]!;
    const { tax, net } = split(amount - discount, rate);
    // Both nets are rounded alike, so a discounted one is never above the other.
    return {
      amount,
      discount,
      tax,
      net: split(amount, rate).net,
      netDiscount: split(amount, rate).net - net,
    };
  });
  const isFree = input.reductions.some(({ kind }) => kind === 'free_shipping');
  const { amount: shipping, taxRate } =
    input.shipping === null || isFree ? { amount: 0n, taxRate: 0n } : input.shipping;
  const shipped = split(shipping, taxRate);
  const subtotal = sum(amounts);
  const discount = sum(discounts);
  const tax = sum(lines.map((line) => line.tax)) + shipped.tax;
  return {
    lines: lines.map(({ netDiscount: _, ...line }) => line),
    reduced,
    subtotal,
    discount,
    shipping,
    tax,
    total: subtotal - discount + shipping + (taxIncluded ? 0n : tax),
    order: { discount: sum(lines.map(({ netDiscount }) => netDiscount)), shipping: shipped.net },
  };
}

function reduce(amounts: bigint[], { reductions, shipping }: ReckoningInput) {
  const left = [...amounts];
  const reduced = reductions.map((reduction) => {
    if (reduction.kind === 'free_shipping') return shipping?.amount ?? 0n;
    const covered = left.map((amount, index) => (reduction.covers[index] ? amount : 0n));
    const base = sum(covered);
    const wanted = reduction.kind === 'percent' ? halfUp(base * reduction.rate, MILLION) : reduction.amount;
    const given = wanted < base ? wanted : base;
    spread(given, covered).forEach((share, index) => {
      left[index] = left[index]! - share;
    });
    return given;
  });
  return { discounts: amounts.map((amount, index) => amount - left[index]!), reduced };
}

/** Shares in proportion to the weights; by differences of floors they add up exactly. */
export function spread(amount: bigint, weights: bigint[]): bigint[] {
  const all = sum(weights);
  if (all === 0n) return weights.map(() => 0n);
  let running = 0n;
  let before = 0n;
  return weights.map((weight) => {
    running += weight;
    const upTo = (amount * running) / all;
    const share = upTo - before;
    before = upTo;
    return share;
  });
}

const PRICE_DECIMALS = 6;

/**
 * The unit prices with which an order's own rule computes exactly this amount: one, or, if none of six decimals does, two that differ by a
 * minor unit.
 */
export function unitPricesOf(
  amount: bigint,
  quantity: number,
  exponent: number,
): { quantity: number; unitPrice: number }[] {
  const units = BigInt(quantity);
  const scaled = amount * 10n ** BigInt(PRICE_DECIMALS - exponent);
  const unitPrice = fromMinor(halfUp(scaled, units), PRICE_DECIMALS);
  if (toMinor(unitPrice, PRICE_DECIMALS) !== null && lineAmount(quantity, unitPrice, exponent) === amount) {
    return [{ quantity, unitPrice }];
  }
  const [least, more] = [amount / units, Number(amount % units)];
  return [
    { quantity: quantity - more, unitPrice: fromMinor(least, exponent) },
    { quantity: more, unitPrice: fromMinor(least + 1n, exponent) },
  ].filter((part) => part.quantity > 0);
}

export const halfUp = (top: bigint, bottom: bigint): bigint => (2n * top + bottom) / (2n * bottom);

export const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** Amounts for lists: a total that no order can have is stored as the limit. */
export const listable = (amount: bigint): bigint => (amount < MAX_MINOR ? amount : MAX_MINOR);
