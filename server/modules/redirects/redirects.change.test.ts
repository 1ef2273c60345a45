import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);

const call = (method: string, url: string, body?: object, headers = {}) =>
  test.call(method, url, { token: tenant.key, body, headers });
const add = async (body: object) => {
  const answer = await call('POST', '/v1/redirects', body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
};
const change = (id: string, body: object, headers = {}) =>
  call('PATCH', `/v1/redirects/${id}`, body, headers);

/** The events of a redirect, by type and version: events of the same moment are in no order. */
async function events(id: string): Promise<[type: string, version: unknown][]> {
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<{ type: string; data: string }>('select type, data from events'),
  );
  return rows
    .map(({ type, data }): [string, Record<string, unknown>] => [type, JSON.parse(data)])
    .filter(([, data]) => data.id === id)
    .map(([type, data]): [string, unknown] => [
      type,
      type === 'search.entity.changed' ? data.removed : data.version,
    ])
    .sort(([a, x], [b, y]) => `${a} ${x}`.localeCompare(`${b} ${y}`));
}

let made = 0;
const newPath = () => `/page-${++made}`;

describe('changing a redirect', () => {
  it('changes only the named fields, and makes the next version', async () => {
    const before = await add({ from: newPath(), to: '/new', notes: 'Why' });
    test.advance(1000);
    const activeUntil = '2999-01-01T00:00:00.000Z';
    const { status, body, headers } = await change(before.id, { to: '/newer', statusCode: 308, activeUntil });
    assert.equal(status, 200);
    const { updatedAt } = body.data;
    assert.ok(updatedAt > before.updatedAt);
    assert.deepEqual(body.data, {
      ...before,
      to: '/newer',
      statusCode: 308,
      activeUntil,
      version: 2,
      updatedAt,
    });
    assert.equal(headers.etag, '"2"');
    assert.deepEqual((await call('GET', `/v1/redirects/${before.id}`)).body.data, body.data);
  });

  it('to another path frees the former one, and takes the new one', async () => {
    const [from, to] = [newPath(), newPath()];
    const { id } = await add({ from, to: '/new' });
    assert.equal((await change(id, { from: to })).status, 200);
    await add({ from, to: '/again' });
    const taken = await change(id, { from });
    assert.deepEqual([taken.status, taken.body.error.code], [409, 'conflict']);
  });

  it('with If-Match is refused when it was changed meanwhile', async () => {
    const { id } = await add({ from: newPath(), to: '/new' });
    const attempts = await Promise.all([
      change(id, { to: '/one' }, { 'if-match': '"1"' }),
      change(id, { to: '/two' }, { 'if-match': '"1"' }),
    ]);
    assert.deepEqual(attempts.map(({ status }) => status).sort(), [200, 412]);
    assert.equal((await change(id, { to: '/x' }, { 'if-match': 'nonsense' })).status, 400);
  });

  it('publishes the removal of the old rule and the addition of the new one, once', async () => {
    const { id } = await add({ from: newPath(), to: '/new' });
    await change(id, { to: '/newer' });
    assert.deepEqual(await events(id), [
      ['redirect.added', 1],
      ['redirect.added', 2],
      ['redirect.removed', 1],
      ['search.entity.changed', false],
      ['search.entity.changed', false],
    ]);
  });

  it('of a note reaches search only, and a change without an effect publishes nothing', async () => {
    const { id } = await add({ from: newPath(), to: '/new' });
    await change(id, { to: '/new', statusCode: 301, query: 'keep' });
    await change(id, { notes: 'Asked for by Ada' });
    assert.deepEqual(await events(id), [
      ['redirect.added', 1],
      ['search.entity.changed', false],
      ['search.entity.changed', false],
    ]);
    await call('DELETE', `/v1/redirects/${id}`);
    assert.deepEqual(await events(id), [
      ['redirect.added', 1],
      ['redirect.removed', 2],
      ['search.entity.changed', false],
      ['search.entity.changed', false],
      ['search.entity.changed', true],
    ]);
  });

  it('is checked like a new redirect', async () => {
    const { id } = await add({ from: newPath(), to: '/new' });
    const problems = async (body: object) =>
      (await change(id, body)).body.error.details.map((each: { path: string; code: string }) => [
        each.path,
        each.code,
      ]);
    assert.deepEqual(await problems({ to: '//evil.example' }), [['to', 'wrong_format']]);
    assert.deepEqual(await problems({ from: '/a#b' }), [['from', 'wrong_format']]);
    assert.deepEqual(await problems({ from: '/a/*' }), [['from', 'wrong_format']]);
    assert.deepEqual(await problems({ to: '/b/:splat' }), [['to', 'wrong_format']]);
    const blank = (await change(id, { from: '/a b' })).body.error.message;
    assert.match(blank, /must not have white space.*%20/);
    const window = { activeFrom: '2030-01-02T00:00:00Z', activeUntil: '2030-01-01T00:00:00Z' };
    assert.deepEqual(await problems(window), [['activeUntil', 'too_small']]);
    assert.deepEqual(await problems({ match: 'fuzzy', query: 'x' }), [
      ['match', 'not_allowed'],
      ['query', 'not_allowed'],
    ]);
  });
});

