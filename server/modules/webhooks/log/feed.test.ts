import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newId } from '#kernel/id.ts';
import { useApp } from '../../../testing.ts';
import { addEvents, minutesAgo, openStage } from '../testing/stage.ts';

const test = await useApp();
const stage = await openStage(test);
const read = async (query = '', of = stage) => (await of.ask('GET', `/v1/events?${query}`, 200)).body;
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
/** The current end of the feed, so that each test reads only its own events. */
const end = async () => {
  let { pagination } = await read();
  while (pagination.hasMore) ({ pagination } = await read(`limit=100&after=${pagination.nextCursor}`));
  return pagination.nextCursor as string;
};

describe('GET /v1/events', () => {
  it('returns the events in order, each with its data as stored', async () => {
    const after = await end();
    const events = await addEvents(test, stage.tenant, minutesAgo(test, 1, 3, 2));
    const answer = await stage.ask('GET', `/v1/events?after=${after}`, 200);
    assert.deepEqual(idsOf(answer.body.data), idsOf(events));
    assert.deepEqual(Object.keys(answer.body.data[0]), ['id', 'type', 'data', 'createdAt']);
    assert.equal(answer.body.data[1].createdAt, events[1]!.at.toISOString());
    assert.equal(answer.body.data[0].type, 'redirect.added');
    assert.match(answer.text, /"data":\{"number": 1\.20\}/);
  });

  it('continues from any cursor, also from that of the last or an empty page, and misses nothing', async () => {
    let cursor = await end();
    const seen: string[] = [];
    const readOn = async () => {
      const { data, pagination } = await read(`limit=2&after=${cursor}`);
      seen.push(...idsOf(data));
      cursor = pagination.nextCursor;
      return pagination.hasMore;
    };
    assert.equal(await readOn(), false);
    const first = await addEvents(test, stage.tenant, minutesAgo(test, 9, 8, 7, 6, 5));
    assert.deepEqual([await readOn(), await readOn(), await readOn()], [true, true, false]);
    assert.equal(await readOn(), false);
    const second = await addEvents(test, stage.tenant, minutesAgo(test, 99));
    assert.equal(await readOn(), false);
    assert.deepEqual(seen, idsOf([...first, ...second]));
  });

  it('begins with the events to come, if the end is asked for', async () => {
    await addEvents(test, stage.tenant, minutesAgo(test, 3));
    const { data, pagination } = await read('after=end');
    assert.deepEqual([data, pagination.hasMore], [[], false]);
    const events = await addEvents(test, stage.tenant, minutesAgo(test, 9));
    assert.deepEqual(idsOf((await read(`after=${pagination.nextCursor}`)).data), idsOf(events));
    const empty = await read('after=end', await openStage(test));
    assert.deepEqual(empty.data, []);
  });

  it('neither shows an event before it has a feed position, nor skips it afterwards', async () => {
    const cursor = await end();
    const id = newId();
    const at = minutesAgo(test, 50)[0];
    await test.db.inTenant(stage.tenant.id, (tx) =>
      tx.query(
        `insert into events (tenant_id, id, type, data, created_at)
         values (current_tenant(), $1, 'redirect.added', '{}', $2)`,
        [id, at],
      ),
    );
    const early = await read(`after=${cursor}`);
    assert.deepEqual(early.data, []);
    await test.db.acrossTenants((tx) =>
      tx.query(
        `insert into event_feed (tenant_id, position, id, at, type)
         values ($1, nextval('event_positions'), $2, $3, 'redirect.added')`,
        [stage.tenant.id, id, at],
      ),
    );
    assert.deepEqual(idsOf((await read(`after=${early.pagination.nextCursor}`)).data), [id]);
  });

  it('returns only the requested types, and scans other events once', async () => {
    const after = await end();
    await addEvents(test, stage.tenant, minutesAgo(test, 1));
    const uploaded = await addEvents(test, stage.tenant, minutesAgo(test, 1), 'media.uploaded');
    const removed = await addEvents(test, stage.tenant, minutesAgo(test, 1), 'redirect.removed');
    await addEvents(test, stage.tenant, minutesAgo(test, 1));
    const { data, pagination } = await read(`types=media.uploaded,redirect.removed&after=${after}`);
    assert.deepEqual(idsOf(data), idsOf([...uploaded, ...removed]));
    assert.equal(pagination.nextCursor, await end());
    for (const types of ['order.placed', 'nonsense', 'redirect.added,']) {
      const answer = await stage.ask('GET', `/v1/events?types=${types}`, 422);
      assert.equal(answer.body.error.details[0].path, 'types');
    }
  });

  it('continues past more events of other types than one request scans', async () => {
    const after = await end();
    await addEvents(test, stage.tenant, Array(2_001).fill(minutesAgo(test, 1)[0]));
    const [last] = await addEvents(test, stage.tenant, minutesAgo(test, 1), 'media.processed');
    const one = await read(`types=media.processed&after=${after}`);
    assert.deepEqual([one.data, one.pagination.hasMore], [[], true]);
    const two = await read(`types=media.processed&after=${one.pagination.nextCursor}`);
    assert.deepEqual([idsOf(two.data), two.pagination.hasMore], [[last!.id], false]);
  });

  it('omits events that webhooks do not carry', async () => {
    const after = await end();
    const customerId = await stage.tenant.customer();
    const body = { customerId, items: [{ sku: 'TEA', name: 'Tea' }] };
    await test.call('POST', '/v1/crm/orders', { token: stage.tenant.key, body });
    await test.db.acrossTenants((tx) =>
      tx.query(
        `insert into event_feed (tenant_id, position, id, at, type)
         select tenant_id, nextval('event_positions'), id, created_at, type from events
         where tenant_id = $1 and type = 'order.placed'`,
        [stage.tenant.id],
      ),
    );
    assert.deepEqual((await read(`after=${after}`)).data, []);
  });

  it("shows a tenant its own events only, even with another tenant's cursor", async () => {
    const other = await openStage(test);
    const cursor = await end();
    await addEvents(test, stage.tenant, minutesAgo(test, 1));
    const [own] = await addEvents(test, other.tenant, minutesAgo(test, 1));
    assert.deepEqual(idsOf((await read('', other)).data), [own!.id]);
    assert.deepEqual(idsOf((await read(`after=${cursor}`, other)).data), [own!.id]);
  });

  it('accepts a key with read:webhooks, and refuses cursors of other lists', async () => {
    const get = (token: string, query = '') => test.call('GET', `/v1/events${query}`, { token });
    assert.equal((await get(await stage.tenant.keyWith('read:webhooks'))).status, 200);
    assert.equal((await get(await stage.tenant.keyWith('read:crm', 'write:webhooks'))).status, 403);
    for (const cursor of ['nonsense', Buffer.from('feed -1').toString('base64url')]) {
      assert.equal((await get(stage.token, `?after=${cursor}`)).status, 400);
    }
  });
});
