import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
// With LONG_LIST=10000 the same holds, and takes as long as placing and scrolling through so many takes.
const ROWS = Number(process.env.LONG_LIST ?? 2_000);

it('a list of thousands of orders stays light: few rows in the page, and a jump takes a moment', async () => {
  const customerId = await tenant.customer();
  const orders = Array.from({ length: 1000 }, () => ({ customerId, items: [{ sku: 'TEA', name: 'Tea' }] }));
  for (let placed = 0; placed < ROWS; placed += orders.length) {
    const { status } = await test.call('POST', '/v1/crm/orders/bulk', {
      token: tenant.key,
      body: { orders },
    });
    assert.equal(status, 200);
  }
  const page = await dashboard.openAs('viewer', '/orders');
  const shown = () => page.locator('tbody tr[data-index]').count();
  await page.locator('tbody tr[data-index]').first().waitFor();
  // Down to the end, page after page, as someone who scrolls does.
  await page.evaluate(async (last) => {
    const isThere = () => document.querySelector(`tr[data-index="${last}"]`) !== null;
    while (!isThere()) {
      window.scrollTo(0, document.body.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }, ROWS - 1);
  assert.ok((await shown()) < 100, `${await shown()} rows in the page`);
  const jump = await page.evaluate(async () => {
    const started = performance.now();
    window.scrollTo(0, 0);
    while (document.querySelector('tr[data-index="0"]') === null) await new Promise(requestAnimationFrame);
    return performance.now() - started;
  });
  assert.ok(jump < 1000, `${Math.round(jump)} ms to the top`);
});
