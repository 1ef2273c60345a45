import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Usage } from '#kernel/usage.ts';
import { newTenant, useApp } from '../testing.ts';
import { useProgram } from './testing/program.ts';

const server = await useApp();
const { colonnade, json } = useProgram(server.database);
const tenant = await newTenant(server);
const { slug } = (await server.call('GET', '/v1/me', { token: tenant.key })).body.data.tenant;
const quota = async (line = ''): Promise<Record<string, Usage>> => {
  const usage: Usage[] = await json(`tenant quota --tenant ${slug}${line}`);
  return Object.fromEntries(usage.map((one) => [one.kind, one]));
};
const addCustomer = () =>
  server.call('POST', '/v1/crm/customers', { token: tenant.key, body: { name: 'Ada' } });

describe('tenant quota', () => {
  it('shows the usage and the quotas of a tenant, as text and as JSON', async () => {
    assert.equal((await addCustomer()).status, 201);
    const { customers, files } = await quota();
    assert.deepEqual(customers, { kind: 'customers', unit: 'rows', used: 1, allowed: null });
    assert.deepEqual([files!.used, files!.allowed], [0, 10_240 * 1024 ** 2]);
    const { stdout } = await colonnade(`tenant quota --tenant ${slug}`);
    assert.match(stdout, /^KIND +USED +ALLOWED\nfiles +0\.0 MiB +10240\.0 MiB\n/);
    assert.match(stdout, /\ncustomers +1 +no limit\n/);
  });

  it('sets another quota for a tenant, which applies from its next request on', async () => {
    assert.equal((await quota(' customers 2')).customers!.allowed, 2);
    assert.deepEqual([(await addCustomer()).status, (await addCustomer()).status], [201, 403]);
    assert.equal((await quota(' customers 3')).customers!.allowed, 3);
    assert.equal((await addCustomer()).status, 201);
  });

  it('accepts bytes with a unit, none for no limit, and default for the setting', async () => {
    assert.equal((await quota(' files 20GiB')).files!.allowed, 20 * 1024 ** 3);
    assert.equal((await quota(' files none')).files!.allowed, null);
    assert.equal((await quota(' files default')).files!.allowed, 10_240 * 1024 ** 2);
  });

  it('refuses an invalid amount, a kind without an amount, orders, and an unknown tenant', async () => {
    const refuses = (line: string, message: RegExp) => assert.rejects(colonnade(line), { message });
    await refuses(`tenant quota --tenant ${slug} customers 2GiB`, /^"2GiB" is not an amount of customers/);
    await refuses(`tenant quota --tenant ${slug} files much`, /^"much" is not an amount of files/);
    await refuses(`tenant quota --tenant ${slug} files`, /^Say how much/);
    await refuses(`tenant quota --tenant ${slug} orders 1`, /orders/);
    await refuses('tenant quota --tenant nobody', /^There is no tenant "nobody"/);
    assert.equal((await quota()).files!.allowed, 10_240 * 1024 ** 2);
  });
});
