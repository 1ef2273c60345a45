import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../../testing.ts';

const test = await useApp();
const shop = await newTenant(test);
const NAMES = ['bob', 'Ada', 'Zoë', 'álvaro', 'Émile', 'ada', 'Ωμέγα', 'علي', 'Zoe'];
const ids = new Map<string, string>();
for (const name of NAMES) {
  ids.set(name, await shop.customer(name));
  test.advance(1_000);
}

async function namesBy(query: string, limit = 2): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const url = `/v1/crm/customers?limit=${limit}&${query}${cursor === null ? '' : `&cursor=${cursor}`}`;
    const { status, body, text } = await test.call('GET', url, { token: shop.key });
    assert.equal(status, 200, text);
    names.push(...body.data.map(({ name }: { name: string }) => name));
    cursor = body.pagination.nextCursor;
  } while (cursor !== null);
  return names;
}

async function order(name: string): Promise<string> {
  test.advance(1_000);
  const body = { customerId: ids.get(name), items: [{ sku: 'TEA', name: 'Tea' }] };
  const answer = await test.call('POST', '/v1/crm/orders', { token: shop.key, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id;
}

describe('customers sorted', () => {
  it('by name come in the order of the alphabet, whatever their case and accents, page by page', async () => {
    const sorted = ['ada', 'Ada', 'álvaro', 'bob', 'Émile', 'Zoe', 'Zoë', 'Ωμέγα', 'علي'];
    assert.deepEqual(await namesBy('sort=name'), sorted);
    assert.deepEqual(await namesBy('sort=name&order=desc'), sorted.toReversed());
    assert.deepEqual(await namesBy('sort=name&q=zo'), ['Zoe', 'Zoë']);
  });

  it('by the time of creation come in both directions', async () => {
    assert.deepEqual(await namesBy('sort=createdAt&order=asc'), NAMES);
    assert.deepEqual(await namesBy(''), NAMES.toReversed());
  });

  it('by their last order come once each, without those who never ordered', async () => {
    for (const name of ['Ada', 'bob', 'Ada', 'Zoe', 'bob']) await order(name);
    assert.deepEqual(await namesBy('sort=lastOrderAt', 1), ['bob', 'Zoe', 'Ada']);
    assert.deepEqual(await namesBy('sort=lastOrderAt&order=asc', 1), ['Ada', 'Zoe', 'bob']);
    assert.deepEqual(await namesBy('sort=lastOrderAt&q=zoe'), ['Zoe']);
  });

  it('refuse a cursor of another sort', async () => {
    const first = await test.call('GET', '/v1/crm/customers?limit=1&sort=name', { token: shop.key });
    const { nextCursor } = first.body.pagination;
    for (const query of ['sort=name&order=desc', 'sort=lastOrderAt', '']) {
      const url = `/v1/crm/customers?${query}&cursor=${nextCursor}`;
      assert.equal((await test.call('GET', url, { token: shop.key })).status, 400, query);
    }
  });
});
