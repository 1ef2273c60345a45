import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { catalogOf, problemsOf } from '../testing/catalog.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { ask, call, newProduct, gridOf, publishedBy } = catalogOf(test, tenant);

let made = 0;
async function newVariant(): Promise<string> {
  const { id } = await newProduct({ variants: [{ sku: `PL-${++made}` }] });
  return (await gridOf(id)).variants[0].id;
}
const newList = (more: object = {}) =>
  ask('POST', 'price-lists', { name: 'Trade', currency: 'EUR', ...more });
const put = (id: string, entries: object[], headers = {}) =>
  call('PUT', `price-lists/${id}/entries`, { entries }, headers);

describe('a price list', () => {
  it('is created, changed and deleted with its entries; its currency stays', async () => {
    const list = await newList({ customerTags: ['vip'], endsAt: '2999-01-01T00:00:00Z' });
    const { id, createdAt, updatedAt, ...rest } = list;
    assert.deepEqual(rest, {
      name: 'Trade',
      currency: 'EUR',
      startsAt: null,
      endsAt: '2999-01-01T00:00:00.000Z',
      priority: 0,
      customerTags: ['vip'],
      propertyIds: [],
      status: 'active',
      version: 1,
    });
    assert.equal(createdAt, updatedAt);
    const changed = await ask(
      'PATCH',
      `price-lists/${id}`,
      { priority: 5, currency: 'USD' },
      { 'if-match': '"1"' },
    );
    assert.deepEqual([changed.priority, changed.currency, changed.version], [5, 'EUR', 2]);
    await put(id, [{ variantId: await newVariant(), amount: 3 }]);
    assert.deepEqual(await ask('DELETE', `price-lists/${id}`), { id, deleted: true });
  });

  it('names everything that is wrong at once', async () => {
    const wrong = { startsAt: '2030-01-02T00:00:00Z', endsAt: '2030-01-01T00:00:00Z' };
    const body = { name: 'X', currency: 'EUR', ...wrong, propertyIds: [crypto.randomUUID()] };
    assert.deepEqual(problemsOf(await call('POST', 'price-lists', body)), [
      'endsAt too_early',
      'propertyIds[0] not_found',
    ]);
  });

  it('keeps a property that it names from being deleted', async () => {
    const property = await test.call('POST', '/v1/properties', { token: tenant.key, body: { name: 'Shop' } });
    const { id } = property.body.data;
    await newList({ propertyIds: [id] });
    const refused = await test.call('DELETE', `/v1/properties/${id}`, { token: tenant.key });
    assert.deepEqual(refused.body.error.details, {
      usedBy: [{ what: 'price lists', count: 1, first: ['Trade'] }],
    });
  });
});

describe('entries of a price list', () => {
  it('are stored, replaced and deleted by variant and quantity; others stay', async () => {
    const { id } = await newList();
    const [a, b] = [await newVariant(), await newVariant()].sort() as [string, string];
    const first = await put(id, [
      { variantId: a, amount: 3.333333 },
      { variantId: a, minQuantity: 10, amount: 3 },
      { variantId: b, amount: 1 },
    ]);
    assert.deepEqual(first.body.data, { stored: 3, deleted: 0, unchanged: 0, version: 2 });
    const second = await put(id, [
      { variantId: a, minQuantity: 10, amount: 2.5 },
      { variantId: a, amount: 3.333333 },
      { variantId: b, amount: null },
    ]);
    assert.deepEqual(second.body.data, { stored: 1, deleted: 1, unchanged: 1, version: 3 });
    const { body } = await call('GET', `price-lists/${id}/entries?limit=1`);
    const { productId, title, sku, ...entry } = body.data[0];
    assert.deepEqual(entry, { variantId: a, optionValues: [], minQuantity: 1, amount: 3.333333 });
    const product = await call('GET', `products/${productId}`);
    assert.equal(product.body.data.title, title);
    assert.equal((await call('GET', `variants/${a}`)).body.data.sku, sku);
    const next = await call('GET', `price-lists/${id}/entries?cursor=${body.pagination.nextCursor}`);
    assert.deepEqual(
      next.body.data.map((entry: { amount: number }) => entry.amount),
      [2.5],
    );
    assert.equal((await put(id, [{ variantId: a, amount: 1 }], { 'if-match': '"2"' })).status, 412);
    assert.equal((await put(id, [{ variantId: a, amount: 3.333333 }])).body.data.version, 3);
  });

  it('names every entry that is wrong; a call has at most 1,000', async () => {
    const { id } = await newList();
    const variantId = await newVariant();
    const answer = await put(id, [
      { variantId, amount: 1 },
      { variantId, amount: 2 },
      { variantId, minQuantity: 2, amount: 0.0000001 },
      { variantId: crypto.randomUUID(), amount: 1 },
    ]);
    assert.deepEqual(problemsOf(answer), [
      'entries[1] not_unique',
      'entries[2].amount too_many_decimals',
      'entries[3].variantId not_found',
    ]);
    const many = Array.from({ length: 1_001 }, (_, n) => ({ variantId, minQuantity: n + 1, amount: 1 }));
    assert.deepEqual(problemsOf(await put(id, many)), ['entries too_many']);
  });

  it('are no change of the variant, and go with it', async () => {
    const { id } = await newList();
    const variantId = await newVariant();
    assert.deepEqual(await publishedBy(() => put(id, [{ variantId, amount: 1 }])), []);
    await ask('DELETE', `variants/${variantId}`);
    assert.deepEqual((await call('GET', `price-lists/${id}/entries`)).body.data, []);
  });
});
