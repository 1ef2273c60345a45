import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { newTenant } from '../../../testing.ts';
import { useOrders } from '../testing/orders.ts';
import { customersOfHistory, listEntries } from './history.sql.ts';

const { test, tenant, place, done } = await useOrders();
const owner = await connectAsOwner(test.database);
after(() => owner.end());

type Entry = {
  id: string;
  about: string;
  action: string;
  at: string;
  actor: { name: string } | null;
  order: { id: string; orderNumber: string; total: number } | null;
  details: Record<string, unknown>;
};
const editor = await tenant.staff('editor');
const read = (id: string, query = '', token = tenant.key) =>
  test.call('GET', `/v1/crm/customers/${id}/timeline${query}`, { token });
const entriesOf = async (id: string): Promise<Entry[]> => (await read(id, '?limit=100')).body.data;
const told = async (id: string) => (await entriesOf(id)).map(({ about, action }) => `${about} ${action}`);
async function customer(name = 'Ada') {
  test.advance(1000);
  const body = { name };
  return (await test.call('POST', '/v1/crm/customers', { token: editor, body })).body.data.id as string;
}
async function step(id: string, path: string, body?: object) {
  test.advance(1000);
  const method = path === '' ? 'PATCH' : 'POST';
  const token = await tenant.staff('admin');
  const answer = await test.call(method, `/v1/crm/customers/${id}${path}`, { token, body });
  assert.equal(answer.status, 200, answer.text);
}
async function order(customerId: string) {
  test.advance(1000);
  const id = await place({ customerId });
  test.advance(1000);
  return id;
}

describe('GET /v1/crm/customers/:id/timeline', () => {
  it('has the steps of the customer and of all their orders, newest first, with their authors', async () => {
    const ada = await customer();
    const id = await order(ada);
    await done(id, 'payments', { amount: 12, outcome: 'succeeded', method: 'card' });
    await step(ada, '', { notes: 'Likes **tea**', addresses: [{ address: { line1: '1 Agora' } }] });
    await done(id, 'comments', { text: 'Call first' });
    test.advance(1000);
    await done(id, 'refund', { amount: 2, reason: 'Late' });
    await step(ada, '/archive');
    await step(ada, '/unarchive');
    const entries = await entriesOf(ada);
    assert.deepEqual(
      entries.map(({ about, action }) => `${about} ${action}`),
      [
        'customer unarchived',
        'customer archived',
        'order refunded',
        'order commented',
        'customer edited',
        'order payment',
        'order placed',
        'customer created',
      ],
    );
    assert.deepEqual(
      entries.map(({ details }) => details),
      [
        { fields: ['archivedAt'] },
        {},
        { amount: 2, reason: 'Late' },
        { comment: 'Call first' },
        { fields: ['addresses', 'notes'] },
        { amount: 12, outcome: 'succeeded', method: 'card' },
        {},
        {},
      ],
    );
    assert.ok(entries.every(({ actor }) => actor !== null));
    assert.deepEqual([entries[6]!.order!.id, entries[6]!.order!.total, entries[0]!.order], [id, 12, null]);
    assert.deepEqual(
      entries.map(({ at }) => at),
      entries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  });

  it('comes in pages without gaps, also of entries of the same moment', async () => {
    const ada = await customer();
    const items = [{ sku: 'A', name: 'A' }];
    const body = { orders: Array.from({ length: 5 }, () => ({ customerId: ada, items })) };
    const placed = await test.call('POST', '/v1/crm/orders/bulk', { token: tenant.key, body });
    assert.equal(placed.status, 200, placed.text);
    await step(ada, '', { name: 'Augusta' });
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await read(ada, `?limit=2${cursor}`);
      seen.push(...body.data.map(({ id }: Entry) => id));
      cursor = body.pagination.hasMore ? `&cursor=${body.pagination.nextCursor}` : '';
    } while (cursor !== '');
    assert.deepEqual(
      seen,
      (await entriesOf(ada)).map(({ id }) => id),
    );
    assert.deepEqual([seen.length, new Set(seen).size], [7, 7]);
  });

  it('goes on after a merge with the entries of both, under either id', async () => {
    const [ada, other] = [await customer(), await customer('Ada L.')];
    const id = await order(other);
    await step(ada, '/merge', { from: other });
    await done(id, 'fulfill');
    const expected = ['order fulfilled', 'customer merged', 'order placed', 'customer created'];
    assert.deepEqual(await told(ada), expected);
    assert.deepEqual(await told(other), expected);
    assert.deepEqual((await entriesOf(ada))[1]!.details, { from: other });
  });

  it('loses everything written with an erasure', async () => {
    const ada = await customer();
    const id = await order(ada);
    await done(id, 'comments', { text: 'Ada lives next door' });
    await step(ada, '/erase');
    assert.deepEqual(await told(ada), [
      'customer erased',
      'order commented',
      'order placed',
      'customer created',
    ]);
    assert.ok(!JSON.stringify(await entriesOf(ada)).includes('next door'));
  });

  it('has a creation and earlier entries of customers from before it was recorded', async () => {
    const ada = await customer();
    const id = await order(ada);
    await done(id, 'fulfill');
    await owner.query('delete from customer_history where customer_id = $1', [ada]);
    await owner.query('update order_history set customer_id = null where order_id = $1', [id]);
    assert.deepEqual(await told(ada), ['order placed', 'customer created']);
    let at: string | null = null;
    do at = await test.db.inTenant(tenant.id, (tx) => customersOfHistory.batch(tx, at));
    while (at !== null);
    assert.deepEqual(await told(ada), ['order fulfilled', 'order placed', 'customer created']);
    assert.equal((await entriesOf(ada)).at(-1)!.actor, null);
  });

  it('can be read by callers of the tenant who may read customers', async () => {
    const ada = await customer();
    assert.equal((await read(ada, '', await tenant.staff('viewer'))).status, 200);
    assert.equal((await read(ada, '', await tenant.keyWith('write:crm'))).status, 403);
    assert.equal((await read(ada, '', (await newTenant(test)).key)).status, 404);
  });

  it('reads a page by index, of a customer with thousands of orders', async () => {
    const ada = await customer();
    await owner.query(
      `with placed as (
         insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal, shipping_total,
           discount_total, tax_total, total, created_at)
         select $1, gen_random_uuid(), 'T-' || n, 'placed', 'paid', $2, 'USD', 0, 0, 0, 0, 0, now() - n * interval '1 minute'
         from generate_series(1, 5000) n returning id, created_at)
       insert into order_history (tenant_id, order_id, version, action, actor_type, actor_name, status, payment_status, details,
         created_at)
       select $1, id, 2, 'payment', 'system', 'Test', 'placed', 'paid', '{}', created_at from placed`,
      [tenant.id, ada],
    );
    await owner.query('analyze orders, order_history, customer_history, customers');
    const plan: string[] = [];
    await test.db.inTenant(tenant.id, async (tx) => {
      const explain: Tx['query'] = async (sql, values) => {
        const explained = await tx.query(`explain analyze ${sql}`, values);
        plan.push(...explained.rows.map((row) => String(row['QUERY PLAN'])));
        return explained as never;
      };
      planByIndex(tx);
      await listEntries({ ...tx, query: explain }, [ada], 25, { at: new Date(), id: `${ada}:9` });
    });
    const text = plan.join('\n');
    for (const index of ['orders_of_customer', 'order_history_of_customer', 'customer_history_pkey'])
      assert.match(text, new RegExp(index));
    assert.doesNotMatch(text, /Seq Scan/);
    const most = Math.max(
      ...[...text.matchAll(/actual time=\S+ rows=([\d.]+)/g)].map(([, rows]) => Number(rows)),
    );
    assert.ok(most <= 100, `a step of the plan reads ${most} rows:\n${text}`);
  });
});

