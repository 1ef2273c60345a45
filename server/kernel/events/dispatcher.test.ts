import assert from 'node:assert/strict';
import { after, beforeEach, it } from 'node:test';
import type { Db, Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../testing.ts';
import { SUBSCRIBABLE } from './catalogue.ts';
import { type Consumer, dispatch, retryParked, type Turn } from './dispatcher.ts';
import { BATCH, laneOf } from './lanes.ts';
import { publish } from './publish.ts';

const test = await useApp();
const { db } = test;
const { log } = test.kernel;
const tenant = await newTenant(test);
const owner = await connectAsOwner(test.database);
after(() => owner.end());
// A table for consumers to write to: a count shows whether an event was processed twice.
await owner.query('create table seen (event_id uuid, consumer text)');
await owner.query('grant select, insert on seen to colonnade_worker');
beforeEach(() => owner.query('delete from seen; delete from event_queue; delete from events'));

const write = async (tx: Tx, events: { id: string }[], consumer = 'writer') => {
  await tx.query('insert into seen select unnest($1::uuid[]), $2', [
    events.map((event) => event.id),
    consumer,
  ]);
};
const writer: Consumer = { name: 'writer', consume: (tx, events) => write(tx, events) };

async function publishOne(type = 'redirect.added'): Promise<string> {
  // Ids of one millisecond have no order, so the time identifies the newest.
  test.advance(1);
  const { rows } = await db.inTenant(tenant.id, async (tx) => {
    await publish(tx, test.now(), { type, data: {} });
    return tx.query<{ id: string }>('select id from events order by created_at desc limit 1');
  });
  return rows[0]!.id;
}

const round = (consumers: Consumer[], through: Db = db) =>
  dispatch(through, 'webhooks', consumers, test.now(), log);
const seen = async () => (await owner.query('select event_id, consumer from seen order by 1, 2')).rows;
const stateOf = async (id: string) =>
  (
    await owner.query(
      `select case when next_at = 'infinity' then 'parked' else 'pending' end as state, attempts, last_error
       from event_queue where id = $1`,
      [id],
    )
  ).rows[0];

/** Fails on this event, with a message of its own. */
const failingOn = (poison: string): Consumer => ({
  name: 'fails on one',
  async consume(tx, events) {
    if (events.some((event) => event.id === poison)) throw new Error('cannot digest this');
    await write(tx, events);
  },
});

it('an event reaches every consumer once, and then never again', async () => {
  const id = await publishOne();
  const second: Consumer = { name: 'second', consume: (tx, events) => write(tx, events, 'second') };
  assert.equal(await round([writer, second]), 1);
  assert.equal(await round([writer, second]), 0);
  assert.deepEqual(await seen(), [
    { event_id: id, consumer: 'second' },
    { event_id: id, consumer: 'writer' },
  ]);
});

it('the function that a consumer returns is called after the commit, for each event, also after a failed batch is split', async () => {
  const followed: string[] = [];
  const following = ({ name, consume }: Consumer): Consumer => ({
    name,
    async consume(tx, events, now) {
      await consume(tx, events, now);
      return () => followed.push(...events.map(({ id }) => id));
    },
  });
  const first = await publishOne();
  await round([following(writer)]);
  assert.deepEqual(followed, [first]);
  const [second, poison, third] = [await publishOne(), await publishOne(), await publishOne()];
  await round([following(failingOn(poison))]);
  assert.deepEqual(followed.sort(), [first, second, third].sort());
});

it('a consumer that always fails on one event parks that event with its error; other events are processed', async () => {
  const [before, poison, after] = [await publishOne(), await publishOne(), await publishOne()];
  const consumer = failingOn(poison);
  await round([consumer]);
  assert.deepEqual((await seen()).map((row) => row.event_id).sort(), [before, after].sort());
  assert.deepEqual(await stateOf(poison), {
    state: 'pending',
    attempts: 1,
    last_error: 'cannot digest this',
  });

  for (let attempt = 2; attempt <= 8; attempt++) {
    assert.equal(await round([consumer]), 0, 'it waits between its attempts');
    test.advance(2 ** attempt * 1000);
    await round([consumer]);
  }
  assert.deepEqual(await stateOf(poison), { state: 'parked', attempts: 8, last_error: 'cannot digest this' });
  test.advance(86_400_000);
  assert.equal(await round([writer]), 0);
  const metrics = await test.call('GET', '/metrics');
  assert.match(metrics.text, /^colonnade_parked_events\{queue="events"\} 1$/m);
});

it('an event on which a consumer always exceeds the time limit is parked too, its tenant gets a notice, and it can be retried', async () => {
  const [poison, other] = [await publishOne(), await publishOne()];
  const slow: Consumer = {
    name: 'takes too long for one',
    async consume(tx, events) {
      if (events.some((event) => event.id === poison)) {
        await tx.query("set local statement_timeout = '5ms'");
        await tx.query('select pg_sleep(60)');
      }
      await write(tx, events);
    },
  };
  for (let attempt = 1; attempt <= 8; attempt++) {
    await round([slow]);
    test.advance(2 ** attempt * 1000);
  }
  assert.deepEqual(
    (await seen()).map((row) => row.event_id),
    [other],
  );
  const { state, attempts, last_error } = await stateOf(poison);
  assert.deepEqual([state, attempts], ['parked', 8]);
  assert.match(last_error, /statement timeout/);
  const { data } = (await test.call('GET', '/v1/notices', { token: await tenant.staff('viewer') })).body;
  const told = data.filter(({ subject }: { subject: { id: string } }) => subject.id === poison);
  assert.deepEqual(
    told.map(({ kind }: { kind: string }) => kind),
    ['event.parked'],
  );
  assert.equal(await retryParked(db, test.now(), tenant.id), 1);
  assert.equal(await round([writer]), 1);
});

it('an outage of the database does not count as an attempt of an event', async () => {
  const id = await publishOne();
  const away: Consumer = {
    name: 'meets an outage',
    async consume(tx) {
      await tx.query("do $$ begin raise exception 'disk full' using errcode = '53100'; end $$");
    },
  };
  await round([away]);
  assert.equal((await stateOf(id)).attempts, 0);
});

it("the consumers' writes and the removal of the event are atomic: a failure after the write undoes both", async () => {
  const id = await publishOne();
  const failing: Consumer = {
    name: 'fails',
    consume: async () => {
      throw new Error('after the write');
    },
  };
  await round([writer, failing]);
  assert.deepEqual(await seen(), []);
  test.advance(10_000);
  await round([writer]);
  assert.deepEqual(await seen(), [{ event_id: id, consumer: 'writer' }]);
});

it('a connection that dies between the write and the removal loses no event, repeats none, and does not count as an attempt', async () => {
  const id = await publishOne();
  const dying: Consumer = {
    name: 'dies',
    consume: async (tx) => {
      await tx.query('select pg_terminate_backend(pg_backend_pid())');
    },
  };
  await round([writer, dying]);
  assert.deepEqual(await seen(), []);
  assert.equal((await stateOf(id)).state, 'pending');
  assert.equal((await stateOf(id)).attempts, 0);
  test.advance(10_000);
  await round([writer]);
  assert.deepEqual(await seen(), [{ event_id: id, consumer: 'writer' }]);
});

it('a placed order waits in a separate lane, and so delays no other event', async () => {
  const [order, other] = [await publishOne('order.placed'), await publishOne()];
  assert.equal(await round([writer]), 1);
  assert.deepEqual(await seen(), [{ event_id: other, consumer: 'writer' }]);
  assert.equal(await dispatch(db, 'orders', [writer], test.now(), log), 1);
  assert.equal(
    (await seen()).some(({ event_id }) => event_id === order),
    true,
  );
});

it("one tenant's thousands of events delay no other tenant: each has a share of the next round", async () => {
  const quiet = await newTenant(test);
  await publishOne();
  await owner.query(
    `insert into event_queue (tenant_id, id, at, type, next_at)
     select tenant_id, gen_random_uuid(), at, type, next_at - interval '1 minute' from event_queue, generate_series(1, 5000)`,
  );
  await db.inTenant(quiet.id, (tx) => publish(tx, test.now(), { type: 'redirect.added', data: {} }));
  let order: string[] = [];
  const watching: Consumer = {
    name: 'watches',
    consume: async (_tx, events) => {
      order = events.map((event) => event.tenant_id);
    },
  };
  assert.equal(await round([watching]), BATCH.webhooks, 'what one leaves over, the other may use');
  assert.equal(order.filter((tenantId) => tenantId === quiet.id).length, 1);
});

it('each tenant has its turn, however many tenants have events', async () => {
  await publishOne();
  await owner.query(
    `insert into event_queue (tenant_id, id, at, type, next_at)
     select gen_random_uuid(), gen_random_uuid(), at, type, next_at from event_queue, generate_series(1, 119)`,
  );
  const turn = { after: null };
  const taken = [];
  for (let n = 0; n < 4; n++) taken.push(await dispatch(db, 'webhooks', [writer], test.now(), log, turn));
  assert.deepEqual(taken, [50, 50, 20, 0]);
});

it('a consumer limits the events of a tenant in a round; the others wait', async () => {
  const busy = await publishOne();
  const other = await newTenant(test);
  await db.inTenant(other.id, (tx) => publish(tx, test.now(), { type: 'redirect.added', data: {} }));
  const bound = (size: number): Consumer => ({
    ...writer,
    bound: {
      lane: 'webhooks',
      perTenant: async (ids) => ids.map((id) => (id === tenant.id ? size : 10)),
    },
  });
  assert.equal(await round([bound(0)]), 1);
  assert.equal(await round([bound(0)]), 0);
  assert.equal((await stateOf(busy)).state, 'pending');
  assert.equal(await round([bound(1)]), 1);
});

it('a round that took less than each share knows that no event is left; one that filled a share, or failed, does not', async () => {
  const turn: Turn = { after: null };
  const next = (consumer: Consumer) => dispatch(db, 'webhooks', [consumer], test.now(), log, turn);
  const bounded: Consumer = {
    ...writer,
    bound: { lane: 'webhooks', perTenant: async (ids) => ids.map(() => 1) },
  };
  await publishOne();
  const poison = await publishOne();
  assert.deepEqual([await next(bounded), turn.isDrained], [1, false]);
  assert.deepEqual([await next(failingOn(poison)), turn.isDrained], [0, false]);
  await publishOne();
  assert.deepEqual([await next(writer), turn.isDrained], [1, true]);
});

it('search has a lane of its own, and so have the events that can be subscribed to', async () => {
  const storedLane = async (type: string) => {
    const id = await publishOne(type);
    return (await owner.query('select lane from event_queue where id = $1', [id])).rows[0].lane;
  };
  for (const type of Object.keys(SUBSCRIBABLE)) assert.equal(await storedLane(type), 'webhooks', type);
  assert.equal(await storedLane('search.entity.changed'), 'search');
  assert.equal(await storedLane('order.cancelled'), 'others');
  for (const type of [
    ...Object.keys(SUBSCRIBABLE),
    'search.entity.changed',
    'order.placed',
    'order.cancelled',
  ])
    assert.equal(laneOf(type), await storedLane(type), type);
});

it('one bad event among many costs a few more transactions, not one for each of the others', async () => {
  const poison = await publishOne();
  await owner.query(
    `insert into event_queue (tenant_id, id, at, type, next_at)
     select tenant_id, gen_random_uuid(), at, type, next_at from event_queue, generate_series(1, 199)`,
  );
  let transactions = 0;
  const counting: Db = {
    ...db,
    async acrossTenants(work) {
      transactions += 1;
      return db.acrossTenants(work);
    },
  };
  assert.equal(await round([failingOn(poison)], counting), 199);
  assert.ok(transactions < 25, `${transactions} transactions`);
});

it('many concurrent dispatchers never process an event twice', async () => {
  const ids = [];
  for (let count = 0; count < 20; count++) ids.push(await publishOne());
  await owner.query(
    `insert into event_queue (tenant_id, id, at, type, next_at)
     select tenant_id, gen_random_uuid(), at, type, next_at from event_queue, generate_series(1, 20)
     where id = any($1)`,
    [ids],
  );
  const drain = async () => {
    while ((await round([writer])) > 0);
  };
  await Promise.all([drain(), drain(), drain(), drain()]);
  const { rows } = await owner.query(
    'select count(*)::int as handed, count(distinct event_id)::int as events from seen',
  );
  assert.deepEqual(rows, [{ handed: 420, events: 420 }]);
});

it('an event that another dispatcher processed meanwhile is not put back by the one that failed', async () => {
  const id = await publishOne();
  let transactions = 0;
  // The second transaction of a failing round is the one that postpones.
  const overtaken: Db = {
    ...db,
    async acrossTenants(work) {
      if (++transactions === 2) await round([writer]);
      return db.acrossTenants(work);
    },
  };
  await round([failingOn(id)], overtaken);
  test.advance(10_000);
  await round([writer]);
  assert.deepEqual(await seen(), [{ event_id: id, consumer: 'writer' }]);
});

it('an event that commits late, after newer ones were dispatched, is not skipped', async () => {
  const commit = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const late = db.inTenant(tenant.id, async (tx) => {
    await publish(tx, test.now(), { type: 'redirect.added', data: {} });
    written.resolve();
    await commit.promise;
  });
  await written.promise;
  await publishOne();
  assert.equal(await round([writer]), 1);
  commit.resolve();
  await late;
  assert.equal(await round([writer]), 1);
  assert.equal((await seen()).length, 2);
});

it('an event whose transaction was rolled back is never dispatched', async () => {
  const failed = db.inTenant(tenant.id, async (tx) => {
    await publish(tx, test.now(), { type: 'redirect.added', data: {} });
    throw new Error('changed my mind');
  });
  await assert.rejects(failed, /changed my mind/);
  assert.equal(await round([writer]), 0);
});

it('a commit that wrote events wakes the dispatchers of their lanes; other commits wake none', async () => {
  let told: (string | undefined)[] = [];
  db.onEvents((lane) => told.push(lane));
  // After LISTEN is established it wakes once, because it may have missed a notification.
  while (told.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  told = [];
  await test.call('GET', '/v1/redirects', { token: tenant.key });
  const key = { label: 'Mine', scopes: ['read:crm'] };
  const made = await test.call('POST', '/v1/api-keys', { token: await tenant.staff('owner'), body: key });
  assert.equal(made.status, 201);
  assert.deepEqual(told, []);
  await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from: '/a', to: '/b' } });
  assert.deepEqual(told.toSorted(), ['search', 'webhooks']);
  const refused = await test.call('POST', '/v1/redirects', {
    token: tenant.key,
    body: { from: '/a', to: '/c' },
  });
  assert.equal(refused.status, 409);
  assert.deepEqual(told.toSorted(), ['search', 'webhooks']);
});
