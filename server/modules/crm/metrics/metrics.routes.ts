import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Nullable, OneOf } from '#kernel/http/fields.ts';
import { GROUPINGS } from './metrics.sql.ts';
import { computeMetrics, readPeriod } from './metrics.ts';

const Day = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 10, description });

const MetricsQuery = Type.Object({
  from: Type.Optional(Day('The first day, UTC; without it, thirty days to the last.')),
  to: Type.Optional(Day('The last day, UTC; without it, today.')),
  by: { ...OneOf(GROUPINGS), default: 'day' },
});

const FIGURES = {
  currency: Type.String(),
  orders: Type.Integer({ description: 'Placed on these days, cancelled ones too.' }),
  cancelledOrders: Type.Integer(),
  placedTotal: Type.Number(),
  refundedTotal: Type.Number(),
  revenue: Type.Number({
    description: 'placedTotal less refunds and the unpaid part of cancelled orders.',
  }),
  average: Nullable(
    Type.Number({ description: 'revenue ÷ orders that were not cancelled; null when there is none.' }),
  ),
};

const Metrics = Type.Object({
  from: Type.String(),
  to: Type.String(),
  by: OneOf(GROUPINGS),
  totals: Type.Array(Type.Object(FIGURES), {
    description: 'One per currency: money of two currencies is not added.',
  }),
  groups: Type.Array(
    Type.Object({
      key: Nullable(Type.String({ description: 'The day, channel or currency; null: no channel.' })),
      ...FIGURES,
    }),
    { description: 'Grouped by the day on which the orders were placed, also if they changed later.' },
  ),
});

export function metricsRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/crm/metrics',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        operationId: 'getOrderMetrics',
        summary: 'Orders and revenue by day, channel or currency',
        description:
          'Days are UTC; days without orders are left out. Figures follow what happens within moments.',
        querystring: MetricsQuery,
        response: { 200: Success(Metrics) },
      },
    },
    async (request) => {
      const { from, to, by } = request.query;
      const period = readPeriod(from, to, clock());
      return success(await request.inTenant((tx) => computeMetrics(tx, period, by)));
    },
  );
}