describe('GET /v1/crm/customers?expand=orders', () => {
  const listed = async (query: string) =>
    (await test.call('GET', `/v1/crm/customers?expand=orders${query}`, { token: tenant.key })).body.data;

  it('adds the number, the revenue per currency and the last order of each customer', async () => {
    const [tag, ada] = [`t-${Date.now()}`, await customer()];
    await step(ada, '', { tags: [tag] });
    assert.deepEqual((await listed(`&tag=${tag}`))[0].orders, {
      count: 0,
      isExact: true,
      lastOrderAt: null,
      revenue: [],
    });
    await order(ada);
    await place({ customerId: ada, currency: 'EUR' });
    const cancelled = await order(ada);
    await done(cancelled, 'cancel');
    const [{ orders }] = await listed(`&tag=${tag}`);
    assert.deepEqual([orders.count, orders.isExact], [3, true]);
    assert.deepEqual(orders.revenue, [
      { currency: 'EUR', amount: 12 },
      { currency: 'USD', amount: 12 },
    ]);
    const last = await test.call('GET', `/v1/crm/orders/${cancelled}`, { token: tenant.key });
    assert.equal(orders.lastOrderAt, last.body.data.createdAt);
  });

  it('counts to a hundred, and gives no revenue beyond', async () => {
    const [tag, ada] = [`m-${Date.now()}`, await customer()];
    await step(ada, '', { tags: [tag] });
    const items = [{ sku: 'A', name: 'A', unitPrice: 1 }];
    const place = (length: number) =>
      test.call('POST', '/v1/crm/orders/bulk', {
        token: tenant.key,
        body: { orders: Array.from({ length }, () => ({ customerId: ada, items })) },
      });
    await place(100);
    const [full] = await listed(`&tag=${tag}`);
    assert.deepEqual(
      [full.orders.count, full.orders.isExact, full.orders.revenue[0].amount],
      [100, true, 100],
    );
    await place(1);
    const [more] = await listed(`&tag=${tag}`);
    assert.deepEqual([more.orders.count, more.orders.isExact, more.orders.revenue], [100, false, null]);
  });
});
