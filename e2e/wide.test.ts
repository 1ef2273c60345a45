/** Records on a wide screen: two columns, where a narrower one has what it always had. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Page, screenshot, useDashboard } from './browser.ts';
import { visit } from './screens.ts';

const dashboard = await useDashboard();
const { test } = dashboard;
const token = dashboard.tenant.key;
const ask = async (method: string, path: string, body: object) => {
  const answer = await test.call(method, `/v1${path}`, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data.id as string;
};

const LONG = 'عبد الرحمن بن محمد الخوارزمي 李小龙 Donaudampfschifffahrtsgesellschaftskapitän';
const customer = await ask('POST', '/crm/customers', { name: LONG, email: 'ada@long.example' });
const items = [{ sku: 'TEA', name: `${LONG}, first harvest`, unitPrice: 1234567.89 }];
const order = await ask('POST', '/crm/orders', { customerId: customer, items });
const product = await ask('POST', '/catalog/products', { title: LONG, variants: [{ sku: 'TEA' }] });
const fields = [{ name: 'title', kind: 'text' }];
await ask('PUT', '/content/types/article', { title: 'Article', fields });
const entry = await ask('POST', '/content/entries', { type: 'article', fields: { title: LONG } });

const left = async (page: Page, name: string) =>
  (await page.getByRole('region', { name, exact: true }).first().boundingBox())!.x;

for (const [path, main, side] of [
  [`/orders/${order}`, 'Timeline', 'Customer'],
  [`/customers/${customer}`, 'Orders', 'About'],
  [`/products/${product}`, 'Details', 'Sold'],
  [`/content/${entry}`, 'Fields', 'Revisions'],
] as const) {
  it(`${path.split('/')[1]}: a record has two columns at 1920 pixels, which fill most of the window`, async () => {
    const page = await dashboard.openAs('editor', '/', { width: 1920 });
    await visit(page, path);
    const [at, beside] = [await left(page, main), await left(page, side)];
    await screenshot(page, `wide-${path.split('/')[1]}-1920`);
    assert.ok(beside > at + 800, `${main} is at ${at} and ${side} at ${beside}`);
    const whole = await page.locator('[data-columns]').boundingBox();
    assert.ok(whole!.width > 1500, `${whole!.width} of 1920 pixels are in use`);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      if (path.startsWith('/products')) assert.equal(await left(page, main), await left(page, side));
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      await screenshot(page, `wide-${path.split('/')[1]}-${width}`);
    }
  });
}
