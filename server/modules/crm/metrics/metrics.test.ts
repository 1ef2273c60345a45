import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { dispatch } from '#kernel/events/dispatcher.ts';
import { LANES } from '#kernel/events/lanes.ts';
import { publish } from '#kernel/events/publish.ts';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';
import { startQuarters } from './quarters.worker.ts';
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

describe('days of a time zone', () => {
  const orderAt = (customerId: string, placedAt: string, more: object = {}) => ({
    customerId,
    items: [{ sku: 'TEA', name: 'Tea', unitPrice: 1 }],
    placedAt,
    ...more,
  });
  const bulk = async (of: TestTenant, orders: object[]) => {
    const answer = await test.call('POST', '/v1/crm/orders/bulk', { token: of.key, body: { orders } });
    assert.equal(answer.body.data.created, orders.length, answer.text);
  };
  const byDay = async (of: TestTenant, query: string) =>
    Object.fromEntries(
      (await metrics(of, query)).groups.map((group: { key: string; orders: number }) => [
        group.key,
        group.orders,
      ]),
    );

  it('are those of the tenant, or of the one that is asked for, also with quarters of an hour', async () => {
    const shop = await newTenant(test);
    const customer = await shop.customer();
    // Midnight in Kathmandu is 18:15 UTC.
    await bulk(shop, [
      orderAt(customer, '2026-03-01T18:14:59.999Z'),
      orderAt(customer, '2026-03-01T18:15:00Z'),
      orderAt(customer, '2026-03-02T00:00:00Z'),
    ]);
    await settle();
    const period = 'from=2026-02-27&to=2026-03-03';
    assert.deepEqual(await byDay(shop, period), { '2026-03-01': 2, '2026-03-02': 1 });
    assert.deepEqual(await byDay(shop, `${period}&timeZone=Asia/Kathmandu`), {
      '2026-03-01': 1,
      '2026-03-02': 2,
    });
    assert.deepEqual(await byDay(shop, `${period}&timeZone=America/Los_Angeles`), { '2026-03-01': 3 });
    const body = { timeZone: 'Asia/Kathmandu' };
    await test.call('PATCH', '/v1/tenant', { token: await shop.staff('admin'), body });
    const own = await metrics(shop, period);
    assert.deepEqual([own.timeZone, own.groups.length, own.totals[0].orders], ['Asia/Kathmandu', 2, 3]);
    assert.deepEqual(await byDay(shop, 'from=2026-03-02&to=2026-03-02'), { '2026-03-02': 2 });
    // Stored days and days of quarters are the same.
    for (const by of ['day', 'channel', 'currency', 'day_and_channel']) {
      const [utc, same] = [
        await metrics(shop, `${period}&by=${by}&timeZone=UTC`),
        await metrics(shop, `${period}&by=${by}&timeZone=Etc/UTC`),
      ];
      assert.deepEqual([utc.groups, utc.totals], [same.groups, same.totals]);
    }
  });

  it('are right when the clocks change, whatever the zone', async () => {
    const shop = await newTenant(test);
    const customer = await shop.customer();
    const zones = [
      'Europe/Berlin',
      'America/Santiago',
      'Australia/Lord_Howe',
      'Pacific/Chatham',
      'America/Havana',
    ];
    const times = ['2026-03-29', '2026-04-05', '2026-09-06', '2026-10-04', '2026-11-01'].flatMap((day) =>
      Array.from({ length: 48 }, (_, n) =>
        new Date(Date.parse(day) - 43_200_000 + n * 1_800_000).toISOString(),
      ),
    );
    await bulk(
      shop,
      times.map((time) => orderAt(customer, time)),
    );
    await settle();
    for (const zone of zones) {
      const { rows } = await owner.query<{ day: string; orders: number }>(
        `select (created_at at time zone $2)::date::text as day, count(*)::int as orders from orders
         where tenant_id = $1 group by 1 order by 1`,
        [shop.id, zone],
      );
      const expected = Object.fromEntries(rows.map(({ day, orders }) => [day, orders]));
      assert.deepEqual(await byDay(shop, `from=2026-01-01&to=2026-12-31&timeZone=${zone}`), expected, zone);
    }
  });

  it('are compared with as many days before, and split by channel', async () => {
    const shop = await newTenant(test);
    const customer = await shop.customer();
    await bulk(shop, [
      orderAt(customer, '2026-03-02T10:00:00Z', { channel: 'storefront' }),
      orderAt(customer, '2026-03-02T11:00:00Z'),
      orderAt(customer, '2026-02-28T10:00:00Z'),
    ]);
    await settle();
    const found = await metrics(shop, 'from=2026-03-01&to=2026-03-02&by=day_and_channel&compare=true');
    const brief = (groups: Record<string, unknown>[]) =>
      groups.map(({ key, channel, orders }) => [key, channel, orders]);
    assert.deepEqual(brief(found.groups), [
      ['2026-03-02', 'storefront', 1],
      ['2026-03-02', null, 1],
    ]);
    assert.deepEqual([found.before.from, found.before.to], ['2026-02-27', '2026-02-28']);
    assert.deepEqual(brief(found.before.groups), [['2026-02-28', null, 1]]);
  });

  it('are computed anew for days without quarters, and for those that an earlier version changed', async (t) => {
    const shop = await newTenant(test);
    const customer = await shop.customer();
    const kept = await place(shop, customer, 10, { channel: 'mcp' });
    const gone = await place(shop, customer, 7.5, { currency: 'KWD' });
    await settle();
    const act = (id: string, step: string, body: object) =>
      test.call('POST', `/v1/crm/orders/${id}/${step}`, { token: shop.key, body });
    await act(kept.id, 'payments', { amount: 4, outcome: 'succeeded' });
    await act(kept.id, 'refund', { amount: 1.5 });
    await act(gone.id, 'cancel', {});
    // An earlier version counts in the rollups alone; these events are counted by none yet.
    await place(shop, customer, 3);
    await settle();
    await owner.query('delete from order_quarters where tenant_id = $1', [shop.id]);
    await owner.query('update order_rollups set refunded_total = refunded_total where tenant_id = $1', [
      shop.id,
    ]);
    const uncut = async () =>
      (await owner.query('select from order_rollups where tenant_id = $1 and not is_cut', [shop.id]))
        .rowCount;
    assert.equal(await uncut(), 3);
    await place(shop, customer, 99, { channel: 'mcp' });
    await act(kept.id, 'refund', { amount: 0.5 });
    const work = startQuarters(test.kernel);
    t.after(() => work.stop());
    while ((await uncut()) !== 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await settle();
    const [stored, cut] = [
      await metrics(shop, 'by=channel'),
      await metrics(shop, 'by=channel&timeZone=Etc/UTC'),
    ];
    assert.deepEqual([cut.groups, cut.totals], [stored.groups, stored.totals]);
    const dollars = cut.totals.find((total: { currency: string }) => total.currency === 'USD');
    assert.deepEqual([dollars.orders, dollars.revenue], [3, 110]);
  });

  it('of a zone that nobody knows get 422', async () => {
    const shop = await newTenant(test);
    for (const zone of ['Mars/Olympus', '%2B05:30', 'UTC%2B3']) {
      const answer = await test.call('GET', `/v1/crm/metrics?timeZone=${zone}`, { token: shop.key });
      assert.deepEqual([answer.status, answer.body.error.details[0].path], [422, 'timeZone'], zone);
    }
  });
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
  const QUARTERS = `
    select (at at time zone 'UTC')::date::text as day, currency, channel, sum(orders)::int as orders,
      sum(cancelled_orders)::int as cancelled, sum(placed_total) as placed, sum(written_off_total) as written_off,
      sum(refunded_total) as refunded
    from order_quarters where tenant_id = $1 group by 1, 2, 3 order by 1, 2, 3`;
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
        const expected = await rowsOf(EXPECTED, shop.id);
        assert.deepEqual(await rowsOf(SUMS, shop.id), expected);
        assert.deepEqual(await rowsOf(QUARTERS, shop.id), expected);
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
