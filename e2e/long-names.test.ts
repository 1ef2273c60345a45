/** Names that are long, without a break, from right to left, or Chinese: no screen grows wider, and none hides an amount. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Page, screenshot, useDashboard } from './browser.ts';
import { follow, visit } from './screens.ts';

const dashboard = await useDashboard();
const { test } = dashboard;
const token = await dashboard.tenant.staff('owner');
const ask = async (path: string, body: object) => {
  const answer = await test.call('POST', `/v1${path}`, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data.id as string;
};

const NAMES = {
  unbroken: 'Donaudampfschifffahrtsgesellschaft'.repeat(4).slice(0, 120),
  Arabic: 'عبد الرحمن بن محمد الخوارزمي '.repeat(5).slice(0, 119),
  Chinese: '李小龍茶葉有限公司'.repeat(14).slice(0, 120),
};
const prices = [{ currency: 'USD', amount: 1_234_567.89 }];
const orders: string[] = [];
for (const [kind, name] of Object.entries(NAMES)) {
  const customerId = await ask('/crm/customers', {
    name,
    emails: [`${kind.toLowerCase()}@${'long'.repeat(14)}.example`],
  });
  const items = [{ sku: `${kind}-${'A1'.repeat(40)}`, name, quantity: 3, unitPrice: 1_234_567.89 }];
  orders.push(
    await ask('/crm/orders', {
      customerId,
      items,
      orderNumber: `${kind}-${'9'.repeat(30)}`,
    }),
  );
  await ask('/catalog/products', {
    title: name,
    vendor: name,
    productType: name,
    variants: [{ sku: `V-${kind}`, prices }],
  });
  const url = `http://localhost:1/${'hook'.repeat(40)}`;
  await ask('/webhooks/subscriptions', { name, url, events: ['content.entry.published'] });
}

const SCREENS = {
  home: '/',
  orders: '/orders',
  'order of an unbroken name': `/orders/${orders[0]}`,
  'order of an Arabic name': `/orders/${orders[1]}`,
  'order of a Chinese name': `/orders/${orders[2]}`,
  customers: '/customers',
  products: '/products',
  webhooks: '/webhooks',
};

for (const [name, url] of Object.entries(SCREENS))
  for (const width of [360, 1280] as const)
    it(`${name} with long names has every amount in sight at ${width} pixels, and is no wider`, async () => {
      const page = await dashboard.openAs('editor', '/', { width });
      await visit(page, url);
      await page.waitForTimeout(300);
      await screenshot(page, `long-${name.replaceAll(' ', '-')}-${width}`);
      const found = await looked(page, HIGHEST[width]);
      assert.deepEqual(found, { wider: 0, cut: [], broken: [], spilt: [], high: [] });
    });

/** A record of each kind with a name that has no break, and the screens that show them. */
async function fillRest(): Promise<string[]> {
  const name = NAMES.unbroken.slice(0, 100);
  const code = name.slice(0, 50);
  const path = `/${name}`;
  const fields = [{ name: 'title', kind: 'text' }];
  const type = await test.call('PUT', '/v1/content/types/article', {
    token,
    body: { title: 'Article', fields },
  });
  assert.ok(type.status < 300, type.text);
  const entry = await ask('/content/entries', { type: 'article', fields: { title: name } });
  const release = await ask('/content/releases', { name });
  await ask(`/content/releases/${release}/entries`, { entries: [{ id: entry }] });
  await test.call('PATCH', `/v1/content/entries/${entry}`, {
    token,
    body: { fields: { title: `${name}2` } },
  });
  const site = await ask('/properties', { name, domains: [`${'d'.repeat(60)}.example`], locales: ['en'] });
  const redirect = await ask('/redirects', { from: path, to: `${path}/new`, notes: name });
  const key = await ask('/api-keys', { label: name, scopes: ['read:crm'] });
  const prices = await ask('/catalog/price-lists', { name, currency: 'USD' });
  await ask('/storefront-keys', { label: name, propertyId: site });
  await ask('/staff', { email: `${'a'.repeat(60)}@agora.example`, name, role: 'viewer' });
  await ask('/inventory/locations', { name, code });
  await ask('/checkout/discounts', { code: name, kind: 'percent', value: 10 });
  const tiers = [{ from: 0, amount: 4.9 }];
  await ask('/checkout/shipping-options', { name: name, currency: 'USD', tiers });
  await ask('/checkout/tax-rates', { name: name, country: 'DE', percent: 19 });
  return [
    ...['/content', `/content/${entry}`, '/content/releases', `/content/releases/${release}`],
    ...['/properties', `/properties/${site}`, '/redirects', `/redirects/${redirect}`],
    ...['/developers/keys', `/developers/keys/${key}`, '/developers/keys/storefront', '/settings/staff'],
    ...['/products/price-lists', `/products/price-lists/${prices}`, '/inventory/locations'],
    ...['/carts/discounts', '/carts/shipping', '/settings/audit-log', '/account/security'],
  ];
}

