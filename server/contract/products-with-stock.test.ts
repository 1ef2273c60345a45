import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { catalogOf } from '../modules/catalog/testing/catalog.ts';
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
