/** The values of a new order in the form, and their conversion to the request. */
import type { Input } from '../../../../sdk/client.ts';
import { type Address, tidy } from '../../ui/address.tsx';
import type { Customer } from '../customers/customer-picker.tsx';
import { optionalText } from './optional-text.ts';
import type { Order } from './order.ts';
import { liveTotals } from './totals.ts';

/** A number input contains a text while it is empty or half typed. */
type Figure = number | string;

export type NewLine = {
  key: string;
  /** The variant of the catalog that was chosen; another SKU may have been typed since. */
  chosen?: { sku: string; productId: string; variantId: string };
  sku: string;
  name: string;
  quantity: Figure;
  unitPrice: Figure;
  taxAmount: Figure;
};

export type NewOrderValues = {
  customerId: string | null;
  items: NewLine[];
  currency: string;
  shippingTotal: Figure;
  discountTotal: Figure;
  taxTotal: Figure;
  shippingAddress: Address;
  billingAddress: Address;
  /** The shipping address that was filled in; another one was typed. */
  filledIn: Address;
  /** The customer for whom a typed address was kept when another one was chosen; empty: none was chosen yet. */
  typedFor: string | null;
  customerNote: string;
  internalNote: string;
  orderNumber: string;
};

export const newLine = (): NewLine => ({
  // Unique also beside lines that were restored after a reload.
  key: Math.random().toString(36).slice(2),
  sku: '',
  name: '',
  quantity: 1,
  unitPrice: '',
  taxAmount: '',
});

/** A suggestion: a variant of the catalog, or what was sold lately. */
export type Suggestion = {
  sku: string;
  name: string;
  /** Undefined: it is no variant of the catalog. */
  variant?: { productId: string; variantId: string };
  /** Null: none in this currency. */
  unitPrice: number | null;
  /** Undefined: nobody keeps its stock. */
  available?: number;
};

/** A name or price that was typed stays. */
export const withItem = (line: NewLine, item: Suggestion): NewLine => ({
  ...line,
  chosen: item.variant && { sku: item.sku, ...item.variant },
  sku: item.sku,
  name: line.name.trim() === '' ? item.name : line.name,
  unitPrice: line.unitPrice === '' && item.unitPrice !== null ? item.unitPrice : line.unitPrice,
});

export const newOrder = (customer: Customer | null, currency: string): NewOrderValues => ({
  customerId: customer?.id ?? null,
  items: [newLine()],
  currency,
  shippingTotal: '',
  discountTotal: '',
  taxTotal: '',
  ...filledInFrom(customer),
  customerNote: '',
  internalNote: '',
  orderNumber: '',
});

/** The same again: customer, lines, sums and addresses, without number, notes and payments. */
export const copyOf = (order: Order): NewOrderValues => ({
  ...newOrder(null, order.currency),
  customerId: order.customerId,
  items: order.items.map(({ sku, name, quantity, unitPrice, taxAmount }) => ({
    ...newLine(),
    sku,
    name,
    quantity,
    unitPrice,
    taxAmount: taxAmount ?? '',
  })),
  currency: order.currency,
  shippingTotal: order.shippingTotal,
  discountTotal: order.discountTotal,
  shippingAddress: order.shippingAddress ?? {},
  billingAddress: order.billingAddress ?? {},
  filledIn: order.shippingAddress ?? {},
});

const numberOf = (figure: Figure): number | undefined => (figure === '' ? undefined : Number(figure));

export function bodyOf(values: NewOrderValues): Input<'createOrder'>['body'] {
  return {
    // The order is sent even without a customer, so that the server names all missing values at once.
    customerId: values.customerId ?? '',
    items: values.items.map(({ chosen, sku, name, quantity, unitPrice, taxAmount }) => ({
      ...(chosen?.sku === sku.trim() && { productId: chosen.productId, variantId: chosen.variantId }),
      sku: sku.trim(),
      name: name.trim(),
      quantity: numberOf(quantity),
      unitPrice: numberOf(unitPrice),
      taxAmount: numberOf(taxAmount),
    })),
    currency: values.currency,
    channel: 'admin',
    shippingTotal: numberOf(values.shippingTotal),
    discountTotal: numberOf(values.discountTotal),
    taxTotal: numberOf(values.taxTotal),
    shippingAddress: tidy(values.shippingAddress) ?? undefined,
    billingAddress: tidy(values.billingAddress) ?? undefined,
    customerNote: optionalText(values.customerNote),
    internalNote: optionalText(values.internalNote),
    orderNumber: optionalText(values.orderNumber),
  };
}

export const totalsOf = (values: NewOrderValues) =>
  liveTotals({
    currency: values.currency,
    lines: values.items.map(({ quantity, unitPrice, taxAmount }) => ({
      quantity: numberOf(quantity) ?? 1,
      unitPrice: numberOf(unitPrice) ?? 0,
      taxAmount: numberOf(taxAmount),
    })),
    shippingTotal: numberOf(values.shippingTotal) ?? 0,
    discountTotal: numberOf(values.discountTotal) ?? 0,
    taxTotal: numberOf(values.taxTotal),
  });

/** Returns whether a dry run is worthwhile: before that, it would only name missing values. */
export const isComplete = ({ customerId, items }: NewOrderValues): boolean =>
  customerId !== null && items.every(({ sku, name }) => sku.trim() !== '' && name.trim() !== '');

type Addresses = Pick<NewOrderValues, 'shippingAddress' | 'billingAddress' | 'filledIn' | 'typedFor'>;

/** Returns the customer's default addresses; a lone one serves for both, unless it is marked for the other purpose only. */
function filledInFrom(customer: Customer | null): Addresses {
  const all = customer?.addresses ?? [];
  const [first, second] = all;
  const lone = second === undefined && !first?.defaultShipping && !first?.defaultBilling ? first : undefined;
  const of = (which: 'defaultShipping' | 'defaultBilling') =>
    (all.find((one) => one[which]) ?? lone)?.address ?? {};
  const shippingAddress = of('defaultShipping');
  return {
    shippingAddress,
    billingAddress: of('defaultBilling'),
    filledIn: shippingAddress,
    typedFor: null,
  };
}

const isSame = (one: Address, other: Address) => JSON.stringify(tidy(one)) === JSON.stringify(tidy(other));

/**
 * The values after the choice of a customer. No address of the former one stays, since the parcel would go to the wrong person; a typed
 * one stays, and the form says for whom it was typed.
 */
export function withCustomer(values: NewOrderValues, customer: Customer | null): NewOrderValues {
  const { shippingAddress, filledIn, typedFor, customerId } = values;
  const own = filledInFrom(customer);
  const isTyped =
    tidy(shippingAddress) !== null &&
    ![filledIn, own.shippingAddress].some((one) => isSame(one, shippingAddress));
  return {
    ...values,
    customerId: customer?.id ?? null,
    ...own,
    ...(isTyped && { shippingAddress, filledIn: {}, typedFor: typedFor ?? customerId ?? '' }),
  };
}

/** The customer's own shipping address, in place of a typed one. */
export const ownShipping = (customer: Customer) => {
  const { shippingAddress, filledIn, typedFor } = filledInFrom(customer);
  return { shippingAddress, filledIn, typedFor };
};
export type OwnShipping = ReturnType<typeof ownShipping>;
