/** The stock list finds items by SKU and by the words of their products, and reads few rows, with statistics and without. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { searchSkus } from '../modules/catalog/module.ts';
import { findItems, MAX_NAMED } from '../modules/inventory/items/items.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const post = async (url: string, body: object) =>
  assert.equal((await test.call('POST', url, { token: tenant.key, body })).status, 201);
const list = async (query: string, token = tenant.key) =>
  (await test.call('GET', `/v1/inventory/items?${query}`, { token })).body;
const skus = async (query: string, token?: string) =>
  (await list(query, token)).data.map(({ sku }: { sku: string }) => sku);

describe('a search of the stock list', () => {
  it('finds items by the title of their product and by the beginning of their SKU, by SKU', async () => {
    const options = [{ name: 'Size', values: ['S', 'M'] }];
    const variants = ['S', 'M'].map((size) => ({ sku: `SEN-${size}`, optionValues: [size] }));
    await post('/v1/catalog/products', { title: 'Smoky Lapsang', variants: [{ sku: 'LAP-1' }] });
    await post('/v1/catalog/products', { title: 'Green Sencha', options, variants });
    await post('/v1/inventory/items', { sku: 'GREENHOUSE' });
    assert.deepEqual(await skus('q=sencha'), ['SEN-M', 'SEN-S']);
    assert.deepEqual(await skus('q=lapsang%20smok'), ['LAP-1']);
    assert.deepEqual(await skus('q=green'), ['GREENHOUSE', 'SEN-M', 'SEN-S']);
    assert.deepEqual(await skus('q=sen-s'), ['SEN-S']);
    assert.deepEqual(await skus('q=coffee'), []);
    const first = await list('q=green&limit=2');
    assert.equal(first.pagination.hasMore, true);
    assert.deepEqual(await skus(`q=green&limit=2&cursor=${first.pagination.nextCursor}`), ['SEN-S']);
    assert.deepEqual(await skus('q=green&state=low'), []);
  });

  it('finds no titles for a key that may not read the catalog', async () => {
    assert.deepEqual(await skus('q=green', await tenant.keyWith('read:inventory')), ['GREENHOUSE']);
  });
});

describe('a search in a stock of thousands', () => {
  const PRODUCTS = 3_000;
  const of = { tenant: { modules: ['catalog'] }, scopes: null } as never;
  const large = newTenant(test);

  it('goes on behind the SKUs that were read, until all are found', async () => {
    const { id } = await large;
    await fill(id);
    const found: string[] = [];
    for (let after: { key: string; id: string } | null = null; ; ) {
      const { rows, reached } = await search(id, { q: 'oolong', state: 'low' }, after);
      found.push(...rows.slice(0, 25).map(({ sku }) => sku));
      const last = rows.length > 25 ? rows[24]!.sku : reached;
      if (last === null) break;
      after = { key: last, id };
    }
    // 120 products of 12 variants; the last two SKUs of all are low.
    assert.equal(found.length, 2, found.join());
    assert.ok(120 * 12 > MAX_NAMED);
  });

  for (const how of ['never analysed', 'analysed']) {
    it(`reads few blocks of tables that were ${how}`, async () => {
      const { id } = await large;
      if (how === 'analysed') await owner.query('analyze products, variants, catalog_index, inventory_items');
      for (const q of ['s-1234', 'word77', 'tea', 'tea word8']) {
        const { rows, blocks } = await search(id, { q }, null);
        assert.ok(rows.length > 0, q);
        assert.ok(blocks < 9_000, `${q}: ${blocks} blocks`);
      }
    });
  }

  const owners = connectAsOwner(test.database);
  let owner: Awaited<typeof owners>;
  after(async () => (await owners).end());

  async function fill(id: string): Promise<void> {
    owner = await owners;
    await owner.query("set session_replication_role = 'replica'");
    await owner.query(
      `insert into products (tenant_id, id, title, handle, status, kind, created_at, updated_at)
       select $1, ('01920000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Tea ' || n, 'p-' || n, 'active', 'physical', now(), now()
       from generate_series(1, ${PRODUCTS}) n`,
      [id],
    );
    await owner.query(
      `insert into catalog_index (tenant_id, key, value, product_id)
       select p.tenant_id, 'word', w.word, p.id from products p cross join lateral (select substr(p.handle, 3)::int as n) n
       cross join lateral (values ('tea'), ('word' || n.n), (case when n.n % 25 = 0 then 'oolong' end)) w (word)
       where p.tenant_id = $1 and w.word is not null`,
      [id],
    );
    await owner.query(
      `insert into variants (tenant_id, id, product_id, sku, sku_key, option_values, requires_shipping, position, status, created_at,
         updated_at)
       select tenant_id, gen_random_uuid(), id, 'S-' || substr(handle, 3) || '-' || v, 's-' || substr(handle, 3) || '-' || v,
         array[v::text], true, 0, 'active', now(), now()
       from products, generate_series(1, 12) v where tenant_id = $1`,
      [id],
    );
    await owner.query(
      `insert into inventory_items (tenant_id, id, sku, tracked, backorder_limit, announced, version, created_at, updated_at)
       select tenant_id, gen_random_uuid(), sku, true, 0, case when sku in ('S-950-8', 'S-950-9') then 'low' else 'ok' end, 1, now(), now()
       from variants where tenant_id = $1`,
      [id],
    );
  }

  const search = (id: string, filter: object, after: { key: string; id: string } | null) =>
    test.db.readInTenant(id, async (tx) => {
      let blocks = 0;
      const explaining: Tx = {
        ...tx,
        query: async (statement, values) => {
          if (typeof statement === 'string') {
            const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
              `explain (analyze, buffers, format json) ${statement}`,
              values,
            );
            const plan = rows[0]!['QUERY PLAN'];
            assert.doesNotMatch(plan, /"Seq Scan",[^{}]*"(products|catalog_index|variants|inventory_items)"/);
            const [{ Plan: whole }] = JSON.parse(plan);
            blocks += whole['Shared Hit Blocks'] + whole['Shared Read Blocks'];
          }
          return tx.query(statement, values);
        },
      };
      return { ...(await findItems(explaining, of, filter, { limit: 25, after }, { searchSkus })), blocks };
    });
});
