/** A checkout as it is shown: by the prices of now while it is open, and as it was frozen afterwards. */
import { currencyExponent, fromMinor } from '#shared/money.ts';
import { nameOf, presentCodes } from '../carts/shown.ts';
import type { Address, CheckoutProblem } from '../fields.ts';
import type { PlacedOrder } from '../others.ts';
import type { Priced } from '../pricing.ts';
import type { CheckoutSettings } from '../settings/settings.sql.ts';
import { methodOf } from '../settings/settings.ts';
import type { CheckoutRow, ListedCheckout } from './checkouts.sql.ts';
import type { BuyersOrder, Checkout, CheckoutLine, CheckoutTotals } from './fields.ts';

/** The parts that a freeze keeps, without the person. */
export type Shown = Pick<Checkout, 'lines' | 'discountCodes' | 'totals' | 'shippingOption' | 'frozenAt'>;

/** `frozenAt`: null while it is open. */
export function shownOf(priced: Priced, frozenAt: Date | null): Shown {
  const { exponent, sold, reckoned, option } = priced;
  const money = (minor: bigint) => fromMinor(minor, exponent);
  return {
    lines: sold.map(({ row, item, unitPrice }, index): CheckoutLine => {
      const { amount, discount, tax } = reckoned.lines[index]!;
      return {
        ...{
          key: row.key,
          variantId: row.variant_id,
          sku: item.sku,
          name: nameOf(item),
          quantity: row.quantity,
        },
        ...{ unitPrice, amount: money(amount), discount: money(discount), tax: money(tax) },
      };
    }),
    discountCodes: presentCodes(priced),
    shippingOption: option && { ...option, amount: money(option.amount) },
    totals: totalsOf(priced),
    frozenAt: frozenAt?.toISOString() ?? null,
  };
}

const totalsOf = ({ exponent, reckoned, settings }: Priced): CheckoutTotals => {
  const money = (minor: bigint) => fromMinor(minor, exponent);
  return {
    subtotal: money(reckoned.subtotal),
    discount: money(reckoned.discount),
    shipping: money(reckoned.shipping),
    tax: money(reckoned.tax),
    taxIncluded: settings.prices_include_tax,
    total: money(reckoned.total),
  };
};

/** `priced`: of an open checkout. `settings`: of another one that shows how it is paid. */
export function presentCheckout(
  row: CheckoutRow,
  priced: Priced | null,
  settings: CheckoutSettings | null = priced?.settings ?? null,
): Checkout {
  const shown: Shown =
    priced !== null
      ? shownOf(priced, null)
      : row.frozen !== null
        ? { frozenAt: null, ...JSON.parse(row.frozen).shown }
        : { lines: [], discountCodes: [], totals: null, shippingOption: null, frozenAt: null };
  const money = (minor: bigint) => fromMinor(minor, currencyExponent(row.currency)!);
  return {
    ...{ id: row.id, cartId: row.cart_id, orderId: row.order_id, orderNumber: row.order_number },
    ...{ state: row.state, currency: row.currency },
    contact: { email: row.email, phone: row.phone },
    shippingAddress: row.shipping_address === null ? null : JSON.parse(row.shipping_address),
    billingAddress: row.billing_address === null ? null : JSON.parse(row.billing_address),
    options: priced === null ? [] : priced.offers.map((offer) => ({ ...offer, amount: money(offer.amount) })),
    payment: paymentOf(row, settings),
    paymentMethods: priced?.settings.payment_methods ?? [],
    ...shown,
    problems: priced === null ? [] : problemsOf(row, priced),
    expiresAt: row.expires_at.toISOString(),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    endedAt: endOf(row),
  };
}

/** Nothing changes a checkout after its end. */
const endOf = ({ state, updated_at }: CheckoutRow): string | null =>
  state === 'expired' || state === 'cancelled' ? updated_at.toISOString() : null;

function paymentOf({ payment_id }: CheckoutRow, settings: CheckoutSettings | null): Checkout['payment'] {
  if (settings === null) return { methodId: payment_id, name: null, instructions: null };
  const { id, name, instructions } = methodOf(settings, payment_id);
  return { methodId: id, name, instructions };
}

/** The problems that would stop the completion, in no order of steps. */
export function problemsOf(row: CheckoutRow, priced: Priced): CheckoutProblem[] {
  const problems = [...priced.problems];
  if (row.email === null) problems.push({ code: 'email_missing', message: 'The e-mail address is missing.' });
  if (!priced.needsShipping) {
    if (priced.lacksAddress)
      problems.push({
        code: 'address_missing',
        message: 'The billing address is missing: it decides the tax.',
      });
    return problems;
  }
  if (row.shipping_address === null) {
    problems.push({ code: 'address_missing', message: 'The shipping address is missing.' });
  } else if (priced.option === null) {
    const message =
      priced.offers.length === 0
        ? 'Nothing is shipped to this address.'
        : 'A shipping option for this address is missing.';
    problems.push({ code: 'shipping_option_missing', message });
  }
  return problems;
}

export const presentListed = (row: ListedCheckout) => ({
  ...{ id: row.id, cartId: row.cart_id, orderId: row.order_id, orderNumber: row.order_number },
  ...{ state: row.state, currency: row.currency, customerId: row.customer_id, email: row.email },
  total: row.total === null ? null : fromMinor(row.total, currencyExponent(row.currency)!),
  expiresAt: row.expires_at.toISOString(),
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  ...{ paymentId: row.payment_id, frozenAt: row.frozen_at },
  completedAt: row.completed_at?.toISOString() ?? null,
  endedAt: endOf(row),
});

export const presentToBuyer = (order: PlacedOrder): BuyersOrder => ({
  ...{
    id: order.id,
    orderNumber: order.orderNumber,
    status: order.status,
    paymentStatus: order.paymentStatus,
  },
  ...{ currency: order.currency, subtotal: order.subtotal, discountTotal: order.discountTotal },
  ...{ shippingTotal: order.shippingTotal, taxTotal: order.taxTotal, total: order.total },
  items: order.items.map(({ sku, name, quantity, unitPrice, amount }) => ({
    ...{ sku, name, quantity, unitPrice, amount },
  })),
  ...{ shippingAddress: order.shippingAddress, billingAddress: order.billingAddress },
  ...{ customerNote: order.customerNote, createdAt: order.createdAt },
});

/** The name of a customer that is made of a checkout. */
export const nameOfBuyer = (row: CheckoutRow): string => {
  const named = [row.billing_address, row.shipping_address].map((text) =>
    text === null ? null : ((JSON.parse(text) as Address).name ?? null),
  );
  return named[0] ?? named[1] ?? row.email!;
};
