import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { newTenant, useApp } from '../../testing.ts';
import { MAX_ROWS_SEARCHED } from './redirects.sql.ts';

const test = await useApp();
const tenant = await newTenant(test);

const add = (body: object, headers = {}, token = tenant.key) =>
  test.call('POST', '/v1/redirects', { token, body, headers });
const list = (query = '', token = tenant.key) => test.call('GET', `/v1/redirects${query}`, { token });
const remove = (id: string, token = tenant.key) => test.call('DELETE', `/v1/redirects/${id}`, { token });

/** The events of a tenant. */
const events = async (type: string, tenantId = tenant.id): Promise<Record<string, unknown>[]> => {
  const { rows } = await test.db.inTenant(tenantId, (tx) =>
    tx.query<{ data: string }>('select data from events where type = $1 order by created_at, id', [type]),
  );
  return rows.map((row) => JSON.parse(row.data));
};

describe('adding a redirect', () => {
  it('answers 201 with the redirect, permanent unless it says otherwise', async () => {
    const { status, body } = await add({ from: '/old', to: '/new' });
    assert.equal(status, 201);
    const { id, createdAt, updatedAt, propertyId, ...rest } = body.data;
    assert.deepEqual(rest, {
      from: '/old',
      to: '/new',
      statusCode: 301,
      match: 'exact',
      query: 'keep',
      activeFrom: null,
      activeUntil: null,
      notes: null,
      chain: [],
      hits: 0,
      lastHitAt: null,
      version: 1,
    });
    assert.deepEqual([propertyId.length, updatedAt], [36, createdAt]);
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.equal(new Date(createdAt).toISOString(), createdAt);
  });

  it('accepts the four status codes of redirects, and no other', async () => {
    for (const statusCode of [301, 302, 307, 308]) {
      const { status, body } = await add({ from: `/code-${statusCode}`, to: '/new', statusCode });
      assert.deepEqual([status, body.data.statusCode], [201, statusCode]);
    }
    for (const statusCode of [200, 300, 303, 304, 404, 301.5, '301', null]) {
      const { status, body } = await add({ from: '/code', to: '/new', statusCode });
      assert.equal(status, 422, String(statusCode));
      assert.equal(body.error.details[0].path, 'statusCode');
    }
  });

  it('answers 409 for a path that redirects already, and keeps the first redirect', async () => {
    const first = await add({ from: '/taken', to: '/first' });
    const again = await add({ from: '/taken', to: '/second' });
    assert.equal(again.status, 409);
    assert.equal(again.body.error.code, 'conflict');
    const found = (await list('?limit=100')).body.data.filter(
      (redirect: { from: string }) => redirect.from === '/taken',
    );
    assert.deepEqual(found, [first.body.data]);
  });

  it('succeeds once when many requests add the same path at once', async () => {
    const attempts = Array.from({ length: 10 }, (_, index) => add({ from: '/race', to: `/to-${index}` }));
    const statuses = (await Promise.all(attempts)).map((answer) => answer.status).sort();
    assert.deepEqual(statuses, [201, ...Array(9).fill(409)]);
    assert.equal((await events('redirect.added')).filter((data) => data.from === '/race').length, 1);
  });

  it('is independent of other tenants', async () => {
    const other = await newTenant(test);
    await add({ from: '/shared', to: '/here' });
    assert.equal((await add({ from: '/shared', to: '/there' }, {}, other.key)).status, 201);
  });
});

describe('listing redirects', () => {
  it('finds a part of the source or the target, page by page', async () => {
    const other = await newTenant(test);
    const token = other.key;
    for (const n of [1, 2, 3]) await add({ from: `/old/tea/${n}`, to: `/new/${n}` }, {}, token);
    await add({ from: '/cups', to: 'https://elsewhere.example/Tea' }, {}, token);
    await add({ from: '/pots', to: '/kettles' }, {}, token);
    const first = await list('?q=TEA&limit=3', token);
    const found = (answer: typeof first) => answer.body.data.map(({ from }: { from: string }) => from);
    assert.deepEqual(found(first), ['/cups', '/old/tea/3', '/old/tea/2']);
    const second = await list(`?q=TEA&limit=3&cursor=${first.body.pagination.nextCursor}`, token);
    assert.deepEqual([found(second), second.body.pagination.hasMore], [['/old/tea/1'], false]);
    assert.deepEqual(found(await list('?q=%25', token)), []);
    assert.deepEqual(found(await list('?q=tea&from=/cups', token)), ['/cups']);
  });

  it('reads a bounded number of redirects in one search, and goes on from there', async () => {
    const other = await newTenant(test);
    const csv = Array.from({ length: MAX_ROWS_SEARCHED + 200 }, (_, n) => `/many/${n},/new/${n}`);
    const body = ['from,to', ...csv].join('\n');
    const imported = await test.call('POST', '/v1/redirects/import', {
      token: other.key,
      body,
      headers: { 'content-type': 'text/csv' },
    });
    assert.equal(imported.status, 200, imported.text);
    const seen: string[] = [];
    let requests = 0;
    for (let cursor = ''; ; requests++) {
      const { data, pagination } = (await list(`?q=/many/77&limit=100${cursor}`, other.key)).body;
      seen.push(...data.map(({ from }: { from: string }) => from));
      if (!pagination.hasMore) break;
      cursor = `&cursor=${pagination.nextCursor}`;
    }
    assert.equal(seen.length, new Set(seen).size);
    assert.equal(seen.length, csv.filter((line) => line.startsWith('/many/77')).length);
    assert.ok(requests >= 1, `${requests} requests after the first`);
  });

  it('shows them newest first, page by page, of the own tenant only', async () => {
    const other = await newTenant(test);
    const ids = [];
    for (const from of ['/1', '/2', '/3']) {
      test.advance(1000);
      ids.unshift((await add({ from, to: '/new' }, {}, other.key)).body.data.id);
    }
    const first = await list('?limit=2', other.key);
    const second = await list(`?limit=2&cursor=${first.body.pagination.nextCursor}`, other.key);
    const seen = [...first.body.data, ...second.body.data].map((redirect: { id: string }) => redirect.id);
    assert.deepEqual(seen, ids);
    assert.deepEqual(second.body.pagination, { limit: 2, hasMore: false, nextCursor: null });
  });
});

