import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { httpReceiver } from '../testing/receivers.ts';
import { addEvents, addFinished, auditOf, minutesAgo, openStage, startWork } from '../testing/stage.ts';

const PATH = '/v1/webhooks/deliveries';
const test = await useApp();
const stage = await openStage(test);
const other = await openStage(test);
const { tenant } = stage;
const show = async (id: string) => (await stage.ask('GET', `${PATH}/${id}`, 200)).body.data;
const SECRET = 'Ada Lovelace lives at 12 St James’s Square';

/** So that the next event has one delivery. */
async function unsubscribeAll() {
  const { data } = (await stage.ask('GET', '/v1/webhooks/subscriptions', 200)).body;
  for (const { id } of data) await stage.ask('DELETE', `/v1/webhooks/subscriptions/${id}`, 200);
}

/** A delivery with a failed attempt and one that succeeded, whose answers name a person. */
async function delivered(t: TestContext) {
  let attempts = 0;
  const receiver = await httpReceiver(t, (request, response) => {
    request.resume();
    response.writeHead(++attempts === 1 ? 500 : 200, { 'x-customer': 'ada' }).end(SECRET);
  });
  await unsubscribeAll();
  const { id: subscriptionId } = await stage.subscribe({ url: receiver.url });
  const work = test.startWork();
  t.after(() => work.stop());
  await test.call('POST', '/v1/redirects', {
    token: tenant.key,
    body: { from: `/ada-${subscriptionId}`, to: '/new' },
  });
  const first = async () =>
    (await stage.ask('GET', `${PATH}?subscriptionId=${subscriptionId}`, 200)).body.data[0];
  await eventually('it failed once', async () => (await first())?.attemptCount === 1);
  const { id } = await first();
  return {
    id: id as string,
    subscriptionId,
    async finish() {
      await stage.ask('POST', `${PATH}/${id}/retry`, 202);
      await eventually('it is delivered', async () => (await first()).status === 'delivered');
      await work.stop();
    },
  };
}

