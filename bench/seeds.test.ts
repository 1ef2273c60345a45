/** Seeds write straight into the tables, so a schema change could break them unnoticed until the next bench. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useApp } from '../server/testing.ts';
import { seedProducts } from './catalog/seed.ts';
import { BLOCKS, seedContent, seedTenant } from './dashboard/seed.ts';
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

it('the seeded tenant of the dashboard has more customers, entries and a page of blocks', async () => {
  const size = { orders: 20, moreCustomers: 30, products: 5, entries: 40 };
  const tenantId = await seedTenant(test.kernel, connectionString, size);
  const owner = { email: 'owner@bench.example', password: 'a password for benches' };
  const { rows } = await test.kernel.db.inTenant(tenantId, (tx) =>
    tx.query<{ slug: string }>('select slug from tenants'),
  );
  const body = { ...owner, tenant: rows[0]!.slug };
  const token = (await test.call('POST', '/v1/auth/sign-in', { body })).body.data.accessToken;
  const api = async (method: string, url: string, body?: object) => {
    const answer = await test.call(method, url, { token, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body.data;
  };
  const { page } = await seedContent(connectionString, tenantId, api, size);
  assert.equal((await ask(token, '/v1/crm/customers?q=visitor&limit=100')).length, 30);
  assert.equal((await ask(token, '/v1/catalog/products?limit=100')).length, 5);
  assert.equal((await ask(token, '/v1/content/entries?type=article&limit=100')).length, 41);
  assert.equal((await api('GET', `/v1/content/entries/${page}`)).fields.body.length, BLOCKS);
});
