/** Order per object, and bursts that are delivered as one. */

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { httpReceiver } from '../testing/receivers.ts';
import { openStage, type Stage, startWork } from '../testing/stage.ts';

const PATH = '/v1/webhooks/subscriptions';
/** The work of each burst is the same; the load of the machine is not. */
const BURSTS = 5;
const test = await useApp({ RETRY_SCALE: '0.0002' });

type Received = { id: string; type: string; data: Record<string, unknown>; eventId: string };

/** Answers as `answer` says, 200 by default, after a moment, so that several are under way at once. */
async function openReceiver(t: TestContext, answer: (received: Received, nth: number) => number = () => 200) {
  const received: Received[] = [];
  const { url } = await httpReceiver(t, async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'));
    const each = { ...body, eventId: request.headers['x-service-event-id'] };
    const nth = received.push(each);
    setTimeout(() => response.writeHead(answer(each, nth)).end(), Math.random() * 10);
  });
  const arrived = (count: number) => eventually(`${count} arrive`, () => received.length >= count);
  return { url, received, arrived };
}

let paths = 0;
async function addRedirect(stage: Stage): Promise<string> {
  const body = { from: `/from-${++paths}`, to: '/to' };
  return (await stage.ask('POST', '/v1/redirects', 201, body)).body.data.id;
}
const change = (stage: Stage, id: string, to: string) =>
  stage.ask('PATCH', `/v1/redirects/${id}`, 200, { to });

describe('a subscription with order', () => {
  it('gets what concerns one object one after the other, whatever fails', async (t) => {
    const stage = await openStage(test);
    const tried = new Map<string, number>();
    // Each delivery fails once.
    const receiver = await openReceiver(t, ({ id }) => {
      tried.set(id, (tried.get(id) ?? 0) + 1);
      return tried.get(id) === 1 ? 500 : 200;
    });
    await stage.subscribe({ url: receiver.url, events: ['redirect.*'], ordered: true });
    const ids = [await addRedirect(stage), await addRedirect(stage), await addRedirect(stage)];
    for (const to of ['/a', '/b', '/c']) await Promise.all(ids.map((id) => change(stage, id, to)));
    const { body } = await stage.ask('GET', '/v1/events?limit=100', 200);
    startWork(test, t);
    // One addition and three changes of three redirects, each change a removal and an addition, each tried twice.
    await receiver.arrived(3 * 7 * 2);
    assert.equal(body.data.length, 0, 'nothing was fanned out before');
    for (const id of ids) {
      const events = receiver.received.filter(({ data }) => data.id === id).map(({ eventId }) => eventId);
      assert.deepEqual(events, events.toSorted(), 'in the order of their events');
      assert.equal(new Set(events).size, 7);
    }
  });

  it('does not hold up other objects while one is retried', async (t) => {
    const stage = await openStage(test);
    const bad = await addRedirect(stage);
    let isMended = false;
    const receiver = await openReceiver(t, ({ data }) => (data.id === bad && !isMended ? 500 : 200));
    const { id } = await stage.subscribe({ url: receiver.url, events: ['redirect.added'], ordered: true });
    startWork(test, t);
    await change(stage, bad, '/a');
    await receiver.arrived(1);
    await change(stage, bad, '/b');
    await addRedirect(stage);
    await eventually('the other arrives', () => receiver.received.some(({ data }) => data.id !== bad));
    await eventually('the second waits without a time', async () => {
      const { data } = (await stage.ask('GET', `/v1/webhooks/deliveries?subscriptionId=${id}`, 200)).body;
      const behind = data.find((each: { attemptCount: number }) => each.attemptCount === 0);
      return behind?.status === 'pending' && behind.nextAttemptAt === null;
    });
    const seen = () => receiver.received.filter(({ data }) => data.id === bad).map(({ data }) => data.to);
    assert.ok(!seen().includes('/b'));
    isMended = true;
    await eventually('the second is sent', () => seen().includes('/b'));
    assert.deepEqual(
      seen().filter((to) => to === '/b'),
      ['/b'],
    );
  });

  it('goes on after a pause, and after a repair of what a race left behind', async (t) => {
    const stage = await openStage(test);
    const receiver = await openReceiver(t);
    const { id } = await stage.subscribe({ url: receiver.url, events: ['redirect.*'], ordered: true });
    const redirect = await addRedirect(stage);
    await change(stage, redirect, '/a');
    await stage.ask('PATCH', `${PATH}/${id}`, 200, { active: false });
    startWork(test, t);
    const held = () => stage.ask('GET', `/v1/webhooks/deliveries?subscriptionId=${id}&status=held`, 200);
    await eventually('all are held', async () => (await held()).body.data.length === 3);
    await test.db.acrossTenants((tx) =>
      tx.query(`update webhook_queue set next_at = 'infinity' where subscription_id = $1`, [id]),
    );
    await stage.ask('PATCH', `${PATH}/${id}`, 200, { active: true });
    await receiver.arrived(3);
    const events = receiver.received.map(({ eventId }) => eventId);
    assert.deepEqual(events, events.toSorted());
  });
});

