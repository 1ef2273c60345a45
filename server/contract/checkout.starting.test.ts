/** Starts of checkouts beside other work on the same cart: units are held for an open checkout, or for nobody. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '#kernel/db/db.ts';
import { lockCart } from '../modules/checkout/carts/carts.sql.ts';
import { sweepCheckouts } from '../modules/checkout/checkouts/ending.ts';
import { createStarting } from '../modules/checkout/checkouts/starting.ts';
import { openCheckoutShop } from '../modules/checkout/testing/shop.ts';
import { createModules } from '../modules.ts';
import { useApp } from '../testing.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
const { others } = createModules(test.kernel).checkoutModule;
const MINUTE = 60_000;
/** Long enough for a request to reach a lock, and shorter than it waits for one. */
const TO_REACH_A_LOCK_MS = 400;

/** Begins requests while the transaction holds what it has locked; they go on after its commit. */
async function during<T>(work: (tx: Tx) => Promise<unknown>, begin: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined;
  await test.db.inTenant(shop.tenant.id, async (tx) => {
    await work(tx);
    begun = begin();
    await sleep(TO_REACH_A_LOCK_MS);
  });
  return begun!;
}

describe('a start of a checkout', () => {
  it('while the sweep ends the former one is a new checkout, which alone holds units', async () => {
    const sku = await shop.sold(5);
    const cart = await shop.cart([{ sku, quantity: 2 }]);
    const former = (await cart.start()).body.data;
    test.advance(16 * MINUTE);
    const { status, body } = await during(
      (tx) => sweepCheckouts(tx, { others, now: test.now() }),
      () => cart.start(),
    );
    assert.deepEqual([status, body.data.state], [201, 'open']);
    assert.notEqual(body.data.id, former.id);
    const reservations = await shop.ask('GET', `/v1/inventory/reservations?sku=${sku}`);
    assert.deepEqual(
      reservations.map(({ orderId, quantity }: { orderId: string; quantity: number }) => [orderId, quantity]),
      [[body.data.orderId, 2]],
    );
    assert.equal((await cart.checkout('GET')).body.data.id, body.data.id);
  });

  it('with a token that is replaced meanwhile is refused, and leaves no unit held', async () => {
    const sku = await shop.sold(5);
    const cart = await shop.cart([{ sku, quantity: 3 }]);
    const refused = await during(
      async (tx) => {
        await lockCart(tx, cart.id);
        await tx.query(
          'update carts set generation = generation + 1 where tenant_id = current_tenant() and id = $1',
          [cart.id],
        );
      },
      () => cart.start(),
    );
    assert.equal(refused.status, 404);
    assert.deepEqual(await shop.figures(sku), [5, 0]);
  });

  it('of the last units, sent eight times at once, is one checkout and no refusal', async () => {
    const sku = await shop.sold(2);
    const cart = await shop.cart([{ sku, quantity: 2 }]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => cart.start()));
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 201),
    );
    assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 1);
    assert.deepEqual(await shop.figures(sku), [2, 2]);
  });

  it('of the last units, sent to two processes at once, is one checkout', async () => {
    const sku = await shop.sold(1);
    const cart = await shop.cart([{ sku }]);
    const { tenant } = await shop.ask('GET', '/v1/me');
    const otherProcess = createStarting({ db: test.db, clock: test.now }, others);
    const [one, other] = await during(
      (tx) => lockCart(tx, cart.id),
      async () => {
        const first = cart.start();
        await sleep(TO_REACH_A_LOCK_MS / 2);
        return Promise.all([first, otherProcess({ shop: { tenant }, ref: { id: cart.id } })]);
      },
    );
    assert.deepEqual([one.status, one.body.data.id], [201, other.id]);
    assert.deepEqual(await shop.figures(sku), [1, 1]);
  });
});
