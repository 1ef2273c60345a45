import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProxy } from '#kernel/testing/proxy.ts';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';

const ORDERS = 1_100;
const proxy = await startProxy();
after(() => proxy.close());
const test = await useApp({}, (database) => proxy.inFrontOf(database));
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;

async function fill(tenant: TestTenant): Promise<TestTenant> {
  const customerId = await tenant.customer();
  const orders = Array.from({ length: ORDERS / 2 }, () => ({
    customerId,
    items: [{ sku: 'S', name: 'Tea' }],
    customerNote: 'x'.repeat(2_000),
  }));
  for (let n = 0; n < 2; n++) {
    await test.call('POST', '/v1/crm/orders/bulk', { token: tenant.key, body: { orders } });
  }
  return tenant;
}
const tenant = await fill(await newTenant(test));

async function open(token: string, query = ''): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` };
  const asking = get({ port, path: `/v1/crm/orders/export?format=ndjson${query}`, headers, agent: false });
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return answer;
}

async function idsOf(answer: IncomingMessage): Promise<string[]> {
  const text = Buffer.concat(await answer.toArray()).toString();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id);
}

describe('an export', () => {
  it('waits while the database is unavailable, and is complete', async () => {
    const answer = await open(tenant.key);
    const [first] = (await once(answer, 'data')) as [Buffer];
    answer.pause();
    answer.unshift(first);
    proxy.cut();
    const ids = idsOf(answer);
    await sleep(1_500);
    proxy.heal();
    assert.equal(new Set(await ids).size, ORDERS);
  });

  it('continues after a given row, in any sort; an unknown row gets 422', async () => {
    for (const sort of ['', '&sort=orderNumber&order=asc', '&sort=total&currency=USD']) {
      const all = await idsOf(await open(tenant.key, sort));
      assert.deepEqual(await idsOf(await open(tenant.key, `${sort}&after=${all[599]}`)), all.slice(600));
    }
    const csv = async (query: string) =>
      (await test.call('GET', `/v1/crm/customers/export?${query}`, { token: tenant.key })).text;
    const [, only] = (await csv('')).split('\r\n');
    assert.equal(await csv(`after=${only!.split(',')[0]}`), '');
    const other = await newTenant(test);
    for (const [path, after] of [
      ['orders', crypto.randomUUID()],
      ['customers', await other.customer()],
    ]) {
      const answer = await test.call('GET', `/v1/crm/${path}/export?after=${after}`, { token: tenant.key });
      assert.equal(answer.status, 422);
    }
  });

  it('beyond four concurrent ones of a tenant is refused before its first byte; none of 60 is cut off', async () => {
    const tenants = [tenant];
    for (let n = 0; n < 4; n++) tenants.push(await fill(await newTenant(test)));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => open(tenants[n % tenants.length]!.key)),
    );
    const taken = answers.filter(({ statusCode }) => statusCode === 200);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    // On a busy machine the first page may be late too, which is reported before the first byte as well.
    const busy = answers.filter(({ statusCode }) => statusCode === 503);
    assert.equal(taken.length + refused.length + busy.length, 60);
    assert.ok(taken.length >= 4 && taken.length <= 20, `${taken.length}`);
    for (const answer of refused) assert.equal(answer.headers['retry-after'], '5');
    for (const ids of await Promise.all(taken.map(idsOf))) assert.equal(new Set(ids).size, ORDERS);
    for (const answer of [...refused, ...busy]) answer.resume();
    assert.equal((await idsOf(await open(tenant.key))).length, ORDERS);
  });
});
