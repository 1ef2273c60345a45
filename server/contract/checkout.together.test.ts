import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { share } from '#kernel/db/sharing.ts';
import { batchFigures } from '#kernel/work/batching.ts';
import { findOpenCheckout } from '../modules/checkout/checkouts/checkouts.sql.ts';
import { prepareCompletion } from '../modules/checkout/checkouts/completing.ts';
import { STOREFRONT } from '../modules/checkout/checkouts/frozen.ts';
import { openCheckoutShop } from '../modules/checkout/testing/shop.ts';
import { createModules } from '../modules.ts';
import { useApp } from '../testing.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
const { id: optionId } = await shop.shipping();
const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));

describe('completions that arrive together', () => {
  it('share a transaction, and each gets its own answer', async () => {
    const [sku, other] = [await shop.sold(100), await shop.sold(100)];
    const limited = await shop.discount({ maxUses: 1 });
    const plain = await times(6, () => shop.readyCart([{ sku }], optionId));
    const changed = await shop.readyCart([{ sku }], optionId);
    await changed.add(other);
    const wrong = await shop.readyCart([{ sku }], optionId);
    const coded = await times(2, async () => {
      const cart = await shop.readyCart([{ sku }], optionId);
      await cart.cart('POST', '/codes', { code: limited.code });
      return { ...cart, total: (await cart.checkout('GET')).body.data.totals.total };
    });
    const batches = () => batchFigures.get('completions')?.batches ?? 0;
    const before = batches();
    const answers = await Promise.all([
      ...plain.map((cart) => cart.complete(cart.total)),
      // Twice at once: one order.
      plain[0]!.complete(plain[0]!.total),
      changed.complete(13.9),
      wrong.complete(1),
      ...coded.map((cart) => cart.complete(cart.total)),
    ]);
    assert.ok(batches() - before < answers.length, 'each completion had a transaction of its own');
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual(statuses.slice(0, 9), [200, 200, 200, 200, 200, 200, 200, 200, 409]);
    assert.deepEqual(statuses.slice(9).sort(), [200, 422]);
    const orders = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.order);
    assert.equal(new Set(orders.map(({ orderNumber }) => orderNumber)).size, 8);
    assert.equal(answers[6]!.body.data.order.id, answers[0]!.body.data.order.id);
    assert.equal(answers[8]!.body.error.code, 'checkout_changed');
    assert.deepEqual(await shop.figures(sku), [100, 10]);
    assert.deepEqual(await shop.figures(other), [100, 1]);
    const events = (await shop.events()).map(({ type }) => type);
    for (const type of ['order.placed', 'checkout.completed']) {
      assert.equal(events.filter((each) => each === type).length, 8, type);
    }
  });

  it('do not run again for one whose stock is kept only since, and lacks', async () => {
    const [sku, untracked] = [await shop.sold(100), await shop.sold(null)];
    const carts = await times(6, () => shop.readyCart([{ sku }], optionId));
    const lacking = await shop.readyCart([{ sku: untracked, quantity: 2 }]);
    await shop.ask('POST', '/v1/inventory/items', { sku: untracked });
    const alone = () => batchFigures.get('completions alone')?.inputs ?? 0;
    const before = alone();
    const answers = await Promise.all([lacking, ...carts].map((cart) => cart.complete(cart.total)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [409, 200, 200, 200, 200, 200, 200],
    );
    assert.equal(answers[0]!.body.error.code, 'out_of_stock');
    assert.ok(alone() - before <= 1, `${alone() - before} ran alone`);
  });

  it('do not wait for the one whose customer is locked by another transaction', async () => {
    const sku = await shop.sold(100);
    const carts = await times(6, () => shop.readyCart([{ sku }], optionId));
    const { id } = await shop.ask('POST', '/v1/crm/customers', { name: 'Ada', email: 'busy@shop.example' });
    const [busy] = carts;
    await busy!.checkout('PATCH', { contact: { email: 'busy@shop.example' } });
    const alone = () => batchFigures.get('completions alone')?.inputs ?? 0;
    const before = alone();
    const { waiting } = await test.db.inTenant(shop.tenant.id, async (tx) => {
      await tx.query('select from customers where id = $1 for update', [id]);
      const calls = carts.toReversed().map((cart) => cart.complete(cart.total));
      const answers = await Promise.all(calls.slice(0, -1));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200, 200],
      );
      return { waiting: calls.at(-1)! };
    });
    const { status, body } = await waiting;
    assert.deepEqual([status, body.data.order.customerId ?? id], [200, id]);
    assert.equal(alone() - before, 1);
  });

  it('of new customers create each once', async () => {
    const sku = await shop.sold(100);
    const carts = await times(6, () => shop.readyCart([{ sku }], optionId));
    await times(6, (n) => carts[n]!.checkout('PATCH', { contact: { email: `new-${n % 3}@shop.example` } }));
    const answers = await Promise.all(carts.map((cart) => cart.complete(cart.total)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200],
    );
    const { rows } = await test.db.inTenant(shop.tenant.id, (tx) =>
      tx.query("select from customers where emails[1] like 'new-%@shop.example'"),
    );
    assert.equal(rows.length, 3);
  });
});

