import assert from 'node:assert/strict';
import { it } from 'node:test';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { type Page, useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
const ROWS = IS_DEEP ? 10_000 : 2_000;
const SHORT = 250;

it(`a list of ${ROWS} orders renders few rows, scrolls like a short list, and jumps to its top within a second`, async (t) => {
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
  await scrollDownTo(page, SHORT);
  await page.evaluate(() => window.scrollTo(0, 0));
  const short = await framesOf(page);
  await scrollDownTo(page, ROWS - 1);
  assert.ok((await shown()) < 100, `${await shown()} rows in the page`);
  const jump = await page.evaluate(async () => {
    const started = performance.now();
    window.scrollTo(0, 0);
    while (document.querySelector('tr[data-index="0"]') === null) await new Promise(requestAnimationFrame);
    return performance.now() - started;
  });
  assert.ok(jump < 1000, `${Math.round(jump)} ms to the top`);
  const long = await framesOf(page);
  t.diagnostic(
    `a frame takes ${short.toFixed(0)} ms in a list of some ${SHORT} rows, ${long.toFixed(0)} ms in one of ${ROWS} rows`,
  );
  t.diagnostic(`to the top: ${jump.toFixed(0)} ms`);
  // The absolute time depends on the machine, so only the ratio to a short list is asserted.
  assert.ok(long < 2 * short + 20, `${long} ms a frame, but ${short} ms in a short list`);
});

it('most frames of a scroll change no row', async () => {
  const page = await dashboard.openAs('viewer', '/orders');
  await page.locator('tbody tr[data-index]').first().waitFor();
  await scrollDownTo(page, SHORT);
  const changed = await page.evaluate(async () => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    let hasChanged = false;
    const observer = new MutationObserver(() => {
      hasChanged = true;
    });
    observer.observe(document.querySelector('tbody')!, { childList: true });
    window.scrollTo(0, 5000);
    // Rows that the jump renders are none of the scroll.
    for (let settling = 0; settling < 30; settling++) await nextFrame();
    let changed = 0;
    for (let frame = 0; frame < 50; frame++) {
      hasChanged = false;
      window.scrollBy(0, -20);
      await nextFrame();
      await nextFrame();
      if (hasChanged) changed++;
    }
    return changed;
  });
  assert.ok(changed > 0 && changed <= 10, `${changed} of 50 frames changed rows`);
});

it('“back” from a record shows its row at the place where it was, far down in a list', async () => {
  const page = await dashboard.openAs('viewer', '/orders');
  await page.locator('tbody tr[data-index]').first().waitFor();
  await scrollDownTo(page, 700);
  await page.evaluate(() => window.scrollBy(0, -400));
  // The place of the page is kept for "back" a moment after scrolling.
  await page.waitForTimeout(500);
  const key = await page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('tr[data-key]')];
    return rows.find((row) => row.getBoundingClientRect().top > innerHeight / 2)!.dataset.key!;
  });
  const row = page.locator(`tr[data-key="${key}"]`);
  const placeOf = async () => Math.round((await row.boundingBox())!.y);
  const before = await placeOf();
  await row.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor();
  await page.goBack();
  await row.getByRole('link').waitFor();
  await page.waitForFunction((wanted) => document.activeElement?.closest('tr')?.dataset.key === wanted, key);
  assert.ok(Math.abs((await placeOf()) - before) <= 4, `${before} became ${await placeOf()}`);
});

/** Scrolls page by page, as a person does. */
const scrollDownTo = (page: Page, row: number) =>
  page.evaluate(async (index) => {
    const isThere = () =>
      Number([...document.querySelectorAll('tr[data-index]')].at(-1)?.getAttribute('data-index')) >= index;
    while (!isThere()) {
      window.scrollTo(0, document.body.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }, row);

/** Returns the median frame time in ms while scrolling to and fro, a few rows per frame. */
async function framesOf(page: Page): Promise<number> {
  const lengths = await page.evaluate(async () => {
    const all: number[] = [];
    let before = await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < 120; frame++) {
      window.scrollBy(0, frame % 20 < 10 ? 120 : -120);
      const now = await new Promise(requestAnimationFrame);
      all.push(now - before);
      before = now;
    }
    return all;
  });
  return lengths.toSorted((a, b) => a - b)[lengths.length / 2]!;
}
