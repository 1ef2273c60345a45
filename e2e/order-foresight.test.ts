/** Compares the optimistic update of an order with the server's answer. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { Order } from '../dashboard/src/features/orders/order.ts';
import {
  applyOptimistically,
  openUnits,
  refundable,
  type Step,
} from '../dashboard/src/features/orders/steps.ts';
import { newTenant, useApp } from '../server/testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const call = (path: string, body: object) =>
  test.call('POST', `/v1/crm/orders${path}`, { token: tenant.key, body });

/** Returns a step that the order allows; the two numbers between 0 and 1 choose the step and its amount. */
function stepFrom(order: Order, [which, part]: [number, number]): Step {
  const kind = order.allowedActions[Math.floor(which * order.allowedActions.length)]!;
  const some = (most: number) => Math.max(0.01, Math.round(most * part * 100) / 100);
  switch (kind) {
    case 'fulfill':
    case 'deliver': {
      const lines = openUnits(order.items, kind);
      const items = lines.map(({ line, open }) => ({ line, quantity: Math.ceil(open * part) || 1 }));
      return { kind, body: { items: items.slice(0, 1 + Math.floor(part * lines.length)) } };
    }
    case 'cancel':
      return { kind, body: { refund: part > 0.5 } };
    case 'refund':
      return { kind, body: { amount: some(refundable(order)) } };
    case 'payments':
      return {
        kind,
        body: { amount: some(order.balance), outcome: part < 0.2 ? 'failed' : 'succeeded' },
      };
  }
}

const shown = ({ status, paymentStatus, balance, paidTotal, refundedTotal, items }: Order) => ({
  status,
  paymentStatus,
  balance,
  paidTotal,
  refundedTotal,
  items,
});

it('after every step of an order, the state shown at once equals the server’s answer', async () => {
  // Whole numbers: random doubles are nearly all close to 0 and would always choose the first step.
  const die = fc.nat(999).map((number) => number / 1000);
  const lives = fc.array(fc.tuple(die, die), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(lives, async (life) => {
      const items = [
        { sku: 'TEA', name: 'Tea', quantity: 3, unitPrice: 4.35 },
        { sku: 'CUP', name: 'Cup', quantity: 2, unitPrice: 3.1 },
      ];
      let order: Order = (await call('', { customerId, items })).body.data;
      for (const dice of life) {
        if (order.allowedActions.length === 0) break;
        const step = stepFrom(order, dice);
        const answer = await call(`/${order.id}/${step.kind}`, step.body);
        assert.ok(answer.status < 300, answer.text);
        assert.deepEqual(
          shown(applyOptimistically(order, step)),
          shown(answer.body.data),
          JSON.stringify(step),
        );
        order = answer.body.data;
      }
    }),
    { numRuns: 40 },
  );
});
