import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();

const place = (body: unknown) => test.call('POST', '/v1/crm/orders', { token: tenant.key, body });
const get = (id: string) => test.call('GET', `/v1/crm/orders/${id}`, { token: tenant.key });
const line = { sku: 'TEA', name: 'Green tea', quantity: 2, unitPrice: 4.5 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function refused(body: unknown): Promise<string[]> {
  const answer = await place(body);
  assert.equal(answer.status, 422);
  assert.equal(answer.body.error.code, 'validation_error');
  return answer.body.error.details.map((problem: { path: string }) => problem.path);
}

/** The values of an order that was just placed. */
const fresh = { paidTotal: 0, refundedTotal: 0, cancelledAt: null, version: 1 };
const untouched = { fulfilledQuantity: 0, deliveredQuantity: 0 };

const everything = {
  customerId,
  items: [
    {
      ...line,
      taxAmount: 0.72,
      productId: crypto.randomUUID(),
      variantId: crypto.randomUUID(),
      description: 'Loose leaves',
    },
    { sku: 'CUP', name: 'Cup', quantity: 1, unitPrice: 12.255 },
  ],
  currency: 'EUR',
  channel: 'storefront',
  propertyId: 'shop.example',
  shippingTotal: 5.5,
  discountTotal: 1,
  taxTotal: 2.1,
  shippingAddress: { line1: '12 St James’s Square', city: 'London', postcode: 'SW1Y 4JH', company: null },
  billingAddress: { line1: '', city: 'Ockham' },
  customerNote: 'Ring twice',
  internalNote: '',
  orderNumber: 'WEB-7',
  metadata: { source: 'newsletter' },
};

describe('POST /v1/crm/orders', () => {
  it('answers 201 with the order, its lines and its computed totals', async () => {
    const { status, body } = await place(everything);
    assert.equal(status, 201);
    const { id, createdAt, updatedAt, ...order } = body.data;
    assert.equal(updatedAt, createdAt);
    assert.deepEqual(Object.keys(body), ['success', 'data']);
    assert.equal(body.success, true);
    assert.match(id, UUID);
    assert.ok(Math.abs(Date.parse(createdAt) - test.now().getTime()) < 10_000);
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { items, ...header } = everything;
    const computed = {
      status: 'placed',
      paymentStatus: 'unpaid',
      subtotal: 21.26,
      total: 27.86,
      balance: 27.86,
    };
    const allowedActions = ['fulfill', 'cancel', 'payments'];
    const lines = [
      { line: 1, ...items[0], amount: 9, ...untouched },
      {
        line: 2,
        ...items[1],
        amount: 12.26,
        taxAmount: null,
        productId: null,
        variantId: null,
        description: null,
        ...untouched,
      },
    ];
    assert.deepEqual(order, { ...header, ...computed, ...fresh, allowedActions, items: lines });
  });

  it('needs only a customer and one line with sku and name; the rest has defaults', async () => {
    const { status, body } = await place({ customerId, items: [{ sku: 'CUP', name: 'Cup' }] });
    assert.equal(status, 201);
    const { id, createdAt, updatedAt, orderNumber, ...order } = body.data;
    assert.match(orderNumber, /^\d+$/);
    assert.deepEqual(order, {
      ...fresh,
      status: 'placed',
      paymentStatus: 'unpaid',
      customerId,
      channel: null,
      propertyId: null,
      currency: 'USD',
      subtotal: 0,
      shippingTotal: 0,
      discountTotal: 0,
      taxTotal: 0,
      total: 0,
      balance: 0,
      allowedActions: ['fulfill', 'cancel'],
      items: [
        {
          line: 1,
          sku: 'CUP',
          name: 'Cup',
          quantity: 1,
          unitPrice: 0,
          amount: 0,
          taxAmount: null,
          productId: null,
          variantId: null,
          description: null,
          ...untouched,
        },
      ],
      shippingAddress: null,
      billingAddress: null,
      customerNote: null,
      internalNote: null,
      metadata: {},
    });
  });

  it('accepts every channel of the document, each with or without a property', async () => {
    for (const channel of ['storefront', 'b2b_portal', 'admin', 'import', 'mcp']) {
      const bare = await place({ customerId, items: [line], channel });
      assert.deepEqual([bare.status, bare.body.data.channel], [201, channel]);
      const placed = await place({ customerId, items: [line], channel, propertyId: 'site-1' });
      assert.deepEqual([placed.status, placed.body.data.propertyId], [201, 'site-1']);
    }
    for (const channel of ['web', 'STOREFRONT', '']) {
      assert.deepEqual(await refused({ customerId, items: [line], channel }), ['channel']);
    }
  });

  it('accepts 1 to 500 lines and stores them in their order', async () => {
    const items = Array.from({ length: 500 }, (_, index) => ({
      sku: `SKU-${index}`,
      name: 'x',
      unitPrice: 0.01,
    }));
    const { status, body } = await place({ customerId, items });
    assert.equal(status, 201);
    assert.deepEqual(
      body.data.items.map((item: { sku: string }) => item.sku),
      items.map((item) => item.sku),
    );
    assert.equal(body.data.total, 5);
    assert.deepEqual(await refused({ customerId, items: [] }), ['items']);
    assert.deepEqual(await refused({ customerId, items: [...items, line] }), ['items']);
    assert.deepEqual(await refused({ customerId }), ['items']);
  });

  it('accepts whole positive quantities only', async () => {
    for (const quantity of [1, 1_000_000_000]) {
      const { body } = await place({ customerId, items: [{ ...line, unitPrice: 0.01, quantity }] });
      assert.equal(body.data.items[0].quantity, quantity);
    }
    for (const quantity of [0, -1, 1.5, 1_000_000_001, '1', null]) {
      assert.deepEqual(await refused({ customerId, items: [{ ...line, quantity }] }), ['items[0].quantity']);
    }
  });

  it('stores texts unchanged up to their maximum lengths, and refuses longer ones', async () => {
    const longest = {
      customerId,
      items: [{ sku: '漢'.repeat(200), name: '😀'.repeat(500), description: 'd'.repeat(2000) }],
      propertyId: 'p'.repeat(200),
      orderNumber: 'n'.repeat(64),
      customerNote: 'c'.repeat(5000),
      internalNote: 'i'.repeat(5000),
      shippingAddress: { ['k'.repeat(100)]: 'v'.repeat(500) },
    };
    const { status, body } = await place(longest);
    assert.equal(status, 201);
    const { items, ...header } = longest;
    for (const [field, value] of Object.entries(header)) assert.deepEqual(body.data[field], value);
    for (const [field, value] of Object.entries(items[0]!)) assert.equal(body.data.items[0][field], value);
    assert.deepEqual(
      (
        await refused({
          customerId,
          items: [{ sku: 's'.repeat(201), name: 'n'.repeat(501), description: 'd'.repeat(2001) }],
          propertyId: 'p'.repeat(201),
          orderNumber: 'n'.repeat(65),
          customerNote: 'c'.repeat(5001),
          internalNote: 'i'.repeat(5001),
          shippingAddress: { city: 'v'.repeat(501) },
          billingAddress: { ['k'.repeat(101)]: 'v' },
        })
      ).toSorted(),
      [
        'billingAddress',
        'customerNote',
        'internalNote',
        'items[0].description',
        'items[0].name',
        'items[0].sku',
        'orderNumber',
        'propertyId',
        'shippingAddress.city',
      ],
    );
  });

  it('stores texts with a meaning in SQL or HTML unchanged', async () => {
    const texts = [
      'NULL',
      '{"a"}',
      "'; drop table orders; --",
      '\\',
      '"',
      '<b>',
      ' ',
      '$1',
      '{}',
      'a,b',
      '\\N',
    ];
    const items = texts.map((text) => ({ sku: text, name: text, description: text }));
    const { body } = await place({ customerId, items, customerNote: 'NULL', propertyId: '{NULL}' });
    assert.deepEqual(
      body.data.items.map((item: Record<string, string>) => [item.sku, item.name, item.description]),
      texts.map((text) => [text, text, text]),
    );
    assert.equal((await get(body.data.id)).text, JSON.stringify(body));
  });

  it('accepts the id of a customer in upper case', async () => {
    const { status, body } = await place({ customerId: customerId.toUpperCase(), items: [line] });
    assert.deepEqual([status, body.data.customerId], [201, customerId]);
    for (const id of ['x', '', customerId.slice(1), `{${customerId}}`, customerId.replaceAll('-', '')]) {
      assert.deepEqual(await refused({ customerId: id, items: [line] }), ['customerId']);
    }
  });
});
