/** The SDK against the real server: its types match the contract, and its functions work. */
import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../server/testing.ts';
import { ApiError, createClient } from './client.ts';
import { generate, generateStorefront } from './generate.ts';

const GENERATED = { 'operations.ts': generate, 'storefront-routes.ts': generateStorefront };
const test = await useApp();
const tenant = await newTenant(test);
await test.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = test.app.server.address() as AddressInfo;
const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: tenant.key });

describe('the SDK', () => {
  it('is in step with the contract', async () => {
    const { body: document } = await test.call('GET', '/v1/openapi.json');
    for (const [name, generator] of Object.entries(GENERATED)) {
      const path = join(import.meta.dirname, name);
      const generated = generator(document);
      if (process.env.UPDATE_SNAPSHOT) writeFileSync(path, generated);
      const message = 'The API has changed: UPDATE_SNAPSHOT=1 npm test -- sdk/*.test.ts';
      assert.equal(readFileSync(path, 'utf8'), generated, message);
    }
  });

  it('imports nothing of the server, so it can be copied elsewhere', () => {
    for (const name of globSync('*.ts', { cwd: import.meta.dirname })) {
      if (name.endsWith('.test.ts') || name === 'build.ts') continue;
      const text = readFileSync(join(import.meta.dirname, name), 'utf8');
      assert.doesNotMatch(text, /from '(?!\.\/|@nats-io\/)/, name);
    }
  });
});

describe('a client', () => {
  it('sends its input and returns the data and the page', async () => {
    const { data: customer } = await client.createCustomer({ body: { name: 'Ada' } });
    const { data: found } = await client.getCustomer({ path: { id: customer.id } });
    assert.equal(found.name, 'Ada');
    await client.createCustomer({ body: { name: 'Grace' } });
    const { data, pagination } = await client.listCustomers({ query: { limit: 1 } });
    assert.deepEqual([data.length, pagination.hasMore], [1, true]);
  });

  it('sends an Idempotency-Key, so that a repeat does nothing twice', async () => {
    const add = () => client.createCustomer({ body: { name: 'Once' }, idempotencyKey: 'once' });
    assert.equal((await add()).data.id, (await add()).data.id);
  });

  it('throws an error answer with the message of the service', async () => {
    await assert.rejects(client.createCustomer({ body: { name: '' } }), (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.code], [422, 'validation_error']);
      assert.equal((error.details as { path: string }[])[0]?.path, 'name');
      assert.ok(error.requestId);
      return true;
    });
  });

  it('overwrites nothing that it has not read', async () => {
    const { data } = await client.createCustomer({ body: { name: 'Seen' } });
    const change = { path: { id: data.id }, ifMatch: data.version };
    await client.updateCustomer({ ...change, body: { name: 'First' } });
    await assert.rejects(client.updateCustomer({ ...change, body: { name: 'Second' } }), { status: 412 });
  });

  it('sends several values of one filter', async () => {
    const { data: customer } = await client.createCustomer({ body: { name: 'Buyer' } });
    const order = { customerId: customer.id, items: [{ sku: 'TEA', name: 'Tea' }] };
    for (const channel of ['admin', 'mcp', 'storefront'] as const)
      await client.createOrder({ body: { ...order, channel } });
    const { data } = await client.listOrders({ query: { channel: ['admin', 'mcp'] } });
    assert.deepEqual(data.map(({ channel }) => channel).sort(), ['admin', 'mcp']);
  });

  it('returns files as streams', async () => {
    const file = await client.getCustomerExport({ query: { format: 'csv' } });
    assert.match(await file.text(), /^id,/);
  });
});
