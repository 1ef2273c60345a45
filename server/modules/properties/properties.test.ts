import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, type TestTenant, useApp } from '../../testing.ts';

const test = await useApp({ PUBLIC_URL: 'https://api.example' });
const tenant = await newTenant(test);

const call = (method: string, url: string, body?: object, headers = {}, by: TestTenant = tenant) =>
  test.call(method, url, { token: by.key, body, headers });
const create = async (body: object, by = tenant) => {
  const answer = await call('POST', '/v1/properties', body, {}, by);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
};
const problemsOf = ({ body }: { body: { error: { details: { path: string; code: string }[] } } }) =>
  body.error.details.map(({ path, code }) => [path, code]);

describe('a property', () => {
  it('is created with a name, and with domains and locales in normal form', async () => {
    const made = await create({
      name: 'Shop',
      domains: ['WWW.Shop.Example.', 'b\u00fccher.example'],
      locales: ['en', 'PT-br'],
    });
    const { id, createdAt, updatedAt, ...rest } = made;
    assert.deepEqual(rest, {
      name: 'Shop',
      domains: ['www.shop.example', 'xn--bcher-kva.example'],
      locales: ['en', 'pt-BR'],
      isDefault: true,
      version: 1,
    });
    assert.equal(createdAt, updatedAt);
    const { body, headers } = await call('GET', `/v1/properties/${id}`);
    assert.deepEqual([body.data, headers.etag], [made, '"1"']);
  });

  it('names everything that is wrong at once', async () => {
    const answer = await call('POST', '/v1/properties', {
      name: 'Shop',
      domains: ['localhost', 'API.example', 'a.example', 'A.example'],
      locales: ['english!', 'en', 'EN'],
    });
    assert.equal(answer.status, 422);
    assert.deepEqual(problemsOf(answer), [
      ['domains[0]', 'wrong_format'],
      ['domains[1]', 'not_allowed'],
      ['locales[0]', 'wrong_format'],
      ['domains[3]', 'not_unique'],
      ['locales[2]', 'not_unique'],
    ]);
    assert.deepEqual(problemsOf(await call('POST', '/v1/properties', {})), [['name', 'required']]);
  });

  it('is changed field by field; with If-Match, only if it was not changed meanwhile', async () => {
    const { id, ...before } = await create({ name: 'Before', locales: ['en'] });
    const { body } = await call('PATCH', `/v1/properties/${id}`, { name: 'After' }, { 'if-match': '"1"' });
    assert.deepEqual(body.data, { ...before, id, name: 'After', version: 2, updatedAt: body.data.updatedAt });
    assert.equal(
      (await call('PATCH', `/v1/properties/${id}`, { name: 'X' }, { 'if-match': '"1"' })).status,
      412,
    );
    assert.equal((await call('PATCH', `/v1/properties/${id}`, { name: 'After' })).body.data.version, 2);
  });

  it('is listed newest first', async () => {
    const by = await newTenant(test);
    for (const name of ['1', '2', '3']) {
      test.advance(1000);
      await create({ name }, by);
    }
    const { body } = await call('GET', '/v1/properties?limit=2', undefined, {}, by);
    assert.deepEqual(
      body.data.map((each: { name: string }) => each.name),
      ['3', '2'],
    );
    assert.equal(body.pagination.hasMore, true);
  });

  it('may be named by an order, whose propertyId stays free text', async () => {
    const { id } = await create({ name: 'Shop' });
    const customerId = await tenant.customer();
    for (const propertyId of [id, 'a name of their own']) {
      const order = { customerId, propertyId, items: [{ sku: 'TEA', name: 'Tea' }] };
      assert.equal((await call('POST', '/v1/crm/orders', order)).body.data.propertyId, propertyId);
    }
  });
});

describe('the default property', () => {
  it('is the first one, until another is made the default', async () => {
    const by = await newTenant(test);
    const [first, second] = [await create({ name: '1' }, by), await create({ name: '2' }, by)];
    assert.deepEqual([first.isDefault, second.isDefault], [true, false]);
    await call('PATCH', `/v1/properties/${second.id}`, { isDefault: true }, {}, by);
    const third = await create({ name: '3', isDefault: true }, by);
    const { data } = (await call('GET', '/v1/properties', undefined, {}, by)).body;
    const defaults = data.filter((each: { isDefault: boolean }) => each.isDefault);
    assert.deepEqual(defaults, [third]);
    const refused = await call('PATCH', `/v1/properties/${third.id}`, { isDefault: false }, {}, by);
    assert.deepEqual(problemsOf(refused), [['isDefault', 'not_allowed']]);
  });

  it('is created when the first redirect needs it, once, however many come at once', async () => {
    const by = await newTenant(test);
    const adds = Array.from({ length: 8 }, (_, index) =>
      call('POST', '/v1/redirects', { from: `/${index}`, to: '/new' }, {}, by),
    );
    const ids = (await Promise.all(adds)).map(({ body }) => body.data.propertyId);
    assert.equal(new Set(ids).size, 1);
    const { data } = (await call('GET', '/v1/properties', undefined, {}, by)).body;
    assert.deepEqual(
      data.map((each: Record<string, unknown>) => [each.id, each.name, each.isDefault]),
      [[ids[0], 'Default site', true]],
    );
  });
});

describe('deleting a property', () => {
  it('is refused while redirects use it, and the answer names them', async () => {
    const { id } = await create({ name: 'Used' });
    const redirect = (await call('POST', '/v1/redirects', { propertyId: id, from: '/old', to: '/new' })).body
      .data;
    const refused = await call('DELETE', `/v1/properties/${id}`);
    assert.deepEqual(
      [refused.status, refused.body.error.details],
      [409, { usedBy: [{ what: 'redirects', count: 1, first: ['/old'] }] }],
    );
    await call('DELETE', `/v1/redirects/${redirect.id}`);
    const { status, body } = await call('DELETE', `/v1/properties/${id}`);
    assert.deepEqual([status, body.data], [200, { id, deleted: true }]);
    assert.equal((await call('GET', `/v1/properties/${id}`)).status, 404);
    assert.equal((await call('POST', '/v1/redirects', { propertyId: id, from: '/a', to: '/b' })).status, 404);
  });

  it('and adding a redirect to it at the same moment never both succeed', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await create({ name: 'Contested' });
      const [added, deleted] = await Promise.all([
        call('POST', '/v1/redirects', { propertyId: id, from: '/old', to: '/new' }),
        call('DELETE', `/v1/properties/${id}`),
      ]);
      assert.ok([[201, 409].join(), [404, 200].join()].includes([added.status, deleted.status].join()));
    }
  });
});

it('search and the audit log record every change', async () => {
  const { id } = await create({ name: 'Told', domains: ['told.example'] });
  await call('PATCH', `/v1/properties/${id}`, { name: 'Retold' });
  await call('DELETE', `/v1/properties/${id}`);
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<{ data: string }>("select data from events where type = 'search.entity.changed'"),
  );
  const told = rows.map(({ data }) => JSON.parse(data)).filter((data) => data.id === id);
  assert.deepEqual(told.map(({ entity, removed, title }) => [entity, removed, title ?? null].join()).sort(), [
    'property,false,Retold',
    'property,false,Told',
    'property,true,',
  ]);
  const token = await tenant.staff('owner');
  const { body } = await test.call('GET', `/v1/audit-log?subjectId=${id}`, { token });
  assert.deepEqual(
    body.data.map((entry: { action: string }) => entry.action),
    ['property.deleted', 'property.updated', 'property.created'],
  );
});
