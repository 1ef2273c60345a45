/** An order as it is sent and as it is answered. */

import { type Static, Type } from 'typebox';
import { Decimal, Metadata, Note, Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject, named } from '#kernel/http/named.ts';
import { ACTIONS, PAYMENT_STATUSES, STATUSES } from '#shared/order-statuses.ts';

export const CHANNELS = ['storefront', 'b2b_portal', 'admin', 'import', 'mcp'] as const;
export const MAX_ORDER_LINES = 500;

export const OrderStatus = named('OrderStatus', OneOf(STATUSES));
export const PaymentStatus = named('PaymentStatus', OneOf(PAYMENT_STATUSES));
export const Channel = named('Channel', OneOf(CHANNELS));

const Amount = (description: string) => Decimal({ minimum: 0, description });

export const Address = named(
  'Address',
  Type.Unsafe<Record<string, string | null>>({
    type: 'object',
    description: 'A snapshot of the address, kept as given. Texts only, among them line1 and city.',
    properties: {
      line1: { type: ['string', 'null'], maxLength: 500 },
      city: { type: ['string', 'null'], maxLength: 500 },
    },
    additionalProperties: { type: ['string', 'null'], maxLength: 500 },
    propertyNames: { maxLength: 100 },
    maxProperties: 30,
  }),
);

const NewLine = NamedObject('NewOrderLine', {
  sku: Text(200),
  name: Text(500),
  quantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  unitPrice: Decimal({
    minimum: 0,
    default: 0,
    description: 'Currency units, up to 6 decimals. A line without it costs nothing.',
  }),
  taxAmount: Type.Optional(Amount('Tax on this line, in currency units.')),
  productId: Type.Optional(Uuid()),
  variantId: Type.Optional(Uuid()),
  description: Type.Optional(Note(2000)),
});

export const PlaceOrder = NamedObject('NewOrder', {
  customerId: Uuid('A customer of this tenant.'),
  items: Type.Array(NewLine, { minItems: 1, maxItems: MAX_ORDER_LINES }),
  currency: Type.String({
    format: 'currency',
    default: 'USD',
    description: 'ISO 4217, upper case. The default is the same for every tenant: name the currency.',
  }),
  channel: Type.Optional(Channel),
  propertyId: Type.Optional(Text(200, 'The site (property) the order was placed on.')),
  shippingTotal: Decimal({ minimum: 0, default: 0 }),
  discountTotal: Decimal({ minimum: 0, default: 0, description: 'Order-level discount.' }),
  taxTotal: Type.Optional(Amount('Overrides the sum of the per-line tax amounts.')),
  shippingAddress: Type.Optional(Address),
  billingAddress: Type.Optional(Address),
  customerNote: Type.Optional(Note(5000)),
  internalNote: Type.Optional(Note(5000)),
  orderNumber: Type.Optional(Text(64)),
  metadata: Type.Optional(Metadata()),
});
export type PlaceOrder = Static<typeof PlaceOrder>;

/** An order of a bulk request or a file. It may have a past time; only callers who may place in bulk can set that. */
export const PastOrder = NamedObject('PastOrder', {
  ...PlaceOrder.properties,
  placedAt: Type.Optional({
    ...Time(),
    description: 'When it was placed, if not now: lists and metrics go by it. Never in the future.',
  }),
});
export type PastOrder = Static<typeof PastOrder>;

const Line = NamedObject('OrderLine', {
  line: Type.Integer(),
  sku: Type.String(),
  name: Type.String(),
  quantity: Type.Integer(),
  unitPrice: Decimal(),
  amount: Decimal({ description: 'quantity × unitPrice, rounded once to the currency.' }),
  taxAmount: Nullable(Decimal()),
  productId: Nullable(Type.String()),
  variantId: Nullable(Type.String()),
  description: Nullable(Type.String()),
  fulfilledQuantity: Type.Integer(),
  deliveredQuantity: Type.Integer(),
});

export const Order = NamedObject('Order', {
  id: Type.String(),
  orderNumber: Type.String(),
  status: OrderStatus,
  paymentStatus: PaymentStatus,
  customerId: Type.String(),
  channel: Nullable(Channel),
  propertyId: Nullable(Type.String()),
  currency: Type.String(),
  subtotal: Decimal(),
  shippingTotal: Decimal(),
  discountTotal: Decimal(),
  taxTotal: Decimal(),
  total: Decimal({ description: 'subtotal − discountTotal + shippingTotal + taxTotal' }),
  paidTotal: Decimal(),
  refundedTotal: Decimal(),
  balance: Decimal({ description: 'Still to be paid. A refund does not bring it back.' }),
  allowedActions: Type.Array(OneOf(ACTIONS), {
    description: 'The actions that its state allows, named like the paths.',
  }),
  items: Type.Array(Line),
  shippingAddress: Nullable(Address),
  billingAddress: Nullable(Address),
  customerNote: Nullable(Type.String()),
  internalNote: Nullable(Type.String()),
  version: Type.Integer({ description: 'Rises with every change; the ETag, for If-Match.' }),
  updatedAt: Time(),
  cancelledAt: Nullable(Time()),
  metadata: Metadata(),
  createdAt: { ...Time(), description: 'When it was placed.' },
});
export type Order = Static<typeof Order>;
