/** Seeds write straight into the tables, so a schema change could break them unnoticed until the next bench. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useApp } from '../server/testing.ts';
import { seedProducts } from './catalog/seed.ts';
import { seedOrders } from './orders/seed.ts';
import { seedEntities } from './search/seed.ts';

const test = await useApp();
const { connectionString } = test.database;
const ask = async (token: string, url: string) => {
  const { status, body, text } = await test.call('GET', url, { token });
  assert.equal(status, 200, text);
  return body.data as { orderNumber: string; title: string }[];
};

it('seeded orders are found in lists and by their words', async () => {
  const [first, second] = await seedOrders(test.kernel, connectionString, [40, 20]);
  assert.equal((await ask(first!.key, '/v1/crm/orders?limit=100')).length, 40);
  assert.equal((await ask(second!.key, '/v1/crm/orders?q=tea&limit=100')).length, 20);
});

it('seeded products are found in lists and by their SKUs', async () => {
  const [first] = await seedProducts(test.kernel, connectionString, [30]);
  assert.equal((await ask(first!.key, '/v1/catalog/products?limit=100')).length, 30);
  assert.equal((await ask(first!.key, '/v1/catalog/products?q=sku-7-')).length, 1);
  assert.equal(
    (await ask(first!.key, '/v1/catalog/products?status=active&sort=price&currency=EUR&tag=tag2')).length,
    2,
  );
});

it('seeded entities are found by the search', async () => {
  const [tenant] = await seedEntities(test.kernel, connectionString, [200, 50]);
  const [sample] = tenant!.samples;
  const found = await ask(tenant!.key, `/v1/search?q=${sample!.number}`);
  assert.equal(found[0]?.title, sample!.number);
});
