import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { findProducts, readSearch } from '../modules/catalog/products/list.ts';
import { catalogOf } from '../modules/catalog/testing/catalog.ts';
import { skusInState } from '../modules/inventory/module.ts';
import { openStock } from '../modules/inventory/testing/stock.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { call, newProduct } = catalogOf(test, tenant);
const stock = await openStock(test, tenant);

await newProduct({
  title: 'Mug',
  options: [{ name: 'Size', values: ['S', 'L'] }],
  variants: [
    { sku: 'MUG-S', optionValues: ['S'] },
    { sku: 'MUG-L', optionValues: ['L'] },
  ],
});
await newProduct({ title: 'Pot', variants: [{ sku: 'POT' }] });
await newProduct({
  title: 'Voucher',
  kind: 'digital',
  variants: [{ sku: 'VOUCHER', requiresShipping: false }],
});
await stock.ask('PATCH', '/items/MUG-S', 200, { lowAt: 5 });
for (const [sku, units] of [
  ['MUG-S', 9],
  ['MUG-L', 3],
  ['POT', 2],
] as const)
  await stock.count(sku, units);
await stock.count('MUG-S', 4);
await stock.count('POT', 0);

// The worker has announced what happened.
const owner = await connectAsOwner(test.database);
const announce = (sku: string, state: string) =>
  owner.query('update inventory_items set announced = $2 where sku = $1', [sku, state]);
await announce('MUG-S', 'low');
await announce('POT', 'depleted');
await owner.end();

const listed = async (query: string) => {
  const { status, body, text } = await call('GET', `products?${query}`);
  assert.equal(status, 200, text);
  return body.data as { title: string; stock?: object | null }[];
};
const titles = async (query: string) => (await listed(query)).map(({ title }) => title);

describe('a list of products', () => {
  it('has the stock of all variants of each, if it is asked for', async () => {
    const found = await listed('expand=stock&sort=title');
    assert.deepEqual(
      found.map(({ title, stock }) => [title, stock]),
      [
        ['Mug', { available: 7, low: 1, depleted: 0 }],
        ['Pot', { available: 0, low: 0, depleted: 1 }],
        ['Voucher', null],
      ],
    );
    assert.ok((await listed('')).every((product) => !('stock' in product)));
  });

  it('is filtered by what is low or sold out, also together with other filters, and counted', async () => {
    assert.deepEqual(await titles('stock=low'), ['Mug']);
    assert.deepEqual(await titles('stock=depleted'), ['Pot']);
    assert.deepEqual(await titles('stock=low&q=pot'), []);
    assert.deepEqual(await titles('stock=depleted&status=draft&sort=title'), ['Pot']);
    const { data } = (await call('GET', 'products/count?stock=low')).body;
    assert.deepEqual(data, { count: 1, isExact: true });
  });

  it('of another tenant has other stock', async () => {
    const other = catalogOf(test, await newTenant(test));
    await other.newProduct({ title: 'Mug', variants: [{ sku: 'MUG-S' }] });
    assert.deepEqual((await other.call('GET', 'products?stock=low')).body.data, []);
    const [mug] = (await other.call('GET', 'products?expand=stock')).body.data;
    assert.deepEqual(mug.stock, { available: 0, low: 0, depleted: 0 });
  });

  it('keeps stock from keys that may not read it, and says so', async () => {
    const token = await tenant.keyWith('read:catalog');
    for (const query of ['expand=stock', 'stock=low']) {
      const { status, body } = await test.call('GET', `/v1/catalog/products?${query}`, { token });
      assert.deepEqual([status, body.error.details.scope], [403, 'read:inventory'], query);
    }
    const { status } = await test.call('GET', '/v1/catalog/products/count?stock=low', { token });
    assert.equal(status, 403);
  });
});

describe('a page of products by stock', () => {
  it('reads a bounded number of blocks, whether few SKUs are sold out or many', async () => {
    const many = await newTenant(test);
    const owner = await connectAsOwner(test.database);
    // Disables triggers and foreign keys, which would check every row.
    await owner.query("set session_replication_role = 'replica'");
    await owner.query(
      `insert into products (tenant_id, id, title, handle, status, kind, created_at, updated_at)
       select $1, ('01920000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'P ' || n, 'p-' || n, 'active', 'physical', now(), now()
       from generate_series(1, 12000) n`,
      [many.id],
    );
    await owner.query(
      `insert into variants (tenant_id, id, product_id, sku, sku_key, option_values, requires_shipping, position, status,
         created_at, updated_at)
       select tenant_id, gen_random_uuid(), id, 'S-' || substr(handle, 3), 's-' || substr(handle, 3), '{}', true, 0, 'active', now(), now()
       from products where tenant_id = $1`,
      [many.id],
    );
    // Every third is sold out; those that are low are the oldest.
    await owner.query(
      `insert into inventory_items (tenant_id, id, sku, announced, created_at, updated_at)
       select tenant_id, gen_random_uuid(), sku,
         case when substr(sku, 3)::int % 3 = 0 then 'depleted' when substr(sku, 3)::int < 300 then 'low' else 'ok' end, now(), now()
       from variants where tenant_id = $1`,
      [many.id],
    );
    await owner.end();
    for (const [query, expected] of [
      [{ stock: 'depleted' }, 24],
      [{ stock: 'low' }, 24],
      [{ stock: 'low', sort: 'new', order: 'asc' }, 24],
    ] as const) {
      let blocks = 0;
      const { shown } = await test.db.readInTenant(many.id, (tx) => {
        const explaining: typeof tx = {
          ...tx,
          query: async (statement, values) => {
            const text = typeof statement === 'string' ? statement : statement.text;
            const explained = `explain (analyze, buffers, format json) ${text}`;
            const { rows } = await tx.query<{ 'QUERY PLAN': string }>(explained, values);
            const plan = rows[0]!['QUERY PLAN'];
            assert.doesNotMatch(plan, /"Seq Scan",[^{}]*"(products|variants|inventory_items)"/);
            const [{ Plan: whole }] = JSON.parse(plan);
            blocks += whole['Shared Hit Blocks'] + whole['Shared Read Blocks'];
            return tx.query(statement, values);
          },
        };
        return findProducts(explaining, readSearch({ limit: 24, ...query }, 24, { skusInState }));
      });
      assert.equal(shown.length, expected, JSON.stringify(query));
      assert.ok(blocks < 20_000, `${JSON.stringify(query)}: ${blocks} blocks`);
    }
  });
});
