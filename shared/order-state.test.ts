import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type OrderFacts, stateOf } from './order-state.ts';

const placed: OrderFacts = {
  ordered: 3,
  fulfilled: 0,
  delivered: 0,
  total: 100n,
  paid: 0n,
  refunded: 0n,
  lastPaymentFailed: false,
  cancelled: false,
};
const stateWith = (facts: Partial<OrderFacts>) => stateOf({ ...placed, ...facts });

const someFacts = fc
  .tuple(fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9), fc.boolean(), fc.boolean())
  .map(([a, b, c, d, e, f, lastPaymentFailed, cancelled]): OrderFacts => {
    const [delivered, fulfilled, ordered] = [a, b, c + 1].toSorted((one, other) => one - other);
    const [refunded, paid, total] = [d, e, f].toSorted((one, other) => one - other).map(BigInt);
    return {
      ordered: ordered!,
      fulfilled: cancelled ? 0 : fulfilled!,
      delivered: cancelled ? 0 : delivered!,
      total: total!,
      paid: paid!,
      refunded: refunded!,
      lastPaymentFailed,
      cancelled,
    };
  });

describe('the state of an order', () => {
  const STATUS: [Partial<OrderFacts>, string, string][] = [
    [{}, 'placed', 'fulfill cancel payments'],
    [{ paid: 40n }, 'placed', 'fulfill cancel refund payments'],
    [{ paid: 100n }, 'placed', 'fulfill cancel refund'],
    [{ fulfilled: 1 }, 'partially_fulfilled', 'fulfill deliver payments'],
    [{ fulfilled: 1, delivered: 1 }, 'partially_fulfilled', 'fulfill payments'],
    [{ fulfilled: 3 }, 'fulfilled', 'deliver payments'],
    [{ fulfilled: 3, delivered: 2 }, 'fulfilled', 'deliver payments'],
    [{ fulfilled: 3, delivered: 3 }, 'delivered', 'payments'],
    [{ fulfilled: 3, delivered: 3, paid: 100n }, 'delivered', 'refund'],
    [{ cancelled: true }, 'cancelled', ''],
    [{ cancelled: true, paid: 40n }, 'cancelled', 'refund'],
    [{ cancelled: true, paid: 100n, refunded: 100n }, 'cancelled', ''],
    [{ paid: 100n, refunded: 100n }, 'refunded', ''],
    [{ paid: 100n, refunded: 100n, fulfilled: 3, delivered: 1 }, 'refunded', ''],
    [{ paid: 40n, refunded: 40n }, 'placed', 'fulfill cancel payments'],
    [{ total: 0n }, 'placed', 'fulfill cancel'],
  ];
  for (const [facts, status, allowed] of STATUS) {
    const words = JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
    it(`is ${status}, which allows ${allowed || 'nothing'}, with ${words}`, () => {
      const state = stateWith(facts);
      assert.deepEqual([state.status, state.allowed.join(' ')], [status, allowed]);
    });
  }

  const PAYMENT: [Partial<OrderFacts>, string][] = [
    [{}, 'unpaid'],
    [{ lastPaymentFailed: true }, 'failed'],
    [{ paid: 1n }, 'partially_paid'],
    [{ paid: 1n, lastPaymentFailed: true }, 'partially_paid'],
    [{ paid: 100n }, 'paid'],
    [{ paid: 100n, refunded: 1n }, 'partially_refunded'],
    [{ paid: 40n, refunded: 40n }, 'refunded'],
    [{ paid: 100n, refunded: 100n }, 'refunded'],
    [{ cancelled: true }, 'voided'],
    [{ cancelled: true, lastPaymentFailed: true }, 'voided'],
    [{ cancelled: true, paid: 100n }, 'paid'],
    [{ total: 0n }, 'unpaid'],
  ];
  for (const [facts, paymentStatus] of PAYMENT) {
    const words = JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
    it(`is ${paymentStatus} with ${words}`, () => {
      assert.equal(stateWith(facts).paymentStatus, paymentStatus);
    });
  }

  it('allows nothing but a refund once the order is cancelled, and nothing at all once it is refunded', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const { status, allowed } = stateOf(facts);
        if (status === 'cancelled') assert.ok(allowed.every((action) => action === 'refund'));
        if (status === 'refunded') assert.deepEqual(allowed, []);
      }),
    );
  });

  it('never has a balance below zero, and allows a payment exactly while the balance is positive', () => {
    fc.assert(
      fc.property(someFacts, (facts) => {
        const { balance, refundable, allowed } = stateOf(facts);
        assert.ok(balance >= 0n && refundable >= 0n);
        assert.equal(allowed.includes('payments'), balance > 0n);
        assert.equal(allowed.includes('refund'), refundable > 0n);
      }),
    );
  });
});
