import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verify } from '@octokit/webhooks-methods';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { httpReceiver } from '../testing/receivers.ts';
import { addEvents, addFinished, minutesAgo, openStage, startWork } from '../testing/stage.ts';

const PATH = '/v1/webhooks/deliveries';
const test = await useApp();
const stage = await openStage(test);
const other = await openStage(test);
const { tenant } = stage;
const list = async (query = '', token = stage.token) => {
  const answer = await test.call('GET', `${PATH}?${query}`, { token });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);
const get = (id: string, token = stage.token) => test.call('GET', `${PATH}/${id}`, { token });

describe('GET /v1/webhooks/deliveries', () => {
  it('lists open and finished deliveries together, newest event first, in pages without gaps or duplicates', async () => {
    const { id } = await stage.subscribe();
    const [oldest, ...events] = await addEvents(test, tenant, minutesAgo(test, 9, 8, 7, 6, 5));
    await addFinished(test, tenant, id, events.slice(0, 2), 'delivered');
    await stage.ask('POST', `/v1/webhooks/subscriptions/${id}/test`, 202, { event: 'redirect.added' });
    await addFinished(test, tenant, id, events.slice(2), 'failed');
    await addFinished(test, tenant, id, [oldest!], 'cancelled');
    const all = await list(`subscriptionId=${id}`);
    assert.deepEqual(idsOf(all), idsOf(all).toSorted().reverse());
    assert.equal(all.data.length, 6);
    const found: string[] = [];
    for (let query = `limit=2&subscriptionId=${id}`; query !== ''; ) {
      const body = await list(query);
      found.push(...idsOf(body));
      const { nextCursor } = body.pagination;
      query = nextCursor === null ? '' : `limit=2&subscriptionId=${id}&cursor=${nextCursor}`;
    }
    assert.deepEqual(found, idsOf(all));
  });

  it('filters by subscription, event type, status and time of the event, alone and combined', async () => {
    const [one, two] = [await stage.subscribe(), await stage.subscribe()];
    const events = await addEvents(test, tenant, minutesAgo(test, 300, 200, 100));
    const [first, second, third] = await addFinished(test, tenant, one.id, events);
    const [failed] = await addFinished(test, tenant, two.id, events.slice(1, 2), 'failed');
    const [cancelled] = await addFinished(test, tenant, two.id, events.slice(2), 'cancelled');
    const { body: held } = await stage.ask('POST', `${PATH}/${failed}/resend`, 202);
    const paused = await stage.ask('PATCH', `/v1/webhooks/subscriptions/${two.id}`, 200, { active: false });
    const { body: pending } = await stage.ask('POST', `${PATH}/${first}/resend`, 202);
    const since = events[1]!.at.toISOString();
    const until = events[2]!.at.toISOString();
    const expected: Record<string, unknown[]> = {
      [`subscriptionId=${one.id}&status=delivered`]: [first, second, third],
      [`subscriptionId=${two.id}&status=failed`]: [failed],
      [`subscriptionId=${two.id}&status=cancelled`]: [cancelled],
      'status=held': [held.data.id],
      [`subscriptionId=${one.id}&status=pending`]: [pending.data.id],
      [`subscriptionId=${one.id}&since=${since}&until=${until}`]: [second],
      [`subscriptionId=${two.id}&since=${until}`]: [cancelled],
      [`subscriptionId=${one.id}&eventType=redirect.removed`]: [],
      [`subscriptionId=${paused.body.data.id}&eventType=redirect.added&status=failed`]: [failed],
      [`subscriptionId=${crypto.randomUUID()}`]: [],
    };
    for (const [query, ids] of Object.entries(expected)) {
      assert.deepEqual(idsOf(await list(query)).sort(), ids.sort(), query);
    }
  });

  it('refuses an invalid status, time or cursor', async () => {
    for (const [query, status] of [
      ['status=ready', 422],
      ['since=yesterday', 422],
      ['subscriptionId=1', 422],
      ['cursor=nonsense', 400],
    ] as const) {
      assert.equal(
        (await test.call('GET', `${PATH}?${query}`, { token: stage.token })).status,
        status,
        query,
      );
    }
  });

  it('needs the scope read:webhooks of a key, since it has data of other modules', async () => {
    const refused = await test.call('GET', PATH, { token: await tenant.keyWith('read:crm') });
    assert.equal(refused.status, 403);
    const token = await tenant.keyWith('read:webhooks');
    assert.equal((await test.call('GET', PATH, { token })).status, 200);
  });
});

