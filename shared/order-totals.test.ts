import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { orderTotals, type TotalsInput } from './order-totals.ts';

const LARGEST = 9999999999999.99;

const totalsOf = (input: Partial<TotalsInput>) =>
  orderTotals({ exponent: 2, lines: [], shippingTotal: 0, discountTotal: 0, ...input });

function summary(input: Partial<TotalsInput>) {
  const totals = totalsOf(input);
  assert.ok(totals.ok);
  const { subtotal, shipping, discount, tax, total } = totals;
  return { subtotal, shipping, discount, tax, total };
}

function codesByPath(input: Partial<TotalsInput>) {
  const totals = totalsOf(input);
  assert.ok(!totals.ok);
  return totals.problems.map(({ path, code }) => [path, code]);
}

describe('totals', () => {
  test('are subtotal − discount + shipping + tax', () => {
    const lines = [
      { quantity: 3, unitPrice: 0.1, taxAmount: 0.06 },
      { quantity: 2, unitPrice: 19.99 },
    ];
    const input = { lines, shippingTotal: 4.9, discountTotal: 10.01 };
    assert.deepEqual(summary(input), {
      subtotal: 4028n,
      shipping: 490n,
      discount: 1001n,
      tax: 6n,
      total: 3523n,
    });
    assert.deepEqual(orderTotals({ exponent: 2, ...input }), {
      ok: true,
      ...summary(input),
      lines: [
        { amount: 30n, tax: 6n },
        { amount: 3998n, tax: 0n },
      ],
    });
  });

  test('use the tax of the header instead of that of the lines, even if it is zero', () => {
    const lines = [{ quantity: 1, unitPrice: 1, taxAmount: 0.2 }];
    assert.equal(summary({ lines }).tax, 20n);
    assert.equal(summary({ lines, taxTotal: 0 }).tax, 0n);
    assert.equal(summary({ lines, taxTotal: 5 }).total, 600n);
  });

  test('round each line on its own', () => {
    const lines = Array(500).fill({ quantity: 1, unitPrice: 1.005 });
    assert.equal(summary({ lines }).subtotal, 50500n);
    assert.equal(summary({ lines: Array(500).fill({ quantity: 3, unitPrice: 0.1 }) }).subtotal, 15000n);
  });

  test('follow the decimals of the currency', () => {
    const lines = [{ quantity: 3, unitPrice: 0.5 }];
    assert.equal(summary({ exponent: 0, lines }).total, 2n);
    assert.equal(summary({ exponent: 3, lines, shippingTotal: 0.001 }).total, 1501n);
    assert.deepEqual(codesByPath({ exponent: 0, lines, shippingTotal: 0.5 }), [
      ['shippingTotal', 'too_many_decimals'],
    ]);
  });

  test('may be zero and not less', () => {
    const lines = [{ quantity: 1, unitPrice: 10 }];
    assert.equal(summary({ lines, discountTotal: 15, shippingTotal: 5 }).total, 0n);
    assert.deepEqual(codesByPath({ lines, discountTotal: 15.01, shippingTotal: 5 }), [
      ['discountTotal', 'below_zero'],
    ]);
  });

  test('equal sums of exact fractions', () => {
    const cents = fc.nat({ max: 1e9 });
    const line = fc.record({ quantity: fc.integer({ min: 1, max: 1000 }), micros: cents, tax: cents });
    fc.assert(
      fc.property(fc.array(line), cents, cents, (drawn, shipping, discount) => {
        const lines = drawn.map(({ quantity, micros, tax }) => ({
          quantity,
          unitPrice: Number(`${micros}e-6`),
          taxAmount: Number(`${tax}e-2`),
        }));
        const totals = totalsOf({
          lines,
          shippingTotal: Number(`${shipping}e-2`),
          discountTotal: Number(`${discount}e-2`),
        });
        const amounts = drawn.map((line) => (BigInt(line.quantity * line.micros) + 5_000n) / 10_000n);
        const subtotal = amounts.reduce((sum, amount) => sum + amount, 0n);
        const tax = BigInt(drawn.reduce((sum, line) => sum + line.tax, 0));
        const total = subtotal + BigInt(shipping - discount) + tax;
        assert.equal(totals.ok, total >= 0n);
        if (totals.ok) assert.deepEqual([totals.subtotal, totals.tax, totals.total], [subtotal, tax, total]);
      }),
    );
  });
});

describe('problems of amounts', () => {
  test('are all reported at once', () => {
    const input = {
      lines: [
        { quantity: 1, unitPrice: 1 },
        { quantity: 1, unitPrice: 1e-7, taxAmount: 0.001 },
        { quantity: 1000, unitPrice: LARGEST },
        { quantity: 1, unitPrice: -1 },
      ],
      shippingTotal: -0.01,
      discountTotal: 0.001,
      taxTotal: 1e15,
    };
    assert.deepEqual(codesByPath(input), [
      ['items[1].unitPrice', 'too_many_decimals'],
      ['items[1].taxAmount', 'too_many_decimals'],
      ['items[2].unitPrice', 'too_large'],
      ['items[3].unitPrice', 'below_zero'],
      ['shippingTotal', 'below_zero'],
      ['discountTotal', 'too_many_decimals'],
      ['taxTotal', 'too_large'],
    ]);
  });

  test('arise where a sum reaches 10^15 minor units, and not before', () => {
    const line = { quantity: 1, unitPrice: LARGEST, taxAmount: LARGEST };
    assert.equal(summary({ lines: [line], taxTotal: 0 }).total, 10n ** 15n - 1n);
    assert.deepEqual(codesByPath({ lines: [line, line] }), [
      ['items', 'too_large'],
      ['items', 'too_large'],
    ]);
    assert.deepEqual(codesByPath({ lines: [line], taxTotal: 0.01 }), [['total', 'too_large']]);
    assert.equal(summary({ lines: [line], taxTotal: 0.01, discountTotal: 0.01 }).total, 10n ** 15n - 1n);
  });

  test('stop at 100', () => {
    assert.equal(
      codesByPath({ lines: Array(500).fill({ quantity: 1, unitPrice: -1, taxAmount: -1 }) }).length,
      100,
    );
  });

  test('have a message that names the valid values', () => {
    const input = {
      exponent: 0,
      lines: [{ quantity: 1, unitPrice: 1.1234567 }],
      shippingTotal: 0.5,
      discountTotal: 0,
    };
    const totals = orderTotals(input);
    assert.ok(!totals.ok);
    assert.deepEqual(
      totals.problems.map(({ message }) => message),
      ['must have at most 6 decimals', 'must not have decimals'],
    );
  });
});
