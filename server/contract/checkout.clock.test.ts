import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { freezeAlone } from '../modules/checkout/testing/freeze.ts';
import { ADDRESS, openCheckoutShop } from '../modules/checkout/testing/shop.ts';
import { createModules } from '../modules.ts';
import { useApp } from '../testing.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
const { id: optionId } = await shop.shipping();
const { others } = createModules(test.kernel).checkoutModule;
const owner = await connectAsOwner(test.database);
after(() => owner.end());
/** The id of a machine whose clock is years ahead. */
const AHEAD = 'ffffffff-ffff-7fff-8fff-ffffffffffff';
const [MINUTE, DAY] = [60_000, 86_400_000];
/** Longer than the sweeps rest. */
const ROUND_MS = 1_500;

/** The work of a process that believes it is so much later. */
async function workAhead(ms: number, until: () => Promise<unknown>): Promise<void> {
  const { clock } = test.kernel;
  const ahead = Object.assign(() => new Date(clock().getTime() + ms), clock);
  const { modules } = createModules({ ...test.kernel, clock: ahead });
  const loops: Loop[] = modules
    .filter(({ name }) => name === 'checkout' || name === 'inventory')
    .flatMap((module) => module.startWork?.() ?? []);
  await until().finally(() => Promise.all(loops.map((loop) => loop.stop())));
}

describe('a process that believes it is 60 days later', () => {
  it('ends no checkout, frees no unit, and abandons and deletes no cart before its time', async () => {
    const sku = await shop.sold(5);
    const open = await shop.readyCart([{ sku, quantity: 2 }], optionId);
    const idle = await shop.cart([{ sku }]);
    const types = await shop.published(() => workAhead(60 * DAY, () => sleep(ROUND_MS)));
    assert.deepEqual(types, []);
    assert.deepEqual(await shop.figures(sku), [5, 2]);
    assert.equal((await open.checkout('GET')).body.data.state, 'open');
    assert.equal((await idle.cart('GET')).body.data.state, 'active');
    test.advance(16 * MINUTE);
    await workAhead(60 * DAY, async () => {
      while ((await open.checkout('GET')).body.data.state === 'open') await sleep(20);
    });
    assert.deepEqual(await shop.figures(sku), [5, 0]);
  });
});

describe('a checkout that a machine started whose clock is ahead', () => {
  it('does not hide the next one of its cart', async () => {
    const cart = await shop.readyCart([{ sku: await shop.sold(5) }], optionId);
    assert.equal((await cart.checkout('DELETE')).status, 200);
    await owner.query('update checkouts set id = $2 where cart_id = $1', [cart.id, AHEAD]);
    assert.equal((await cart.start()).status, 201);
    const address = { contact: { email: 'ada@shop.example' }, shippingAddress: ADDRESS };
    const ready = await cart.checkout('PATCH', { ...address, shippingOptionId: optionId });
    assert.equal(ready.status, 200, ready.text);
    assert.equal((await cart.checkout('GET')).body.data.state, 'open');
    assert.equal((await cart.complete(cart.total)).status, 200);
    assert.equal((await cart.order()).status, 200);
  });
});

describe('a frozen checkout whose order fails', () => {
  it('delays no other one of its tenant, and is tried again', async () => {
    const [broken, whole] = [
      await shop.readyCart([{ sku: await shop.sold(5) }], optionId),
      await shop.readyCart([{ sku: await shop.sold(5) }], optionId),
    ];
    for (const { id } of [broken, whole]) await freezeAlone(test, shop, others, id);
    const store = (frozen: string) =>
      test.db.inTenant(shop.tenant.id, (tx) =>
        tx.query(`update checkouts set frozen = $2 where tenant_id = current_tenant() and cart_id = $1`, [
          broken.id,
          frozen,
        ]),
      );
    const { rows } = await test.db.inTenant(shop.tenant.id, (tx) =>
      tx.query<{ frozen: string }>(
        'select frozen::text from checkouts where tenant_id = current_tenant() and cart_id = $1',
        [broken.id],
      ),
    );
    await store('{}');
    await workAhead(0, async () => {
      while ((await whole.order()).status === 404) await sleep(20);
    });
    assert.equal((await broken.order()).status, 404);
    await store(rows[0]!.frozen);
    test.advance(MINUTE);
    await workAhead(0, async () => {
      while ((await broken.order()).status === 404) await sleep(20);
    });
  });
});
