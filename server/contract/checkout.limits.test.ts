/** A code gets its limit while orders use it: the limit holds, and the uses of all codes are counted. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeDiscount } from '../modules/checkout/discounts/discounts.ts';
import { countUses } from '../modules/checkout/discounts/uses.sql.ts';
import { openCheckoutShop } from '../modules/checkout/testing/shop.ts';
import { useApp } from '../testing.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
/** Long enough for a request to reach a lock, and shorter than it waits for one. */
const TO_REACH_A_LOCK_MS = 400;

const inTenant = <T>(work: Parameters<typeof test.db.inTenant<T>>[1]) =>
  test.db.inTenant(shop.tenant.id, work);
const limit = (id: string, maxUses: number) =>
  shop.call('PATCH', `/v1/checkout/discounts/${id}`, shop.tenant.key, { maxUses });
const usedOf = async (id: string) => (await shop.ask('GET', `/v1/checkout/discounts/${id}`)).used;

async function readyWith(code: string, n: number) {
  const cart = await shop.cart([{ sku: await shop.sold(null) }]);
  await cart.cart('POST', '/codes', { code });
  await cart.start();
  const ready = await cart.checkout('PATCH', { contact: { email: `buyer-${n}@shop.example` } });
  assert.deepEqual(ready.body.data.problems, []);
  return cart;
}
const readyCarts = (code: string) => Promise.all([0, 1, 2].map((n) => readyWith(code, n)));

describe('a limit of a code', () => {
  it('waits for orders that are being placed, and is refused if they are more', async () => {
    const { id, code } = await shop.discount();
    const carts = await readyCarts(code);
    assert.equal((await carts[2]!.complete(4.05)).status, 200);
    let begun: Promise<number[]> | undefined;
    await inTenant(async (tx) => {
      // The order's number comes last, after the use of the code.
      await tx.query('select from order_counters where tenant_id = current_tenant() for update');
      const orders = carts.slice(0, 2).map((cart) => cart.complete(4.05));
      await sleep(TO_REACH_A_LOCK_MS);
      const answers = [...orders, limit(id, 1)];
      begun = Promise.all(answers.map(async (answer) => (await answer).status));
      await sleep(TO_REACH_A_LOCK_MS);
    });
    assert.deepEqual(await begun, [200, 200, 422]);
    await inTenant((tx) => countUses(tx, 100));
    assert.equal(await usedOf(id), 3);
  });

  it('that is being set decides orders that come meanwhile', async () => {
    const { id, code } = await shop.discount();
    const carts = await readyCarts(code);
    let begun: Promise<number[]> | undefined;
    await inTenant(async (tx) => {
      await changeDiscount(tx, test.now(), id, { maxUses: 1 }, null);
      begun = Promise.all(carts.map(async (cart) => (await cart.complete(4.05)).status));
      await sleep(TO_REACH_A_LOCK_MS);
    });
    assert.deepEqual((await begun!).sort(), [200, 422, 422]);
    await inTenant((tx) => countUses(tx, 100));
    assert.equal(await usedOf(id), 1);
  });

  it('that has uses beyond it does not stop the counting of other codes', async () => {
    const [bad, good] = [await shop.discount(), await shop.discount()];
    for (const { code } of [bad, bad, good]) {
      assert.equal((await (await readyWith(code, 9)).complete(4.05)).status, 200);
    }
    await inTenant((tx) =>
      tx.query('update discounts set max_uses = 1 where tenant_id = current_tenant() and id = $1', [bad.id]),
    );
    await inTenant((tx) => countUses(tx, 100));
    assert.deepEqual([await usedOf(bad.id), await usedOf(good.id)], [1, 1]);
  });
});
