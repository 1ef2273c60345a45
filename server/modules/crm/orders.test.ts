import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();

const place = (body: unknown, headers?: Record<string, string>) =>
  test.call('POST', '/v1/crm/orders', { token: tenant.key, body, headers });
const line = { sku: 'TEA', name: 'Green tea', quantity: 2, unitPrice: 4.5 };

describe('POST /v1/crm/orders', () => {
  it('answers 201 with the order, its lines and its computed totals', async () => {
    const { status, body } = await place({ customerId, items: [line, { sku: 'CUP', name: 'Cup' }] });
    assert.equal(status, 201);
    assert.equal(body.success, true);
    assert.equal(body.data.status, 'placed');
    assert.equal(body.data.paymentStatus, 'unpaid');
    assert.equal(body.data.subtotal, 9);
    assert.equal(body.data.total, 9);
    assert.equal(body.data.currency, 'USD');
    assert.deepEqual(
      body.data.items.map((item: { quantity: number; unitPrice: number }) => [item.quantity, item.unitPrice]),
      [
        [2, 4.5],
        [1, 0],
      ],
    );
  });
});
