/**
 * One tenant's subscriptions cost the others a bounded amount: their number, the rows of a round and the pending deliveries are
 * limited.
 */

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Consumer, dispatch, type Turn } from '#kernel/events/dispatcher.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { newTenant, type TestApp, type TestTenant, useApp } from '../../../testing.ts';
import { insertNotice } from '../notices.sql.ts';
import { readDeliveryBacklog } from './backlogs.sql.ts';
import { createBacklogs, ROWS_PER_ROUND } from './backlogs.ts';
import { insertDeliveries } from './fan-out.sql.ts';

const PATH = '/v1/webhooks/subscriptions';
const test = await useApp({ WEBHOOK_MAX_SUBSCRIPTIONS: '40', WEBHOOK_MAX_PENDING: '5000' });
const hook = { name: 'Hook', url: 'http://127.0.0.1:9/', events: ['redirect.added'] };

const addRedirects = (tenant: TestTenant, count: number) =>
  test.call('POST', '/v1/redirects/import', {
    token: tenant.key,
    headers: { 'content-type': 'text/csv' },
    body: `from,to\n${Array.from({ length: count }, (_, n) => `/r-${n},/new`).join('\n')}`,
  });
const count = async (table: string, tenant: TestTenant) => {
  const { rows } = await test.db.acrossTenantsQuery<{ n: number }>(
    `select count(*)::int as n from ${table} where tenant_id = $1`,
    [tenant.id],
  );
  return rows[0]!.n;
};

/** Polls, because notices are written asynchronously. */
async function noticesOf({ call }: TestApp, token: string): Promise<string[]> {
  for (let looks = 0; ; looks++) {
    const { data } = (await call('GET', '/v1/notices', { token })).body;
    if (data.length > 0 || looks > 500) return data.map(({ kind }: { kind: string }) => kind);
    await sleep(10);
  }
}

it('a tenant has a limit of subscriptions, which the error names; concurrent requests do not exceed it', async () => {
  const tenant = await newTenant(test);
  const token = await tenant.staff('admin');
  const create = () => test.call('POST', PATH, { token, body: hook });
  for (let n = 0; n < 38; n++) assert.equal((await create()).status, 201);
  const answers = await Promise.all([create(), create(), create(), create(), create()]);
  assert.equal(answers.filter(({ status }) => status === 201).length, 2);
  const refused = answers.find(({ status }) => status !== 201)!;
  assert.equal(refused.status, 409);
  assert.equal(refused.body.error.code, 'conflict');
  assert.deepEqual(refused.body.error.details, { limit: 40, count: 40 });
  const made = answers.find(({ status }) => status === 201)!.body.data;
  await test.call('DELETE', `${PATH}/${made.id}`, { token });
  assert.equal((await test.call('POST', PATH, { token, body: hook })).status, 201);
  const other = await newTenant(test);
  assert.equal(
    (await test.call('POST', PATH, { token: await other.staff('admin'), body: hook })).status,
    201,
  );
});

