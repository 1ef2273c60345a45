/** Many shoppers, clicks and processes at once: nothing is sold, placed, counted or lost twice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { openCheckoutShop } from '../modules/checkout/testing/shop.ts';
import { findDifferences } from '../modules/inventory/differences.sql.ts';
import { useApp } from '../testing.ts';

const test = await useApp({ DATABASE_CONNECTIONS: '30' });
const shop = await openCheckoutShop(test);
const { id: optionId } = await shop.shipping();

/** 50 checkouts and 800 additions in the long form. */
const [CHECKOUTS, TOGETHER, ADDERS] = IS_DEEP ? [50, 5, 40] : [10, 5, 8];

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));
/** Repeats a request while the tenant's share of connections is used up, as a client does. */
async function patiently<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 429 && answer.status !== 503) return answer;
    await new Promise((go) => setTimeout(go, 50 + 100 * Math.random()));
  }
}
const countOf = async (type: string, before: number) =>
  (await shop.events()).slice(before).filter((event) => event.type === type).length;

describe('at once:', () => {
  it('many checkouts × 20 completions are one order and one event each; no unit is reserved twice', async () => {
    const sku = await shop.sold(500);
    const before = (await shop.events()).length;
    const orders = new Set<string>();
    for (let group = 0; group < CHECKOUTS; group += TOGETHER) {
      const carts = await times(TOGETHER, () => shop.readyCart([{ sku, quantity: 2 }], optionId));
      const outcomes = await times(TOGETHER, (n) =>
        times(20, () => patiently(() => carts[n]!.complete(13.9))),
      );
      for (const answers of outcomes) {
        assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
        const ids = new Set(answers.map(({ body }) => body.data.order.id));
        assert.equal(ids.size, 1);
        orders.add([...ids][0]);
      }
    }
    assert.equal(orders.size, CHECKOUTS);
    assert.deepEqual(await shop.figures(sku), [500, 2 * CHECKOUTS]);
    assert.deepEqual(
      [await countOf('order.placed', before), await countOf('checkout.completed', before)],
      [CHECKOUTS, CHECKOUTS],
    );
  });

  it('a code with four uses makes four of ten checkouts cheaper; the others are refused until they give it up', async () => {
    const sku = await shop.sold(50);
    const { id, code } = await shop.discount({ maxUses: 4 });
    const carts = await times(10, () => shop.readyCart([{ sku }], optionId));
    await times(10, (n) => patiently(() => carts[n]!.cart('POST', '/codes', { code })));
    const outcomes = await times(10, (n) => times(3, () => patiently(() => carts[n]!.complete(8.95))));
    const isPlaced = outcomes.map((answers) => answers.every(({ status }) => status === 200));
    assert.equal(isPlaced.filter(Boolean).length, 4);
    for (const [n, answers] of outcomes.entries()) {
      if (isPlaced[n]) continue;
      for (const { body } of answers) assert.equal(body.error.code, 'code_not_usable');
      await carts[n]!.cart('DELETE', `/codes/${id}`);
      assert.equal((await carts[n]!.complete(9.4)).status, 200);
    }
    assert.equal((await shop.ask('GET', `/v1/checkout/discounts/${id}`)).used, 4);
    assert.deepEqual(await shop.figures(sku), [50, 10]);
  });

  it('additions to one cart all count', async () => {
    const sku = await shop.sold(null);
    const cart = await shop.cart([{ sku }]);
    await times(ADDERS, async () => {
      for (let n = 0; n < 20; n++) assert.equal((await patiently(() => cart.add(sku))).status, 200);
    });
    assert.equal((await cart.cart('GET')).body.data.lines[0].quantity, 1 + 20 * ADDERS);
  });

  it('30 checkouts of the last 12 units are 12 checkouts; one cart started 20 times is one', async () => {
    const sku = await shop.sold(12);
    const carts = await times(30, () => shop.cart([{ sku }]));
    const started = await times(30, (n) => patiently(() => carts[n]!.start()));
    assert.equal(started.filter(({ status }) => status === 201).length, 12);
    assert.ok(started.every(({ status, body }) => status === 201 || body.error.code === 'out_of_stock'));
    assert.deepEqual(await shop.figures(sku), [12, 12]);

    const other = await shop.sold(25);
    const cart = await shop.cart([{ sku: other }]);
    const before = (await shop.events()).length;
    const again = await times(20, () => patiently(() => cart.start()));
    assert.equal(new Set(again.map(({ body }) => body.data.id)).size, 1);
    assert.deepEqual(await shop.figures(other), [25, 1]);
    assert.equal(await countOf('checkout.started', before), 1);
  });

  it('a customer of one address is made once by ten first orders', async () => {
    const email = 'first@time.example';
    const carts = await times(10, async () => {
      const cart = await shop.cart([{ sku: await shop.sold(null) }]);
      await cart.start();
      await cart.checkout('PATCH', { contact: { email } });
      return cart;
    });
    const done = await times(10, (n) => patiently(() => carts[n]!.complete(4.5)));
    assert.deepEqual(new Set(done.map(({ status }) => status)), new Set([200]));
    const { rows } = await test.db.inTenant(shop.tenant.id, (tx) =>
      tx.query('select from customers where $1 = any (emails)', [email]),
    );
    assert.equal(rows.length, 1);
  });

  it('completion, cancellation, changes and the end of the hold leave the stock consistent', async () => {
    const sku = await shop.sold(40);
    const carts = await times(10, () => shop.readyCart([{ sku }], optionId));
    const outcomes = await times(10, (n) =>
      Promise.all([
        patiently(() => carts[n]!.complete(9.4)),
        patiently(() => carts[n]!.checkout('DELETE')),
        patiently(() => carts[n]!.add(sku)),
      ]),
    );
    const orders = outcomes.filter(([completed]) => completed.status === 200).length;
    for (const [completed, cancelled] of outcomes) {
      assert.notEqual(completed.status === 200, cancelled.body.data?.state === 'cancelled');
    }
    const [, reserved] = await shop.figures(sku);
    const open = outcomes.filter(
      ([completed, cancelled]) => completed.status !== 200 && cancelled.status !== 200,
    );
    assert.equal(reserved, orders + open.length);
  });

  it('afterwards every counter of the stock is the sum of its rows', async () => {
    assert.deepEqual(await findDifferences(test.db, test.now()), []);
  });
});
