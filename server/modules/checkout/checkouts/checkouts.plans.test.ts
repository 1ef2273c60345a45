import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openCheckoutShop } from '../testing/shop.ts';
import { FIND_LATEST } from './checkouts.sql.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);

it('the latest of 20,000 checkouts of a cart is read alone, in a database that was never analysed', async () => {
  const cart = await shop.cart([{ sku: await shop.sold(null) }]);
  await cart.start();
  await cart.checkout('DELETE');
  const first = (await cart.checkout('GET')).body.data;
  for (let slice = 0; slice < 20; slice++) {
    await test.db.inTenant(shop.tenant.id, (tx) =>
      tx.query(
        `insert into checkouts
         select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'order_id', gen_random_uuid(),
           'created_at', c.created_at - n * interval '1 second'))).*
         from checkouts c, generate_series($2::int * 1000 + 1, $2 * 1000 + 1000) n where c.id = $1`,
        [first.id, slice],
      ),
    );
  }
  const plan = await test.db.inTenant(shop.tenant.id, async (tx) => {
    const { rows } = await tx.query<Record<string, string>>(
      `explain (analyze, timing off) ${FIND_LATEST.text}`,
      [[cart.id]],
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  const read = [...plan.matchAll(/actual rows=(\d+)/g)].map(([, rows]) => Number(rows));
  assert.ok(Math.max(...read) <= 1, plan);
  assert.equal((await cart.checkout('GET')).body.data.id, first.id);
});
