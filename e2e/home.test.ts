import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { addPerson } from '../server/modules/access/testing/people.ts';
import { insertNotice } from '../server/modules/webhooks/notices.sql.ts';
import { newTenant } from '../server/testing.ts';
import { useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
const DAY = 86_400_000;

// Imported by URL: another tsconfig checks it.
const { barsOf } = await import(new URL('../dashboard/src/features/home/period.ts', import.meta.url).href);

it('a chart of many days has bars of weeks or months, which add up and are compared place by place', () => {
  const group = (key: string, orders: number, channel: string | null = null) => ({
    ...{ key, channel, currency: 'EUR', orders },
  });
  const period = { from: '2026-01-01', to: '2026-12-31' };
  const before = {
    ...{ from: '2025-01-01', to: '2025-12-31' },
    groups: [group('2025-01-08', 5), group('2025-12-31', 1)],
  };
  const groups = [
    group('2026-01-07', 1),
    group('2026-01-08', 2, 'mcp'),
    group('2026-01-14', 4),
    group('2026-12-31', 8),
  ];
  const bars = barsOf(
    { ...period, groups: [...groups, { ...groups[0], currency: 'USD' }], before },
    'EUR',
    'orders',
  );
  assert.equal(bars.length, 53);
  assert.deepEqual(bars[1], {
    ...{ from: '2026-01-08', to: '2026-01-14', total: 6, values: { mcp: 2, '': 4 } },
    before: { from: '2025-01-08', to: '2025-01-14', total: 5 },
  });
  assert.deepEqual(
    [bars[0].total, bars[52].from, bars[52].to, bars[52].total],
    [1, '2026-12-31', '2026-12-31', 8],
  );
  assert.equal(barsOf({ from: '2026-01-01', to: '2026-04-02', groups: [] }, 'EUR', 'orders').length, 92);
  assert.equal(barsOf({ from: '2023-01-01', to: '2025-12-31', groups: [] }, 'EUR', 'orders').length, 37);
});

describe('home', () => {
  it('shows a new tenant its first steps, and ticks those that are done', async () => {
    const fresh = await newTenant(test);
    const page = await dashboard.openAs(await addPerson(test, fresh, 'owner'));
    const steps = page.getByRole('region', { name: 'First steps' });
    // The tenants of these tests start with a key.
    await steps.getByText('1 of 4 done.').waitFor();
    await page.getByText('Nothing needs your attention').waitFor();
    await page.getByText('No orders in this time').waitFor();
    await steps.getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('button', { name: 'Create customer' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Ada');
    await page.getByRole('dialog').getByRole('button', { name: 'Create customer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await steps.getByText('2 of 4 done.').waitFor();
  });

  it('lists scheduled entries, and links to them', async () => {
    const call = async (method: string, url: string, body: object) =>
      (await test.call(method, `/v1/content${url}`, { token: tenant.key, body })).body.data;
    await call('PUT', '/types/article', { title: 'Article', fields: [{ name: 'title', kind: 'text' }] });
    const { id } = await call('POST', '/entries', { type: 'article', fields: { title: 'Spring sale' } });
    await call('POST', `/entries/${id}/schedule`, { at: new Date(Date.now() + 3 * DAY).toISOString() });
    const page = await dashboard.openAs('viewer');
    const scheduled = page.getByRole('region', { name: 'Scheduled' });
    await scheduled.getByText('in 3 days').waitFor();
    await scheduled.getByRole('link', { name: 'Spring sale' }).click();
    await page.getByRole('heading', { level: 1, name: 'Spring sale' }).waitFor();
  });

  it('shows orders and revenue by day, and a key that expires soon', async () => {
    const customerId = await tenant.customer();
    for (const unitPrice of [10, 32.5]) {
      const body = { customerId, items: [{ sku: 'TEA', name: 'Tea', unitPrice }] };
      await test.call('POST', '/v1/crm/orders', { token: tenant.key, body });
    }
    await test.call('POST', '/v1/api-keys', {
      token: await tenant.staff('owner'),
      body: {
        label: 'Old shop',
        scopes: ['read:crm'],
        expiresAt: new Date(Date.now() + 3 * DAY).toISOString(),
      },
    });
    // Rollups follow within moments.
    for (let orders = 0; orders < 2; ) {
      const { body } = await test.call('GET', '/v1/crm/metrics', { token: tenant.key });
      orders = body.data.totals[0]?.orders ?? 0;
    }
    const page = await dashboard.openAs('admin');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/v1/') && !pathname.startsWith('/v1/auth/')) asked.push(pathname);
    });
    await page.reload();
    const sales = page.getByRole('region', { name: 'Orders and revenue' });
    await sales.getByText('$42.50').first().waitFor();
    await sales.getByText('$21.25').first().waitFor();
    const chart = sales.locator('[data-chart]').first();
    await chart.waitFor();
    const { y = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    assert.ok(y + height < 900, `the chart ends at ${y + height} pixels`);
    assert.deepEqual([...new Set(asked)], ['/v1/home'], 'one request for all figures');
    const today = sales.getByRole('row').last();
    assert.match((await today.textContent()) ?? '', /\$42\.50\$0\.00$/);
    await page.getByText('The key “Old shop” expires').waitFor();
    // Another measure, by channel, and another range, which is asked for.
    await sales.getByText('Orders', { exact: true }).last().click();
    await sales.getByLabel('By channel').check();
    await sales.getByRole('columnheader', { name: 'No channel' }).waitFor({ state: 'attached' });
    assert.match((await today.textContent()) ?? '', /220$/);
    await sales.getByText('Other', { exact: true }).click();
    await sales.getByLabel('First day').fill('2024-01-01');
    await sales.getByLabel('Last day').fill('2024-01-31');
    await sales.getByText('No orders in this time').waitFor();
    // Each figure of today is a link to its list.
    const figures = page.getByRole('region', { name: 'Today' });
    await figures.getByRole('link', { name: 'Revenue today' }).getByText('$42.50').waitFor();
    await figures.getByRole('link', { name: 'Failing webhooks' }).waitFor();
    await figures.getByRole('link', { name: 'To fulfil' }).getByText('2', { exact: true }).waitFor();
    await figures.getByRole('link', { name: 'Money owed' }).getByText('$42.50').waitFor();
    await figures.getByRole('link', { name: 'Money owed' }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('owed'), 'true');
    await page.getByText('$32.50').first().waitFor();
  });

  it('leads from the figure of the stock to as many SKUs, and says what was cancelled and what is held', async () => {
    const shop = await newTenant(test);
    const token = await shop.staff('owner');
    const post = async (path: string, body: object) => {
      const answer = await test.call('POST', path, { token, body });
      assert.ok(answer.status < 300, answer.text);
      return answer.body.data;
    };
    const { id: locationId } = await post('/v1/inventory/locations', { name: 'Shop', code: 'SHOP' });
    const adjust = (sku: string, change: number) =>
      post('/v1/inventory/adjustments', { reason: 'Test', lines: [{ sku, locationId, change }] });
    for (const sku of ['LOW-1', 'LOW-2', 'OUT']) {
      await post('/v1/inventory/items', { sku, lowAt: 10 });
      await adjust(sku, 20);
      await adjust(sku, sku === 'OUT' ? -20 : -15);
    }
    const hook = { name: 'Paused', url: 'https://paused.example/', events: ['redirect.added'] };
    const { id: paused } = await post('/v1/webhooks/subscriptions', hook);
    await test.call('PATCH', `/v1/webhooks/subscriptions/${paused}`, { token, body: { active: false } });
    for (const from of ['/a', '/b']) await post('/v1/redirects', { from, to: '/new' });
    const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 10 }];
    const placed = [];
    for (let n = 0; n < 2; n++)
      placed.push(await post('/v1/crm/orders', { customerId: await shop.customer(), items }));
    await post(`/v1/crm/orders/${placed[0].id}/cancel`, {});
    await eventually('the stock is judged, and the cancelled order counted', async () => {
      const { stock, orders, webhooks } = (await test.call('GET', '/v1/home', { token })).body.data;
      return (
        stock.low.count === 2 &&
        webhooks.subscriptions[0].health.backlog.held === 2 &&
        stock.depleted.count === 1 &&
        orders.today.totals[0]?.cancelledOrders === 1
      );
    });
    const page = await dashboard.openAs(await addPerson(test, shop, 'owner'));
    const figures = page.getByRole('region', { name: 'Today' });
    const ordered = figures.getByRole('link', { name: 'Orders today' });
    await ordered.getByText('2', { exact: true }).waitFor();
    await ordered.getByText('1 of them cancelled').waitFor();
    await page.getByText('0 delivered, 0 failed, 2 held').waitFor();
    const stock = figures.getByRole('link', { name: 'Sold out' });
    await stock.getByText('1', { exact: true }).waitFor();
    await stock.getByText('Short of stock: 0, Low stock: 2').waitFor();
    await stock.click();
    await page.getByText('1 SKU', { exact: true }).waitFor();
    await page.getByRole('row', { name: /OUT/ }).waitFor();
  });

  it('shows the figures of today in the currency of the tenant, and names the others', async () => {
    const shop = await newTenant(test);
    const owner = await addPerson(test, shop, 'owner');
    const customerId = await shop.customer();
    for (const [currency, unitPrice] of [
      ['USD', 10],
      ['USD', 20],
      ['EUR', 7.5],
    ] as const) {
      const body = { customerId, currency, items: [{ sku: 'TEA', name: 'Tea', unitPrice }] };
      await test.call('POST', '/v1/crm/orders', { token: shop.key, body });
    }
    const token = await shop.staff('admin');
    for (const [currency, own, other] of [
      ['EUR', '€7.50', 'Also $30.00'],
      ['JPY', '¥0', 'Also $30.00, €7.50'],
    ] as const) {
      await test.call('PATCH', '/v1/tenant', { token, body: { currency } });
      const page = await dashboard.openAs(owner);
      const owed = page.getByRole('link', { name: `Money owed, ${currency}` });
      await owed.getByText(own, { exact: true }).waitFor();
      await owed.getByText(other, { exact: true }).waitFor();
      await owed.getByText('3 unpaid').waitFor();
      const revenue = page.getByRole('link', { name: `Revenue today, ${currency}` });
      await revenue.getByText(own, { exact: true }).waitFor({ timeout: 60_000 });
    }
  });

  it('leads from the notice of a failing webhook, and from its deliveries, to the webhook', async () => {
    const shop = await newTenant(test);
    const token = await shop.staff('admin');
    const body = { name: 'Warehouse', url: 'https://warehouse.example/', events: ['redirect.added'] };
    const { id } = (await test.call('POST', '/v1/webhooks/subscriptions', { token, body })).body.data;
    const subject = { kind: 'webhook.failing', subjectType: 'webhook_subscription', subjectId: id };
    const notice = { id: crypto.randomUUID(), message: 'It is failing.', now: new Date(), ...subject };
    await test.db.inTenant(shop.id, (tx) => insertNotice(tx, notice));
    const page = await dashboard.openAs(await addPerson(test, shop, 'admin'), '/', { isPhone: true });
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    assert.equal(
      await deliveries.getByRole('link', { name: 'Warehouse' }).getAttribute('href'),
      `/webhooks/${id}`,
    );
    await page.getByRole('link', { name: 'Open webhook', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Warehouse' }).waitFor();
    // What is wrong comes before what was set.
    const top = async (name: string) => (await page.getByRole('region', { name }).boundingBox())!.y;
    assert.ok((await top('Health')) < (await top('Settings')));
  });

  it('hides keys from a role that may not see them, and fits 360 pixels', async () => {
    const page = await dashboard.openAs('viewer', '/', { width: 360 });
    await page.getByText('Nothing needs your attention').waitFor();
    await page.getByRole('region', { name: 'Deliveries' }).waitFor();
    assert.equal(await page.getByText('Old shop').count(), 0);
    assert.equal(await page.getByRole('region', { name: 'First steps' }).count(), 0);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.equal(overflow, 0);
  });
});
