import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { OPERATOR } from '#kernel/audit.ts';
import { FORMATS } from '#kernel/http/body/validation.ts';
import type { Answer } from '../../../../testing.ts';
import { useOrders } from '../../testing/orders.ts';
import { findOrder } from '../orders.sql.ts';
import { saveOrder } from './life.sql.ts';

const { test, tenant, place, get, act, done, eventsOf, timeline } = await useOrders();

const atOnce = (times: number, call: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, call));
const won = (answers: Answer[]) => answers.filter(({ status }) => status < 300).length;
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type);
const paid = { amount: 12, outcome: 'succeeded' };

describe('of twenty concurrent requests', () => {
  it('one fulfils the order and publishes the event; the others get 409', async () => {
    const id = await place();
    const answers = await atOnce(20, () => act(id, 'fulfill'));
    assert.equal(won(answers), 1);
    assert.ok(answers.every(({ status }) => status === 200 || status === 409));
    assert.deepEqual(await typesOf(id), ['order.fulfilled']);
    assert.equal((await get(id)).body.data.version, 2);
  });

  it('as many fulfil a unit of a line as the line has units', async () => {
    const id = await place();
    const answers = await atOnce(20, () => act(id, 'fulfill', { items: [{ line: 1, quantity: 1 }] }));
    assert.equal(won(answers), 2);
    assert.equal((await get(id)).body.data.items[0].fulfilledQuantity, 2);
  });

  it('one pays the order, which is paid once', async () => {
    const id = await place();
    assert.equal(won(await atOnce(20, () => act(id, 'payments', paid))), 1);
    assert.equal((await get(id)).body.data.paidTotal, 12);
    assert.deepEqual(await typesOf(id), ['order.paid']);
  });

  it('as many refund as the payments cover, each with its event', async () => {
    const id = await place();
    await done(id, 'payments', paid);
    assert.equal(won(await atOnce(20, () => act(id, 'refund', { amount: 1 }))), 12);
    const { refundedTotal, status } = (await get(id)).body.data;
    assert.deepEqual([refundedTotal, status], [12, 'refunded']);
    const refunds = (await typesOf(id)).filter((type) => type === 'order.refunded');
    assert.equal(refunds.length, 12);
  });

  it('one cancels or fulfils an order, never both', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await place();
      let turn = 0;
      const answers = await atOnce(4, () => act(id, turn++ % 2 === 0 ? 'cancel' : 'fulfill'));
      assert.equal(won(answers), 1);
      assert.equal((await typesOf(id)).length, 1);
    }
  });

  it('with one Idempotency-Key only one refunds', async () => {
    const id = await place();
    await done(id, 'payments', paid);
    const refund = () => act(id, 'refund', { amount: 5 }, { headers: { 'idempotency-key': 'refund-1' } });
    const answers = await atOnce(20, refund);
    assert.ok(
      answers.every(({ status, body }) => status === 200 || body.error.code === 'idempotency_in_progress'),
    );
    const replay = await refund();
    assert.deepEqual([replay.status, replay.headers['idempotent-replayed']], [200, 'true']);
    assert.equal(replay.headers.etag, '"3"');
    assert.equal((await get(id)).body.data.refundedTotal, 5);
  });
});

it('an outdated version is not saved, and neither are its lines and its history entry', async () => {
  const id = await place();
  await done(id, 'payments', paid);
  const before = await get(id);
  const isSaved = await test.db.inTenant(tenant.id, async (tx) => {
    const { order, lines } = (await findOrder(tx, id))!;
    const outdated = { ...order, status: 'fulfilled' as const };
    const moved = lines.map((line) => ({ ...line, fulfilled_quantity: 1 }));
    return saveOrder(tx, OPERATOR, outdated, moved, { action: 'fulfilled', details: {} });
  });
  assert.equal(isSaved, false);
  assert.equal((await get(id)).text, before.text);
  assert.equal((await timeline(id)).body.data.length, 2);
});

describe('a dry run of a step', () => {
  it('answers like the step, and changes neither the order, its history nor the bus', async () => {
    const id = await place();
    await done(id, 'payments', paid);
    const before = [(await get(id)).text, await eventsOf(id)];
    const tried = await act(id, 'cancel', { reason: 'Perhaps' }, { query: '?dryRun=true' });
    assert.deepEqual(
      [tried.status, tried.body.data.status, tried.body.data.refundedTotal, tried.body.data.version],
      [200, 'cancelled', 12, 3],
    );
    assert.equal((await act(id, 'deliver', {}, { query: '?dryRun=true' })).status, 409);
    assert.deepEqual([(await get(id)).text, await eventsOf(id)], before);
  });
});

describe('the events of an order’s life', () => {
  it('match the schemas in the catalogue, and contain neither notes nor addresses', async () => {
    const text = 'Nobody else should read this';
    const more = {
      customerNote: text,
      internalNote: text,
      shippingAddress: { line1: text },
      propertyId: 'shop',
    };
    const [first, second] = [await place(more), await place(more)];
    await done(first, 'payments', { ...paid, outcome: 'failed', method: 'card' });
    await done(first, 'payments', { ...paid, reference: 'ch_1' });
    await done(first, 'fulfill', { tracking: { number: '1' } });
    await done(first, 'deliver');
    await done(second, 'payments', { ...paid, amount: 1 });
    await done(second, 'cancel', { reason: 'Late' });
    const events = [...(await eventsOf(first)), ...(await eventsOf(second))];
    const types = `order.payment_failed order.paid order.fulfilled order.delivered order.cancelled order.refunded`;
    assert.equal(events.map(({ type }) => type).join(' '), types);

    const catalogue = await test.call('GET', '/v1/events/types', { token: tenant.key });
    const ajv = new Ajv({ strict: false, formats: FORMATS });
    for (const { type, data } of events) {
      const { schema } = catalogue.body.data.find((entry: { type: string }) => entry.type === type);
      assert.ok(
        ajv.validate({ ...schema, additionalProperties: false }, data),
        `${type}: ${ajv.errorsText()}`,
      );
      assert.ok(!JSON.stringify(data).includes(text));
    }
  });
});