describe('GET /v1/webhooks/deliveries/:id', () => {
  it('shows every attempt, down to the bytes that were signed', async (t) => {
    const received: { raw: string; signature: string }[] = [];
    const receiver = await httpReceiver(t, async (request, response) => {
      const raw = Buffer.concat(await request.toArray()).toString('utf8');
      received.push({ raw, signature: String(request.headers['x-service-signature']) });
      response.writeHead(received.length === 1 ? 503 : 200, { 'x-shop': 'yes' }).end('thank you');
    });
    const { id, signingSecret } = await stage.subscribe({ url: receiver.url });
    startWork(test, t);
    const from = `/caf\u00e9-${id}`;
    await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from, to: '/new' } });
    const first = async () => (await list(`subscriptionId=${id}`)).data[0];
    await eventually('the first attempt is recorded', async () => (await first())?.attemptCount === 1);
    const { object, lastAttempt, subscriptionName, subscriptionUrl, ...waiting } = await first();
    assert.deepEqual([subscriptionName, subscriptionUrl], ['Shop', receiver.url]);
    assert.equal(object.label, from, 'the object of the event, by the name that people know');
    assert.deepEqual([lastAttempt.statusCode, lastAttempt.failure], [503, 'status']);
    assert.equal(waiting.status, 'pending');
    assert.ok(Date.parse(waiting.nextAttemptAt) > test.now().getTime() + 50_000);
    test.advance(70_000);
    await eventually('it is delivered', async () => (await first()).status === 'delivered');

    const { body } = await get(waiting.id);
    const { attempts, payloadExpungedAt, ...delivery } = body.data;
    assert.equal(payloadExpungedAt, null);
    const listed = await first();
    assert.deepEqual({ ...listed, ...delivery }, listed);
    assert.deepEqual([listed.lastAttempt.statusCode, listed.lastAttempt.failure], [200, null]);
    assert.equal(delivery.cause, 'event');
    assert.equal(delivery.nextAttemptAt, null);
    assert.deepEqual(
      attempts.map((attempt: Record<string, unknown>) => [
        attempt.attempt,
        attempt.statusCode,
        attempt.failure,
      ]),
      [
        [1, 503, 'status'],
        [2, 200, null],
      ],
    );
    for (const [index, attempt] of attempts.entries()) {
      assert.equal(attempt.signedBody, received[index]!.raw);
      assert.ok(await verify(signingSecret, attempt.signedBody, received[index]!.signature));
      assert.equal(JSON.parse(attempt.signedBody).delivered_at, attempt.startedAt);
      assert.equal(attempt.answerBody, 'thank you');
      assert.equal(attempt.answerHeaders['x-shop'], 'yes');
      assert.equal(attempt.address, '127.0.0.1');
      assert.ok(attempt.timings.totalMs >= attempt.timings.firstByteMs);
    }
    assert.ok(attempts[0].timings.connectMs !== undefined);
    assert.match(attempts[0].message, /503/);
  });

  it("answers the same 404 to another tenant's delivery and to one that never existed", async () => {
    const { id } = await stage.subscribe();
    const [finished] = await addFinished(
      test,
      tenant,
      id,
      await addEvents(test, tenant, minutesAgo(test, 1)),
    );
    assert.equal((await get(finished!)).status, 200);
    const theirs = await get(finished!, other.token);
    const nobodys = await get(crypto.randomUUID(), other.token);
    assert.deepEqual([theirs.status, nobodys.status], [404, 404]);
    const { requestId: _one, ...error } = theirs.body.error;
    const { requestId: _two, ...same } = nobodys.body.error;
    assert.deepEqual(error, same);
    assert.deepEqual((await list('', other.token)).data, []);
  });
});
