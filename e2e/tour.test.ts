/**
 * Opens every screen with the data of a small shop: accessible in both colour schemes, and not wider than 360 pixels.
 * `npm run screenshots` saves the README's pictures; `SCREENSHOTS=folder` saves all of them.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { addPerson } from '../server/modules/access/testing/people.ts';
import { assertAccessible, type Page, screenshot, useDashboard } from './browser.ts';
import { screensOf, visit } from './screens.ts';
import { fillShop } from './seed.ts';

const dashboard = await useDashboard({ RETRY_SCALE: '0.0001' });
const work = dashboard.test.startWork();
after(() => work.stop());

/** The README's pictures, by the path of the screen. */
const PICTURES: Record<string, string> = {
  '/': 'home',
  '/orders': 'orders',
  '/orders/$id': 'order',
  '/content/$id': 'entry',
  '/media': 'media',
  '/redirects': 'redirects',
  '/settings/ai-integrations': 'keys',
  '/webhooks/$id': 'subscription',
  '/webhooks/deliveries/$id': 'delivery',
};

async function picture(page: Page, path: string, scheme: 'light' | 'dark'): Promise<void> {
  const name = PICTURES[path];
  const folder = process.env.README_PICTURES;
  if (folder && name) await page.screenshot({ path: join(folder, `${name}-${scheme}.png`), timeout: 60_000 });
  await screenshot(page, `${nameOf(path)}-${scheme}`);
}

const nameOf = (path: string) => path.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '') || 'home';

it('every screen is accessible, light and dark, and fits into 360 pixels', async (t) => {
  const shop = await fillShop(dashboard, t);
  const aspasia = await addPerson(dashboard.test, dashboard.tenant, 'owner', 'aspasia@agora.example');
  const page = await dashboard.openAs(aspasia);
  for (const { path, url } of screensOf(shop)) {
    await t.test(path, async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 800 });
      await visit(page, url);
      await picture(page, path, 'light');
      // assertAccessible leaves the dark colour scheme on.
      await assertAccessible(page);
      await picture(page, path, 'dark');
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: 'light' });
      await screenshot(page, `${nameOf(path)}-360`);
      assert.deepEqual(await tooWide(page), []);
    });
  }
});

/** Returns the elements that overflow, if the page scrolls sideways; charts resize with a delay. */
async function tooWide(page: Page): Promise<string[]> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  await page.waitForFunction(fits, undefined, { timeout: 5_000 }).catch(() => {});
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const parts = [...document.querySelectorAll<HTMLElement>('body *')];
    return parts
      .filter((part) => part.getBoundingClientRect().right > clientWidth && part.checkVisibility())
      .map((part) => part.outerHTML.slice(0, 120));
  });
}
