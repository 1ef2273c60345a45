import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { assertFailure } from './testing/failure.ts';

const test = await useApp();
const tenant = await newTenant(test);
const names = Array.from({ length: 27 }, (_, index) => `customer ${index}`);
for (const name of names) {
  // Some rows have the same millisecond, some do not: both must be listed in one order.
  if (Number(name.split(' ')[1]) % 3 === 0) test.advance(5);
  await tenant.customer(name);
}
await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from: '/a', to: '/b' } });
await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from: '/c', to: '/d' } });

const list = (query = '', token = tenant.key) => test.call('GET', `/v1/crm/customers${query}`, { token });

async function walk(limit: number, token = tenant.key): Promise<string[]> {
  const seen: string[] = [];
  let cursor = '';
  for (;;) {
    const { body } = await list(`?limit=${limit}${cursor}`, token);
    seen.push(...body.data.map((customer: { name: string }) => customer.name));
    assert.equal(body.pagination.hasMore, body.pagination.nextCursor !== null);
    if (!body.pagination.hasMore) return seen;
    assert.ok(seen.length < 1_000, 'the walk must end');
    assert.equal(body.data.length, limit);
    cursor = `&cursor=${body.pagination.nextCursor}`;
  }
}

describe('lists', () => {
  it('have pages of 25, newest first, with the cursor of the next page', async () => {
    const { status, body } = await list();
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ['success', 'data', 'pagination']);
    assert.equal(body.data.length, 25);
    assert.equal(body.data[0].name, 'customer 26');
    assert.deepEqual(Object.keys(body.pagination), ['limit', 'hasMore', 'nextCursor']);
    assert.deepEqual([body.pagination.limit, body.pagination.hasMore], [25, true]);
  });

  it('return each row exactly once, newest first, with any page size', async () => {
    for (const limit of [1, 4, 13, 26, 27, 28, 100]) {
      assert.deepEqual((await walk(limit)).toSorted(), names.toSorted(), `limit ${limit}`);
    }
    const stamps = (await list('?limit=100')).body.data.map((row: { createdAt: string }) => row.createdAt);
    assert.deepEqual(stamps, stamps.toSorted().toReversed());
  });

  it('report on the last page that there are no more rows', async () => {
    const { body } = await list('?limit=27');
    assert.deepEqual(body.pagination, { limit: 27, hasMore: false, nextCursor: null });
  });

  it('do not repeat or skip a row when new ones are added between two pages', async () => {
    const { body } = await list('?limit=10');
    await tenant.customer('latecomer');
    const next = await list(`?limit=100&cursor=${body.pagination.nextCursor}`);
    const seen = [...body.data, ...next.body.data].map((customer: { name: string }) => customer.name);
    assert.deepEqual(seen.toSorted(), names.toSorted());
  });

  it('accept a limit from 1 to 100 and nothing else', async () => {
    for (const limit of ['1', '100']) assert.equal((await list(`?limit=${limit}`)).status, 200);
    for (const limit of ['0', '101', '-1', '1.5', 'ten', '', 'null', '1&limit=2', '9'.repeat(30)]) {
      const answer = await list(`?limit=${limit}`);
      assertFailure(answer, 422, 'validation_error');
      assert.equal(answer.body.error.details[0].path, 'limit');
    }
  });

  it('refuse an invalid cursor with 400', async () => {
    const { nextCursor } = (await list('?limit=1')).body.pagination;
    const made = (text: string) => nextCursor.slice(0, 6) + Buffer.from(text).toString('base64url');
    const id = crypto.randomUUID();
    const cursors = ['x', 'null', nextCursor.slice(6), nextCursor.slice(0, -4), `${nextCursor}AAAA`];
    cursors.push(
      made(`1e3 ${id}`),
      made(`${id} 1000`),
      made('1000 x'),
      made(`-5 ${id}`),
      made(`1000 ${id} `),
    );
    cursors.push(made(`${'9'.repeat(16)} ${id}`), made(`1000 ${id}' or 1=1`), '', 'a'.repeat(200));
    for (const cursor of cursors) assertFailure(await list(`?cursor=${cursor}`), 400, 'bad_request');
    assertFailure(await list(`?cursor=${'a'.repeat(5_000)}`), 422, 'validation_error');
  });

  it('refuse the cursor of another list with 400', async () => {
    const redirects = await test.call('GET', '/v1/redirects?limit=1', { token: tenant.key });
    const { nextCursor } = redirects.body.pagination;
    assertFailure(await list(`?cursor=${nextCursor}`), 400, 'bad_request');
    const own = await test.call('GET', `/v1/redirects?limit=1&cursor=${nextCursor}`, { token: tenant.key });
    assert.deepEqual([own.status, own.body.data[0].from], [200, '/a']);
  });

  it("show a tenant no rows of another one, not even with that one's cursor", async () => {
    const other = await newTenant(test);
    const { nextCursor } = (await list('?limit=1')).body.pagination;
    const answer = await list(`?cursor=${nextCursor}`, other.key);
    assert.deepEqual([answer.status, answer.body.data], [200, []]);
  });
});
