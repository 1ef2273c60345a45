import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const order = { customerId, items: [{ sku: 'a', name: 'A', quantity: 2, unitPrice: 1.5 }] };
const token = tenant.key;
const place = (query: string, body: object = order, headers = {}) =>
  test.call('POST', `/v1/crm/orders${query}`, { token, body, headers });

it('every change in the CRM can be tried with ?dryRun=true', () => {
  const changes = test.app.routeList.filter(
    (route) => route.url.startsWith('/v1/crm/') && route.method !== 'GET',
  );
  assert.ok(changes.length > 0);
  const without = changes
    .filter((route) => !route.needs.dryRun)
    .map((route) => `${route.method} ${route.url}`);
  assert.deepEqual(without, []);
});

it('a dry run answers in full and leaves neither an order, a number nor an event behind', async () => {
  const tried = await place('?dryRun=true');
  assert.equal(tried.status, 201);
  assert.equal(tried.body.data.total, 3);
  assert.equal((await test.call('GET', `/v1/crm/orders/${tried.body.data.id}`, { token })).status, 404);
  const events = await test.db.inTenant(tenant.id, (tx) =>
    tx.query(`select from events where type = 'order.placed'`),
  );
  assert.equal(events.rowCount, 0);
  const real = await place('');
  assert.equal(real.body.data.orderNumber, tried.body.data.orderNumber);
});

it('a dry run reports the errors of the real request', async () => {
  const unknown = await place('?dryRun=true', { ...order, customerId: crypto.randomUUID() });
  assert.equal(unknown.status, 404);
  assert.equal((await place('?dryRun=true', { ...order, items: [] })).status, 422);
  assert.equal((await place('?dryRun=perhaps')).status, 422);
});

it('a dry run does not use up its Idempotency-Key', async () => {
  const headers = { 'idempotency-key': 'tried-first' };
  const tried = await place('?dryRun=true', order, headers);
  const real = await place('', order, headers);
  assert.notEqual(real.body.data.id, tried.body.data.id);
  assert.equal(real.headers['idempotent-replayed'], undefined);
});