it('in a subscription with order, the next delivery of an object goes as soon as the one before is over', async (t) => {
  const stage = await openStage(test);
  const receiver = await openReceiver(t);
  const { id: subscription } = await stage.subscribe({
    url: receiver.url,
    events: ['redirect.*'],
    ordered: true,
  });
  const pause = (active: boolean) => stage.ask('PATCH', `${PATH}/${subscription}`, 200, { active });
  const id = await addRedirect(stage);
  startWork(test, t);
  await receiver.arrived(1);
  // A search for lanes every 200 ms would take almost five seconds for each burst; a busy machine is slow in some of them.
  const took: number[] = [];
  while (took.length < BURSTS && !took.some((ms) => ms < 3_000)) {
    await pause(false);
    const before = receiver.received.length;
    for (let nth = 0; nth < 12; nth++) await change(stage, id, `/${took.length}-${nth}`);
    await eventually('all are held', async () => {
      const url = `/v1/webhooks/deliveries?subscriptionId=${subscription}&status=held&limit=100`;
      return (await stage.ask('GET', url, 200)).body.data.length === 24;
    });
    await pause(true);
    await receiver.arrived(before + 1);
    const began = performance.now();
    await receiver.arrived(before + 24);
    took.push(performance.now() - began);
  }
  assert.ok(took.at(-1)! < 3_000, `bursts of 24 deliveries took ${took.map(Math.round)} ms`);
});

it('in a subscription with order, a long backlog of one object does not hold up another', async (t) => {
  const stage = await openStage(test);
  const hot = crypto.randomUUID();
  const receiver = await openReceiver(t);
  const slow = await httpReceiver(t, async (request, response) => {
    const { data } = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'));
    receiver.received.push({ data } as Received);
    if (data.id !== hot) response.end();
  });
  const { id } = await stage.subscribe({ url: slow.url, events: ['redirect.*'], ordered: true });
  const owner = await connectAsOwner(test.database);
  await owner.query(
    `with event as (
       insert into events (tenant_id, id, type, data, created_at)
       select $1, ('01920000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'redirect.added',
         json_build_object('id', case when n = 500 then 'other' else $3 end), $4 from generate_series(1, 500) n
       returning *)
     insert into webhook_queue
       (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at, object)
     select tenant_id, delivery_id(id, $2, id), created_at, id, $2, type, 'event', 'ready',
       $4::timestamptz + n * interval '1 ms', $4, data ->> 'id'
     from (select e.*, row_number() over (order by id) as n from event e) e`,
    [stage.tenant.id, id, hot, new Date(test.now().getTime() - 1_000)],
  );
  await owner.end();
  const began = performance.now();
  startWork(test, t);
  await receiver.arrived(2);
  const took = performance.now() - began;
  assert.deepEqual(new Set(receiver.received.map(({ data }) => data.id)), new Set([hot, 'other']));
  assert.ok(took < 3_000, `it took ${took} ms to look past 499 deliveries`);
});