it('no other screen with long names is wider than a phone, and the buttons of its rows are in sight', async () => {
  const urls = await fillRest();
  const page = await dashboard.openAs('owner', '/', { width: 360 });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const faults: Record<string, unknown> = {};
  for (const url of urls) {
    await follow(page, url);
    await page.waitForTimeout(300);
    await screenshot(page, `long${url.replaceAll(/[^a-z]+/g, '-')}-360`);
    const found = await page.evaluate(() => {
      const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      const cells = [...document.querySelectorAll('main td:last-child')];
      const cut = cells
        .flatMap((cell) => [...cell.querySelectorAll('button')])
        .filter((button) => {
          const { left, right } = button.getBoundingClientRect();
          const frame = button.closest('table')!.parentElement!.getBoundingClientRect();
          return button.checkVisibility() && (left < frame.left || right > frame.right);
        })
        .map((button) => button.ariaLabel ?? button.textContent);
      return { wider, cut };
    });
    if (found.wider > 0 || found.cut.length > 0) faults[url] = found;
  }
  assert.deepEqual(faults, {});
});

for (const width of [1024, 1280, 1440])
  it(`the total of an order is in sight beside a long name, at ${width} px`, async () => {
    const name = 'Wolfeschlegelsteinhausenbergerdorff-Rosenthaler';
    const items = [{ sku: 'TEA', name: 'Tea', quantity: 2, unitPrice: 395.025 }];
    await ask('/crm/orders', { customerId: await ask('/crm/customers', { name }), items });
    const page = await dashboard.openAs('editor', '/orders', { width });
    const row = page.getByRole('row').filter({ hasText: name }).first();
    await row.waitFor();
    const total = row.getByText('$790.05');
    const [cell, frame] = [
      await total.boundingBox(),
      await page.getByRole('table').locator('..').boundingBox(),
    ];
    assert.ok(
      cell!.x + cell!.width <= frame!.x + frame!.width,
      `${cell!.x + cell!.width} of ${frame!.x + frame!.width}`,
    );
    assert.ok(cell!.height < 30, 'on one line');
    assert.ok(cell!.x + cell!.width <= width);
  });

/** A row is at most so high: five lines and its padding on a desk, more on a phone, where it has several columns in one. */
const HIGHEST = { 360: 300, 1280: 140 };

/**
 * How much wider the page is than its window, the amounts that are cut off or broken into lines, the cells whose text leaves them,
 * and the rows of lists that are too high.
 */
const looked = (page: Page, highest: number) =>
  page.evaluate((highest) => {
    const root = document.documentElement;
    const boxesOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range;
    };
    const clipsOf = (element: Element): DOMRect[] => {
      const clips = [];
      for (let frame = element.parentElement; frame !== null; frame = frame.parentElement)
        if (getComputedStyle(frame).overflowX !== 'visible') clips.push(frame.getBoundingClientRect());
      return clips;
    };
    const main = document.querySelector('main')!;
    const amounts = [...main.querySelectorAll('*')].filter(
      (element) =>
        element.childElementCount === 0 &&
        element.checkVisibility() &&
        /^[-−]?\$\d[\d,.]*$/.test(element.textContent.trim()) &&
        // What only screen readers have is a pixel wide.
        clipsOf(element).every(({ width }) => width > 1),
    );
    const isCut = (element: Element) => {
      const { left, right } = boxesOf(element).getBoundingClientRect();
      const clips = [...clipsOf(element), { left: 0, right: root.clientWidth }];
      return clips.some((clip) => left < clip.left - 1 || right > clip.right + 1);
    };
    const isBroken = (element: Element) =>
      new Set([...boxesOf(element).getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    const isSpilt = (cell: Element) => {
      if (
        [cell, ...cell.querySelectorAll('*')].some((part) => getComputedStyle(part).overflowX !== 'visible')
      )
        return false;
      const inside = boxesOf(cell).getBoundingClientRect();
      const { left, right } = cell.getBoundingClientRect();
      return inside.right > right + 1 || inside.left < left - 1;
    };
    const cells = [...main.querySelectorAll('td, dd')].filter((cell) => cell.checkVisibility());
    const rows = [...main.querySelectorAll('tr[data-key]')];
    const told = (element: Element) => element.textContent.slice(0, 40);
    return {
      wider: root.scrollWidth - root.clientWidth,
      cut: amounts.filter(isCut).map(told),
      broken: amounts.filter(isBroken).map(told),
      spilt: cells.filter(isSpilt).map(told),
      high: rows.map((row) => row.getBoundingClientRect().height).filter((height) => height > highest),
    };
  }, highest);
