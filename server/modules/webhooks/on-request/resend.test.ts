import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { httpReceiver } from '../testing/receivers.ts';
import {
  addEvents,
  addFinished,
  auditOf,
  minutesAgo,
  openStage,
  queueOf,
  startWork,
} from '../testing/stage.ts';

const DELIVERIES = '/v1/webhooks/deliveries';
const SUBSCRIPTIONS = '/v1/webhooks/subscriptions';
const test = await useApp();
const stage = await openStage(test);
const other = await openStage(test);
const queued = (subscription: { id: string }) => queueOf(test, stage.tenant, subscription.id);

async function withFinished(status = 'failed') {
  const subscription = await stage.subscribe();
  const [event] = await addEvents(test, stage.tenant, minutesAgo(test, 5));
  const [id] = await addFinished(test, stage.tenant, subscription.id, [event!], status);
  return { subscription, event: event!, id: id! };
}

describe('POST /v1/webhooks/deliveries/:id/resend', () => {
  it('makes a new delivery of the same event to the same subscription, whatever the status of the first', async () => {
    for (const status of ['delivered', 'failed', 'cancelled']) {
      const { subscription, event, id } = await withFinished(status);
      const { body } = await stage.ask('POST', `${DELIVERIES}/${id}/resend`, 202);
      assert.notEqual(body.data.id, id);
      assert.equal(body.data.cause, 'resend');
      assert.equal(body.data.status, 'pending');
      assert.deepEqual([body.data.eventId, body.data.subscriptionId], [event.id, subscription.id]);
      const original = await stage.ask('GET', `${DELIVERIES}/${id}`, 200);
      assert.equal(original.body.data.status, status);
      const again = await stage.ask('POST', `${DELIVERIES}/${id}/resend`, 202);
      assert.notEqual(again.body.data.id, body.data.id);
    }
  });

  it('sends the data of the event under a new delivery id', async (t) => {
    const { subscription, id } = await withFinished();
    const bodies: { id: string; data: unknown }[] = [];
    const receiver = await httpReceiver(t, async (request, response) => {
      bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')));
      response.end();
    });
    await stage.ask('PATCH', `${SUBSCRIPTIONS}/${subscription.id}`, 200, { url: receiver.url });
    const { body } = await stage.ask('POST', `${DELIVERIES}/${id}/resend`, 202);
    startWork(test, t);
    await eventually('it arrives', () => bodies.length === 1);
    assert.equal(bodies[0]!.id, body.data.id);
    assert.deepEqual(bodies[0]!.data, { number: 1 });
  });

  it('is refused like a replay and a test while the subscription is paused, or no longer has the type', async () => {
    const { subscription, id } = await withFinished();
    const path = `${SUBSCRIPTIONS}/${subscription.id}`;
    const since = minutesAgo(test, 10)[0]!.toISOString();
    const refusals = async (status: number) => [
      (await stage.ask('POST', `${DELIVERIES}/${id}/resend`, 409)).body.error.message,
      (await stage.ask('POST', `${path}/replay`, status, { since, events: ['redirect.added'] })).body.error
        .code,
      (await stage.ask('POST', `${path}/test`, status, { event: 'redirect.added' })).body.error.code,
    ];
    await stage.ask('PATCH', path, 200, { active: false });
    assert.deepEqual(await refusals(409), [
      'The subscription is paused. Resume it first.',
      'conflict',
      'conflict',
    ]);
    await stage.ask('PATCH', path, 200, { active: true, events: ['redirect.removed'] });
    assert.deepEqual(await refusals(422), [
      'redirect.added is no longer among the events of the subscription. Add it first.',
      'validation_error',
      'validation_error',
    ]);
  });

  it('is refused while the delivery is open, and when its subscription was deleted', async () => {
    const { subscription, id } = await withFinished();
    const { body } = await stage.ask('POST', `${DELIVERIES}/${id}/resend`, 202);
    const early = await stage.ask('POST', `${DELIVERIES}/${body.data.id}/resend`, 409);
    assert.equal(early.body.error.code, 'invalid_transition');
    assert.deepEqual(early.body.error.details, { status: 'pending', allowed: [] });
    await stage.ask('DELETE', `${SUBSCRIPTIONS}/${subscription.id}`, 200);
    const late = await stage.ask('POST', `${DELIVERIES}/${id}/resend`, 409);
    assert.equal(late.body.error.message, 'The subscription of this delivery was deleted.');
  });

  it('happens once per Idempotency-Key', async () => {
    const { subscription, id } = await withFinished();
    const again = () =>
      test.call('POST', `${DELIVERIES}/${id}/resend`, {
        token: stage.token,
        headers: { 'idempotency-key': 'once' },
      });
    const [first, second] = [await again(), await again()];
    assert.deepEqual(first.body, second.body);
    assert.equal(second.status, 202);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.equal((await queued(subscription)).length, 1);
  });

  it('is recorded in the audit log', async () => {
    const { id } = await withFinished();
    const { body } = await stage.ask('POST', `${DELIVERIES}/${id}/resend`, 202);
    const [entry] = await auditOf(stage, 'webhook_delivery.resent');
    assert.equal(entry!.subject.id, id);
    assert.equal(entry!.details.deliveryId, body.data.id);
  });

  it("needs an admin, and another tenant's admin gets the 404 of a delivery that never existed", async () => {
    const { subscription, id } = await withFinished();
    const url = `${DELIVERIES}/${id}/resend`;
    assert.equal((await test.call('POST', url, { token: stage.tenant.key })).status, 403);
    const { body } = await other.ask('POST', url, 404);
    assert.equal(body.error.message, 'Webhook delivery not found.');
    assert.deepEqual(await queued(subscription), []);
  });
});

