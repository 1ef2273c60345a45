/**
 * Every screen, filled with the data of a small shop: usable by everyone in both colour schemes, and fit for 360 pixels.
 * `SCREENSHOTS=docs/screenshots npm test -- e2e/tour.test.ts` keeps the pictures.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { httpReceiver } from '../server/modules/webhooks/testing/receivers.ts';
import { assertAccessible, screenshot, useDashboard } from './browser.ts';

const dashboard = await useDashboard({ RETRY_SCALE: '0.0001' });
const { test } = dashboard;
const work = test.startWork();
after(() => work.stop());

const token = await dashboard.tenant.staff('owner');
const post = async (url: string, body: object) => {
  const answer = await test.call('POST', url, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
await test.call('PATCH', '/v1/tenant', { token, body: { name: 'Agora Tea House' } });
const DAY = 86_400_000;
for (const [label, scopes, expiresAt] of [
  ['Storefront', ['read:content', 'read:media', 'read:redirects'], null],
  ['Stock sync', ['read:crm', 'write:crm'], new Date(Date.now() + 9 * DAY)],
  ['Assistant', ['read:crm', 'read:content', 'write:content'], new Date(Date.now() + 80 * DAY)],
] as const) {
  await post('/v1/api-keys', { label, scopes, expiresAt });
}
for (const [name, role] of [
  ['Hypatia', 'admin'],
  ['Sappho', 'editor'],
  ['Diotima', 'viewer'],
]) {
  await post('/v1/staff', { email: `${name!.toLowerCase()}@agora.example`, name, role });
}

const events = ['redirect.added', 'redirect.removed'];
let receiverUrl = '';
let subscriptionId = '';
let deliveryId = '';

/** One receiver that answers, one that fails, one that is paused; and some events. */
async function fill(t: Parameters<typeof httpReceiver>[0]): Promise<void> {
  const receiver = await httpReceiver(t, (request, response) => {
    request.resume();
    const isDown = request.url?.includes('down');
    response.writeHead(isDown ? 503 : 200, { 'content-type': 'text/plain' });
    response.end(isDown ? 'Back soon' : 'Thank you');
  });
  receiverUrl = receiver.url;
  const subscribe = (name: string, path: string) =>
    post('/v1/webhooks/subscriptions', { name, url: new URL(path, receiverUrl).href, events });
  subscriptionId = (await subscribe('Website rebuild', '/rebuild')).id;
  await subscribe('Warehouse', '/down');
  const paused = await subscribe('Newsletter', '/newsletter');
  await test.call('PATCH', `/v1/webhooks/subscriptions/${paused.id}`, { token, body: { active: false } });
  for (const from of ['/tea', '/green-tea', '/sale', '/about-us', '/old-blog', '/contact']) {
    await post('/v1/redirects', { from, to: '/shop' });
  }
  const url = `/v1/webhooks/deliveries?status=delivered&subscriptionId=${subscriptionId}`;
  const delivered = async () => (await test.call('GET', url, { token })).body.data;
  while ((await delivered()).length < 6) await new Promise((go) => setTimeout(go, 50));
  deliveryId = (await delivered())[0].id;
}

const SCREENS: Record<string, () => string> = {
  home: () => '/',
  keys: () => '/settings/ai-integrations',
  staff: () => '/settings/staff',
  modules: () => '/settings/modules',
  tenant: () => '/settings/tenant',
  'audit-log': () => '/settings/audit-log',
  webhooks: () => '/webhooks',
  'new-subscription': () => '/webhooks/new',
  subscription: () => `/webhooks/${subscriptionId}`,
  deliveries: () => '/webhooks/deliveries',
  delivery: () => `/webhooks/deliveries/${deliveryId}`,
  'event-types': () => '/webhooks/events',
  account: () => '/account',
};

describe('a tour', () => {
  it('of every screen', async (t) => {
    await fill(t);
    const page = await dashboard.openAs('owner');
    for (const [name, path] of Object.entries(SCREENS)) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(path());
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      await screenshot(page, name);
      // Leaves the page dark.
      await assertAccessible(page);
      await screenshot(page, `${name}-dark`);
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: 'light' });
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('table')]
          .filter((part) => part.scrollWidth > (part.parentElement ?? part).clientWidth)
          .map((part) => part.tagName),
      );
      assert.deepEqual(wide, [], `${name} is wider than 360 pixels`);
      await screenshot(page, `${name}-360`);
    }
  });
});
