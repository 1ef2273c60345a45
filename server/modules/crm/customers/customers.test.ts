import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, newTenant, useApp } from '../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const other = await newTenant(test);

const create = (body: unknown, token = tenant.key) => test.call('POST', '/v1/crm/customers', { token, body });
const get = (id: string, token = tenant.key) => test.call('GET', `/v1/crm/customers/${id}`, { token });
const change = (id: string, body: unknown, token = tenant.key) =>
  test.call('PATCH', `/v1/crm/customers/${id}`, { token, body });
const paths = ({ status, body }: Answer) => {
  assert.equal(status, 422);
  return body.error.details.map((problem: { path: string }) => problem.path);
};

describe('customers', () => {
  it('are created with a name and an optional e-mail address', async () => {
    const { status, body, headers } = await create({ name: 'Ada Lovelace', email: 'Ada@Example.com' });
    assert.equal(status, 201);
    const { id, createdAt, updatedAt, ...customer } = body.data;
    assert.deepEqual(customer, {
      type: 'person',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      emails: ['ada@example.com'],
      phone: null,
      phones: [],
      addresses: [],
      tags: [],
      notes: null,
      externalId: null,
      companyId: null,
      metadata: {},
      archivedAt: null,
      erasedAt: null,
      version: 1,
    });
    assert.equal(headers.etag, '"1"');
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.equal(createdAt, updatedAt);
    assert.match(createdAt, /Z$/);
    assert.equal((await create({ name: 'Grace' })).body.data.email, null);
  });

  it('are returned as they were created, byte for byte', async () => {
    const created = await create({ name: '漢 "quoted"', email: 'a@b.example' });
    const found = await get(created.body.data.id);
    assert.deepEqual([found.status, found.text], [200, created.text]);
  });

  it('may share a name', async () => {
    const twins = [await create({ name: 'Twin' }), await create({ name: 'Twin' })];
    assert.deepEqual(
      twins.map(({ status }) => status),
      [201, 201],
    );
    assert.notEqual(twins[0]!.body.data.id, twins[1]!.body.data.id);
  });

  it('are refused without a name, or with invalid texts', async () => {
    assert.deepEqual(paths(await create({})), ['name']);
    assert.deepEqual(paths(await create({ name: '' })), ['name']);
    assert.deepEqual(paths(await create({ name: 'n'.repeat(201) })), ['name']);
    assert.equal((await create({ name: '😀'.repeat(200) })).status, 201);
    for (const email of [
      'x',
      'x@y',
      '@y.example',
      'a b@y.example',
      'a@@y.example',
      `${'a'.repeat(65)}@y.example`,
    ]) {
      assert.deepEqual(paths(await create({ name: 'Ada', email })), ['email'], email);
    }
    assert.deepEqual(paths(await create({ name: 'Ada', email: `a@${'b'.repeat(250)}.example` })), ['email']);
    assert.deepEqual(paths(await create({ name: 'Ada', email: null })), ['email']);
  });

  it('are changed field by field; null removes the e-mail address', async () => {
    const { data: before } = (await create({ name: 'Ada', email: 'ada@b.example' })).body;
    test.advance(1_000);
    const renamed = (await change(before.id, { name: 'Ada King' })).body.data;
    assert.deepEqual([renamed.name, renamed.email], ['Ada King', 'ada@b.example']);
    assert.equal(renamed.createdAt, before.createdAt);
    assert.ok(renamed.updatedAt > before.updatedAt);
    const silent = (await change(before.id, { email: null })).body.data;
    assert.deepEqual([silent.name, silent.email], ['Ada King', null]);
    assert.deepEqual((await get(before.id)).body.data, silent);
    assert.equal((await change(before.id, {})).status, 200);
  });

  it('are not changed by an invalid body', async () => {
    const { data } = (await create({ name: 'Ada' })).body;
    assert.deepEqual(paths(await change(data.id, { name: null, email: 'x' })), ['name', 'email']);
    assert.deepEqual(paths(await change(data.id, { name: '' })), ['name']);
    assert.deepEqual((await get(data.id)).body.data, data);
  });

  it('are listed newest first', async () => {
    const shop = await newTenant(test);
    for (const name of ['first', 'second', 'third']) {
      await shop.customer(name);
      test.advance(1);
    }
    const { body } = await test.call('GET', '/v1/crm/customers', { token: shop.key });
    assert.deepEqual(
      body.data.map((customer: { name: string }) => customer.name),
      ['third', 'second', 'first'],
    );
    assert.deepEqual(body.pagination, { limit: 25, hasMore: false, nextCursor: null });
  });

  it('of another tenant get the same 404 as an id that never existed', async () => {
    const { id } = (await create({ name: 'Ada' })).body.data;
    const nobody = crypto.randomUUID();
    const pairs = [
      [await get(id, other.key), await get(nobody, other.key)],
      [await change(id, { name: 'Eve' }, other.key), await change(nobody, { name: 'Eve' }, other.key)],
    ] as const;
    for (const [theirs, missing] of pairs) {
      assert.equal(theirs.status, 404);
      const text = ({ text, body }: Answer) => text.replace(body.error.requestId, '');
      assert.equal(text(theirs), text(missing));
    }
    assert.equal((await get(id)).body.data.name, 'Ada');
  });

  it('can be read by viewers and read:crm, and written by editors and write:crm', async () => {
    const { id } = (await create({ name: 'Ada' })).body.data;
    const [viewer, editor] = [await tenant.staff('viewer'), await tenant.staff('editor')];
    const [reader, writer] = [await tenant.keyWith('read:crm'), await tenant.keyWith('write:crm')];
    for (const token of [viewer, reader]) {
      assert.equal((await get(id, token)).status, 200);
      assert.equal((await create({ name: 'x' }, token)).status, 403);
      assert.equal((await change(id, { name: 'x' }, token)).status, 403);
    }
    assert.equal((await create({ name: 'x' }, editor)).status, 201);
    assert.equal((await create({ name: 'x' }, writer)).status, 201);
    assert.equal((await change(id, { name: 'y' }, writer)).status, 200);
    assert.equal((await get(id, writer)).status, 403);
  });
});
