/** The inputs of each step of an order's life. */

import { type Static, Type } from 'typebox';
import { Decimal, Metadata, Note, Nullable, OneOf, Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { Address, MAX_ORDER_LINES } from '../fields.ts';

const Items = Type.Optional(
  Type.Array(
    Type.Object({
      line: Type.Integer({ minimum: 1, maximum: MAX_ORDER_LINES, description: 'The number of the line.' }),
      quantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    }),
    {
      minItems: 1,
      maxItems: MAX_ORDER_LINES,
      description: 'Which units of which lines. Without it: all that are open.',
    },
  ),
);

export const Tracking = NamedObject('Tracking', {
  carrier: Type.Optional(Text(100)),
  number: Type.Optional(Text(200)),
  url: Type.Optional(
    Type.String({ maxLength: 2000, pattern: '^https?://', description: 'An http(s) address.' }),
  ),
});

const Amount = Decimal({
  exclusiveMinimum: 0,
  description: 'In currency units, with no more decimals than the currency has.',
});

export const Fulfill = NamedObject('Fulfillment', { items: Items, tracking: Type.Optional(Tracking) });
export type Fulfill = Static<typeof Fulfill>;

export const Deliver = NamedObject('DeliveredItems', { items: Items });
export type Deliver = Static<typeof Deliver>;

export const Cancel = NamedObject('Cancellation', {
  reason: Type.Optional(Note(1000)),
  refund: Type.Optional(
    Type.Boolean({
      description: 'true, which is the default, gives back what was paid; false keeps it for now.',
    }),
  ),
});
export type Cancel = Static<typeof Cancel>;

export const Refund = NamedObject('Refund', {
  amount: Type.Optional(Amount),
  reason: Type.Optional(Note(1000)),
});
export type Refund = Static<typeof Refund>;

export const Payment = NamedObject('NewPayment', {
  amount: Amount,
  outcome: OneOf(['succeeded', 'failed'] as const),
  method: Type.Optional(Text(100, 'For example card or transfer.')),
  reference: Type.Optional(Text(200, 'The name of the payment at the payment provider.')),
});
export type Payment = Static<typeof Payment>;

export const Comment = NamedObject('NewComment', {
  text: Type.String({
    minLength: 1,
    maxLength: 4000,
    pattern: '\\S',
    description: 'Plain text. The staff sees it in the timeline, the customer does not.',
  }),
});
export type Comment = Static<typeof Comment>;

export const OrderEdit = NamedObject('OrderChange', {
  customerNote: Type.Optional(Nullable(Note(5000))),
  internalNote: Type.Optional(Nullable(Note(5000))),
  shippingAddress: Type.Optional(Nullable(Address)),
  billingAddress: Type.Optional(Nullable(Address)),
  metadata: Type.Optional(Nullable(Metadata())),
});
export type OrderEdit = Static<typeof OrderEdit>;