describe('POST /v1/webhooks/deliveries/:id/expunge', () => {
  it('removes the answers of all attempts for good, and leaves the rest', async (t) => {
    const { id, finish } = await delivered(t);
    await finish();
    const before = await show(id);
    assert.deepEqual(
      before.attempts.map((attempt: { answerBody: string }) => attempt.answerBody),
      [SECRET, SECRET],
    );
    const { body } = await stage.ask('POST', `${PATH}/${id}/expunge`, 200, {});
    assert.deepEqual(body.data, await show(id));
    for (const [index, attempt] of body.data.attempts.entries()) {
      assert.ok(Date.parse(attempt.answerExpungedAt) > 0);
      assert.deepEqual(attempt, {
        ...before.attempts[index],
        answerHeaders: {},
        answerBody: '',
        answerExpungedAt: attempt.answerExpungedAt,
      });
    }
    assert.equal(body.data.payloadExpungedAt, null);
    const { rows } = await test.db.inTenant(tenant.id, (tx) =>
      tx.query(
        `select from webhook_deliveries where id = $1 and (answer_body || answer_headers::text) ~ 'ada|Ada'
         union all select from webhook_attempts where delivery_id = $1 and (answer_body || answer_headers::text) ~ 'ada|Ada'`,
        [id],
      ),
    );
    assert.equal(rows.length, 0);
    const [entry] = await auditOf(stage, 'webhook_delivery.expunged');
    assert.deepEqual([entry!.subject.id, entry!.details.answers, entry!.details.payload], [id, 2, false]);
  });

  it('removes the payload on request: from the log, the feed and the event, for all its deliveries', async (t) => {
    const { id, finish } = await delivered(t);
    await finish();
    const { eventId } = await show(id);
    const { body } = await stage.ask('POST', `${PATH}/${id}/expunge`, 200, { payload: true });
    assert.ok(Date.parse(body.data.payloadExpungedAt) > 0);
    assert.deepEqual(
      body.data.attempts.map((attempt: { signedBody: null }) => attempt.signedBody),
      [null, null],
    );
    const { data: event } = (await stage.ask('GET', `/v1/events/${eventId}`, 200)).body;
    const mark = { expunged: true, expungedAt: body.data.payloadExpungedAt };
    assert.deepEqual([event.data, event.expungedAt], [mark, mark.expungedAt]);
    const feed = (await stage.ask('GET', '/v1/events?limit=100', 200)).body.data;
    assert.deepEqual(feed.find((each: { id: string }) => each.id === eventId).data, mark);
    assert.doesNotMatch((await stage.ask('GET', `${PATH}?eventId=${eventId}`, 200)).text, /ada/);
    const again = (await stage.ask('POST', `${PATH}/${id}/expunge`, 200, { payload: true })).body.data;
    assert.equal(again.payloadExpungedAt, mark.expungedAt, 'the second time changes nothing');
  });

  it('refuses the payload while a delivery of the event is on its way, and changes nothing', async (t) => {
    const { id } = await delivered(t);
    const { body } = await stage.ask('POST', `${PATH}/${id}/expunge`, 409, { payload: true });
    assert.match(body.error.message, /still on its way/);
    const { attempts, payloadExpungedAt } = await show(id);
    assert.deepEqual([attempts[0].answerBody, payloadExpungedAt], [SECRET, null]);
    await stage.ask('POST', `${PATH}/${id}/expunge`, 200, {});
    assert.equal((await show(id)).attempts[0].answerBody, '', 'its answers so far can go');
  });

  it('leaves an event that neither a resend nor a replay sends again', async (t) => {
    const arrived: object[] = [];
    const receiver = await httpReceiver(t, async (request, response) => {
      arrived.push(JSON.parse(Buffer.concat(await request.toArray()).toString()).data);
      response.writeHead(204).end();
    });
    const { id: subscriptionId } = await stage.subscribe({ url: receiver.url });
    const events = await addEvents(test, tenant, minutesAgo(test, 30, 29));
    const [gone] = await addFinished(test, tenant, subscriptionId, events, 'failed');
    await stage.ask('POST', `${PATH}/${gone}/expunge`, 200, { payload: true });
    const { body } = await stage.ask('POST', `${PATH}/${gone}/resend`, 409);
    assert.match(body.error.message, /expunged/);
    const many = await stage.ask('POST', `${PATH}/resend`, 202, { ids: [gone] });
    assert.match(many.body.data.results[0].error.message, /expunged/);
    const replay = await stage.ask('POST', `/v1/webhooks/subscriptions/${subscriptionId}/replay`, 202, {
      since: minutesAgo(test, 31)[0]!.toISOString(),
      until: minutesAgo(test, 28)[0]!.toISOString(),
    });
    startWork(test, t);
    await eventually('the replay is over', async () => {
      const { data } = (await stage.ask('GET', `/v1/webhooks/replays/${replay.body.data.id}`, 200)).body;
      return data.state === 'done';
    });
    await eventually('the other event arrives', () => arrived.length > 0);
    assert.deepEqual(arrived, [{ number: 1.1 }]);
  });

  it('changes nothing in a dry run, which answers as if it had', async (t) => {
    const { id, finish } = await delivered(t);
    await finish();
    const before = await show(id);
    const { body } = await stage.ask('POST', `${PATH}/${id}/expunge?dryRun=true`, 200, { payload: true });
    assert.equal(body.data.attempts[0].answerBody, '');
    assert.deepEqual(await show(id), before);
  });

  it("needs an admin, and answers 404 for another tenant's delivery", async () => {
    const { id } = await stage.subscribe();
    const [delivery] = await addFinished(
      test,
      tenant,
      id,
      await addEvents(test, tenant, minutesAgo(test, 5)),
    );
    const ask = async (token: string) =>
      (await test.call('POST', `${PATH}/${delivery}/expunge`, { token, body: {} })).status;
    assert.deepEqual(
      [await ask(await tenant.staff('editor')), await ask(tenant.key), await ask(other.token)],
      [403, 403, 404],
    );
  });

  it('leaves a mark that no event of the catalogue can be', async () => {
    const { data } = (await stage.ask('GET', '/v1/events/types', 200)).body;
    assert.ok(data.length > 10);
    for (const { schema } of data) assert.ok(!('expunged' in (schema.properties ?? {})));
  });
});