describe('a subscription that gathers', () => {
  it('gets the events of a burst as one delivery, in order, each once', async (t) => {
    const stage = await openStage(test);
    const receiver = await openReceiver(t, (_received, nth) => (nth === 1 ? 500 : 200));
    const wanted = { url: receiver.url, events: ['redirect.*'], coalesceSeconds: 1 };
    const { id } = await stage.subscribe(wanted);
    const single = await openReceiver(t);
    await stage.subscribe({ url: single.url, events: ['redirect.*'] });
    startWork(test, t);
    for (let n = 0; n < 5; n++) await addRedirect(stage);
    await receiver.arrived(2);
    await single.arrived(5);
    const [first, again] = receiver.received as [Received, Received];
    assert.deepEqual([first.type, first.id, first.data], ['webhook.batch', again.id, again.data]);
    const events = first.data.events as { id: string; type: string; data: object }[];
    assert.equal(first.data.count, 5);
    assert.deepEqual(
      events.map((event) => [event.id, event.data]),
      single.received.map(({ eventId, data }) => [eventId, data]).toSorted(),
    );
    const { body } = await stage.ask('GET', `/v1/webhooks/deliveries?subscriptionId=${id}`, 200);
    assert.equal(body.data.length, 1);
    await eventually('it is over', async () => {
      const [delivery] = (await stage.ask('GET', `/v1/webhooks/deliveries?subscriptionId=${id}`, 200)).body
        .data;
      return delivery.status === 'delivered';
    });
    await stage.ask('POST', `/v1/webhooks/deliveries/${body.data[0].id}/resend`, 202);
    await receiver.arrived(3);
    await addRedirect(stage);
    await receiver.arrived(4);
    assert.equal(receiver.received[3]!.data.count, 1);
  });

  it('has the outcome of a batch for each of its events: what failed is replayed, one by one', async (t) => {
    const stage = await openStage(test);
    let isMended = false;
    const receiver = await openReceiver(t, () => (isMended ? 200 : 500));
    const { id } = await stage.subscribe({ url: receiver.url, events: ['redirect.*'], coalesceSeconds: 1 });
    startWork(test, t);
    const redirect = await addRedirect(stage);
    await receiver.arrived(1);
    // The next attempt is the last.
    await test.db.acrossTenants((tx) =>
      tx.query(
        `update webhook_queue set attempts = 7, next_at = now(), state = 'waiting' where subscription_id = $1`,
        [id],
      ),
    );
    const status = async () =>
      (await stage.ask('GET', `/v1/webhooks/deliveries?subscriptionId=${id}`, 200)).body.data[0]?.status;
    await eventually('it has failed', async () => (await status()) === 'failed');
    isMended = true;
    const before = receiver.received.length;
    const since = new Date(test.now().getTime() - 60_000).toISOString();
    await stage.ask('POST', `${PATH}/${id}/replay`, 202, { since, status: 'failed' });
    await receiver.arrived(before + 1);
    assert.deepEqual(
      [receiver.received.at(-1)!.type, receiver.received.at(-1)!.data.id],
      ['redirect.added', redirect],
    );
  });

  it('discards what it has gathered with its backlog, and expunges batches with their events', async (t) => {
    const stage = await openStage(test);
    const [receiver, single] = [await openReceiver(t), await openReceiver(t)];
    const { id } = await stage.subscribe({ url: receiver.url, events: ['redirect.*'], coalesceSeconds: 2 });
    const { id: plain } = await stage.subscribe({ url: single.url, events: ['redirect.*'] });
    startWork(test, t);
    await addRedirect(stage);
    await single.arrived(1);
    await stage.ask('PATCH', `${PATH}/${id}`, 200, { backlog: 'discard' });
    const kept = await addRedirect(stage);
    await single.arrived(2);
    const list = (of: string) =>
      stage.ask('GET', `/v1/webhooks/deliveries?subscriptionId=${of}&status=delivered`, 200);
    await eventually('both are recorded', async () => (await list(plain)).body.data.length === 2);
    const [delivery] = (await list(plain)).body.data;
    const expunge = (status: number) =>
      stage.ask('POST', `/v1/webhooks/deliveries/${delivery.id}/expunge`, status, { payload: true });
    await expunge(409);
    await receiver.arrived(1);
    const { count, events } = receiver.received[0]!.data as {
      count: number;
      events: { data: { id: string } }[];
    };
    assert.deepEqual([count, events[0]!.data.id], [1, kept]);
    await eventually('the batch is recorded', async () => (await list(id)).body.data.length === 1);
    await expunge(200);
    const [batch] = (await list(id)).body.data;
    const { text } = await stage.ask('GET', `/v1/webhooks/deliveries/${batch.id}`, 200);
    assert.ok(!text.includes(kept));
    await stage.ask('POST', `/v1/webhooks/deliveries/${batch.id}/resend`, 409);
  });

  it('does not wait for a burst of its tenant that cannot be made', async (t) => {
    const stage = await openStage(test);
    const [bad, good] = [await openReceiver(t), await openReceiver(t)];
    const { id } = await stage.subscribe({ url: bad.url, events: ['redirect.*'], coalesceSeconds: 1 });
    await stage.subscribe({ url: good.url, events: ['redirect.*'], coalesceSeconds: 2 });
    const owner = await connectAsOwner(test.database);
    t.after(() =>
      owner.query('drop trigger broken on webhook_queue; drop function broken').finally(() => owner.end()),
    );
    await owner.query(`
      create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger broken before insert on webhook_queue for each row when (new.subscription_id = '${id}')
        execute function broken()`);
    startWork(test, t);
    await addRedirect(stage);
    await good.arrived(1);
    assert.equal(bad.received.length, 0);
    const { rows } = await owner.query('select batch_id from webhook_gathered where subscription_id = $1', [
      id,
    ]);
    assert.deepEqual(rows, [{ batch_id: null }], 'its event is still there');
  });

  it('is bounded in events per delivery', async (t) => {
    const stage = await openStage(test);
    const receiver = await openReceiver(t);
    const { id } = await stage.subscribe({ url: receiver.url, events: ['redirect.*'], coalesceSeconds: 300 });
    const owner = await connectAsOwner(test.database);
    await owner.query(
      `with event as (
           insert into events (tenant_id, id, type, data, created_at)
           select $1, gen_random_uuid(), 'redirect.added', json_build_object('n', n), $3 from generate_series(1, 1201) n
           returning tenant_id, id, created_at, type),
         gathered as (
           insert into webhook_gathered (tenant_id, subscription_id, event_id, at, event_type)
           select tenant_id, $2, id, created_at, type from event)
         insert into webhook_bursts (tenant_id, subscription_id, due_at) values ($1, $2, $3)`,
      [stage.tenant.id, id, test.now()],
    );
    await owner.end();
    startWork(test, t);
    await receiver.arrived(3);
    assert.deepEqual(
      receiver.received.map(({ data }) => data.count).toSorted((a, b) => Number(b) - Number(a)),
      [500, 500, 201],
    );
  });

  it('cannot have order too', async () => {
    const stage = await openStage(test);
    const both = { name: 'Both', url: 'http://localhost:1/', events: ['redirect.*'], ordered: true };
    await stage.ask('POST', PATH, 422, { ...both, coalesceSeconds: 5 });
    const { id } = await stage.subscribe({ ordered: true });
    await stage.ask('PATCH', `${PATH}/${id}`, 422, { coalesceSeconds: 5 });
    await stage.ask('PATCH', `${PATH}/${id}`, 200, { coalesceSeconds: 5, ordered: false });
  });
});