describe('in a database that was never analysed', () => {
  it('carts and checkouts that complete together are found by their keys', async () => {
    const sku = await shop.sold(100);
    const carts = await times(8, () => shop.readyCart([{ sku }], optionId));
    await addRows(2_000);
    const { others } = createModules(test.kernel).checkoutModule;
    const { body: me } = await test.call('GET', '/v1/me', { token: shop.tenant.key });
    const wasteful: string[] = [];
    const rehearsed = test.db.dryRunInTenant(shop.tenant.id, async (tx) => {
      const watched = watch(tx, wasteful);
      share(watched);
      planByIndex(watched);
      await Promise.all(carts.map(({ id }) => findOpenCheckout(watched, id)));
      const by = [{ others, now: test.now() }, me.data, STOREFRONT] as const;
      const writes = await Promise.all(
        carts.map(({ id, total }) => prepareCompletion(watched, ...by, { id }, total)),
      );
      await Promise.all(writes.map((write) => write()));
    });
    await rehearsed;
    assert.deepEqual(wasteful, []);
  });

  /** Carts of this tenant with a line and a checkout each, by rows. */
  async function addRows(count: number): Promise<void> {
    const copies = (table: string, fresh: string[], of = 'true') =>
      `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object(${fresh.join(', ')}))).*
       from (select r from ${table} r where tenant_id = current_tenant() and ${of} limit 1) r, generate_series(1, ${count}) n`;
    const id = (salt: string) => `md5('${salt}' || n)::uuid`;
    await test.db.inTenant(shop.tenant.id, async (tx) => {
      await tx.query(copies('carts', ["'id'", id('cart')]));
      await tx.query(copies('cart_lines', ["'cart_id'", id('cart')]));
      const own = ["'id'", id('checkout'), "'cart_id'", id('cart'), "'order_id'", id('order')];
      await tx.query(copies('checkouts', own, "state = 'open'"));
    });
  }
});

/** Notes the statements that look at many rows and use few. Locks and reads run twice, the second time explained. */
function watch(tx: Tx, wasteful: string[]): Tx {
  return {
    ...tx,
    async query(statement, values) {
      const result = await tx.query(statement, values);
      const text = typeof statement === 'string' ? statement : statement.text;
      if (!/^\s*(select c\.\*|select c\.id|select l\.\*|select i\.sku|select v\.id)/.test(text))
        return result as never;
      const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, timing off) ${text}`,
        values,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const seen = [...plan.matchAll(/(?:Rows Removed by \w+(?: \w+)?: |rows=)(\d+)/g)].map(([, n]) =>
        Number(n),
      );
      if (Math.max(...seen) > 100) wasteful.push(plan);
      return result as never;
    },
  };
}
