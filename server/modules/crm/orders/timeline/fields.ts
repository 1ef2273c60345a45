/** The parts that the timelines of orders and of customers share. */
import { Type } from 'typebox';
import { Decimal, Nullable, OneOf } from '#kernel/http/fields.ts';
import { Tracking } from '../life/fields.ts';

export const ORDER_ACTIONS = [
  'placed',
  'payment',
  'fulfilled',
  'delivered',
  'cancelled',
  'refunded',
  'edited',
  'commented',
] as const;

export const EntryAuthor = Nullable(
  Type.Object({
    type: Type.String(),
    id: Nullable(Type.String()),
    name: Type.String({ description: 'The name at that time.' }),
  }),
);

export const entryDetails = {
  tracking: Type.Optional(Tracking),
  amount: Type.Optional(Decimal({ description: 'Paid or given back.' })),
  outcome: Type.Optional(OneOf(['succeeded', 'failed'] as const)),
  method: Type.Optional(Type.String()),
  reference: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  comment: Type.Optional(Type.String()),
  fields: Type.Optional(Type.Array(Type.String(), { description: 'Which fields were changed.' })),
};
