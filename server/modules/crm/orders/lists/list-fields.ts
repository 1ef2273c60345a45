/** The query of the order list, and the fields it shows of each order. */

import { type Static, Type } from 'typebox';
import { PageQuery } from '#kernel/http/envelope.ts';
import { Decimal, Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { SortedCursor } from '#kernel/http/sorted-cursor.ts';
import { PAYMENT_STATUSES, STATUSES } from '#shared/order-statuses.ts';
import { CHANNELS, Channel } from '../fields.ts';

export const SORTS = ['createdAt', 'total', 'orderNumber'] as const;

/** A parameter that may be repeated to match any of several values: status=placed&status=fulfilled. */
const Several = <T extends readonly string[]>(values: T) =>
  Type.Optional(
    Type.Unsafe<T[number] | T[number][]>({
      anyOf: [
        { type: 'string', enum: [...values] },
        { type: 'array', items: { type: 'string', enum: [...values] } },
      ],
    }),
  );

export const OrderQuery = Type.Object({
  limit: PageQuery.properties.limit,
  cursor: Type.Optional(
    SortedCursor(
      // An order number with its length in front.
      2 + 64,
      'The nextCursor of the page before, with the same sort and order.',
    ),
  ),
  sort: { ...OneOf(SORTS), default: 'createdAt', description: 'total needs a currency.' },
  order: { ...OneOf(['asc', 'desc'] as const), default: 'desc' },
  q: Type.Optional(
    Text(
      200,
      'Words, each of which begins a word of the order number, of the name or e-mail of the customer, of the sku or name of a line, of a tracking number, or of the reference of a payment. Upper and lower case and accents make no difference. A new order is found within moments.',
    ),
  ),
  status: Several(STATUSES),
  paymentStatus: Several(PAYMENT_STATUSES),
  channel: Several(CHANNELS),
  owed: Type.Optional({
    ...OneOf(['true'] as const),
    description: 'Money is owed: balance is above zero, whatever was paid and refunded.',
  }),
  customerId: Type.Optional(Uuid('The id of a merged customer finds the orders of the survivor.')),
  propertyId: Type.Optional(Text(200)),
  orderNumber: Type.Optional(Text(64, 'Exactly this number.')),
  createdFrom: Type.Optional({ ...Time(), description: 'At this time or later.' }),
  createdTo: Type.Optional({ ...Time(), description: 'Before this time.' }),
  currency: Type.Optional(Type.String({ format: 'currency' })),
  totalFrom: Type.Optional(Decimal({ minimum: 0, description: 'At least this; needs a currency.' })),
  totalTo: Type.Optional(Decimal({ minimum: 0, description: 'At most this; needs a currency.' })),
  metadataKey: Type.Optional(
    Text(200, 'With this key at the top of its metadata, among the first hundred there.'),
  ),
  metadataValue: Type.Optional(
    Type.String({ maxLength: 200, description: 'With this value of metadataKey, as text.' }),
  ),
});
export type OrderQuery = Static<typeof OrderQuery>;

export const ListedOrder = NamedObject('OrderSummary', {
  id: Type.String(),
  orderNumber: Type.String(),
  status: Type.String(),
  paymentStatus: Type.String(),
  customerId: Type.String(),
  customerName: Type.String({ description: 'The name of the customer today.' }),
  channel: Nullable(Channel),
  propertyId: Nullable(Type.String()),
  currency: Type.String(),
  total: Decimal(),
  balance: Decimal({ description: 'Still to be paid. A refund does not bring it back.' }),
  lineCount: Type.Integer(),
  createdAt: Time(),
});
export type ListedOrder = Static<typeof ListedOrder>;
