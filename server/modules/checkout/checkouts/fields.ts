/** A checkout as it is sent and as it is answered. */

import { type Static, Type } from 'typebox';
import { ContactEmail, Decimal, Nullable, OneOf, Phone, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { Described, NamedObject } from '#kernel/http/named.ts';
import { DiscountCode } from '../carts/fields.ts';
import { Address, CheckoutProblem } from '../fields.ts';
import { CHECKOUT_STATES } from './checkouts.sql.ts';

export const CheckoutChange = NamedObject('CheckoutChange', {
  contact: Type.Optional(
    Type.Object({
      email: Type.Optional(Nullable(ContactEmail())),
      phone: Type.Optional(Nullable(Phone())),
    }),
  ),
  shippingAddress: Type.Optional(Nullable(Address)),
  billingAddress: Type.Optional(Nullable(Address)),
  shippingOptionId: Type.Optional(Nullable(Uuid('One of `options`.'))),
  paymentId: Type.Optional(Nullable(Text(50, 'The id of one of `paymentMethods`.'))),
});
export type CheckoutChange = Static<typeof CheckoutChange>;

/** Every total that an order may have, also in a currency without decimals. */
const Total = (description?: string) =>
  Decimal({ minimum: 0, maximum: 1e15, ...(description && { description }) });

export const Complete = NamedObject('CheckoutCompletion', {
  expectedTotal: Total('The total that the shopper has seen: 409 checkout_changed if it is another one.'),
});
/** Staff complete a checkout at the total that it has. */
export const CompleteByStaff = NamedObject('CheckoutCompletionByStaff', {
  expectedTotal: Type.Optional(Total()),
});

const Offer = NamedObject('ShippingOffer', { id: Type.String(), name: Type.String(), amount: Decimal() });

export const CheckoutTotals = NamedObject('CheckoutTotals', {
  subtotal: Decimal(),
  discount: Decimal(),
  shipping: Decimal(),
  tax: Decimal(),
  taxIncluded: Type.Boolean({ description: 'The other amounts contain the tax.' }),
  total: Decimal(),
});
export type CheckoutTotals = Static<typeof CheckoutTotals>;

const CheckoutLine = NamedObject('CheckoutLine', {
  key: Type.String(),
  variantId: Type.String(),
  sku: Type.String(),
  name: Type.String(),
  quantity: Type.Integer(),
  unitPrice: Decimal(),
  amount: Decimal(),
  discount: Decimal(),
  tax: Decimal(),
});
export type CheckoutLine = Static<typeof CheckoutLine>;

export const Checkout = NamedObject('Checkout', {
  id: Type.String(),
  cartId: Type.String(),
  orderId: Type.String({ description: 'The id of its order, also before there is one.' }),
  orderNumber: Nullable(Type.String()),
  state: OneOf(CHECKOUT_STATES),
  currency: Type.String(),
  contact: Type.Object({ email: Nullable(Type.String()), phone: Nullable(Type.String()) }),
  shippingAddress: Nullable(Address),
  billingAddress: Nullable(Address),
  shippingOption: Nullable(Offer),
  options: Type.Array(Offer, { description: 'The shipping options for this address.' }),
  payment: Type.Object(
    {
      methodId: Nullable(Type.String()),
      name: Nullable(Type.String()),
      instructions: { ...Nullable(Type.String()), description: 'For the page after the order too.' },
    },
    { description: 'The chosen method as the settings have it now, else the first one.' },
  ),
  paymentMethods: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), instructions: Nullable(Type.String()) }),
  ),
  lines: Type.Array(CheckoutLine),
  discountCodes: Type.Array(DiscountCode),
  totals: Described(Nullable(CheckoutTotals), 'Null after a checkout ended without an order.'),
  problems: Type.Array(CheckoutProblem, { description: 'The problems that would stop its completion.' }),
  expiresAt: { ...Time(), description: 'Until then its stock is held.' },
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
  frozenAt: { ...Nullable(Time()), description: 'When its amounts were fixed.' },
  completedAt: Nullable(Time()),
  endedAt: { ...Nullable(Time()), description: 'When it expired or was cancelled.' },
});
export type Checkout = Static<typeof Checkout>;

/** A checkout in a list of the back office. */
export const ListedCheckout = NamedObject('CheckoutSummary', {
  id: Type.String(),
  cartId: Type.String(),
  orderId: Type.String(),
  orderNumber: Nullable(Type.String()),
  state: OneOf(CHECKOUT_STATES),
  currency: Type.String(),
  customerId: Nullable(Type.String()),
  email: Nullable(Type.String()),
  total: Nullable(Decimal()),
  expiresAt: Time(),
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
  paymentId: Nullable(Type.String()),
  frozenAt: Nullable(Time()),
  completedAt: Nullable(Time()),
  endedAt: Nullable(Time()),
});

/** An order as its buyer sees it: no internal note, no metadata. */
export const BuyersOrder = NamedObject('StorefrontOrder', {
  id: Type.String(),
  orderNumber: Type.String(),
  status: Type.String(),
  paymentStatus: Type.String(),
  currency: Type.String(),
  subtotal: Decimal(),
  discountTotal: Decimal(),
  shippingTotal: Decimal(),
  taxTotal: Decimal(),
  total: Decimal(),
  items: Type.Array(
    Type.Object({
      sku: Type.String(),
      name: Type.String(),
      quantity: Type.Integer(),
      unitPrice: Decimal(),
      amount: Decimal(),
    }),
  ),
  shippingAddress: Nullable(Type.Record(Type.String(), Nullable(Type.String()))),
  billingAddress: Nullable(Type.Record(Type.String(), Nullable(Type.String()))),
  customerNote: Nullable(Type.String()),
  createdAt: Time(),
});
export type BuyersOrder = Static<typeof BuyersOrder>;

export const CompletedCheckout = NamedObject('CompletedCheckout', {
  id: Type.String(),
  cartId: Type.String(),
  state: OneOf(CHECKOUT_STATES),
  order: BuyersOrder,
});
export type CompletedCheckout = Static<typeof CompletedCheckout>;
