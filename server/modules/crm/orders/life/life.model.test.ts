/** Random lives of orders, sequential and concurrent, compared with a plain model of the rules. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cases } from '#kernel/testing/depth.ts';
import type { Answer } from '../../../../testing.ts';
import { OrderModel, type OrderStep } from '../../testing/order-model.ts';
import { useOrders } from '../../testing/orders.ts';

const { place, get, act, eventsOf, timeline } = await useOrders();

const items = fc.option(
  fc.array(fc.record({ line: fc.integer({ min: 1, max: 3 }), quantity: fc.integer({ min: 1, max: 2 }) }), {
    minLength: 1,
    maxLength: 2,
  }),
  { nil: undefined },
);
const cents = fc.integer({ min: 1, max: 600 });
const someStep: fc.Arbitrary<OrderStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ action: fc.constant('fulfill' as const), items }) },
  { weight: 3, arbitrary: fc.record({ action: fc.constant('deliver' as const), items }) },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('cancel' as const),
      refund: fc.constantFrom(undefined, true, false),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('refund' as const),
      cents: fc.option(cents, { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('payments' as const),
      cents: fc.oneof(cents, fc.constant(500)),
      outcome: fc.constantFrom('succeeded' as const, 'succeeded' as const, 'failed' as const),
    }),
  },
);
const someQuantities = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 });

/** Orders of 5.00, so that a few payments may do. */
async function placeOrder(quantities: number[]): Promise<{ model: OrderModel; id: string }> {
  const lines = quantities.map((quantity) => ({ sku: 'A', name: 'A', quantity }));
  const id = await place({ items: lines, shippingTotal: 5 });
  return { model: new OrderModel(quantities, 500), id };
}

function send(id: string, { action, ...wish }: OrderStep): Promise<Answer> {
  const { cents: minor, ...body } = wish as { cents?: number };
  return act(id, action, minor === undefined ? body : { ...body, amount: minor / 100 });
}

const verdictOf = ({ status, body }: Answer) => (status < 300 ? 'done' : body.error.code);

type Shown = { fulfilledQuantity: number; deliveredQuantity: number };
function viewOf({ data }: Answer['body']): ReturnType<OrderModel['view']> {
  const { status, paymentStatus, paidTotal, refundedTotal, version } = data;
  const lines = data.items.map((line: Shown) => `${line.fulfilledQuantity}/${line.deliveredQuantity}`);
  const [paid, refunded] = [Math.round(paidTotal * 100), Math.round(refundedTotal * 100)];
  return { status, paymentStatus, paid, refunded, version, lines };
}

async function assertSame(id: string, model: OrderModel): Promise<void> {
  assert.deepEqual(viewOf((await get(id)).body), model.view());
  const published = (await eventsOf(id)).map(({ type }) => type);
  assert.deepEqual(published.toSorted(), model.events.toSorted());
  const entries = (await timeline(id, '?limit=100')).body.data;
  assert.equal(entries.length, model.version);
  assert.equal(entries[0].status, model.status);
}

class TakeStep implements fc.AsyncCommand<OrderModel, { id: string }> {
  readonly step: OrderStep;
  constructor(step: OrderStep) {
    this.step = step;
  }
  check = () => true;
  async run(model: OrderModel, { id }: { id: string }): Promise<void> {
    const answer = await send(id, this.step);
    assert.equal(verdictOf(answer), model.take(this.step), answer.text);
    if (answer.status < 300) assert.deepEqual(viewOf(answer.body), model.view());
  }
  toString = () => JSON.stringify(this.step);
}

describe('any life of an order', () => {
  it('matches the plain model step by step, with the same events', async () => {
    const commands = fc.commands([someStep.map((step) => new TakeStep(step))], {
      maxCommands: 14,
      size: 'max',
    });
    await fc.assert(
      fc.asyncProperty(someQuantities, commands, async (quantities, steps) => {
        const { model, id } = await placeOrder(quantities);
        await fc.asyncModelRun(() => ({ model, real: { id } }), steps);
        await assertSame(id, model);
      }),
      { numRuns: cases(40) },
    );
  });

  it('is serializable: concurrent steps end as if they ran one after the other', async () => {
    const first = fc.array(someStep, { maxLength: 3 });
    const atOnce = fc.array(someStep, { minLength: 2, maxLength: 10, size: 'max' });
    await fc.assert(
      fc.asyncProperty(someQuantities, first, atOnce, async (quantities, before, steps) => {
        const { model, id } = await placeOrder(quantities);
        for (const step of before) assert.equal(verdictOf(await send(id, step)), model.take(step));
        const answers = await Promise.all(steps.map((step) => send(id, step)));
        const taken = steps.map((step, index) => ({ step, answer: answers[index]! }));
        const winners = taken
          .filter(({ answer }) => answer.status < 300)
          .toSorted((a, b) => a.answer.body.data.version - b.answer.body.data.version);

        // The versions show the order of the winners; a loser must have had a moment at which its refusal was right.
        const moments = [copyOf(model)];
        for (const { step, answer } of winners) {
          assert.equal(model.take(step), 'done', answer.text);
          assert.deepEqual(viewOf(answer.body), model.view());
          moments.push(copyOf(model));
        }
        for (const { step, answer } of taken.filter((one) => one.answer.status >= 300)) {
          const verdicts = moments.map((moment) => copyOf(moment).take(step));
          assert.ok(verdicts.includes(verdictOf(answer)), answer.text);
        }
        await assertSame(id, model);
      }),
      { numRuns: cases(25) },
    );
  });
});

function copyOf(model: OrderModel): OrderModel {
  const { lines, events, ...rest } = model;
  const copy = new OrderModel([], model.total);
  return Object.assign(copy, rest, { lines: lines.map((line) => ({ ...line })), events: [...events] });
}
