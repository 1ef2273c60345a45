import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { dispatch } from '#kernel/events/dispatcher.ts';
import { LANES } from '#kernel/events/lanes.ts';
import { newId } from '#kernel/id.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { addToRollups, COUNTED } from '../modules/crm/metrics/rollups.sql.ts';
import { openStock } from '../modules/inventory/testing/stock.ts';
import { newTenant, type TestTenant, useApp } from '../testing.ts';

const test = await useApp();
const HOUR = 3_600_000;

const homeOf = async (token: string) => {
  const answer = await test.call('GET', '/v1/home', { token });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
const settle = async () => {
  const consumers = [{ name: 'order rollups', types: COUNTED, consume: addToRollups }];
  for (const lane of LANES)
    while ((await dispatch(test.db, lane, consumers, test.now(), test.kernel.log)) > 0);
};
const placer = async (of: TestTenant) => {
  const customerId = await of.customer();
  return async (placedAt: Date, unitPrice: number, currency = 'USD') => {
    const items = [{ sku: 'TEA', name: 'Tea', unitPrice }];
    const body = { orders: [{ customerId, items, currency, placedAt: placedAt.toISOString() }] };
    const answer = await test.call('POST', '/v1/crm/orders/bulk', { token: of.key, body });
    assert.equal(answer.body.data.created, 1, answer.text);
    return answer.body.data.results[0].order.id as string;
  };
};

describe('GET /v1/home', () => {
  it('of a new tenant has every part, empty', async () => {
    const shop = await newTenant(test);
    const { timeZone, orders, scheduled, webhooks, keys, checkouts } = await homeOf(
      await shop.staff('owner'),
    );
    assert.equal(timeZone, 'UTC');
    const { unfulfilled, unpaid, owed, today, yesterday, sales, hasCustomers, hasOrders } = orders;
    assert.deepEqual([unfulfilled, unpaid], Array(2).fill({ count: 0, isMore: false }));
    assert.deepEqual(owed, []);
    assert.deepEqual([today.totals, yesterday.totals, sales.totals, sales.before.totals], [[], [], [], []]);
    assert.deepEqual([hasCustomers, hasOrders, keys], [false, false, { hasAny: true, expiring: [] }]);
    assert.deepEqual(checkouts, { paying: { count: 0, isMore: false, oldest: null } });
    assert.deepEqual(scheduled, { entries: [], releases: [], isMore: false });
    assert.deepEqual(webhooks, { failing: 0, count: 0, subscriptions: [], notices: [] });
  });

  it('counts what is to fulfil and unpaid, as the lists of orders do', async () => {
    const shop = await newTenant(test);
    const place = await placer(shop);
    const ids = [];
    for (let n = 0; n < 5; n++) ids.push(await place(test.now(), 10));
    const act = (id: string | undefined, step: string, body: object = {}) =>
      test.call('POST', `/v1/crm/orders/${id}/${step}`, { token: shop.key, body });
    await act(ids[0], 'fulfill');
    await act(ids[1], 'cancel');
    await act(ids[2], 'payments', { amount: 10, outcome: 'succeeded' });
    await act(ids[3], 'payments', { amount: 4, outcome: 'succeeded' });
    await act(ids[3], 'refund', { amount: 1 });
    const { orders } = await homeOf(shop.key);
    assert.deepEqual([orders.unfulfilled.count, orders.unpaid.count], [3, 3]);
    const count = async (query: string) =>
      (await test.call('GET', `/v1/crm/orders?${query}`, { token: shop.key })).body.data.length;
    assert.equal(await count('status=placed&status=partially_fulfilled'), 3);
    assert.equal(await count('owed=true'), 3);
    assert.deepEqual([orders.hasCustomers, orders.hasOrders], [true, true]);
  });

  it('adds up the money that is owed in each currency, of the thousand newest orders at most', async () => {
    const shop = await newTenant(test);
    const place = await placer(shop);
    const paid = await place(test.now(), 10);
    await place(test.now(), 2.5);
    await place(test.now(), 700, 'JPY');
    await place(test.now(), 5, 'EUR');
    const part = await place(test.now(), 20);
    const pay = (id: string, amount: number) =>
      test.call('POST', `/v1/crm/orders/${id}/payments`, {
        token: shop.key,
        body: { amount, outcome: 'succeeded' },
      });
    await pay(paid, 10);
    await pay(part, 4);
    assert.deepEqual((await homeOf(shop.key)).orders.owed, [
      { currency: 'USD', orders: 2, balance: 18.5 },
      { currency: 'EUR', orders: 1, balance: 5 },
      { currency: 'JPY', orders: 1, balance: 700 },
    ]);
    const { orders: before } = await homeOf(shop.key);
    assert.deepEqual(before.unpaid, { count: 4, isMore: false });
    const customerId = await shop.customer();
    const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 1 }];
    for (let n = 0; n < 2; n++) {
      const body = { orders: Array.from({ length: 500 }, () => ({ customerId, items, currency: 'CHF' })) };
      await test.call('POST', '/v1/crm/orders/bulk', { token: shop.key, body });
    }
    const { owed, unpaid } = (await homeOf(shop.key)).orders;
    assert.deepEqual(owed, [{ currency: 'CHF', orders: 1_000, balance: 1_000 }]);
    assert.deepEqual(unpaid, { count: 1_000, isMore: true });
  });

  it('compares today with yesterday until the same time, in the days of the tenant', async () => {
    const shop = await newTenant(test);
    const place = await placer(shop);
    // Some zone has about ten o'clock now, so that today has a past and a future.
    const hour = test.now().getUTCHours();
    const zone =
      hour < 10 ? `Etc/GMT-${10 - hour}` : hour > 10 ? `Etc/GMT+${Math.min(hour - 10, 12)}` : 'Etc/UTC';
    await test.call('PATCH', '/v1/tenant', { token: await shop.staff('admin'), body: { timeZone: zone } });
    const now = test.now().getTime();
    await place(new Date(now - HOUR), 5);
    await place(new Date(now - 26 * HOUR), 7);
    await place(new Date(now - 23 * HOUR), 100);
    await settle();
    const { orders, timeZone } = await homeOf(shop.key);
    assert.equal(timeZone, zone);
    const { today, yesterday, sales } = orders;
    assert.deepEqual([today.totals[0].orders, today.totals[0].revenue], [1, 5]);
    assert.deepEqual([yesterday.totals[0].orders, yesterday.totals[0].revenue], [1, 7]);
    const early = now - 24 * HOUR - Date.parse(yesterday.until);
    assert.ok(early >= 0 && early < 900_000, yesterday.until);
    assert.deepEqual([sales.to, sales.totals[0].revenue, sales.by], [today.day, 112, 'day_and_channel']);
    assert.equal(sales.groups.length, 2);
  });

  it('shows at most five currencies, among them the tenant’s own', async () => {
    const shop = await newTenant(test);
    const place = await placer(shop);
    for (const currency of ['EUR', 'EUR', 'GBP', 'GBP', 'JPY', 'JPY', 'CHF', 'CHF', 'SEK', 'SEK', 'USD'])
      await place(test.now(), 1, currency);
    await settle();
    const { totals } = (await homeOf(shop.key)).orders.sales;
    assert.equal(totals.length, 5);
    assert.ok(totals.some(({ currency }: { currency: string }) => currency === 'USD'));
  });

  it('lists scheduled entries with their titles, scheduled releases, expiring keys and failing webhooks', async () => {
    const shop = await newTenant(test);
    const token = await shop.staff('owner');
    const call = async (method: string, url: string, body: object) =>
      (await test.call(method, url, { token, body })).body.data;
    await call('PUT', '/v1/content/types/article', {
      title: 'Article',
      fields: [
        { name: 'kicker', kind: 'text' },
        { name: 'title', kind: 'text', localised: true },
      ],
    });
    const at = new Date(test.now().getTime() + 5 * HOUR).toISOString();
    const fields = { title: { en: 'Spring sale' } };
    const { id } = await call('POST', '/v1/content/entries', { type: 'article', fields });
    await call('POST', `/v1/content/entries/${id}/schedule`, { at });
    const release = await call('POST', '/v1/content/releases', { name: 'Spring' });
    await call('POST', `/v1/content/releases/${release.id}/entries`, { entries: [{ id }] });
    await call('POST', `/v1/content/releases/${release.id}/schedule`, { at });
    const expiresAt = new Date(test.now().getTime() + 72 * HOUR).toISOString();
    await call('POST', '/v1/api-keys', { label: 'Old shop', scopes: ['read:crm'], expiresAt });
    await call('POST', '/v1/api-keys', { label: 'For good', scopes: ['read:crm'] });
    const subscription = await call('POST', '/v1/webhooks/subscriptions', {
      name: 'ERP',
      url: 'http://localhost:1/',
      events: ['redirect.added'],
    });
    const { scheduled, keys, webhooks } = await homeOf(token);
    assert.deepEqual(scheduled.entries, [
      { id, title: 'Spring sale', type: 'Article', action: 'publish', locale: null, at, hasFailed: false },
    ]);
    assert.deepEqual(scheduled.releases, [
      { id: release.id, name: 'Spring', at, entryCount: 1, hasFailed: false },
    ]);
    assert.deepEqual(
      keys.expiring.map((key: { label: string; expiresAt: string }) => [key.label, key.expiresAt]),
      [['Old shop', expiresAt]],
    );
    const [{ name, active, health }] = webhooks.subscriptions;
    assert.deepEqual(
      [webhooks.count, webhooks.failing, name, active, health.backlog.waiting],
      [1, 0, 'ERP', true, 0],
    );
    // Its latest delivery failed for good: nothing is tried again, and it is not well.
    const owner = await connectAsOwner(test.database);
    await owner.query(
      `insert into webhook_deliveries
         (tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempts, created_at, finished_at)
       values ($1, $2, $3, $2, $4, 'redirect.added', 'event', 'failed', 8, $3, $3)`,
      [shop.id, newId(), test.now(), subscription.id],
    );
    await owner.end();
    assert.equal((await homeOf(token)).webhooks.failing, 1);
  });

  it('counts the SKUs that are low, sold out and short', async () => {
    const stock = await openStock(test);
    const low = await stock.stocked(5, { lowAt: 9 });
    await stock.stocked(50, { lowAt: 9 });
    const sold = await stock.stocked(3);
    await stock.count(sold, 0);
    const work = test.startWork();
    const count = (name: string) => async () =>
      (await homeOf(await stock.tenant.staff('viewer'))).stock[name].count === 1;
    await eventually('one is low', count('low'));
    await eventually('one is sold out', count('depleted'));
    await work.stop();
    assert.equal((await stock.item(low)).available, 5);
    assert.deepEqual((await homeOf(await stock.tenant.staff('viewer'))).stock.short, {
      count: 0,
      isMore: false,
    });
  });

  it('shows a caller only the parts of their role, scopes and modules', async () => {
    const shop = await newTenant(test);
    const partsOf = async (token: string) =>
      Object.entries(await homeOf(token))
        .filter(([name, part]) => name !== 'timeZone' && part !== null)
        .map(([name]) => name);
    assert.deepEqual(await partsOf(await shop.staff('viewer')), [
      'orders',
      'stock',
      'checkouts',
      'scheduled',
      'webhooks',
    ]);
    assert.deepEqual(await partsOf(await shop.keyWith('read:inventory')), ['stock']);
    assert.deepEqual(await partsOf(await shop.keyWith('read:crm')), ['orders']);
    assert.deepEqual(await partsOf(await shop.keyWith('write:redirects')), []);
    const admin = await shop.staff('admin');
    await test.call('POST', '/v1/modules/crm/deactivate', { token: admin });
    assert.deepEqual(await partsOf(admin), ['stock', 'checkouts', 'scheduled', 'webhooks', 'keys']);
  });
});
