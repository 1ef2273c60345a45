import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { dispatch } from '#kernel/events/dispatcher.ts';
import { LANES } from '#kernel/events/lanes.ts';
import { newTenant, useApp } from '../../../../testing.ts';
import { addToRollups } from '../../metrics/rollups.sql.ts';
import { listOrdersOf, sumOrdersOf } from './customer-orders.sql.ts';

const test = await useApp();
const tenant = await newTenant(test);
const token = tenant.key;
const customerId = await tenant.customer();

const place = async (body: object, customer = customerId) => {
  test.advance(1_000);
  const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 0.1 }];
  const answer = await test.call('POST', '/v1/crm/orders', {
    token,
    body: { customerId: customer, items, ...body },
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
};
const get = async (path: string, customer = customerId) =>
  (await test.call('GET', `/v1/crm/customers/${customer}/${path}`, { token })).body;

const placed = [
  await place({}),
  await place({}),
  await place({}),
  await place({ currency: 'JPY', items: [{ sku: 'a', name: 'A', unitPrice: 7 }] }),
];
await place({}, await tenant.customer('Someone else'));

describe('the orders of a customer', () => {
  it('are listed newest first, page by page, without those of other customers', async () => {
    const first = await get('orders?limit=3');
    const second = await get(`orders?limit=3&cursor=${first.pagination.nextCursor}`);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    assert.deepEqual(ids, placed.map(({ id }) => id).reverse());
    const { id, orderNumber, status, paymentStatus, channel, currency, total, createdAt } = placed[3];
    assert.deepEqual(first.data[0], {
      id,
      orderNumber,
      status,
      paymentStatus,
      channel,
      currency,
      total,
      createdAt,
    });
  });

  it('are summed exactly, by currency, with the times of the first and the last', async () => {
    assert.deepEqual((await get('totals')).data, {
      customerId,
      orders: 4,
      firstOrderAt: placed[0].createdAt,
      lastOrderAt: placed[3].createdAt,
      currencies: [
        { currency: 'JPY', orders: 1, revenue: 7 },
        { currency: 'USD', orders: 3, revenue: 0.3 },
      ],
    });
    const none = (await get('totals', await tenant.customer())).data;
    assert.deepEqual([none.orders, none.firstOrderAt, none.currencies], [0, null, []]);
  });

  it('count as revenue without cancelled or refunded amounts, but with payments kept for cancelled orders', async () => {
    const shop = await newTenant(test);
    const customer = await shop.customer();
    const body = { customerId: customer, items: [{ sku: 'a', name: 'A', unitPrice: 5 }] };
    const post = async (path: string, sent: object) =>
      (await test.call('POST', `/v1/crm/orders${path}`, { token: shop.key, body: sent })).body.data.id;
    const paid = { amount: 5, outcome: 'succeeded' };
    const [cancelled, refunded, partly] = [await post('', body), await post('', body), await post('', body)];
    await post(`/${cancelled}/cancel`, {});
    for (const id of [refunded, partly]) await post(`/${id}/payments`, paid);
    await post(`/${refunded}/refund`, {});
    await post(`/${partly}/refund`, { amount: 2 });
    const kept = await post('', body);
    await post(`/${kept}/payments`, { amount: 4, outcome: 'succeeded' });
    await post(`/${kept}/cancel`, { refund: false });
    await post(`/${kept}/refund`, { amount: 1 });
    const read = async (path: string) => (await test.call('GET', path, { token: shop.key })).body.data;
    const { currencies } = await read(`/v1/crm/customers/${customer}/totals`);
    assert.deepEqual(currencies, [{ currency: 'USD', orders: 4, revenue: 6 }]);
    const consumer = { name: 'order rollups', consume: addToRollups };
    for (const lane of LANES)
      while ((await dispatch(test.db, lane, [consumer], test.now(), test.kernel.log)) > 0);
    const { totals } = await read('/v1/crm/metrics');
    assert.equal(totals[0].revenue, 6, 'the metrics say the same');
  });

  it('are listed and summed through the index of a customer’s orders', async () => {
    const owner = await connectAsOwner(test.database);
    await owner.query(
      `insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal,
         shipping_total, discount_total, tax_total, total, created_at)
       select $1, gen_random_uuid(), 'seed ' || n, 'placed', 'unpaid', $2, 'USD', 0, 0, 0, 0, 0, now() from generate_series(1, 5000) n`,
      [tenant.id, await tenant.customer()],
    );
    await owner.query('analyze orders').finally(() => owner.end());
    await test.db.inTenant(tenant.id, async (tx) => {
      const explaining: Tx = { ...tx, query: (sql, values) => tx.query(`explain ${sql}`, values) };
      const plans = [
        await sumOrdersOf(explaining, [customerId]),
        await listOrdersOf(explaining, [customerId], 25, null),
      ];
      for (const plan of plans) assert.match(JSON.stringify(plan), /orders_of_customer/);
    });
  });
});
