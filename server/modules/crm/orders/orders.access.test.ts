import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, newTenant, useApp } from '../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const other = await newTenant(test);
const theirCustomer = await other.customer();

const order = (id = customerId) => ({ customerId: id, items: [{ sku: 'TEA', name: 'Green tea' }] });
const place = (body: unknown, token?: string, headers?: Record<string, string>) =>
  test.call('POST', '/v1/crm/orders', { token, body, headers });
const outcome = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details];
/** The headers and the body, without the values that differ between any two requests. */
const visible = ({ status, headers, text, body }: Answer) => [
  status,
  Object.keys(headers),
  text.replace(body.error.requestId, ''),
];

async function switchCrm(verb: 'activate' | 'deactivate'): Promise<void> {
  const token = await tenant.staff('admin');
  assert.equal((await test.call('POST', `/v1/modules/crm/${verb}`, { token })).status, 200);
}

describe('placing an order', () => {
  it('is refused without a token, or with an invalid one', async () => {
    const { key } = tenant;
    const wrong = [
      '',
      'Bearer',
      'Bearer ',
      `Basic ${key}`,
      key,
      `Bearer ${key}x`,
      `Bearer ${key} x`,
      `Bearer, ${key}`,
    ];
    wrong.push(
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer ${key.replace('live', 'test')}`,
    );
    assert.deepEqual(outcome(await place(order())).slice(0, 2), [401, 'unauthorized']);
    for (const authorization of wrong) {
      const headers = { authorization };
      assert.deepEqual(outcome(await place(order(), undefined, headers)).slice(0, 2), [401, 'unauthorized']);
    }
  });

  it('needs the scope write:crm of a key', async () => {
    assert.equal((await place(order(), await tenant.keyWith('write:crm'))).status, 201);
    for (const scope of ['read:crm', 'write:crm_bulk', 'write:content', 'write:redirects'] as const) {
      const answer = await place(order(), await tenant.keyWith(scope));
      assert.deepEqual(outcome(answer), [403, 'forbidden', { scope: 'write:crm' }]);
    }
  });

  it('needs the role editor of staff; the error to a viewer names it', async () => {
    for (const role of ['editor', 'admin', 'owner'] as const) {
      assert.equal((await place(order(), await tenant.staff(role))).status, 201);
    }
    const viewer = await tenant.staff('viewer');
    assert.deepEqual(outcome(await place(order(), viewer)), [403, 'forbidden', { role: 'editor' }]);
  });

  it('is refused while the CRM module is off; the orders are readable again when it is on', async () => {
    const { id } = (await place(order(), tenant.key)).body.data;
    await switchCrm('deactivate');
    const refused = await place(order(), tenant.key);
    assert.deepEqual(outcome(refused), [403, 'module_disabled', { module: 'crm' }]);
    const read = await test.call('GET', `/v1/crm/orders/${id}`, { token: tenant.key });
    assert.deepEqual(outcome(read).slice(0, 2), [403, 'module_disabled']);
    assert.equal((await place(order(theirCustomer), other.key)).status, 201);
    await switchCrm('activate');
    assert.equal((await test.call('GET', `/v1/crm/orders/${id}`, { token: tenant.key })).status, 200);
  });

  it('answers with the order without the scope read:crm, which reading needs', async () => {
    const writer = await tenant.keyWith('write:crm');
    const placed = await place(order(), writer);
    assert.equal(placed.body.data.customerId, customerId);
    const url = `/v1/crm/orders/${placed.body.data.id}`;
    assert.deepEqual(outcome(await test.call('GET', url, { token: writer })), [
      403,
      'forbidden',
      { scope: 'read:crm' },
    ]);
    assert.equal((await test.call('GET', url, { token: await tenant.staff('viewer') })).status, 200);
  });
});

describe('the isolation of tenants', () => {
  it('gives a customer of another tenant the same 404 as one that never existed, byte for byte', async () => {
    const theirs = await place(order(theirCustomer), tenant.key);
    const nobodys = await place(order(crypto.randomUUID()), tenant.key);
    assert.deepEqual(outcome(theirs).slice(0, 2), [404, 'not_found']);
    assert.deepEqual(visible(theirs), visible(nobodys));
  });

  it('gives an order of another tenant the same 404 as one that never existed, byte for byte', async () => {
    const { id } = (await place(order(theirCustomer), other.key)).body.data;
    const theirs = await test.call('GET', `/v1/crm/orders/${id}`, { token: tenant.key });
    const nobodys = await test.call('GET', `/v1/crm/orders/${crypto.randomUUID()}`, { token: tenant.key });
    assert.equal(theirs.status, 404);
    assert.deepEqual(visible(theirs), visible(nobodys));
  });

  it('ignores a tenant id in the body or a header, and refuses one in the query', async () => {
    const ids = { tenantId: other.id, tenant_id: other.id, tenant: { id: other.id } };
    const request = {
      token: tenant.key,
      body: { ...order(), ...ids, items: [{ ...order().items[0], ...ids }] },
      headers: { 'x-tenant-id': other.id },
    };
    const asked = await test.call('POST', `/v1/crm/orders?tenantId=${other.id}`, request);
    assert.equal(asked.status, 422);
    const answer = await test.call('POST', '/v1/crm/orders', request);
    assert.equal(answer.status, 201);
    assert.equal(answer.text.includes(other.id), false);
    const { id } = answer.body.data;
    assert.equal((await test.call('GET', `/v1/crm/orders/${id}`, { token: tenant.key })).status, 200);
    assert.equal((await test.call('GET', `/v1/crm/orders/${id}`, { token: other.key })).status, 404);
  });
});

describe('the order of checks', () => {
  it('is 401, 403, 400, 422, 404, 409: a caller without the right learns nothing further', async () => {
    await place({ ...order(), orderNumber: 'TAKEN' }, tenant.key);
    const unknown = { ...order(crypto.randomUUID()), orderNumber: 'TAKEN' };
    const bodies = ['{', { items: [] }, unknown, { ...order(), orderNumber: 'TAKEN' }];
    const statuses = async (token?: string) => {
      const answers = [];
      for (const body of bodies) answers.push((await place(body, token)).status);
      return answers;
    };
    assert.deepEqual(await statuses(), [401, 401, 401, 401]);
    assert.deepEqual(await statuses('nonsense'), [401, 401, 401, 401]);
    assert.deepEqual(await statuses(await tenant.keyWith('read:crm')), [403, 403, 403, 403]);
    assert.deepEqual(await statuses(await tenant.staff('viewer')), [403, 403, 403, 403]);
    assert.deepEqual(await statuses(tenant.key), [400, 422, 404, 409]);
  });

  it('has role and scope before the module, and the module before the body', async () => {
    const [viewer, reader] = [await tenant.staff('viewer'), await tenant.keyWith('read:crm')];
    await switchCrm('deactivate');
    try {
      for (const token of [viewer, reader])
        assert.equal((await place('{', token)).body.error.code, 'forbidden');
      const headers = { 'content-type': 'text/plain' };
      for (const body of ['{', ' '.repeat(1024 * 1024 + 1)]) {
        assert.equal((await place(body, tenant.key, headers)).body.error.code, 'module_disabled');
      }
    } finally {
      await switchCrm('activate');
    }
  });

  it('has the rights of the caller before the size and the type of the body', async () => {
    const big = ' '.repeat(1024 * 1024 + 1);
    assert.equal((await place(big)).status, 401);
    assert.equal((await place(big, await tenant.keyWith('read:crm'))).status, 403);
    assert.equal((await place(big, tenant.key)).status, 413);
    const headers = { 'content-type': 'text/plain' };
    assert.equal((await place('x', undefined, headers)).status, 401);
    assert.equal((await place('x', tenant.key, headers)).status, 415);
  });
});