describe('POST /v1/webhooks/deliveries/resend', () => {
  it('answers for each delivery whether it is sent again, and refuses no other because of one', async () => {
    const { subscription, id } = await withFinished();
    const open = (await stage.ask('POST', `${DELIVERIES}/${id}/resend`, 202)).body.data.id;
    const unknown = crypto.randomUUID();
    const { body } = await stage.ask('POST', `${DELIVERIES}/resend`, 202, { ids: [open, id, unknown] });
    const { resent, refused, results } = body.data;
    assert.deepEqual([resent, refused], [1, 2]);
    assert.deepEqual(
      results.map((result: { id: string; status: string; error?: { code: string } }) => [
        result.id,
        result.status,
        result.error?.code,
      ]),
      [
        [open, 'refused', 'invalid_transition'],
        [id, 'resent', undefined],
        [unknown, 'refused', 'not_found'],
      ],
    );
    assert.equal((await queued(subscription)).length, 2);
    const theirs = await other.ask('POST', `${DELIVERIES}/resend`, 202, { ids: [id] });
    assert.equal(theirs.body.data.results[0].error.code, 'not_found');
    const many = Array.from({ length: 101 }, () => crypto.randomUUID());
    await stage.ask('POST', `${DELIVERIES}/resend`, 422, { ids: many });
    assert.equal(
      (await test.call('POST', `${DELIVERIES}/resend`, { token: stage.tenant.key, body: { ids: [id] } }))
        .status,
      403,
    );
  });
});

