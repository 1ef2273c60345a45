import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();

type Line = { quantity?: number; unitPrice?: number; taxAmount?: number };
const order = (lines: Line[], header: object = {}) => ({
  customerId,
  items: lines.map((line) => ({ sku: 'S', name: 'N', ...line })),
  ...header,
});
const place = (lines: Line[], header: object = {}) =>
  test.call('POST', '/v1/crm/orders', { token: tenant.key, body: order(lines, header) });

async function totals(lines: Line[], header: object = {}) {
  const { status, body } = await place(lines, header);
  assert.equal(status, 201, JSON.stringify(body));
  const { subtotal, shippingTotal, discountTotal, taxTotal, total } = body.data;
  return { subtotal, shippingTotal, discountTotal, taxTotal, total };
}

async function refused(lines: Line[], header: object = {}): Promise<string[]> {
  const { status, body } = await place(lines, header);
  assert.equal(status, 422, JSON.stringify(body));
  assert.equal(body.error.code, 'validation_error');
  return body.error.details.map((problem: { path: string }) => problem.path);
}

describe('the money of an order', () => {
  it('is exact where floating point is not', async () => {
    assert.equal((await totals([{ quantity: 3, unitPrice: 0.1 }])).subtotal, 0.3);
    assert.equal((await totals([{ unitPrice: 0.1 }, { unitPrice: 0.2 }])).subtotal, 0.3);
    assert.equal((await totals([{ unitPrice: 1.005, quantity: 1000 }])).subtotal, 1005);
    assert.equal((await totals(Array(500).fill({ unitPrice: 0.01 }))).total, 5);
    assert.equal((await totals([{ unitPrice: 4.35, quantity: 100 }])).subtotal, 435);
  });

  it('is rounded half up, once per line, and then summed', async () => {
    assert.equal((await totals([{ unitPrice: 1.005 }])).subtotal, 1.01);
    assert.equal((await totals([{ unitPrice: 1.004999 }])).subtotal, 1);
    assert.equal((await totals([{ unitPrice: 0.005 }, { unitPrice: 0.005 }])).subtotal, 0.02);
    assert.equal((await totals([{ unitPrice: 0.005, quantity: 2 }])).subtotal, 0.01);
    assert.equal((await totals([{ unitPrice: 0.333333, quantity: 3 }])).subtotal, 1);
    const { body } = await place([{ unitPrice: 0.125, quantity: 3 }]);
    assert.deepEqual([body.data.items[0].unitPrice, body.data.items[0].amount], [0.125, 0.38]);
  });

  it('adds up: subtotal − discount + shipping + tax', async () => {
    const header = { shippingTotal: 4.99, discountTotal: 2.5, taxTotal: 1.07 };
    assert.deepEqual(await totals([{ unitPrice: 10, quantity: 2 }], header), {
      subtotal: 20,
      ...header,
      total: 23.56,
    });
  });

  it('sums the tax of the lines, unless the header gives one', async () => {
    const lines = [{ unitPrice: 1, taxAmount: 0.1 }, { unitPrice: 1, taxAmount: 0.2 }, { unitPrice: 1 }];
    assert.deepEqual([(await totals(lines)).taxTotal, (await totals(lines)).total], [0.3, 3.3]);
    assert.equal((await totals(lines, { taxTotal: 5 })).taxTotal, 5);
    assert.deepEqual(await totals(lines, { taxTotal: 0 }), {
      subtotal: 3,
      shippingTotal: 0,
      discountTotal: 0,
      taxTotal: 0,
      total: 3,
    });
  });

  it('may be zero, but not less', async () => {
    assert.equal((await totals([{ unitPrice: 5 }], { discountTotal: 5 })).total, 0);
    assert.equal((await totals([{ unitPrice: 5 }], { discountTotal: 7, shippingTotal: 2 })).total, 0);
    assert.deepEqual(await refused([{ unitPrice: 5 }], { discountTotal: 5.01 }), ['discountTotal']);
  });

  it('is refused as a negative amount', async () => {
    assert.deepEqual(await refused([{ unitPrice: -1 }]), ['items[0].unitPrice']);
    assert.deepEqual(await refused([{ taxAmount: -0.01 }]), ['items[0].taxAmount']);
    for (const field of ['shippingTotal', 'discountTotal', 'taxTotal']) {
      assert.deepEqual(await refused([{ unitPrice: 5 }], { [field]: -0.01 }), [field]);
    }
  });

  it('treats minus zero as zero', async () => {
    const body = JSON.stringify(order([{ unitPrice: 0 }], { shippingTotal: 0, taxTotal: 0 })).replaceAll(
      ':0',
      ':-0',
    );
    const { status, text } = await test.call('POST', '/v1/crm/orders', { token: tenant.key, body });
    assert.equal(status, 201);
    assert.doesNotMatch(text, /:-/);
  });

  it('accepts prices of up to 6 decimals, and amounts with the decimals of the currency', async () => {
    assert.equal((await totals([{ unitPrice: 0.000001, quantity: 10_000 }])).subtotal, 0.01);
    assert.deepEqual(await refused([{ unitPrice: 0.0000001 }]), ['items[0].unitPrice']);
    const decimals = { shippingTotal: 0.001, discountTotal: 0.005, taxTotal: 1.999 };
    assert.deepEqual(await refused([{ unitPrice: 5, taxAmount: 0.001 }], decimals), [
      'items[0].taxAmount',
      'shippingTotal',
      'discountTotal',
      'taxTotal',
    ]);
  });

  it('stays below 10^15 of the smallest unit', async () => {
    const highest = await totals([{ unitPrice: 9_999_999_999_999.99 }]);
    assert.equal(highest.total, 9_999_999_999_999.99);
    assert.deepEqual(await refused([{ unitPrice: 10_000_000_000_000 }]), ['items[0].unitPrice']);
    assert.deepEqual(await refused([{ unitPrice: 99_999, quantity: 1_000_000_000 }]), ['items[0].unitPrice']);
    assert.deepEqual(await refused(Array(2).fill({ unitPrice: 9_999_999_999_999 })), ['items']);
    assert.deepEqual(await refused([{ unitPrice: 9_999_999_999_999 }], { shippingTotal: 1 }), ['total']);
  });
});

