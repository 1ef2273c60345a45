/** The relay on a real server of NATS; the rows of `npm run test:faults -- relay` kill it, and the server, at bad moments. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { publish } from '#kernel/events/publish.ts';
import { startNats, WITHOUT_NATS } from '#kernel/testing/nats.ts';
import { readStreams } from '#kernel/testing/read-streams.ts';
import { newTenant, useApp } from '../../testing.ts';
import { partitionOf } from './message.ts';

const nats = await startNats();
after(() => nats?.close());

describe('the relay', { skip: nats === null && WITHOUT_NATS }, async () => {
  if (nats === null) return;
  const test = await useApp({ NATS_URL: nats.url });
  const tenant = await newTenant(test);
  const owner = await connectAsOwner(test.database);
  after(() => owner.end());
  const publishSome = (count: number) =>
    test.db.inTenant(tenant.id, async (tx) => {
      for (let n = 0; n < count; n++)
        await publish(tx, test.now(), {
          type: n % 2 ? 'order.paid' : 'tenant.created',
          data: { n, method: 'Ada' },
        });
    });
  const inDatabase = async () =>
    (await owner.query<{ id: string }>('select id from event_stream order by position')).rows.map(
      ({ id }) => id,
    );
  const isEmpty = async () => (await owner.query('select from event_queue')).rowCount === 0;
  const within = async (what: string, holds: () => Promise<boolean>) => {
    for (const end = Date.now() + 20_000; !(await holds()); await sleep(50))
      assert.ok(Date.now() < end, what);
  };
  const idsOf = async (epoch: number) =>
    ((await readStreams(nats.url)).get(epoch) ?? []).map(({ event }) => event.id);
  const isRelayed = async (epoch: number) =>
    (await isEmpty()) && JSON.stringify(await idsOf(epoch)) === JSON.stringify(await inDatabase());

  it('writes every event to the stream once and in order, as stored, without fields that an erasure removes', async () => {
    const work = test.startWork();
    await within('there is a relay', async () => (await owner.query('select from relay')).rowCount === 1);
    await publishSome(600);
    await within('the stream has all events', () => isRelayed(1));
    await work.stop();
    const [first] = (await readStreams(nats.url)).get(1)!;
    const { event, subject } = first!;
    assert.equal(subject, `colonnade.main.1.${partitionOf(tenant.id)}.${tenant.id}.${event.type}`);
    assert.deepEqual(Object.keys(event), ['id', 'type', 'tenantId', 'createdAt', 'position', 'data']);
    const paid = (await readStreams(nats.url)).get(1)!.find((each) => each.event.type === 'order.paid');
    assert.deepEqual(paid?.event.data, { n: 1, method: null });
  });

  it('goes on behind the last message when it noted nothing', async () => {
    await owner.query('update relay set position = 0, sequence = 0');
    await publishSome(50);
    const work = test.startWork();
    await within('the stream has all events', () => isRelayed(1));
    await work.stop();
  });

  it('lets events wait while the server is away, says so, and sends them afterwards', async () => {
    const work = test.startWork();
    await nats.kill();
    await publishSome(300);
    const backlog = async () => {
      const { body } = await test.call('GET', '/readyz');
      return body.data.backlog.find(({ queue }: { queue: string }) => queue === 'relay');
    };
    await within('the backlog says so', async () => (await backlog()).waiting === 300);
    const { rows } = await owner.query('select last_error from relay');
    assert.notEqual(rows[0].last_error, null);
    await nats.start();
    await within('the stream has all events', () => isRelayed(1));
    await within('nothing waits', async () => (await backlog()).waiting === 0);
    await work.stop();
  });

  it('fills the stream of a new epoch when acknowledged events are gone', async () => {
    const before = await inDatabase();
    await owner.query('update relay set position = position + 100, sequence = sequence + 100');
    await publishSome(20);
    const work = test.startWork();
    const added = async () => (await inDatabase()).slice(before.length);
    await within(
      'the new stream has the events that the old one lacks',
      async () => (await isEmpty()) && JSON.stringify(await idsOf(2)) === JSON.stringify(await added()),
    );
    await work.stop();
    assert.equal((await added()).length, 20);
    assert.deepEqual(await idsOf(1), before, 'the old one stays for consumers that have not read it');
  });

  const latest = async () => Math.max(...(await readStreams(nats.url)).keys());
  const addedTo = async (epoch: number, before: string[]) =>
    (await isEmpty()) &&
    JSON.stringify(await idsOf(epoch)) === JSON.stringify((await inDatabase()).slice(before.length));

  it('sends the events of a promoted standby that lacks the last ones, also those that have their positions', async () => {
    const work = test.startWork();
    const epoch = await latest();
    const kept = await inDatabase();
    const { rows } = await owner.query('select position, sequence from relay');
    await publishSome(60);
    await within('the relay writes', async () => (await isEmpty()) && (await idsOf(epoch)).length >= 60);
    // A standby without the last second has neither the positions nor the note.
    await owner.query(
      `with lost as (delete from event_stream where position > ${rows[0].position} returning id)
       delete from events where id in (select id from lost);
       update relay set position = ${rows[0].position}, sequence = ${rows[0].sequence};
       select setval('stream_positions', ${rows[0].position})`,
    );
    await publishSome(20);
    await within('the events are in a new stream', () => addedTo(epoch + 1, kept));
    await work.stop();
  });

  it('goes on in a new epoch behind a message that is no event', async () => {
    const work = test.startWork();
    const epoch = await latest();
    await publishSome(10);
    await within('the relay writes', async () => (await isEmpty()) && (await idsOf(epoch)).length === 30);
    const before = await inDatabase();
    const connection = await connect({ servers: new URL(nats.url).host });
    await connection.request(`colonnade.main.${epoch}.stranger`, '{}');
    await connection.close();
    await publishSome(20);
    await within('the events behind it are in the new stream', () => addedTo(epoch + 1, before));
    await work.stop();
  });
});
