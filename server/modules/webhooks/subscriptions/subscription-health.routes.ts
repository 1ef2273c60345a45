import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { fillHours, firstHour } from '#kernel/work/hourly-counts.ts';
import { readAttemptCounts } from '../log/attempt-counts.sql.ts';
import { type HealthRow, LOOK, readHealth } from './subscription-health.sql.ts';
import { findSubscription } from './subscriptions.sql.ts';

const Hours = Type.Object({ hours: Type.Integer({ minimum: 1, maximum: 168, default: 24 }) });

export const Health = NamedObject('SubscriptionHealth', {
  subscriptionId: Type.String(),
  since: Time(),
  deliveries: Type.Object(
    { delivered: Type.Integer(), failed: Type.Integer(), cancelled: Type.Integer() },
    { description: 'Only events from this time on.' },
  ),
  successRate: {
    ...Nullable(Type.Number()),
    description: 'Delivered, of all that were delivered or failed for good; null when none was.',
  },
  attempts: Type.Object({
    succeeded: Type.Integer(),
    failed: Type.Integer(),
    lastAt: { ...Nullable(Time()), description: 'The latest one of this time.' },
    p50Ms: Nullable(Type.Integer()),
    p99Ms: Nullable(Type.Integer()),
  }),
  backlog: Type.Object(
    {
      ready: Type.Integer(),
      waiting: Type.Integer({ description: 'For their next attempt.' }),
      held: Type.Integer({ description: 'Because the subscription is paused.' }),
    },
    { description: 'Open deliveries, apart from those that are being sent at this moment.' },
  ),
  oldestPendingSeconds: Nullable(Type.Number()),
  lastError: Type.Unsafe<object | null>({
    ...Type.Object({
      at: Time(),
      failure: Type.String(),
      message: Type.String(),
      statusCode: Nullable(Type.Integer()),
      deliveryId: Type.String(),
    }),
    type: ['object', 'null'],
  }),
  lookedAt: Type.Object(
    {
      deliveries: Type.Integer(),
      allDeliveries: Type.Boolean(),
      attempts: Type.Integer(),
      allAttempts: Type.Boolean(),
    },
    {
      description: `The sample behind these figures: the newest deliveries, at most ${LOOK.deliveries} of each of ended, ready and waiting, and the attempts of ${LOOK.tried}. all is false when there were more.`,
    },
  ),
});

const LongHours = Type.Object({ hours: Type.Integer({ minimum: 1, maximum: 720, default: 24 }) });

const Attempts = NamedObject('SubscriptionAttempts', {
  subscriptionId: Type.String(),
  hours: Type.Array(Type.Object({ at: Time(), succeeded: Type.Integer(), failed: Type.Integer() }), {
    description: 'One for each hour, oldest first; the last is the current one.',
  }),
});

export function subscriptionHealthRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/webhooks/subscriptions/:id/attempts',
    {
      config: { role: 'viewer', scope: 'read:webhooks' },
      schema: {
        operationId: 'getWebhookSubscriptionAttempts',
        summary: 'The attempts of a subscription by hour',
        params: IdParams,
        querystring: LongHours,
        response: { 200: Success(Attempts) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { hours } = request.query;
      const now = clock();
      const rows = await request.inTenant(async (tx) => {
        if ((await findSubscription(tx, id)) === undefined) throw notFound('webhook subscription');
        return readAttemptCounts(tx, id, firstHour(now, hours));
      });
      return success({ subscriptionId: id, hours: fillHours(rows, now, hours) });
    },
  );

  app.get(
    '/v1/webhooks/subscriptions/:id/health',
    {
      config: { role: 'viewer', scope: 'read:webhooks' },
      schema: {
        summary: 'The health of a subscription',
        params: IdParams,
        querystring: Hours,
        response: { 200: Success(Health) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const now = clock();
      const since = new Date(now.getTime() - request.query.hours * 3_600_000);
      const row = await request.inTenant(async (tx) => {
        if ((await findSubscription(tx, id)) === undefined) throw notFound('webhook subscription');
        return readHealth(tx, id, since);
      });
      return success({ subscriptionId: id, since: since.toISOString(), ...presentHealth(row, now) });
    },
  );
}

export function presentHealth(row: HealthRow, now: Date) {
  const { delivered, failed, cancelled, ready, waiting, held } = row;
  const sum = delivered + failed + cancelled;
  const open = ready + waiting + held;
  return {
    deliveries: { delivered, failed, cancelled },
    successRate: delivered + failed === 0 ? null : delivered / (delivered + failed),
    attempts: {
      succeeded: row.attempts_succeeded,
      failed: row.attempts_failed,
      lastAt: row.last_attempt_at?.toISOString() ?? null,
      p50Ms: row.p50_ms,
      p99Ms: row.p99_ms,
    },
    backlog: { ready, waiting, held },
    oldestPendingSeconds: row.oldest_at && Math.max(0, now.getTime() - row.oldest_at.getTime()) / 1000,
    lastError: row.error_at && {
      at: row.error_at.toISOString(),
      failure: row.error_failure!,
      message: row.error_message!,
      statusCode: row.error_status_code,
      deliveryId: row.error_delivery_id!,
    },
    lookedAt: {
      deliveries: sum + open,
      allDeliveries: Math.max(sum, ready, waiting + held) < LOOK.deliveries,
      attempts: row.attempts_succeeded + row.attempts_failed,
      allAttempts: Math.max(delivered + failed, open) < LOOK.tried,
    },
  };
}