describe('redirects that lead to each other', () => {
  it('cannot close a loop: it is refused with its path, also in a change', async () => {
    const [a, b, c] = [newPath(), newPath(), newPath()];
    await add({ from: a, to: b });
    await add({ from: b, to: c });
    const refused = await call('POST', '/v1/redirects', { from: c, to: a });
    assert.equal(refused.status, 422);
    const message = `leads round in circles: ${c} → ${a} → ${b} → ${c}`;
    assert.deepEqual(refused.body.error.details, [{ path: 'to', code: 'loop', message }]);
    const { id } = await add({ from: c, to: '/elsewhere' });
    assert.equal((await change(id, { to: a })).body.error.details[0].message, message);
    const { id: prefix } = await add({ from: '/tree', match: 'prefix', to: '/wood' });
    await add({ from: '/forest', match: 'prefix', to: '/tree' });
    const round = await change(prefix, { to: '/forest' });
    assert.match(round.body.error.details[0].message, /: \/tree\/\* → \/forest\/\* → \/tree\/\*$/);
  });

  it('may form a chain, which the answer shows', async () => {
    const [a, b, c] = [newPath(), newPath(), newPath()];
    await add({ from: b, to: c });
    assert.deepEqual((await add({ from: a, to: b })).chain, [a, b, c]);
  });

  it('match all spellings of one path', async () => {
    const path = `${newPath()}/caf\u00e9`;
    const { id } = await add({ from: path, to: '/new' });
    const again = await call('POST', '/v1/redirects', { from: encodeURI(path).toLowerCase(), to: '/new' });
    assert.deepEqual([again.status, again.body.error.details], [409, { id }]);
    const found = await call('GET', `/v1/redirects?from=${encodeURIComponent(encodeURI(path))}`);
    assert.deepEqual(
      found.body.data.map((each: { id: string }) => each.id),
      [id],
    );
  });

  it('are shown by resolve with rule, target and chain, for any time', async () => {
    const [a, b] = [newPath(), newPath()];
    const last = await add({ from: b, to: '/end', activeFrom: '2999-01-01T00:00:00Z' });
    const first = await add({ from: a, to: b, statusCode: 302 });
    const ask = async (query: string) =>
      (await call('GET', `/v1/redirects/resolve?path=${a}${query}`)).body.data;
    const now = await ask('');
    assert.deepEqual([now.outcome, now.statusCode, now.location], ['redirect', 302, b]);
    assert.deepEqual(now.redirects, [first]);
    const then = await ask('&at=2999-06-01T00:00:00Z');
    assert.deepEqual([then.location, then.chain, then.redirects], ['/end', [a, b, '/end'], [first, last]]);
    const none = (await call('GET', '/v1/redirects/resolve?path=/nothing')).body.data;
    assert.deepEqual(
      [none.outcome, none.statusCode, none.location, none.redirects],
      ['nothing', null, null, []],
    );
    assert.equal((await call('GET', '/v1/redirects/resolve?path=nothing')).status, 422);
  });

  it('stay as they are after a dry run, which shows the result', async () => {
    const from = newPath();
    assert.equal((await call('POST', '/v1/redirects?dryRun=true', { from, to: '/new' })).status, 201);
    assert.equal((await call('GET', `/v1/redirects?from=${from}`)).body.data.length, 0);
  });
});

it('each property has its own redirects, and the default one those that name none', async () => {
  const { id: propertyId } = (await call('POST', '/v1/properties', { name: 'Second' })).body.data;
  const from = newPath();
  const [first, second] = [await add({ from, to: '/here' }), await add({ from, to: '/there', propertyId })];
  assert.equal(second.propertyId, propertyId);
  assert.notEqual(first.propertyId, propertyId);
  const { data } = (await call('GET', `/v1/redirects?propertyId=${propertyId}`)).body;
  assert.deepEqual(data, [second]);
});

it('many concurrent saves run one after the other, and leave connections to other requests', async () => {
  const adds = Array.from({ length: 200 }, () =>
    call('POST', '/v1/redirects', { from: newPath(), to: '/new' }),
  );
  const other = await call('GET', '/v1/crm/customers');
  assert.equal(other.status, 200);
  for (const { status } of await Promise.all(adds)) assert.equal(status, 201);
});
