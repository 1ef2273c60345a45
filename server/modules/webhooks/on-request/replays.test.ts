import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dispatch } from '#kernel/events/dispatcher.ts';
import { useApp } from '../../../testing.ts';
import { addEvents, addFinished, auditOf, minutesAgo, openStage, queueOf } from '../testing/stage.ts';
import { stepReplay } from './replays.worker.ts';

const SUBSCRIPTIONS = '/v1/webhooks/subscriptions';
const test = await useApp();
const stage = await openStage(test);
const other = await openStage(test);
const { tenant } = stage;

const step = () => test.db.acrossTenants((tx) => stepReplay(tx, test.now()));
/** Takes the steps of the background loop until no replay is due. */
const run = async () => {
  await dispatch(test.db, 'webhooks', [], test.now(), test.kernel.log);
  while ((await step()) !== null);
};
const replay = async (id: string, body: Record<string, unknown>) =>
  (await stage.ask('POST', `${SUBSCRIPTIONS}/${id}/replay`, 202, body)).body.data;
const look = async (id: string) => (await stage.ask('GET', `/v1/webhooks/replays/${id}`, 200)).body.data;
const replayedEvents = async (subscription: { id: string }) =>
  (await queueOf(test, tenant, subscription.id)).map((row) => row.event_id).sort();
const idsOf = (events: { id: string }[]) => events.map(({ id }) => id).sort();
const hoursAgo = (hours: number) => minutesAgo(test, hours * 60)[0]!.toISOString();

