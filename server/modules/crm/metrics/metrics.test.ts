import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { dispatch } from '#kernel/events/dispatcher.ts';
import { LANES } from '#kernel/events/lanes.ts';
import { publish } from '#kernel/events/publish.ts';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';
import { addToRollups } from './rollups.sql.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());

const consumer = { name: 'order rollups', consume: addToRollups };
const round = async (consumers = [consumer]) => {
  let taken = 0;
  for (const lane of LANES) taken += await dispatch(test.db, lane, consumers, test.now(), test.kernel.log);
  return taken;
};
const settle = async () => {
  while ((await round()) > 0);
};
const metrics = async (of: TestTenant, query = '') => {
  const answer = await test.call('GET', `/v1/crm/metrics?${query}`, { token: of.key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
async function place(of: TestTenant, customerId: string, unitPrice: number, more: object = {}) {
  const body = { customerId, items: [{ sku: 'TEA', name: 'Tea', unitPrice }], ...more };
  const answer = await test.call('POST', '/v1/crm/orders', { token: of.key, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}
type Placed = { id: string; channel: string | null; currency: string; total: number; createdAt: string };
const tell = (of: TestTenant, type: string, order: Placed, more: object) =>
  test.db.inTenant(of.id, (tx) => publish(tx, test.now(), { type, data: { ...order, ...more } }));

describe('metrics', async () => {
  const shop = await newTenant(test);
  const customer = await shop.customer();
  const first = await place(shop, customer, 10, { channel: 'storefront' });
  await place(shop, customer, 0.05, { channel: 'storefront' });
  const third = await place(shop, customer, 100);
  await place(shop, customer, 500, { currency: 'JPY', channel: 'admin' });
  await tell(shop, 'order.refunded', first, { amount: 2.5 });
  await tell(shop, 'order.refunded', third, { amount: 40 });
  await tell(shop, 'order.cancelled', third, { paidTotal: 40 });
  await settle();

  const dollars = {
    currency: 'USD',
    orders: 3,
    cancelledOrders: 1,
    placedTotal: 110.05,
    refundedTotal: 42.5,
    revenue: 7.55,
    average: 3.78,
  };
  const yen = {
    currency: 'JPY',
    orders: 1,
    cancelledOrders: 0,
    placedTotal: 500,
    refundedTotal: 0,
    revenue: 500,
    average: 500,
  };

  it('by currency have orders, revenue without refunded or unpaid amounts, and the average order', async () => {
    const { totals, groups } = await metrics(shop, 'by=currency');
    assert.deepEqual(totals, [yen, dollars]);
    assert.deepEqual(groups, [
      { key: 'JPY', ...yen },
      { key: 'USD', ...dollars },
    ]);
  });

  it('by channel list orders without a channel last', async () => {
    const { groups } = await metrics(shop, 'by=channel');
    assert.deepEqual(
      groups.map(({ key, currency, revenue }: Record<string, unknown>) => [key, currency, revenue]),
      [
        ['admin', 'JPY', 500],
        ['storefront', 'USD', 7.55],
        [null, 'USD', 0],
      ],
    );
  });

  it('by day cover only the requested days', async () => {
    const today = first.createdAt.slice(0, 10);
    const { groups, from, to, by } = await metrics(shop);
    assert.deepEqual([by, to], ['day', today]);
    assert.equal((Date.parse(to) - Date.parse(from)) / 86_400_000, 29);
    assert.deepEqual(groups, [
      { key: today, ...yen },
      { key: today, ...dollars },
    ]);
    const past = await metrics(shop, 'from=2020-01-01&to=2020-12-31');
    assert.deepEqual([past.totals, past.groups], [[], []]);
  });

  it('of each tenant cover only its own orders', async () => {
    assert.deepEqual((await metrics(await newTenant(test), 'by=channel')).groups, []);
  });

  for (const [query, path] of Object.entries({
    'from=2030-02-30': 'from',
    'to=today': 'to',
    'from=2030-01-02&to=2030-01-01': 'from',
    'from=2020-01-01&to=2030-01-01': 'from',
    'by=hour': 'by',
  })) {
    it(`?${query} gets 422 about ${path}`, async () => {
      const answer = await test.call('GET', `/v1/crm/metrics?${query}`, { token: shop.key });
      assert.equal(answer.status, 422);
      assert.equal(answer.body.error.details[0].path, path);
    });
  }
});

describe('every event counts exactly once', () => {
  /** Computed from the orders themselves, and from their later events. */
  const EXPECTED = `
    with facts as (
      select 'placed' as what, currency, coalesce(channel, '-') as channel, created_at, total::numeric / 100 as amount
      from orders where tenant_id = $1
      union all
      select split_part(type, '.', 2), data ->> 'currency', coalesce(data ->> 'channel', '-'),
        (data ->> 'createdAt')::timestamptz, coalesce(data ->> 'amount', data ->> 'total')::numeric
      from events where tenant_id = $1 and type in ('order.cancelled', 'order.refunded'))
    select (created_at at time zone 'UTC')::date::text as day, currency, channel,
      count(*) filter (where what = 'placed')::int as orders, count(*) filter (where what = 'cancelled')::int as cancelled,
      sum(amount) filter (where what = 'placed') as placed,
      coalesce(sum(amount) filter (where what = 'cancelled'), 0) as written_off,
      coalesce(sum(amount) filter (where what = 'refunded'), 0) as refunded
    from facts group by 1, 2, 3 order by 1, 2, 3`;
  const SUMS = `
    select day::text, currency, channel, orders::int, cancelled_orders::int as cancelled, placed_total as placed,
      written_off_total as written_off, refunded_total as refunded
    from order_rollups where tenant_id = $1 order by 1, 2, 3`;
  const rowsOf = async (sql: string, id: string) =>
    (await owner.query(sql, [id])).rows.map((row) => ({
      ...row,
      placed: Number(row.placed),
      written_off: Number(row.written_off),
      refunded: Number(row.refunded),
    }));

  const step = fc.record({
    price: fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
    channel: fc.constantFrom('storefront', 'mcp', undefined),
    currency: fc.constantFrom('USD', 'EUR'),
    later: fc.constantFrom('nothing', 'cancelled', 'refunded'),
    hours: fc.integer({ min: 0, max: 30 }),
    dispatch: fc.constantFrom('not yet', 'once', 'twice at once', 'in vain'),
  });

  it('in any order of events, with dispatchers that fail or run concurrently', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const shop = await newTenant(test);
        const customer = await shop.customer();
        for (const { price, channel, currency, later, hours, dispatch: how } of steps) {
          test.advance(hours * 3_600_000);
          const order = await place(shop, customer, price, { channel, currency });
          if (later === 'cancelled') await tell(shop, 'order.cancelled', order, {});
          if (later === 'refunded') await tell(shop, 'order.refunded', order, { amount: price });
          const failing = {
            name: 'fails after the sums were written',
            consume: async () => {
              throw new Error('on purpose');
            },
          };
          if (how === 'once') await round();
          if (how === 'twice at once') await Promise.all([round(), round()]);
          if (how === 'in vain') await round([consumer, failing]);
        }
        test.advance(60_000);
        await settle();
        assert.deepEqual(await rowsOf(SUMS, shop.id), await rowsOf(EXPECTED, shop.id));
      }),
      { numRuns: 6 },
    );
  });

  it('also when dispatchers update the rows of the same days', async () => {
    const shop = await newTenant(test);
    const customer = await shop.customer();
    for (let n = 0; n < 60; n++) {
      await place(shop, customer, 1, {
        channel: ['mcp', 'admin', 'import'][n % 3],
        currency: n % 2 ? 'USD' : 'EUR',
      });
    }
    await owner.query("update event_queue set next_at = next_at - interval '1 day'");
    await Promise.all([round(), round(), round(), round()]);
    await settle();
    assert.deepEqual(await rowsOf(SUMS, shop.id), await rowsOf(EXPECTED, shop.id));
  });
});
