/** Erasures and merges of customers while their checkouts are completed. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCheckoutShop } from '../modules/checkout/testing/shop.ts';
import { useApp } from '../testing.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
const admin = await shop.tenant.staff('admin');
const sku = await shop.sold(null);
const ROUNDS = 20;
const CARTS = 3;

/** PostgreSQL counts them up to a second later. The transaction that it ends is repeated once, so no answer tells of it. */
async function deadlocks(): Promise<number> {
  await sleep(1_500);
  const { rows } = await test.db.acrossTenants((tx) =>
    tx.query<{ count: number }>(
      'select deadlocks::int as count from pg_stat_database where datname = current_database()',
    ),
  );
  return rows[0]!.count;
}

it('erasures and merges of a customer and completions of its checkouts lock in one order', async () => {
  const before = await deadlocks();
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const email = `ada-${round}@shop.example`;
    const customer = (await shop.ask('POST', '/v1/crm/customers', { name: 'Ada', email })).id;
    const other = (await shop.ask('POST', '/v1/crm/customers', { name: 'Ada Lovelace' })).id;
    const carts = [];
    for (let n = 0; n < CARTS; n++) {
      const cart = await shop.cart([{ sku }]);
      await cart.start();
      const ready = await cart.checkout('PATCH', { contact: { email } });
      assert.deepEqual(ready.body.data.problems, [], ready.text);
      carts.push({ ...cart, total: ready.body.data.totals.total as number });
    }
    const end = () =>
      round % 2 === 0
        ? shop.call('POST', `/v1/crm/customers/${customer}/erase`, admin)
        : shop.call('POST', `/v1/crm/customers/${other}/merge`, admin, { from: customer });
    const answers = await Promise.all([
      ...carts.map((cart) => cart.complete(cart.total)),
      sleep(round % 7).then(end),
      ...carts.map((cart) => cart.cart('PATCH', '', { note: 'Ring twice' })),
    ]);
    statuses.push(...answers.map(({ status }) => status));
  }
  assert.deepEqual(
    statuses.filter((status) => status >= 500),
    [],
  );
  assert.equal((await deadlocks()) - before, 0);
});
