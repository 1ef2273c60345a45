import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const get = (id: string) => test.call('GET', `/v1/crm/orders/${id}`, { token: tenant.key });
const line = { sku: 'TEA', name: 'Green tea', quantity: 2, unitPrice: 4.5 };

describe('GET /v1/crm/orders/:id', () => {
  it('returns the order as its creation did, byte for byte', async () => {
    const orders = [
      {
        customerId,
        items: [
          { ...line, taxAmount: 0.72, productId: crypto.randomUUID(), variantId: crypto.randomUUID() },
          { sku: 'CUP', name: 'Cup', unitPrice: 12.255, description: 'Blue' },
        ],
        currency: 'EUR',
        channel: 'storefront',
        propertyId: 'shop.example',
        shippingTotal: 5.5,
        discountTotal: 1,
        taxTotal: 2.1,
        shippingAddress: { line1: '12 St James’s Square', city: 'London', company: null },
        billingAddress: { line1: '', city: 'Ockham' },
        customerNote: 'Ring twice',
        internalNote: '',
        metadata: { source: 'newsletter' },
      },
      { customerId, items: [{ sku: 'CUP', name: 'Cup' }] },
      {
        customerId,
        currency: 'KWD',
        items: [{ ...line, unitPrice: 0.000001, quantity: 999 }],
        shippingAddress: {},
      },
      { customerId, currency: 'JPY', items: [{ ...line, unitPrice: 999_999_999, quantity: 1000 }] },
    ];
    for (const body of orders) {
      const created = await test.call('POST', '/v1/crm/orders', { token: tenant.key, body });
      const found = await get(created.body.data.id);
      assert.deepEqual([created.status, found.status], [201, 200]);
      assert.equal(found.text, created.text);
    }
  });

  it('answers 404 to a missing order and 422 to an invalid id', async () => {
    const missing = await get(crypto.randomUUID());
    assert.deepEqual([missing.status, missing.body.error.code], [404, 'not_found']);
    assert.equal((await get('1001')).status, 422);
  });
});