describe('POST /v1/webhooks/subscriptions/:id/replay', () => {
  it('sends the events of a period again, also those from before the subscription existed', async () => {
    const events = await addEvents(test, tenant, minutesAgo(test, 400, 300, 200, 100));
    const subscription = await stage.subscribe();
    const [since, until] = [events[1]!.at, events[3]!.at].map((at) => at.toISOString());
    const started = await replay(subscription.id, { since, until });
    assert.deepEqual(
      { ...started, id: '', createdAt: '' },
      {
        id: '',
        subscriptionId: subscription.id,
        since,
        until,
        events: ['redirect.added'],
        status: 'any',
        state: 'running',
        matched: 0,
        queued: 0,
        reachedAt: null,
        createdAt: '',
        finishedAt: null,
      },
    );
    await run();
    assert.deepEqual(await replayedEvents(subscription), idsOf(events.slice(1, 3)));
    const done = await look(started.id);
    assert.deepEqual([done.state, done.matched, done.queued], ['done', 2, 2]);
    assert.equal(done.reachedAt, events[3]!.at.toISOString());
  });

  it('sends only the types of the subscription, or the named ones among them', async () => {
    const since = hoursAgo(0.2);
    const added = await addEvents(test, tenant, minutesAgo(test, 10));
    const removed = await addEvents(test, tenant, minutesAgo(test, 10), 'redirect.removed');
    await addEvents(test, tenant, minutesAgo(test, 10), 'media.uploaded');
    const both = await stage.subscribe({ events: ['redirect.added', 'redirect.removed'] });
    await replay(both.id, { since, until: hoursAgo(0.1) });
    await run();
    assert.deepEqual(await replayedEvents(both), idsOf([...added, ...removed]));
    const one = await stage.subscribe({ events: ['redirect.added', 'redirect.removed'] });
    await replay(one.id, { since, until: hoursAgo(0.1), events: ['redirect.removed'] });
    await run();
    assert.deepEqual(await replayedEvents(one), idsOf(removed));
    const url = `${SUBSCRIPTIONS}/${one.id}/replay`;
    for (const [type, code] of [
      ['media.uploaded', 'not_subscribed'],
      ['order.placed', 'not_subscribable'],
      ['nonsense', 'unknown_event_type'],
    ]) {
      const { body } = await stage.ask('POST', url, 422, { since, events: ['redirect.added', type] });
      assert.deepEqual([body.error.details[0].path, body.error.details[0].code], ['events[1]', code]);
    }
  });

  it('sends only events whose latest delivery to this subscription has the requested status', async () => {
    const subscription = await stage.subscribe();
    const neighbour = await stage.subscribe();
    const events = await addEvents(test, tenant, minutesAgo(test, 60, 59, 58, 57));
    const [failed, mended, delivered, never] = events.map((event) => [event]);
    const over = (of: typeof events, status: string, minutes: number, id = subscription.id) =>
      addFinished(test, tenant, id, of, status, minutesAgo(test, minutes)[0]);
    await over(failed!, 'delivered', 50);
    await over(failed!, 'failed', 40);
    await over(mended!, 'failed', 50);
    await over(mended!, 'delivered', 40);
    await over(delivered!, 'delivered', 50);
    await over(never!, 'failed', 50, neighbour.id);
    await replay(subscription.id, { since: hoursAgo(1.1), until: hoursAgo(0.9), status: 'failed' });
    await run();
    assert.deepEqual(await replayedEvents(subscription), idsOf(failed!));
  });

  it('skips events with an open delivery', async () => {
    const subscription = await stage.subscribe();
    const events = await addEvents(test, tenant, minutesAgo(test, 120, 119));
    const [finished] = await addFinished(test, tenant, subscription.id, events.slice(0, 1));
    await stage.ask('POST', `/v1/webhooks/deliveries/${finished}/resend`, 202);
    await replay(subscription.id, { since: hoursAgo(2.1), until: hoursAgo(1.9) });
    await run();
    const queued = (await queueOf(test, tenant, subscription.id)).map((row) => [row.event_id, row.cause]);
    const expected = [
      [events[0]!.id, 'resend'],
      [events[1]!.id, 'replay'],
    ];
    assert.deepEqual(queued.sort(), expected.sort());
  });

  it('refuses a since that is not before until and before now', async () => {
    const { id } = await stage.subscribe();
    const url = `${SUBSCRIPTIONS}/${id}/replay`;
    for (const [body, path] of [
      [{ since: hoursAgo(-1) }, 'since'],
      [{ since: hoursAgo(1), until: hoursAgo(2) }, 'until'],
      [{ since: hoursAgo(-1), until: hoursAgo(-2) }, 'until'],
      [{}, 'since'],
    ] as const) {
      const answer = await stage.ask('POST', url, 422, body);
      assert.equal(answer.body.error.details[0].path, path);
    }
    const { until } = await replay(id, { since: hoursAgo(1), until: hoursAgo(-1) });
    assert.ok(Date.parse(until) <= test.now().getTime());
  });

  it('waits for events that were committed late', async () => {
    const subscription = await stage.subscribe();
    const started = await replay(subscription.id, { since: hoursAgo(0.01) });
    await run();
    assert.equal((await look(started.id)).state, 'running');
    const late = await addEvents(test, tenant, [new Date(Date.parse(started.until) - 1)]);
    test.advance(6_000);
    await run();
    assert.deepEqual(await replayedEvents(subscription), idsOf(late));
    assert.equal((await look(started.id)).state, 'done');
  });

  it('runs once at a time per subscription, and is recorded in the audit log', async () => {
    const { id } = await stage.subscribe();
    const since = hoursAgo(1);
    const started = await replay(id, { since, status: 'cancelled' });
    await stage.ask('POST', `${SUBSCRIPTIONS}/${id}/replay`, 409, { since });
    const [entry] = await auditOf(stage, 'webhook_replay.started');
    assert.equal(entry!.subject.id, started.id);
    assert.deepEqual(entry!.details, {
      subscriptionId: id,
      since,
      until: started.until,
      events: ['redirect.added'],
      status: 'cancelled',
    });
    test.advance(6_000);
    await run();
    await replay(id, { since });
    const { body } = await stage.ask('GET', `${SUBSCRIPTIONS}/${id}/replays?limit=1`, 200);
    assert.equal(body.data[0].state, 'running');
    const next = await stage.ask(
      'GET',
      `${SUBSCRIPTIONS}/${id}/replays?cursor=${body.pagination.nextCursor}`,
      200,
    );
    assert.deepEqual(next.body.data, [await look(started.id)]);
  });

  it("needs an admin, and another tenant's admin gets 404 for every path of a replay", async () => {
    const { id } = await stage.subscribe();
    const body = { since: hoursAgo(1) };
    const url = `${SUBSCRIPTIONS}/${id}/replay`;
    assert.equal((await test.call('POST', url, { token: tenant.key, body })).status, 403);
    const started = await replay(id, body);
    const one = `/v1/webhooks/replays/${started.id}`;
    assert.equal((await test.call('DELETE', one, { token: tenant.key })).status, 403);
    assert.equal((await test.call('GET', one, { token: tenant.key })).status, 200);
    await other.ask('POST', url, 404, body);
    await other.ask('GET', `${url}s`, 404);
    await other.ask('GET', one, 404);
    await other.ask('DELETE', one, 404);
    assert.equal((await look(started.id)).state, 'running');
  });
});
