import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useOrders } from '../../testing/orders.ts';

const { place, get, act, done, eventsOf } = await useOrders();

const paid = (amount: number, more: object = {}) => ({ amount, outcome: 'succeeded', ...more });
const failed = (amount: number) => ({ amount, outcome: 'failed' });
type Told = {
  status: string;
  paymentStatus: string;
  paidTotal: number;
  refundedTotal: number;
  balance: number;
};
const money = (order: Told) => [
  order.status,
  order.paymentStatus,
  order.paidTotal,
  order.refundedTotal,
  order.balance,
];
const published = async (id: string) =>
  (await eventsOf(id)).map(({ type, data }) => (data.amount === undefined ? type : `${type} ${data.amount}`));

describe('POST /v1/crm/orders/:id/payments', () => {
  it('answers 201 with the order, and publishes order.paid when nothing is left to pay', async () => {
    const id = await place();
    const first = await act(id, 'payments', paid(2.5));
    assert.equal(first.status, 201);
    assert.deepEqual(money(first.body.data), ['placed', 'partially_paid', 2.5, 0, 9.5]);
    assert.deepEqual(await published(id), []);
    const rest = await done(id, 'payments', paid(9.5, { method: 'card', reference: 'ch_1' }));
    assert.deepEqual(money(rest), ['placed', 'paid', 12, 0, 0]);
    const [event] = await eventsOf(id);
    assert.equal(event!.type, 'order.paid');
    const { amount, method, paidTotal, paymentStatus } = event!.data;
    assert.deepEqual([amount, method, paidTotal, paymentStatus], [9.5, 'card', 12, 'paid']);
  });

  it('publishes order.payment_failed for a failed payment, which moves no money; a later success counts', async () => {
    const id = await place();
    assert.deepEqual(money(await done(id, 'payments', failed(12))), ['placed', 'failed', 0, 0, 12]);
    assert.deepEqual(money(await done(id, 'payments', paid(2))), ['placed', 'partially_paid', 2, 0, 10]);
    assert.deepEqual(money(await done(id, 'payments', failed(10))), ['placed', 'partially_paid', 2, 0, 10]);
    await done(id, 'payments', paid(10));
    assert.deepEqual(await published(id), [
      'order.payment_failed 12',
      'order.payment_failed 10',
      'order.paid 10',
    ]);
  });

  it('refuses more than the open balance, and names it', async () => {
    const id = await place();
    await done(id, 'payments', paid(10));
    const answer = await act(id, 'payments', paid(2.01));
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'conflict']);
    assert.equal(answer.body.error.message, 'Only 2 USD are still to be paid.');
    assert.deepEqual(answer.body.error.details, { balance: 2 });
    assert.equal((await get(id)).body.data.paidTotal, 10);
  });

  it('is possible until the total is paid, in every status of the order', async () => {
    const id = await place();
    await done(id, 'fulfill');
    await done(id, 'deliver');
    assert.deepEqual(money(await done(id, 'payments', paid(12))), ['delivered', 'paid', 12, 0, 0]);
    assert.equal((await act(id, 'payments', paid(0.01))).body.error.code, 'invalid_transition');
  });

  it('accepts as many decimals as the currency has; the error names that number', async () => {
    const items = [{ sku: 'A', name: 'A', unitPrice: 12 }];
    const exact: Record<string, [number, number]> = {
      JPY: [5, 0.5],
      USD: [0.01, 0.001],
      KWD: [0.001, 0.0001],
    };
    for (const [currency, [smallest, tooSmall]] of Object.entries(exact)) {
      const id = await place({ currency, items });
      const answer = await act(id, 'payments', paid(tooSmall));
      assert.equal(answer.status, 422);
      assert.deepEqual(
        [answer.body.error.details[0].path, answer.body.error.details[0].code],
        ['amount', 'too_many_decimals'],
      );
      assert.equal((await done(id, 'payments', paid(smallest))).paidTotal, smallest);
    }
    for (const amount of [0, -1, '1', null, undefined]) {
      assert.equal((await act(await place(), 'payments', { amount, outcome: 'succeeded' })).status, 422);
    }
    assert.equal((await act(await place(), 'payments', { amount: 1, outcome: 'maybe' })).status, 422);
  });

  it('refuses a payment of an order with a total of zero, which can be fulfilled unpaid', async () => {
    const id = await place({ items: [{ sku: 'GIFT', name: 'Sample' }] });
    const { body } = await act(id, 'payments', paid(1));
    assert.deepEqual(body.error.details, {
      status: 'placed',
      paymentStatus: 'unpaid',
      allowed: ['fulfill', 'cancel'],
    });
    await done(id, 'fulfill');
    assert.deepEqual(money(await done(id, 'deliver')), ['delivered', 'unpaid', 0, 0, 0]);
  });
});

