import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { addEvents, addFinished, minutesAgo, openStage } from '../testing/stage.ts';

const PATH = '/v1/webhooks/subscriptions';
const test = await useApp();
const stage = await openStage(test);
const other = await openStage(test);
const { tenant } = stage;
const health = async (id: string, query = '') =>
  (await stage.ask('GET', `${PATH}/${id}/health?${query}`, 200)).body.data;

type AttemptRow = { deliveryId: string; at: Date; startedAt: Date; ms: number; statusCode: number };

const addAttempts = (attempts: AttemptRow[]) =>
  test.db.acrossTenants((tx) =>
    tx.query(
      `insert into webhook_attempts (tenant_id, delivery_id, at, attempt, started_at, duration_ms, status_code, failure,
         message, address, timings, answer_headers, answer_body)
       select $1, id, at, 1, started_at, ms, code, case when code >= 300 then 'status' end, 'It answered ' || code, null,
         '{}', '{}', ''
       from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::int[]) as a (id, at, started_at, ms, code)`,
      [
        tenant.id,
        attempts.map((attempt) => attempt.deliveryId),
        attempts.map((attempt) => attempt.at),
        attempts.map((attempt) => attempt.startedAt),
        attempts.map((attempt) => attempt.ms),
        attempts.map((attempt) => attempt.statusCode),
      ],
    ),
  );

const NOTHING_YET = {
  deliveries: { delivered: 0, failed: 0, cancelled: 0 },
  successRate: null,
  attempts: { succeeded: 0, failed: 0, lastAt: null, p50Ms: null, p99Ms: null },
  backlog: { ready: 0, waiting: 0, held: 0 },
  oldestPendingSeconds: null,
  lastError: null,
  lookedAt: { deliveries: 0, allDeliveries: true, attempts: 0, allAttempts: true },
};

describe('GET /v1/webhooks/subscriptions/:id/health', () => {
  it('answers zeros for a subscription without deliveries', async () => {
    const { id } = await stage.subscribe();
    const { subscriptionId, since, ...rest } = await health(id);
    assert.equal(subscriptionId, id);
    assert.ok(Math.abs(Date.parse(since) + 24 * 3_600_000 - test.now().getTime()) < 60_000);
    assert.deepEqual(rest, NOTHING_YET);
  });

  it('returns the counts of outcomes, the percentiles of attempts and the last error', async () => {
    const { id } = await stage.subscribe();
    const neighbour = await stage.subscribe();
    const events = await addEvents(test, tenant, Array(100).fill(minutesAgo(test, 60)[0]));
    await addFinished(test, tenant, neighbour.id, events, 'failed');
    const delivered = await addFinished(test, tenant, id, events.slice(0, 90));
    const failed = await addFinished(test, tenant, id, events.slice(90, 96), 'failed');
    await addFinished(test, tenant, id, events.slice(96), 'cancelled');
    const at = events[0]!.at;
    const attempt = (deliveryId: string, n: number, statusCode: number) => ({
      deliveryId,
      at,
      startedAt: new Date(at.getTime() + n * 1_000),
      ms: n + 1,
      statusCode,
    });
    await addAttempts([
      ...delivered.map((delivery, n) => attempt(delivery, n, 200)),
      ...failed.map((delivery, n) => attempt(delivery, 90 + n, 500 + n)),
    ]);
    const answer = await health(id);
    assert.deepEqual(answer.deliveries, { delivered: 90, failed: 6, cancelled: 4 });
    assert.equal(answer.successRate, 90 / 96);
    assert.deepEqual(answer.attempts, {
      succeeded: 90,
      failed: 6,
      lastAt: new Date(at.getTime() + 95_000).toISOString(),
      p50Ms: 48,
      p99Ms: 96,
    });
    assert.deepEqual(answer.lastError, {
      at: new Date(at.getTime() + 95_000).toISOString(),
      failure: 'status',
      message: 'It answered 505',
      statusCode: 505,
      deliveryId: failed[5],
    });
    assert.deepEqual(answer.lookedAt, {
      deliveries: 100,
      allDeliveries: true,
      attempts: 96,
      allAttempts: true,
    });
  });

  it('returns open deliveries, their age and the last error, even if no delivery has ended', async () => {
    const { id } = await stage.subscribe();
    const events = await addEvents(test, tenant, minutesAgo(test, 9, 8, 7, 6));
    await test.db.acrossTenants((tx) =>
      tx.query(
        `insert into webhook_queue
           (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, attempts, next_at, created_at)
         select $1, delivery_id(id, $2, id), at, id, $2, 'redirect.added', 'event', state, attempts, at, at
         from unnest($3::uuid[], $4::timestamptz[], '{held,waiting,waiting,ready}'::text[], '{0,1,1,0}'::int[])
           as e (id, at, state, attempts)`,
        [tenant.id, id, events.map((event) => event.id), events.map((event) => event.at)],
      ),
    );
    const { body } = await stage.ask('GET', `/v1/webhooks/deliveries?subscriptionId=${id}`, 200);
    const waiting = body.data.filter((delivery: { attemptCount: number }) => delivery.attemptCount === 1);
    await addAttempts(
      waiting.map((delivery: { id: string; eventAt: string }) => ({
        deliveryId: delivery.id,
        at: new Date(delivery.eventAt),
        startedAt: new Date(Date.parse(delivery.eventAt) + 1_000),
        ms: 10_000,
        statusCode: delivery.eventAt === events[2]!.at.toISOString() ? 502 : 503,
      })),
    );
    const answer = await health(id);
    assert.deepEqual(answer.backlog, { ready: 1, waiting: 2, held: 1 });
    assert.ok(Math.abs(answer.oldestPendingSeconds - 480) < 60);
    assert.equal(answer.lastError.statusCode, 502);
    assert.deepEqual([answer.attempts.failed, answer.attempts.p50Ms], [2, 10_000]);
    assert.ok(answer.attempts.lastAt);
  });

  it('covers the requested hours, a week at most', async () => {
    const { id } = await stage.subscribe();
    const events = await addEvents(test, tenant, minutesAgo(test, 30, 90, 60 * 25));
    await addFinished(test, tenant, id, events);
    const counts = [];
    for (const hours of [1, 24, 168]) counts.push((await health(id, `hours=${hours}`)).deliveries.delivered);
    assert.deepEqual(counts, [1, 2, 3]);
    for (const hours of [0, 169, 'all']) await stage.ask('GET', `${PATH}/${id}/health?hours=${hours}`, 422);
  });

  it('reports when it did not read all deliveries', async () => {
    const { id } = await stage.subscribe();
    const events = await addEvents(test, tenant, Array(1_001).fill(minutesAgo(test, 5)[0]));
    await addFinished(test, tenant, id, events);
    const { lookedAt } = await health(id);
    assert.deepEqual([lookedAt.allDeliveries, lookedAt.allAttempts], [true, false]);
  });

  it("can be read by viewers, and another tenant's staff gets 404", async () => {
    const { id } = await stage.subscribe();
    const token = await tenant.keyWith('read:webhooks');
    assert.equal((await test.call('GET', `${PATH}/${id}/health`, { token })).status, 200);
    await other.ask('GET', `${PATH}/${id}/health`, 404);
  });
});
