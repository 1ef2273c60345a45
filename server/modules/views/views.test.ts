import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { MAX_VIEWS } from './views.ts';

const test = await useApp();
const tenant = await newTenant(test);
const [editor, viewer] = [await tenant.staff('editor'), await tenant.staff('viewer')];

const call = (method: string, url: string, body?: object, headers = {}, token: string = editor) =>
  test.call(method, url, { token, body, headers });
const save = async (body: object) => {
  const answer = await call('POST', '/v1/views', { list: 'orders', query: {}, ...body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
};
const names = async (list: string, token?: string) =>
  (await call('GET', `/v1/views?list=${list}`, undefined, {}, token)).body.data.map(
    ({ name, isDefault }: { name: string; isDefault: boolean }) => (isDefault ? `${name}*` : name),
  );

describe('a saved view', () => {
  it('is read by everybody on the staff, and changed by editors alone', async () => {
    const query = { status: 'placed,partially_fulfilled', sort: 'orderNumber', order: 'asc' };
    const { id } = await save({ list: 'carts', name: 'To pack', query, columns: ['Placed', 'Total'] });
    const { body } = await call('GET', `/v1/views/${id}`, undefined, {}, viewer);
    assert.deepEqual([body.data.query, body.data.columns], [query, ['Placed', 'Total']]);
    assert.deepEqual(await names('carts', viewer), ['To pack']);
    assert.equal((await call('DELETE', `/v1/views/${id}`, undefined, {}, viewer)).status, 403);
    assert.equal((await call('PATCH', `/v1/views/${id}`, { name: 'Packing' })).body.data.name, 'Packing');
    assert.equal((await call('DELETE', `/v1/views/${id}`, undefined, { 'if-match': '"1"' })).status, 412);
    assert.equal((await call('DELETE', `/v1/views/${id}`)).status, 200);
    assert.deepEqual(await names('carts'), []);
  });

  it('takes the place of the former default of its list', async () => {
    await save({ list: 'a', name: 'First', isDefault: true });
    const second = await save({ list: 'a', name: 'Second' });
    await save({ list: 'b', name: 'Elsewhere', isDefault: true });
    await call('PATCH', `/v1/views/${second.id}`, { isDefault: true });
    assert.deepEqual(await names('a'), ['Second*', 'First']);
    assert.deepEqual(await names('b'), ['Elsewhere*']);
  });

  it('is the only default when ten become it at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        call('POST', '/v1/views', { list: 'race', name: `View ${n}`, query: {}, isDefault: true }),
      ),
    );
    for (const { status } of made) assert.ok([201, 409].includes(status), String(status));
    const left = await names('race');
    assert.equal(left.filter((name: string) => name.endsWith('*')).length, 1, left.join());
  });

  it('needs a name that its list does not have yet', async () => {
    await save({ name: 'Once' });
    const again = await call('POST', '/v1/views', { list: 'orders', name: 'Once', query: {} });
    assert.equal(again.status, 409);
    assert.match(again.body.error.message, /has a view called “Once” already/);
    await save({ list: 'customers', name: 'Once' });
  });

  it('is read by an API key, and changed by none', async () => {
    const { id } = await save({ list: 'keys', name: 'Of the staff' });
    const asKey = (method: string, url: string, body?: object) => call(method, url, body, {}, tenant.key);
    assert.equal((await asKey('GET', `/v1/views/${id}`)).status, 200);
    assert.equal((await asKey('POST', '/v1/views', { list: 'keys', name: 'Other', query: {} })).status, 403);
    assert.equal((await asKey('PATCH', `/v1/views/${id}`, { isDefault: true })).status, 403);
    assert.equal((await asKey('DELETE', `/v1/views/${id}`)).status, 403);
  });

  it('has up to twenty parameters of five hundred characters', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `p${'a'.repeat(n)}`);
    const query = Object.fromEntries(names.map((name) => [name, '"\u0001'.repeat(250)]));
    assert.deepEqual((await save({ name: 'Long', query })).query, query);
  });

  it('has bounded parameters, columns and number', async () => {
    const refused = async (body: object) =>
      assert.equal(
        (await call('POST', '/v1/views', { list: 'x', name: 'X', query: {}, ...body })).status,
        422,
      );
    await refused({ list: 'Orders; drop' });
    await refused({ name: 'n'.repeat(61) });
    await refused({ query: { q: 'x'.repeat(501) } });
    await refused({
      query: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`p${'a'.repeat(n)}`, '1'])),
    });
    await refused({ name: ' ' });
    await refused({ query: { 'a-b': 'x' } });
    await refused({ columns: Array.from({ length: 41 }, (_, n) => `c${n}`) });
    const other = await newTenant(test);
    const token = await other.staff('editor');
    for (let n = 0; n < MAX_VIEWS; n++) {
      const body = { list: 'many', name: `View ${n}`, query: {} };
      assert.equal((await call('POST', '/v1/views', body, {}, token)).status, 201);
    }
    const more = await call('POST', '/v1/views', { list: 'few', name: 'More', query: {} }, {}, token);
    assert.match(more.body.error.message, /100 views, and a tenant may have 100 at most/);
  });
});
