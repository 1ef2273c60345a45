import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { CURSOR_MARK } from '#kernel/http/envelope.ts';
import { newTenant, useApp } from '../../testing.ts';
import { listByHits } from './by-hits.sql.ts';
import { MAX_ROWS_SEARCHED } from './redirects.sql.ts';

const test = await useApp();
const tenant = await newTenant(test);
const owner = await connectAsOwner(test.database);
after(() => owner.end());

const add = async (from: string, hits: number) => {
  const body = { from, to: '/new' };
  const { data } = (await test.call('POST', '/v1/redirects', { token: tenant.key, body })).body;
  if (hits > 0)
    await owner.query(
      'insert into redirect_hits (tenant_id, redirect_id, hits, last_hit_at) values ($1, $2, $3, now())',
      [tenant.id, data.id, hits],
    );
};
for (const [from, hits] of [
  ['/a', 3],
  ['/b', 0],
  ['/c', 70],
  ['/d', 3],
  ['/e', 0],
] as const)
  await add(from, hits);

const list = (query: string, token = tenant.key) => test.call('GET', `/v1/redirects?${query}`, { token });
const froms = async (query: string, token = tenant.key): Promise<string[]> => {
  const { status, body, text } = await list(query, token);
  assert.equal(status, 200, text);
  return body.data.map(({ from }: { from: string }) => from);
};

describe('a list of redirects by hits', () => {
  const DOWN = ['/c', '/d', '/a', '/e', '/b'];

  it('has those without a hit at its end, or at its beginning', async () => {
    assert.deepEqual(await froms('sort=hits'), DOWN);
    assert.deepEqual(await froms('sort=hits&order=asc'), DOWN.toReversed());
    assert.deepEqual(await froms('sort=hits&q=%2Fd'), ['/d']);
    assert.deepEqual(await froms(`sort=hits&propertyId=${crypto.randomUUID()}`), []);
    assert.deepEqual(await froms('sort=hits', (await newTenant(test)).key), []);
    const { status, body } = await list('order=asc');
    assert.deepEqual([status, body.error.details[0].path], [422, 'order']);
  });

  it('refuses a cursor with more hits than there can be', async () => {
    const made: string = (await list('sort=hits&limit=1')).body.pagination.nextCursor;
    const cursor = (key: string) =>
      made.slice(0, CURSOR_MARK) +
      Buffer.from(JSON.stringify(['hits', true, key, crypto.randomUUID()])).toString('base64url');
    assert.equal((await list(`sort=hits&cursor=${cursor('9'.repeat(18))}`)).status, 200);
    assert.equal((await list(`sort=hits&cursor=${cursor('9'.repeat(19))}`)).status, 400);
  });

  for (const order of ['desc', 'asc'])
    for (const limit of [1, 2, 3])
      it(`is read in pages of ${limit}, ${order}, each redirect once`, async () => {
        const read: string[] = [];
        let cursor = '';
        do {
          const { body } = await list(`sort=hits&order=${order}&limit=${limit}${cursor}`);
          assert.ok(body.data.length <= limit);
          read.push(...body.data.map(({ from }: { from: string }) => from));
          cursor = body.pagination.nextCursor === null ? '' : `&cursor=${body.pagination.nextCursor}`;
        } while (cursor !== '');
        assert.deepEqual(read, order === 'desc' ? DOWN : DOWN.toReversed());
      });

  it('reads a bounded part of the index for each page, as the role of the app', async () => {
    const many = await newTenant(test);
    const { data } = (
      await test.call('POST', '/v1/redirects', { token: many.key, body: { from: '/x', to: '/y' } })
    ).body;
    // Disables triggers and foreign keys, which would check every row.
    await owner.query("set session_replication_role = 'replica'");
    await owner.query(
      `insert into redirects (tenant_id, property_id, id, match, from_path, from_hash, to_url, status_code, query, chain, version,
         changed_in, created_at, updated_at)
       select $1, $2, gen_random_uuid(), 'exact', '/p-' || n, sha256(n::text::bytea), '/y', 301, 'keep', '{}', 1, 1, now(), now()
       from generate_series(1, 12000) n`,
      [many.id, data.propertyId],
    );
    await owner.query(
      `insert into redirect_hits (tenant_id, redirect_id, hits, last_hit_at)
       select tenant_id, id, substr(from_path, 4)::int, now() from redirects where tenant_id = $1 and from_path like '/p-%'`,
      [many.id],
    );
    let blocks = 0;
    await test.db.readInTenant(many.id, async (tx) => {
      const explaining: typeof tx = {
        ...tx,
        query: async (statement, values) => {
          const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
            `explain (analyze, buffers, format json) ${statement}`,
            values,
          );
          const plan = rows[0]!['QUERY PLAN'];
          assert.match(plan, /redirect_hits_by_number/);
          assert.doesNotMatch(plan, /"Seq Scan",[^{}]*"redirect/);
          blocks = JSON.parse(plan)[0].Plan['Shared Hit Blocks'];
          return tx.query(statement, values);
        },
      };
      const { rows } = await listByHits(explaining, {}, { isHit: true, descending: true }, 100, null);
      assert.deepEqual([rows.length, rows[0]!.hits], [101, 12_000n]);
    });
    assert.ok(blocks < MAX_ROWS_SEARCHED * 2, `${blocks} blocks`);
    const { body } = await list('sort=hits&q=p-7&limit=50', many.key);
    assert.ok(body.pagination.hasMore, 'a search goes on behind what it has read');
  });
});
