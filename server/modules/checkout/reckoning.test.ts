import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fromMinor, MAX_MINOR } from '#shared/money.ts';
import { orderTotals } from '#shared/order-totals.ts';
import { orderAmounts } from './order-amounts.ts';
import { type Reckoned, type ReckoningInput, reckon, spread, sum } from './reckoning.ts';

const exponent = fc.constantFrom(0, 2, 3, 4);
const rate = fc.oneof(
  fc.constantFrom(0n, 70_000n, 190_000n, 250_000n),
  fc.bigInt({ min: 0n, max: 1_000_000n }),
);
const price = fc
  .tuple(fc.nat(10_000_000), fc.nat(6))
  .map(([digits, decimals]) => Number(`${digits}e-${decimals}`));
const line = fc.record({ quantity: fc.integer({ min: 1, max: 9_999 }), unitPrice: price, taxRate: rate });

const someInput: fc.Arbitrary<ReckoningInput> = fc
  .tuple(exponent, fc.boolean(), fc.array(line, { minLength: 1, maxLength: 12 }))
  .chain(([exponent, taxIncluded, lines]) => {
    const covers = fc.array(fc.boolean(), { minLength: lines.length, maxLength: lines.length });
    const reduction = fc.oneof(
      fc.record({ kind: fc.constant('percent' as const), rate, covers }),
      fc.record({
        kind: fc.constant('amount' as const),
        amount: fc.bigInt({ min: 0n, max: 10n ** 7n }),
        covers,
      }),
      fc.constant({ kind: 'free_shipping' as const }),
    );
    const shipping = fc.option(fc.record({ amount: fc.bigInt({ min: 0n, max: 10n ** 6n }), taxRate: rate }));
    return fc.record({
      exponent: fc.constant(exponent),
      taxIncluded: fc.constant(taxIncluded),
      lines: fc.constant(lines),
      reductions: fc.array(reduction, { maxLength: 4 }),
      shipping,
    });
  });

/** The totals that the CRM computes for the order. */
function placed(input: ReckoningInput, reckoned: Reckoned) {
  const { items, ...totals } = orderAmounts(input, reckoned);
  const computed = orderTotals({ exponent: input.exponent, lines: items.flat(), ...totals });
  assert.ok(computed.ok, computed.ok ? '' : JSON.stringify(computed.problems));
  return computed;
}

describe('the reckoning', () => {
  it('shows the total of the order that is placed with it, and no part below zero', () => {
    fc.assert(
      fc.property(someInput, (input) => {
        const reckoned = reckon(input);
        fc.pre(reckoned.total < MAX_MINOR && reckoned.subtotal < MAX_MINOR && reckoned.tax < MAX_MINOR);
        const order = placed(input, reckoned);
        assert.equal(order.total, reckoned.total);
        assert.equal(order.tax, reckoned.tax);
        const { subtotal, discount, shipping, tax, total } = reckoned;
        assert.equal(total, subtotal - discount + shipping + (input.taxIncluded ? 0n : tax));
        for (const part of [subtotal, discount, shipping, tax, total, order.discount]) assert.ok(part >= 0n);
        for (const { amount, discount, tax } of reckoned.lines) {
          assert.ok(discount >= 0n && discount <= amount && tax >= 0n);
        }
        assert.equal(sum(reckoned.lines.map((one) => one.discount)), discount);
        assert.equal(sum(reckoned.lines.map((one) => one.amount)), subtotal);
      }),
      { numRuns: 3_000 },
    );
  });

  it('keeps the quantity of every line, even if one unit price cannot give its amount', () => {
    fc.assert(
      fc.property(someInput, (input) => {
        const { items } = orderAmounts(input, reckon(input));
        items.forEach((parts, index) => {
          assert.equal(
            parts.reduce((units, part) => units + part.quantity, 0),
            input.lines[index]!.quantity,
          );
          assert.ok(parts.length <= 2);
        });
      }),
      { numRuns: 1_000 },
    );
  });

  it('spreads an amount so that the shares add up, each within one unit of its proportion', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), weights, (amount, parts) => {
        const all = sum(parts);
        const shares = spread(amount, parts);
        assert.equal(sum(shares), all === 0n ? 0n : amount);
        shares.forEach((share, index) => {
          if (all === 0n) return;
          const exact = amount * parts[index]!;
          assert.ok(share * all <= exact + all && share * all >= exact - all);
        });
      }),
      { numRuns: 2_000 },
    );
  });
});

const base: ReckoningInput = {
  exponent: 2,
  taxIncluded: false,
  lines: [
    { quantity: 2, unitPrice: 10, taxRate: 190_000n },
    { quantity: 1, unitPrice: 5, taxRate: 70_000n },
  ],
  reductions: [],
  shipping: { amount: 490n, taxRate: 190_000n },
};
const shown = (input: Partial<ReckoningInput>) => {
  const { subtotal, discount, shipping, tax, total } = reckon({ ...base, ...input });
  return [subtotal, discount, shipping, tax, total].map((part) => fromMinor(part, 2));
};

describe('by hand:', () => {
  it('tax on top of lines and shipping', () => {
    assert.deepEqual(shown({}), [25, 0, 4.9, 5.08, 34.98]);
  });

  it('tax that prices include changes no total', () => {
    assert.deepEqual(shown({ taxIncluded: true }), [25, 0, 4.9, 4.3, 29.9]);
  });

  it('tax is computed after the discount', () => {
    const reductions = [{ kind: 'percent' as const, rate: 100_000n, covers: [true, true] }];
    assert.deepEqual(shown({ reductions, shipping: null }), [25, 2.5, 0, 3.74, 26.24]);
  });

  it('an amount is no more than its lines, and the next discount takes a part of the rest', () => {
    const reductions = [
      { kind: 'amount' as const, amount: 700n, covers: [false, true] },
      { kind: 'percent' as const, rate: 500_000n, covers: [true, true] },
    ];
    const reckoned = reckon({ ...base, reductions, shipping: null });
    assert.deepEqual(reckoned.reduced, [500n, 1000n]);
    assert.deepEqual(
      reckoned.lines.map(({ discount }) => discount),
      [1000n, 500n],
    );
  });

  it('free shipping has no tax on it either', () => {
    assert.deepEqual(shown({ reductions: [{ kind: 'free_shipping' }] }), [25, 0, 0, 4.15, 29.15]);
  });
});
