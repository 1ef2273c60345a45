import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, type TestTenant, useApp } from '../../../../testing.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());
/** Three tenants and two lanes. */
const shops = [await newTenant(test), await newTenant(test), await newTenant(test)];
const customers = new Map<TestTenant, string>();
for (const shop of shops) customers.set(shop, await shop.customer());
const busy = shops[0]!;
const lockedId = await busy.customer('Being merged');

const place = (shop: TestTenant, changes: object = {}, headers: Record<string, string> = {}) =>
  test.call('POST', '/v1/crm/orders', {
    token: shop.key,
    body: { customerId: customers.get(shop), items: [{ sku: 'TEA', name: 'Tea', unitPrice: 2 }], ...changes },
    headers,
  });
for (const shop of shops) await place(shop);

/** Runs `work` while another connection has locked a row. */
async function whileLocked<T>(sql: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  await owner.query('begin');
  try {
    await owner.query(sql, values);
    return await work();
  } finally {
    await owner.query('rollback');
  }
}

/** Places rounds of one order per other tenant, and returns how long the slowest took. */
async function slowest(orders: (() => Promise<{ status: number; text: string }>)[]): Promise<number> {
  let most = 0;
  for (let round = 0; round < 8; round++) {
    await Promise.all(
      orders.map(async (order) => {
        const begun = performance.now();
        const answer = await order();
        assert.equal(answer.status, 201, answer.text);
        most = Math.max(most, performance.now() - begun);
      }),
    );
  }
  return most;
}
const ofOthers = shops.slice(1).map((shop) => () => place(shop));
/** A wait for a lock would take five seconds, or as long as the lock is held. */
const AT_ONCE_MS = 1_000;

describe('a lock in one tenant', () => {
  it('on a customer does not lose the answers of orders under way when the tenant is excluded from shared batches', async () => {
    const shop = shops[2]!;
    const lockedThere = await shop.customer('Being merged');
    await whileLocked('select from customers where id = $1 for update', [lockedThere], async () => {
      let isOver = false;
      const waiting = Promise.all(
        Array.from({ length: 8 }, () => place(shop, { customerId: lockedThere })),
      ).finally(() => {
        isOver = true;
      });
      const statuses = new Set<number>();
      const sender = async () => {
        while (!isOver) statuses.add((await place(shop)).status);
      };
      await Promise.all([waiting, ...Array.from({ length: 4 }, sender)]);
      assert.deepEqual([...statuses], [201]);
    });
  });

  it("on a customer delays only that customer's orders, which are placed once it is free", async () => {
    let waiting: Promise<{ status: number; text: string }>[] = [];
    await whileLocked('select from customers where id = $1 for update', [lockedId], async () => {
      waiting = Array.from({ length: 6 }, (_, n) =>
        place(busy, { customerId: lockedId }, n % 2 ? { 'idempotency-key': `locked ${n}` } : {}),
      );
      await sleep(100);
    });
    for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 201, answer.text);
  });

  it('on a customer that lasts long gets 503 for its orders, and no other order waits', async () => {
    await whileLocked('select from customers where id = $1 for update', [lockedId], async () => {
      const begun = performance.now();
      const waiting = Array.from({ length: 8 }, () => place(busy, { customerId: lockedId }));
      assert.ok((await slowest([...ofOthers, () => place(busy)])) < AT_ONCE_MS);
      for (const answer of await Promise.all(waiting)) {
        assert.equal(answer.status, 503, answer.text);
        assert.match(answer.text, /Another request is changing the customer/);
      }
      assert.ok(performance.now() - begun < 10_000);
    });
    assert.equal((await place(busy, { customerId: lockedId })).status, 201);
  });

  it('on its counter delays only its own orders, in one batch', async () => {
    const before = await newest(busy);
    let waiting: Promise<{ status: number; text: string; body: { data: { orderNumber: string } } }>[] = [];
    await whileLocked('select from order_counters where tenant_id = $1 for update', [busy.id], async () => {
      waiting = Array.from({ length: 20 }, () => place(busy));
      assert.ok((await slowest(ofOthers)) < AT_ONCE_MS);
    });
    const answers = await Promise.all(waiting);
    for (const answer of answers) assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(
      answers.map(({ body }) => Number(body.data.orderNumber)).sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, n) => before + 1 + n),
    );
  });

  it('on an order number of an open transaction delays the orders of other tenants once at most', async () => {
    const held = `insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal,
        shipping_total, discount_total, tax_total, total, created_at)
      values ($1, gen_random_uuid(), 'HELD', 'placed', 'unpaid', $2, 'USD', 0, 0, 0, 0, 0, now())`;
    await whileLocked(held, [busy.id, customers.get(busy)], async () => {
      const waiting = Array.from({ length: 4 }, () => place(busy, { orderNumber: 'HELD' }));
      assert.ok((await slowest(ofOthers)) < AT_ONCE_MS);
      await Promise.all(waiting);
    });
  });
});

async function newest(shop: TestTenant): Promise<number> {
  const { rows } = await owner.query(
    'select next_number::int - 1 as n from order_counters where tenant_id = $1',
    [shop.id],
  );
  return rows[0].n;
}
