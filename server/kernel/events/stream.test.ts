import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../testing.ts';
import { type Consumer, dispatch } from './dispatcher.ts';
import { LANES } from './lanes.ts';
import { publish } from './publish.ts';
import { insertPositions, readStream } from './stream.sql.ts';

const test = await useApp();
const { db } = test;
const { log } = test.kernel;
const tenant = await newTenant(test);
const worker = { query: db.acrossTenantsQuery };
const owner = await connectAsOwner(test.database);
after(() => owner.end());
beforeEach(() =>
  owner.query('delete from relay; delete from event_stream; delete from event_queue; delete from events'),
);

const TYPES = ['redirect.added', 'order.placed', 'order.paid', 'search.entity.changed', 'customer.created'];

const publishTypes = () =>
  db.inTenant(tenant.id, async (tx) => {
    for (const type of TYPES) await publish(tx, test.now(), { type, data: { of: type } });
  });
async function dispatchAll(consumers: Consumer[] = [], onStreamed?: () => void): Promise<void> {
  for (const lane of LANES) await dispatch(db, lane, consumers, test.now(), log, { after: null, onStreamed });
}
const read = async (position = 0n) => (await readStream(worker, { position, id: null }, 100))!.events;

describe('the positions of the stream', () => {
  it('are given to dispatched events of every type while the installation has a relay, and not before', async () => {
    await publishTypes();
    await dispatchAll();
    assert.deepEqual(await read(), []);
    await owner.query('insert into relay default values');
    await publishTypes();
    let told = 0;
    await dispatchAll([], () => told++);
    const events = await read();
    assert.deepEqual(events.map(({ type }) => type).sort(), TYPES.toSorted());
    assert.ok(events.every(({ data, type }) => JSON.parse(data).of === type));
    assert.equal(told, LANES.length, 'the relay is woken after each commit');
  });

  it('of one batch are in the order of its events, and a reader goes on behind the last one', async () => {
    await owner.query('insert into relay default values');
    for (let n = 0; n < 5; n++) {
      test.advance(1);
      await db.inTenant(tenant.id, (tx) => publish(tx, test.now(), { type: 'order.paid', data: { n } }));
    }
    await dispatchAll();
    const events = await read();
    assert.deepEqual(
      events.map(({ data }) => JSON.parse(data).n),
      [0, 1, 2, 3, 4],
    );
    const rest = await read(events[2]!.position);
    assert.deepEqual(rest, events.slice(3));
  });

  it('tell a reader that the event at its place is gone, or is another', async () => {
    await owner.query('insert into relay default values');
    await publishTypes();
    await dispatchAll();
    const [first, second] = await read();
    assert.equal((await readStream(worker, first!, 2))!.events[0]!.id, second!.id);
    assert.equal(await readStream(worker, { ...first!, id: second!.id }, 2), null);
    await owner.query('delete from event_stream where position = $1', [first!.position]);
    assert.equal(await readStream(worker, first!, 2), null);
  });

  it('are given once to an event whose batch failed and was tried in halves', async () => {
    await owner.query('insert into relay default values');
    for (let n = 0; n < 4; n++) await publishTypes();
    let isFirst = true;
    const failing: Consumer = {
      name: 'fails once',
      async consume() {
        if (isFirst) {
          isFirst = false;
          throw new Error('not yet');
        }
      },
    };
    await dispatchAll([failing]);
    const ids = (await read()).map(({ id }) => id);
    assert.equal(ids.length, 4 * TYPES.length);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('pass over an event that its retention has removed', async () => {
    await owner.query('insert into relay default values');
    await publishTypes();
    await dispatchAll();
    await owner.query('delete from events');
    const { events, reached, isEnd } = (await readStream(worker, { position: 0n, id: null }, 100))!;
    assert.deepEqual([events, isEnd], [[], true]);
    assert.ok(reached.position > 0n, 'the reader does not read them again');
  });

  it('become visible in their order, although transactions overlap', async () => {
    await owner.query('insert into relay default values');
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    await publishTypes();
    // A transaction that has its position and has not committed keeps the next one waiting.
    const { promise: hasPosition, resolve: noteHas } = Promise.withResolvers<void>();
    const first = db.acrossTenants(async (tx) => {
      const { rows } = await owner.query(
        "select tenant_id, id, type, at::text, next_at::text, true as is_streamed from event_queue where type = 'order.paid'",
      );
      await insertPositions(tx, rows);
      noteHas();
      await mayCommit;
    });
    await hasPosition;
    let isDone = false;
    const second = dispatch(db, 'orders', [], test.now(), log).then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.deepEqual([isDone, await read()], [false, []]);
    commit();
    await Promise.all([first, second]);
    assert.deepEqual(
      (await read()).map(({ type }) => type),
      ['order.paid', 'order.placed'],
    );
  });
});