describe('POST /v1/crm/orders/:id/refund', () => {
  it('without an amount refunds everything paid; the order is then refunded', async () => {
    const id = await place();
    await done(id, 'payments', paid(12));
    await done(id, 'fulfill');
    await done(id, 'deliver');
    const refunded = await done(id, 'refund', { reason: 'All broken' });
    assert.deepEqual(money(refunded), ['refunded', 'refunded', 12, 12, 0]);
    assert.deepEqual(refunded.allowedActions, []);
    const event = (await eventsOf(id)).at(-1)!;
    assert.deepEqual([event.type, event.data.amount], ['order.refunded', 12]);
  });

  it('publishes order.refunded with the amount each time; a partial refund does not change the status', async () => {
    const id = await place();
    await done(id, 'payments', paid(12));
    await done(id, 'fulfill');
    const part = await done(id, 'refund', { amount: 3 });
    assert.deepEqual(money(part), ['fulfilled', 'partially_refunded', 12, 3, 0]);
    assert.deepEqual(money(await done(id, 'refund', { amount: 9 })), ['refunded', 'refunded', 12, 12, 0]);
    assert.deepEqual((await published(id)).slice(2), ['order.refunded 3', 'order.refunded 9']);
  });

  it('never refunds more than the unrefunded payments, and names the rest', async () => {
    const id = await place();
    await done(id, 'payments', paid(10));
    await done(id, 'refund', { amount: 4 });
    const answer = await act(id, 'refund', { amount: 6.01 });
    assert.equal(answer.status, 409);
    assert.equal(answer.body.error.message, 'At most 6 USD can be refunded.');
    assert.deepEqual(answer.body.error.details, { refundable: 6 });
    assert.equal((await act(id, 'refund', { amount: 0.001 })).status, 422);
    assert.equal((await act(await place(), 'refund')).body.error.code, 'invalid_transition');
  });

  it('does not make a refunded amount payable again; the rest can still be paid', async () => {
    const id = await place();
    await done(id, 'payments', paid(5));
    assert.deepEqual(money(await done(id, 'refund')), ['placed', 'refunded', 5, 5, 7]);
    const rest = await done(id, 'payments', paid(7));
    assert.deepEqual(money(rest), ['placed', 'partially_refunded', 12, 5, 0]);
    assert.deepEqual(await published(id), ['order.refunded 5', 'order.paid 7']);
  });
});

describe('POST /v1/crm/orders/:id/cancel', () => {
  it('voids an unpaid order', async () => {
    const id = await place();
    const cancelled = await done(id, 'cancel', { reason: 'Out of stock' });
    assert.deepEqual(money(cancelled), ['cancelled', 'voided', 0, 0, 0]);
    assert.equal(cancelled.cancelledAt, cancelled.updatedAt);
    const events = await eventsOf(id);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['order.cancelled'],
    );
  });

  it('refunds the paid amount and publishes order.refunded', async () => {
    const id = await place();
    await done(id, 'payments', paid(8));
    await done(id, 'refund', { amount: 1 });
    assert.deepEqual(money(await done(id, 'cancel')), ['cancelled', 'refunded', 8, 8, 0]);
    assert.deepEqual((await published(id)).slice(1), ['order.cancelled', 'order.refunded 7']);
  });

  it('with refund=false keeps the money, which can be refunded later', async () => {
    const id = await place();
    await done(id, 'payments', paid(12));
    const kept = await done(id, 'cancel', { refund: false });
    assert.deepEqual(money(kept), ['cancelled', 'paid', 12, 0, 0]);
    assert.deepEqual(kept.allowedActions, ['refund']);
    assert.deepEqual(money(await done(id, 'refund')), ['cancelled', 'refunded', 12, 12, 0]);
    assert.deepEqual((await published(id)).slice(1), ['order.cancelled', 'order.refunded 12']);
  });

  it('is possible only while nothing is fulfilled, and only once', async () => {
    const sent = await place();
    await done(sent, 'fulfill', { items: [{ line: 2, quantity: 1 }] });
    assert.equal((await act(sent, 'cancel')).body.error.code, 'invalid_transition');
    const cancelled = await place();
    await done(cancelled, 'cancel');
    assert.equal((await act(cancelled, 'cancel')).body.error.code, 'invalid_transition');
    assert.equal((await act(cancelled, 'payments', paid(12))).body.error.code, 'invalid_transition');
  });
});
