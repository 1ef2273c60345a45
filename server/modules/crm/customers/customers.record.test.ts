import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, newTenant, useApp } from '../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const other = await newTenant(test);
const token = tenant.key;

const create = (body: object) =>
  test.call('POST', '/v1/crm/customers', { token, body: { name: 'Ada', ...body } });
const change = (id: string, body: object, headers = {}) =>
  test.call('PATCH', `/v1/crm/customers/${id}`, { token, body, headers });
const get = (id: string) => test.call('GET', `/v1/crm/customers/${id}`, { token });
const paths = ({ status, body, text }: Answer) => {
  assert.equal(status, 422, text);
  return body.error.details.map((problem: { path: string }) => problem.path);
};
const home = { line1: '1 Agora', city: 'Athens', country: 'GR' };

describe('the record of a customer', () => {
  it('has labelled addresses, one of them the default for each purpose', async () => {
    const addresses = [
      { label: 'Home', defaultShipping: true, defaultBilling: false, address: home },
      {
        label: null,
        defaultShipping: false,
        defaultBilling: true,
        address: { line1: 'PO Box 1', city: 'Sparta' },
      },
    ];
    const created = await create({ addresses });
    assert.deepEqual(created.body.data.addresses, addresses);
    assert.deepEqual((await get(created.body.data.id)).body.data.addresses, addresses);
    const twice = [
      { address: home, defaultBilling: true },
      { address: home, defaultBilling: true },
    ];
    assert.deepEqual(paths(await create({ addresses: twice })), ['addresses[1].defaultBilling']);
    assert.deepEqual(paths(await create({ addresses: [{ label: 'x' }] })), ['addresses[0].address']);
  });

  it('has tags as a set, notes, and metadata that are returned as sent', async () => {
    const body =
      '{"name":"Ada","tags":["vip"," b2b ","vip"],"notes":"Tea","metadata":{"2":1.50,"1":{"__proto__":[]}}}';
    const created = await test.call('POST', '/v1/crm/customers', { token, body });
    assert.deepEqual([created.body.data.tags, created.body.data.notes], [['b2b', 'vip'], 'Tea']);
    assert.match(created.text, /"metadata":\{"2":1\.50,"1":\{"__proto__":\[\]\}\}/);
    const { id } = created.body.data;
    assert.equal((await get(id)).text, created.text);
    const emptied = (await change(id, { tags: [], notes: null, metadata: null })).body.data;
    assert.deepEqual([emptied.tags, emptied.notes, emptied.metadata], [[], null, {}]);
  });

  it('links a person to a company of the same tenant, and to nothing else', async () => {
    const company = (await create({ type: 'company', name: 'Analytical Engines' })).body.data;
    assert.equal(company.type, 'company');
    const person = (await create({ companyId: company.id.toUpperCase() })).body.data;
    assert.equal(person.companyId, company.id);
    assert.equal((await change(person.id, { companyId: null })).body.data.companyId, null);
    assert.deepEqual(paths(await create({ type: 'company', companyId: company.id })), ['companyId']);
    assert.deepEqual(paths(await change(company.id, { companyId: company.id })), ['companyId']);

    const missing = await create({ companyId: crypto.randomUUID() });
    const foreign = await test.call('POST', '/v1/crm/customers', {
      token: other.key,
      body: { name: 'Eve', companyId: company.id },
    });
    const bare = ({ status, text, body }: Answer) => [status, text.replace(body.error.requestId, '')];
    assert.equal(missing.status, 404);
    assert.deepEqual(bare(foreign), bare(missing));
    assert.equal((await create({ companyId: person.id })).status, 404, 'a person is no company');
  });

  it('is not changed by an unknown field, and its type can never change', async () => {
    const { data } = (await create({})).body;
    const same = (await change(data.id, { type: 'company', version: 7, archivedAt: '2030-01-01T00:00:00Z' }))
      .body.data;
    assert.deepEqual(same, data);
  });
});

describe('the version of a customer', () => {
  it('rises with each change, and not with a request that changes nothing', async () => {
    const { data } = (await create({ emails: ['v@versions.example'], metadata: { a: 1 } })).body;
    test.advance(1_000);
    const same = await change(data.id, {
      name: 'Ada',
      emails: ['V@versions.example '],
      metadata: { a: 1 },
      tags: [],
    });
    assert.deepEqual(same.body.data, data);
    const changed = await change(data.id, { name: 'Ada King' });
    assert.deepEqual([changed.body.data.version, changed.headers.etag], [2, '"2"']);
    assert.equal((await get(data.id)).headers.etag, '"2"');
  });

  it('in If-Match prevents a change from overwriting one that its author has not seen', async () => {
    const { id } = (await create({})).body.data;
    assert.equal((await change(id, { notes: 'first' }, { 'if-match': '"1"' })).status, 200);
    const late = await change(id, { notes: 'second' }, { 'if-match': '"1"' });
    assert.deepEqual(
      [late.status, late.body.error.code, late.headers.etag],
      [412, 'precondition_failed', '"2"'],
    );
    assert.equal((await get(id)).body.data.notes, 'first');
    assert.equal((await change(id, { notes: 'third' }, { 'if-match': '*' })).status, 200);
    assert.equal((await change(id, { notes: 'x' }, { 'if-match': '3' })).status, 400);
  });

  it('in If-Match also guards archiving, merging and erasing, and is in their answers', async () => {
    const admin = await tenant.staff('admin');
    const { id } = (await create({})).body.data;
    const from = (await create({})).body.data.id;
    await change(id, { notes: 'second' });
    let seen = 2;
    for (const [step, body] of Object.entries({ archive: {}, unarchive: {}, merge: { from }, erase: {} })) {
      const as = (version: number) =>
        test.call('POST', `/v1/crm/customers/${id}/${step}`, {
          token: admin,
          body,
          headers: { 'if-match': `"${version}"` },
        });
      const late = await as(seen - 1);
      assert.deepEqual([late.status, late.headers.etag], [412, `"${seen}"`], step);
      assert.equal((await get(id)).body.data.version, seen, step);
      const done = await as(seen++);
      assert.deepEqual([done.status, done.headers.etag], [200, `"${seen}"`], step);
    }
  });

  it('in If-Match lets exactly one of many concurrent changes succeed', async () => {
    const { id } = (await create({})).body.data;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => change(id, { notes: `${index}` }, { 'if-match': '"1"' })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(412)]);
  });
});

describe('an archived customer', () => {
  it('can be read and can order, but is not listed until it is unarchived', async () => {
    const { id } = (await create({ externalId: 'to-archive' })).body.data;
    const listed = async (archived = '') =>
      (await test.call('GET', `/v1/crm/customers?externalId=to-archive${archived}`, { token })).body.data
        .length;
    const archived = await test.call('POST', `/v1/crm/customers/${id}/archive`, { token });
    assert.match(archived.body.data.archivedAt, /Z$/);
    assert.deepEqual(
      [await listed(), await listed('&archived=true'), await listed('&archived=all')],
      [0, 1, 1],
    );
    assert.equal((await get(id)).status, 200);
    const order = { customerId: id, items: [{ sku: 'TEA', name: 'Tea' }] };
    assert.equal((await test.call('POST', '/v1/crm/orders', { token, body: order })).status, 201);
    const again = await test.call('POST', `/v1/crm/customers/${id}/archive`, { token });
    assert.deepEqual(again.body.data, archived.body.data);
    const back = await test.call('POST', `/v1/crm/customers/${id}/unarchive`, { token });
    assert.deepEqual([back.body.data.archivedAt, back.body.data.version], [null, 3]);
    assert.equal(await listed(), 1);
  });
});
