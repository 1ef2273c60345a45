/** The figures of orders as the API shows them. */

import { Type } from 'typebox';
import { Decimal, Nullable, OneOf } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { GROUPINGS } from './metrics.sql.ts';

const FIGURES = {
  currency: Type.String(),
  orders: Type.Integer({ description: 'Placed on these days, cancelled ones too.' }),
  cancelledOrders: Type.Integer(),
  placedTotal: Decimal(),
  refundedTotal: Decimal(),
  revenue: Decimal({
    description: 'placedTotal less refunds and the unpaid part of cancelled orders.',
  }),
  average: Nullable(
    Decimal({ description: 'revenue ÷ orders that were not cancelled; null when there is none.' }),
  ),
};

export const Totals = Type.Array(NamedObject('OrderFigures', FIGURES), {
  description: 'One per currency: money of two currencies is not added.',
});

const SUMS = {
  from: Type.String(),
  to: Type.String(),
  totals: Totals,
  groups: Type.Array(
    NamedObject('OrderFiguresOfGroup', {
      key: Nullable(Type.String({ description: 'The day, channel or currency; null: no channel.' })),
      channel: Type.Optional(
        Nullable(Type.String({ description: 'Only by day_and_channel; null: no channel.' })),
      ),
      ...FIGURES,
    }),
    { description: 'Grouped by the day on which the orders were placed, also if they changed later.' },
  ),
};

export const Metrics = NamedObject('OrderMetrics', {
  timeZone: Type.String(),
  by: OneOf(GROUPINGS),
  ...SUMS,
  before: Type.Optional(
    Type.Object(SUMS, { description: 'The sums of as many days before, if compare is true.' }),
  ),
});
