import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { OneOf, Text } from '#kernel/http/fields.ts';
import { Documented } from '#kernel/http/named.ts';
import { Metrics } from './metric-fields.ts';
import { GROUPINGS } from './metrics.sql.ts';
import { computeMetrics, readPeriod } from './metrics.ts';

const Day = (description: string) =>
  Documented(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 10, description }), {
    format: 'date',
  });

const MetricsQuery = Type.Object({
  from: Type.Optional(Day('The first day; without it, thirty days to the last.')),
  to: Type.Optional(Day('The last day; without it, today.')),
  by: { ...OneOf(GROUPINGS), default: 'day' },
  compare: Type.Boolean({ default: false, description: 'Adds the same figures of as many days before.' }),
  timeZone: Type.Optional(
    Text(
      64,
      'The IANA time zone in which days begin, such as Europe/Berlin; without it, that of the tenant.',
    ),
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
          'Days are those of the tenant’s time zone, which is UTC until it is set; days without orders are left out. Figures follow what happens within moments.',
        querystring: MetricsQuery,
        response: { 200: Success(Metrics) },
      },
    },
    async (request) => {
      const { from, to, by, compare, timeZone = request.actor.tenant.timeZone } = request.query;
      const period = readPeriod({ from, to, timeZone }, clock());
      return success(await request.inTenant((tx) => computeMetrics(tx, period, by, compare)));
    },
  );
}
