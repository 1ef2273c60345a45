import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { fillHours, firstHour } from '#kernel/work/hourly-counts.ts';
import { readKeyUsage, sumUsageByKey } from './requests.sql.ts';
import type { FindLabels } from './requests.ts';

const Hours = Type.Object({ hours: Type.Integer({ minimum: 1, maximum: 720, default: 24 }) });

const Usage = NamedObject('ApiKeyUsage', {
  keyId: Type.String(),
  requests: Type.Integer(),
  failures: Type.Integer({ description: 'Requests that were answered with 4xx or 5xx.' }),
  hours: Type.Array(Type.Object({ at: Time(), requests: Type.Integer(), failures: Type.Integer() }), {
    description: 'One for each hour, oldest first; the last is the current one.',
  }),
});

const MOST_KEYS = 1_000;

export function keyUsageRoutes(app: App, clock: () => Date, findLabels: FindLabels): void {
  app.get(
    '/v1/api-keys/usage',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'listApiKeyUsage',
        summary: 'How many requests were made with each key',
        description: `The ${MOST_KEYS} busiest keys, the busiest first; a key without requests is not listed.`,
        querystring: Hours,
        response: { 200: Success(Type.Array(Type.Omit(Usage, ['hours']))) },
      },
    },
    async (request) => {
      const since = firstHour(clock(), request.query.hours);
      const sums = await request.inTenant(async (tx) => {
        const all = await sumUsageByKey(tx, since, MOST_KEYS);
        const keys = await findLabels(
          tx,
          all.map(({ keyId }) => keyId),
        );
        // Shoppers are counted too, by their storefront key or their site.
        return all.filter(({ keyId }) => keys.has(keyId));
      });
      return success(sums);
    },
  );

  app.get(
    '/v1/api-keys/:id/usage',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'getApiKeyUsage',
        summary: 'How many requests were made with a key, by hour',
        params: IdParams,
        querystring: Hours,
        response: { 200: Success(Usage) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { hours } = request.query;
      const now = clock();
      const rows = await request.inTenant(async (tx) => {
        if (!(await findLabels(tx, [id])).has(id)) throw notFound('API key');
        return readKeyUsage(tx, id, firstHour(now, hours));
      });
      const points = fillHours(rows, now, hours).map(({ at, succeeded, failed }) => ({
        ...{ at, requests: succeeded + failed, failures: failed },
      }));
      const sum = (pick: (point: (typeof points)[number]) => number) =>
        points.reduce((total, point) => total + pick(point), 0);
      return success({
        keyId: id,
        requests: sum((point) => point.requests),
        failures: sum((point) => point.failures),
        hours: points,
      });
    },
  );
}