describe('POST /v1/webhooks/deliveries/:id/retry', () => {
  it('makes the next attempt of a waiting delivery at once, and the one after it at its usual time', async (t) => {
    let requests = 0;
    const receiver = await httpReceiver(t, (_request, response) => {
      requests++;
      response.writeHead(503).end();
    });
    const { id: subscriptionId } = await stage.subscribe({ url: receiver.url });
    startWork(test, t);
    const { body } = await stage.ask('POST', `${SUBSCRIPTIONS}/${subscriptionId}/test`, 202, {
      event: 'redirect.added',
    });
    const url = `${DELIVERIES}/${body.data.id}`;
    const read = async () => (await stage.ask('GET', url, 200)).body.data;
    const tried = (times: number) =>
      eventually(`attempt ${times} is recorded`, async () => (await read()).attemptCount === times);
    await tried(1);
    const { body: hurried } = await stage.ask('POST', `${url}/retry`, 202);
    assert.ok(Date.parse(hurried.data.nextAttemptAt) <= test.now().getTime());
    await tried(2);
    assert.equal(requests, 2);
    const { nextAttemptAt } = await read();
    assert.ok(Date.parse(nextAttemptAt) > test.now().getTime() + 240_000, 'the wait after attempt 2');
    const [entry] = await auditOf(stage, 'webhook_delivery.retried');
    assert.equal(entry!.subject.id, body.data.id);

    // Two people and a claim at the same time: still one attempt.
    await Promise.all([1, 2, 3].map(() => stage.ask('POST', `${url}/retry`, 202)));
    await tried(3);
    assert.equal(requests, 3);
    const counts = async () => {
      const { data } = (await stage.ask('GET', `${SUBSCRIPTIONS}/${subscriptionId}/attempts?hours=2`, 200))
        .body;
      return data.hours.at(-1);
    };
    await eventually('the attempts are counted', async () => (await counts()).failed === 3);
    assert.equal((await counts()).succeeded, 0);
  });

  it('leaves a delivery that is due as it is, and is refused when it is over or held', async () => {
    const { subscription, id } = await withFinished();
    const over = await stage.ask('POST', `${DELIVERIES}/${id}/retry`, 409);
    assert.equal(over.body.error.code, 'invalid_transition');
    const due = (await stage.ask('POST', `${DELIVERIES}/${id}/resend`, 202)).body.data;
    assert.deepEqual((await stage.ask('POST', `${DELIVERIES}/${due.id}/retry`, 202)).body.data, due);
    await stage.ask('PATCH', `${SUBSCRIPTIONS}/${subscription.id}`, 200, { active: false });
    await stage.ask('POST', `${DELIVERIES}/${due.id}/retry`, 409);
    await other.ask('POST', `${DELIVERIES}/${due.id}/retry`, 404);
  });
});

describe('POST /v1/webhooks/subscriptions/:id/test', () => {
  it('sends the example of the catalogue, to this subscription alone', async (t) => {
    const received: { type: string; data: unknown; url: string }[] = [];
    const receiver = await httpReceiver(t, async (request, response) => {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'));
      received.push({ ...body, url: request.url });
      response.end();
    });
    const { id } = await stage.subscribe({ url: `${receiver.url}?mine` });
    await stage.subscribe({ url: `${receiver.url}?theirs` });
    startWork(test, t);
    const { body } = await stage.ask('POST', `${SUBSCRIPTIONS}/${id}/test`, 202, { event: 'redirect.added' });
    assert.equal(body.data.cause, 'test');
    await eventually('it is delivered', async () => {
      const answer = await stage.ask('GET', `${DELIVERIES}/${body.data.id}`, 200);
      return answer.body.data.status === 'delivered';
    });
    const types = await stage.ask('GET', '/v1/events/types', 200);
    const { example } = types.body.data.find((type: { type: string }) => type.type === 'redirect.added');
    assert.deepEqual(
      received.map(({ type, data, url }) => ({ type, data, url })),
      [{ type: 'redirect.added', data: example, url: '/hook?mine' }],
    );
    const { body: feed } = await stage.ask('GET', '/v1/events?limit=100', 200);
    assert.ok(!feed.data.some((event: { id: string }) => event.id === body.data.eventId));
    const [entry] = await auditOf(stage, 'webhook_subscription.tested');
    assert.deepEqual(entry!.details, { deliveryId: body.data.id, eventType: 'redirect.added' });
  });

  it('refuses types that webhooks do not carry, and a paused subscription', async () => {
    const subscription = await stage.subscribe();
    const { id } = subscription;
    const url = `${SUBSCRIPTIONS}/${id}/test`;
    const codes = [];
    for (const event of ['order.placed', 'nonsense']) {
      codes.push((await stage.ask('POST', url, 422, { event })).body.error.details[0].code);
    }
    assert.deepEqual(codes, ['not_subscribable', 'unknown_event_type']);
    await stage.ask('PATCH', `${SUBSCRIPTIONS}/${id}`, 200, { active: false });
    await stage.ask('POST', url, 409, { event: 'redirect.added' });
    assert.deepEqual(await queued(subscription), []);
  });

  it("needs an admin, and another tenant's admin gets 404", async () => {
    const { id } = await stage.subscribe();
    const body = { event: 'redirect.added' };
    const url = `${SUBSCRIPTIONS}/${id}/test`;
    assert.equal((await test.call('POST', url, { token: stage.tenant.key, body })).status, 403);
    await other.ask('POST', url, 404, body);
  });
});