it('a round takes few events of a tenant with many subscriptions, and none while too many deliveries are pending', async () => {
  const tenant = await newTenant(test);
  const token = await tenant.staff('admin');
  for (let n = 0; n < 40; n++) await test.call('POST', PATH, { token, body: hook });
  assert.equal((await addRedirects(tenant, 200)).status, 200);
  const fanOut: Consumer = {
    name: 'fan-out',
    types: new Set(['redirect.added']),
    consume: async (tx, events, now) => {
      await insertDeliveries(tx, events, now);
    },
    bound: {
      lane: 'webhooks',
      perTenant: createBacklogs(test.kernel, test.kernel.config.webhooks).perTenant,
    },
  };
  const round = () => dispatch(test.db, 'webhooks', [fanOut], test.now(), test.kernel.log);
  let before = 0;
  for (;;) {
    const taken = await round();
    const after = await count('webhook_queue', tenant);
    assert.ok(after - before <= ROWS_PER_ROUND, `${after - before} rows in one round`);
    before = after;
    if (taken === 0) break;
  }
  assert.equal(before, 5000);
  test.advance(2_000);
  assert.equal(await round(), 0);
  // The notice is written asynchronously.
  await eventually('the tenant is told', async () => (await noticesOf(test, token)).length > 0);
  assert.deepEqual(await noticesOf(test, token), ['webhook.backlog_full']);

  const other = await newTenant(test);
  await test.call('POST', PATH, { token: await other.staff('admin'), body: hook });
  await addRedirects(other, 1);
  assert.equal(await round(), 1, 'another tenant does not wait');

  // No event is lost: once there is room, the others follow.
  const { data } = (await test.call('GET', `${PATH}?limit=100`, { token })).body;
  for (const { id } of data)
    await test.call('PATCH', `${PATH}/${id}`, { token, body: { active: true, backlog: 'discard' } });
  test.advance(10_000);
  while ((await round()) > 0);
  assert.equal(await count('webhook_queue', tenant), 200 * 40 - 5000);
});

it('a tenant with many subscriptions has its own rounds, for which other tenants do not wait', async () => {
  const [many, few] = [await newTenant(test), await newTenant(test)];
  for (const [tenant, count] of [
    [many, 20],
    [few, 1],
  ] as const) {
    const token = await tenant.staff('admin');
    for (let n = 0; n < count; n++) await test.call('POST', PATH, { token, body: hook });
    await addRedirects(tenant, 1);
  }
  const fanOut: Consumer = {
    name: 'fan-out',
    types: new Set(['redirect.added']),
    consume: async (tx, events, now) => {
      await insertDeliveries(tx, events, now);
    },
    bound: {
      lane: 'webhooks',
      perTenant: createBacklogs(test.kernel, test.kernel.config.webhooks).perTenant,
    },
  };
  const round = (turn: Turn) =>
    dispatch(test.db, 'webhooks', [fanOut], test.now(), test.kernel.log, { ...turn });
  let found = 0;
  assert.equal(await round({ after: null, isCostly: false, onCostly: () => found++ }), 1);
  assert.deepEqual([await count('webhook_queue', many), await count('webhook_queue', few)], [0, 1]);
  assert.equal(found, 1, 'and their dispatcher is woken');
  assert.equal(await round({ after: null, isCostly: true }), 1);
  assert.equal(await count('webhook_queue', many), 20);
});

it('deliveries held for a paused subscription delay no others, and have their own limit', async () => {
  const test = await useApp({ WEBHOOK_MAX_PENDING: '20' });
  const tenant = await newTenant(test);
  const token = await tenant.staff('admin');
  const create = async () => (await test.call('POST', PATH, { token, body: hook })).body.data.id as string;
  const [paused, live] = [await create(), await create()];
  await test.call('PATCH', `${PATH}/${paused}`, { token, body: { active: false } });
  const backlogs = createBacklogs(test.kernel, test.kernel.config.webhooks);
  const fanOut: Consumer = {
    name: 'fan-out',
    types: new Set(['redirect.added']),
    consume: async (tx, events, now) => {
      await insertDeliveries(tx, events, now, backlogs.withHeldFull());
    },
    bound: { lane: 'webhooks', perTenant: backlogs.perTenant },
  };
  const count = async (subscription: string) =>
    (await test.db.acrossTenantsQuery('select from webhook_queue where subscription_id = $1', [subscription]))
      .rowCount;
  const work = async () => {
    while ((await dispatch(test.db, 'webhooks', [fanOut], test.now(), test.kernel.log)) > 0);
  };
  const add = (from: string) =>
    test.call('POST', '/v1/redirects', { token: tenant.key, body: { from, to: '/new' } });
  // Pending deliveries are sent, as to a working receiver; held ones stay.
  for (let n = 0; n < 60; n++) {
    await add(`/held-${n}`);
    test.advance(10_000);
    await work();
    assert.equal(await count(live), 1, `event ${n} is on its way`);
    await test.db.acrossTenantsQuery('delete from webhook_queue where subscription_id = $1', [live]);
  }
  assert.equal(await count(paused), 20);
  const viewer = await tenant.staff('viewer');
  await eventually('the tenant is told', async () => (await noticesOf(test, viewer)).length > 0);
  assert.deepEqual(await noticesOf(test, viewer), ['webhook.held_full']);
  assert.equal(
    (await test.db.acrossTenantsQuery(`select from event_queue where lane = 'webhooks'`)).rowCount,
    0,
  );
});

