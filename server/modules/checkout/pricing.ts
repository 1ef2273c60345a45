/** Prices a cart, and its checkout if there is one: every read, write and completion takes this one way. */
import type { Tenant } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { currencyExponent, lineAmount, MAX_MINOR } from '#shared/money.ts';
import type { CartRow } from './carts/carts.sql.ts';
import type { LineRow } from './carts/lines.sql.ts';
import { isUsable, reductionOf } from './discounts/applying.ts';
import { type DiscountRow, findDiscounts } from './discounts/discounts.sql.ts';
import type { Address, CheckoutProblem } from './fields.ts';
import type { ForSale, Others } from './others.ts';
import { type Reckoned, type ReckoningInput, type Reduction, reckon, sum } from './reckoning.ts';
import { type CheckoutSettings, findSettings } from './settings/settings.sql.ts';
import { type Offer, offersFor } from './shipping/offers.ts';
import { findActiveOptions } from './shipping/options.sql.ts';
import { rateFor } from './tax/matching.ts';
import { findRatesOf } from './tax/rates.sql.ts';

/** The parts of a checkout that matter for prices. */
export type Destination = {
  address: Address | null;
  /** Taxes goods that are not shipped, without an address to ship to. */
  billing: Address | null;
  optionId: string | null;
  /** Units that the checkout has reserved, by SKU. */
  held: Record<string, number>;
};

export type PricedLine = {
  row: LineRow;
  item: ForSale | null;
  unitPrice: number | null;
  isAvailable: boolean;
  imageUrl: string | null;
};

export type PricedCode = { row: DiscountRow; isUsable: boolean; applies: boolean; amount: bigint };

export type Priced = {
  exponent: number;
  settings: CheckoutSettings;
  lines: PricedLine[];
  /** The lines with a price, which `input` and `reckoned` are about. */
  sold: (PricedLine & { item: ForSale; unitPrice: number })[];
  /** SKUs whose stock is kept. */
  tracked: string[];
  codes: PricedCode[];
  needsShipping: boolean;
  offers: Offer[];
  option: Offer | null;
  hasTax: boolean;
  /** There are tax rates, and it is not known yet which apply. */
  lacksAddress: boolean;
  input: ReckoningInput;
  reckoned: Reckoned;
  problems: CheckoutProblem[];
};

const NOWHERE: Destination = { address: null, billing: null, optionId: null, held: {} };

