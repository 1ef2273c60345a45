import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { catalogOf } from '../testing/catalog.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { call, newProduct, gridOf } = catalogOf(test, tenant);
const customerId = await tenant.customer();

async function order(...items: object[]): Promise<string> {
  const named = items.map((item) => ({ sku: 'S', name: 'Tea', ...item }));
  const answer = await test.call('POST', '/v1/crm/orders', {
    token: tenant.key,
    body: { customerId, items: named },
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id;
}

describe('the orders of a product', () => {
  it('are those whose lines name it or one of its variants, the last one first, page by page', async () => {
    const { id: productId } = await newProduct({ variants: [{ sku: 'SOLD-1' }] });
    const [{ id: variantId }] = (await gridOf(productId)).variants;
    const unknown = crypto.randomUUID();
    const first = await order({ productId }, { productId: unknown, variantId: unknown });
    await order({ sku: 'SOLD-1', productId: unknown }, { sku: 'SOLD-1', variantId: unknown });
    const second = await order({ variantId, quantity: 3, unitPrice: 2.5 }, { productId, variantId });
    const { body } = await call('GET', `products/${productId}/orders?limit=1`);
    assert.deepEqual(
      [body.data[0].id, body.data[0].lines, body.pagination.hasMore],
      [
        second,
        [
          { variantId, sku: 'S', name: 'Tea', quantity: 3, unitPrice: 2.5 },
          { variantId, sku: 'S', name: 'Tea', quantity: 1, unitPrice: 0 },
        ],
        true,
      ],
    );
    const next = (await call('GET', `products/${productId}/orders?cursor=${body.pagination.nextCursor}`))
      .body;
    assert.deepEqual(
      next.data.map((one: { id: string; lines: object[] }) => [one.id, one.lines.length]),
      [[first, 1]],
    );
    assert.equal(next.pagination.hasMore, false);
  });

  it('are also those whose lines name only the SKU of a variant', async () => {
    const { id } = await newProduct({ variants: [{ sku: 'BY-SKU-1' }] });
    const [{ id: variantId }] = (await gridOf(id)).variants;
    const first = await order({ sku: 'BY-SKU-1', quantity: 2 }, { sku: 'BY-SKU-10' });
    const second = await order({ variantId, sku: 'BY-SKU-1' }, { sku: 'BY-SKU-1' });
    const third = await order({ sku: 'BY-SKU-1' });
    const { data, pagination } = (await call('GET', `products/${id}/orders?limit=2`)).body;
    const shown = (orders: { id: string; lines: { quantity: number }[] }[]) =>
      orders.map((one) => [one.id, one.lines.map(({ quantity }) => quantity)]);
    assert.deepEqual(shown(data), [
      [third, [1]],
      [second, [1, 1]],
    ]);
    const next = await call('GET', `products/${id}/orders?cursor=${pagination.nextCursor}`);
    assert.deepEqual(shown(next.body.data), [[first, [2]]]);
  });

  it('are shown only to keys that may read orders', async () => {
    const { id } = await newProduct();
    const token = await tenant.keyWith('read:catalog');
    const refused = await test.call('GET', `/v1/catalog/products/${id}/orders`, { token });
    assert.deepEqual([refused.status, refused.body.error.details], [403, { scope: 'read:crm' }]);
  });

  it('are refused while the CRM module is off', async () => {
    const { id } = await newProduct();
    const token = await tenant.staff('admin');
    await test.call('POST', '/v1/modules/crm/deactivate', { token });
    const refused = await call('GET', `products/${id}/orders`);
    await test.call('POST', '/v1/modules/crm/activate', { token });
    const { code, details } = refused.body.error;
    assert.deepEqual([refused.status, code, details], [403, 'module_disabled', { module: 'crm' }]);
    assert.equal((await call('GET', `products/${id}/orders`)).status, 200);
  });

  it('do not keep it from being deleted, and stay as they are', async () => {
    const { id: productId } = await newProduct({ variants: [{ sku: 'GONE-1' }] });
    const [{ id: variantId }] = (await gridOf(productId)).variants;
    const id = await order({ productId, variantId, sku: 'GONE-1' });
    assert.equal((await call('DELETE', `products/${productId}`)).status, 200);
    const { data } = (await test.call('GET', `/v1/crm/orders/${id}`, { token: tenant.key })).body;
    assert.deepEqual([data.items[0].productId, data.items[0].variantId], [productId, variantId]);
  });
});