it('a key needs read:webhooks for the delivery log, replays, health and notices, which have data of other modules', async () => {
  const tenant = await newTenant(test);
  const admin = await tenant.staff('admin');
  const { id } = (await test.call('POST', PATH, { token: admin, body: hook })).body.data;
  const paths = ['/v1/webhooks/deliveries', `${PATH}/${id}/replays`, `${PATH}/${id}/health`, '/v1/notices'];
  const [lacking, having] = [await tenant.keyWith('write:crm'), await tenant.keyWith('read:webhooks')];
  for (const path of paths) {
    const refused = await test.call('GET', path, { token: lacking });
    assert.equal(refused.status, 403, path);
    assert.deepEqual(refused.body.error.details, { scope: 'read:webhooks' });
    assert.equal((await test.call('GET', path, { token: having })).status, 200, path);
    assert.equal((await test.call('GET', path, { token: await tenant.staff('viewer') })).status, 200, path);
  }
  assert.equal((await test.call('GET', PATH, { token: lacking })).status, 200);
});

it('a viewer cannot mark a notice for everybody as read', async () => {
  const tenant = await newTenant(test);
  const id = crypto.randomUUID();
  const notice = { id, kind: 'x', subjectType: 'x', subjectId: id, message: 'Look', now: test.now() };
  await test.db.inTenant(tenant.id, (tx) => insertNotice(tx, notice));
  const statusOf = async (token: string, of = id) =>
    (await test.call('POST', `/v1/notices/${of}/read`, { token })).status;
  assert.equal(await statusOf(await tenant.staff('viewer')), 403);
  assert.equal(await statusOf(await tenant.keyWith('read:webhooks')), 403);
  assert.equal(await statusOf(await tenant.keyWith('write:webhooks')), 200);
  assert.equal(await statusOf(await tenant.staff('editor')), 200);
  assert.equal(await statusOf(await tenant.staff('editor'), crypto.randomUUID()), 404);
});

it('the backlog of deliveries counts retries that no worker wakes, and a long queue hides no older delivery', async () => {
  const [shop, flood] = [await newTenant(test), await newTenant(test)];
  const worker = { query: test.db.acrossTenantsQuery };
  // Other tests leave some.
  await worker.query('delete from webhook_queue');
  const insert = (tenant: TestTenant, state: string, minutes: number, rows = 1) =>
    worker.query(
      `insert into webhook_queue (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at)
       select $1, gen_random_uuid(), $3, gen_random_uuid(), $1, 'redirect.added', 'event', $2, $3, $3
       from generate_series(1, $4::int)`,
      [tenant.id, state, new Date(test.now().getTime() - minutes * 60_000), rows],
    );
  const backlog = async () => {
    const { waiting, oldestSeconds } = (await readDeliveryBacklog(worker, test.now()))!;
    return { waiting, minutes: Math.round(oldestSeconds / 60) };
  };
  await insert(shop, 'waiting', 120);
  await insert(shop, 'waiting', -120);
  assert.deepEqual(await backlog(), { waiting: 1, minutes: 120 });
  await insert(flood, 'ready', 10, 2_000);
  await insert(shop, 'ready', 180);
  assert.equal((await backlog()).minutes, 180);
});