export async function price(
  tx: Tx,
  others: Others,
  tenant: Tenant,
  now: Date,
  cart: CartRow,
  rows: LineRow[],
  { address, billing, optionId, held }: Destination = NOWHERE,
): Promise<Priced> {
  const { currency, property_id: propertyId, customer_id: customerId } = cart;
  const exponent = currencyExponent(currency)!;
  // Statements that do not depend on each other share a round trip.
  const place = address ?? billing;
  const [items, customerTags, discounts, settings, options, rates] = await Promise.all([
    others.findForSale(tx, [...new Set(rows.map((row) => row.variant_id))], propertyId),
    customerId === null ? [] : others.tagsOfCustomer(tx, customerId),
    findDiscounts(tx, cart.discount_ids),
    findSettings(tx),
    address === null ? [] : findActiveOptions(tx, currency),
    findRatesOf(tx, place?.country ?? null),
  ]);
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const context = { currency, customerTags, propertyId, now };
  const [prices, available] = await Promise.all([
    others.priceLines(
      tx,
      context,
      rows.map((row) => ({ variantId: row.variant_id, quantity: row.quantity })),
    ),
    tenant.modules.includes('inventory')
      ? others.stock.available(
          tx,
          items.map(({ sku }) => sku),
        )
      : new Map<string, number | null>(),
  ]);
  const wanted = unitsOf(rows, itemOf);
  const lines = rows.map((row, index): PricedLine => {
    const item = itemOf.get(row.variant_id) ?? null;
    const units = item === null ? 0 : available.get(item.sku);
    const isAvailable =
      units === undefined ||
      units === null ||
      (item !== null && wanted.get(item.sku)! <= units + unitsIn(held, item.sku));
    const imageUrl = item?.image ? others.imageUrl(tenant.id, item.image) : null;
    return { row, item, unitPrice: prices[index]?.amount ?? null, isAvailable, imageUrl };
  });
  const sold = lines.filter(
    (line): line is Priced['sold'][number] => line.item?.is_sold === true && line.unitPrice !== null,
  );
  const needsShipping = sold.some(({ item }) => item.requires_shipping);
  const taxed = needsShipping ? address : place;
  const rateOf = (taxCode: string | null) =>
    taxed === null ? 0n : rateFor(rates, taxed.region ?? null, taxCode);
  const reckonedLines = sold.map(({ row, item, unitPrice }) => ({
    ...{ quantity: row.quantity, unitPrice, taxRate: rateOf(item.tax_code) },
  }));
  const subtotal = sum(reckonedLines.map((line) => lineAmount(line.quantity, line.unitPrice, exponent)!));
  const covered = sold.map(({ item }) => ({ productId: item.product_id, categoryIds: item.category_ids }));
  const codes = discounts.map((row) => {
    const usable = isUsable(row, currency, now);
    return { row, usable, reduction: usable ? reductionOf(row, currency, covered, subtotal) : null };
  });
  const weightGrams = sold.reduce(
    (grams, { row, item }) => grams + (item.requires_shipping ? (item.weight_grams ?? 0) * row.quantity : 0),
    0,
  );
  const offers =
    address === null || !needsShipping
      ? []
      : offersFor(options, { country: address.country, subtotal, weightGrams });
  const option = offers.find(({ id }) => id === optionId) ?? null;
  const input: ReckoningInput = {
    exponent,
    taxIncluded: settings.prices_include_tax,
    lines: reckonedLines,
    reductions: codes.flatMap(({ reduction }): Reduction[] => (reduction === null ? [] : [reduction])),
    shipping:
      option === null
        ? null
        : { amount: option.amount, taxRate: settings.shipping_taxed ? rateOf(null) : 0n },
  };
  const reckoned = reckon(input);
  const amounts = [...reckoned.reduced];
  const shownCodes = codes.map(({ row, usable, reduction }) => ({
    ...{
      row,
      isUsable: usable,
      ...appliedOf(reduction, reduction === null ? 0n : amounts.shift()!, needsShipping && option === null),
    },
  }));
  const tracked = [...available.keys()];
  const priced = {
    exponent,
    settings,
    lines,
    sold,
    tracked,
    codes: shownCodes,
    needsShipping,
    offers,
    option,
  };
  const problems = problemsOf(cart, priced, reckoned);
  const lacksAddress = taxed === null && rates.length > 0;
  return { ...priced, hasTax: taxed !== null, lacksAddress, input, reckoned, problems };
}

/** A code that takes nothing off does not apply. Free shipping does, as long as the costs of shipping are unknown. */
const appliedOf = (reduction: Reduction | null, amount: bigint, isShippingOpen: boolean) => ({
  amount,
  applies: amount > 0n || (reduction?.kind === 'free_shipping' && isShippingOpen),
});

/** A SKU may have the name of a property that every object inherits. */
export const unitsIn = (units: Record<string, number>, sku: string): number =>
  Object.hasOwn(units, sku) ? units[sku]! : 0;

/** The units of each SKU over all lines. */
function unitsOf(rows: LineRow[], itemOf: Map<string, ForSale>): Map<string, number> {
  const units = new Map<string, number>();
  for (const row of rows) {
    const item = itemOf.get(row.variant_id);
    if (item !== undefined) units.set(item.sku, (units.get(item.sku) ?? 0) + row.quantity);
  }
  return units;
}

function problemsOf(
  cart: CartRow,
  { lines, codes }: Pick<Priced, 'lines' | 'codes'>,
  { subtotal, tax, total }: Reckoned,
): CheckoutProblem[] {
  const problems: CheckoutProblem[] = [];
  const report = (code: string, message: string, lineKey?: string) =>
    problems.push({ code, message, ...(lineKey !== undefined && { lineKey }) });
  if (lines.length === 0) report('empty', 'The cart is empty.');
  for (const { row, item, unitPrice, isAvailable } of lines) {
    if (item === null || !item.is_sold) report('not_for_sale', 'This is not sold any more.', row.key);
    else if (unitPrice === null) report('no_price', `This has no price in ${cart.currency}.`, row.key);
    else if (!isAvailable) report('out_of_stock', 'Less than this quantity is left.', row.key);
  }
  if (codes.length < cart.discount_ids.length || codes.some(({ isUsable }) => !isUsable)) {
    report('code_not_usable', 'A discount code cannot be used any more. Remove it.');
  }
  if ([subtotal, tax, total].some((amount) => amount >= MAX_MINOR))
    report('too_large', 'The total is too large for one order.');
  return problems;
}