describe('the currency of an order', () => {
  it('determines the number of decimals', async () => {
    assert.equal((await totals([{ unitPrice: 100.5 }], { currency: 'JPY' })).subtotal, 101);
    assert.equal((await totals([{ unitPrice: 100.4, quantity: 1 }], { currency: 'JPY' })).subtotal, 100);
    assert.deepEqual(await refused([{ unitPrice: 1 }], { currency: 'JPY', shippingTotal: 0.5 }), [
      'shippingTotal',
    ]);
    assert.equal((await totals([{ unitPrice: 1.2345 }], { currency: 'KWD' })).subtotal, 1.235);
    assert.equal((await totals([{ unitPrice: 1 }], { currency: 'KWD', taxTotal: 0.005 })).total, 1.005);
    assert.deepEqual(await refused([{ unitPrice: 1 }], { currency: 'KWD', taxTotal: 0.0005 }), ['taxTotal']);
  });

  it('is a real ISO 4217 code in upper case', async () => {
    for (const currency of ['USD', 'EUR', 'CHF', 'JPY', 'KWD', 'CLF']) {
      assert.equal((await place([{ unitPrice: 1 }], { currency })).body.data.currency, currency);
    }
    for (const currency of ['usd', 'Usd', 'XXX', 'ABC', 'US', 'USDT', '', ' USD', 'DEM', '$', 'toString']) {
      assert.deepEqual(await refused([{ unitPrice: 1 }], { currency }), ['currency']);
    }
  });
});

it('an order with errors of every kind gets all of them in one answer', async () => {
  const body = {
    customerId: 'nobody',
    items: [{ name: 'N', unitPrice: 1.1234567 }, { sku: 'S', name: 'N', quantity: '2', unitPrice: 1 }, null],
    shippingTotal: 0.001,
    discountTotal: 'none',
  };
  const { status, body: answer } = await test.call('POST', '/v1/crm/orders', { token: tenant.key, body });
  assert.equal(status, 422);
  assert.deepEqual(answer.error.details.map(({ path }: { path: string }) => path).toSorted(), [
    'customerId',
    'discountTotal',
    'items[0].sku',
    'items[0].unitPrice',
    'items[1].quantity',
    'items[2]',
    'shippingTotal',
  ]);
});