describe('removing a redirect', () => {
  it('answers 200, and the path is free again', async () => {
    const { id } = (await add({ from: '/gone', to: '/new' })).body.data;
    const { status, body } = await remove(id);
    assert.deepEqual([status, body], [200, { success: true, data: { id, deleted: true } }]);
    assert.ok(!(await list('?limit=100')).text.includes(id));
    assert.equal((await add({ from: '/gone', to: '/elsewhere' })).status, 201);
  });

  it('twice answers 404 and publishes one event, also when both requests come at once', async () => {
    const { id } = (await add({ from: '/once', to: '/new' })).body.data;
    const statuses = (await Promise.all([remove(id), remove(id)])).map((answer) => answer.status).sort();
    assert.deepEqual(statuses, [200, 404]);
    assert.equal((await remove(id)).status, 404);
    assert.equal((await events('redirect.removed')).filter((data) => data.id === id).length, 1);
  });

  it('of another tenant answers as if it did not exist', async () => {
    const other = await newTenant(test);
    const { id } = (await add({ from: '/theirs', to: '/new' }, {}, other.key)).body.data;
    assert.equal((await remove(id)).status, 404);
    assert.ok((await list('', other.key)).text.includes(id));
  });
});

describe('the events of redirects', () => {
  it('are published exactly once each, with data as the catalogue describes it', async () => {
    const { body } = await test.call('GET', '/v1/events/types', { token: tenant.key });
    const ajv = new Ajv({ strict: false, formats: FORMATS });
    const added = (await add({ from: '/told', to: 'https://example.com/', statusCode: 308 })).body.data;
    await remove(added.id);
    for (const type of ['redirect.added', 'redirect.removed']) {
      const told = (await events(type)).filter((data) => data.id === added.id);
      const { removedAt, ...data } = told[0]!;
      assert.deepEqual([told.length, data], [1, added], type);
      assert.equal(removedAt !== undefined, type === 'redirect.removed');
      const described = body.data.find((entry: { type: string }) => entry.type === type);
      assert.equal(described.subscribable, true);
      const matches = ajv.compile({ ...described.schema, additionalProperties: false });
      assert.ok(matches(told[0]), JSON.stringify(matches.errors));
      assert.ok(matches(described.example), JSON.stringify(matches.errors));
    }
  });

  it('are not published when nothing was added', async () => {
    const before = (await events('redirect.added')).length;
    await add({ from: '/x', to: 'javascript:alert(1)' });
    await add({ from: '/told-again', to: '/new' });
    await add({ from: '/told-again', to: '/new' });
    assert.equal((await events('redirect.added')).length, before + 1);
  });

  it('are not published again when the request is repeated with its Idempotency-Key', async () => {
    const post = () => add({ from: '/idempotent', to: '/new' }, { 'idempotency-key': 'redirect' });
    const [first, again] = [await post(), await post()];
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal((await events('redirect.added')).filter((data) => data.from === '/idempotent').length, 1);
  });
});

describe('the rights to redirects', () => {
  it('let a viewer read but not write; a key needs the scope', async () => {
    const viewer = await tenant.staff('viewer');
    const [reader, writer] = [
      await tenant.keyWith('read:redirects'),
      await tenant.keyWith('write:redirects'),
    ];
    const { id } = (await add({ from: '/guarded', to: '/new' })).body.data;
    const tried = async (token: string) => [
      (await list('', token)).status,
      (await add({ from: `/by-${token.slice(-5)}`, to: '/new' }, {}, token)).status,
    ];
    assert.deepEqual(await tried(viewer), [200, 403]);
    assert.deepEqual(await tried(reader), [200, 403]);
    assert.deepEqual(await tried(writer), [403, 201]);
    assert.deepEqual([(await remove(id, reader)).status, (await remove(id, viewer)).status], [403, 403]);
  });

  it('allow nothing while the module is off', async () => {
    const owner = await tenant.staff('owner');
    await test.call('POST', '/v1/modules/redirects/deactivate', { token: owner });
    const refused = await add({ from: '/off', to: '/new' });
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'module_disabled']);
    await test.call('POST', '/v1/modules/redirects/activate', { token: owner });
    assert.equal((await add({ from: '/off', to: '/new' })).status, 201);
  });
});
