/** The checks of every screen: both colour schemes, accessibility, and the narrowest window. */
import assert from 'node:assert/strict';
import { assertAccessible, type Page, screenshot } from './browser.ts';

export async function assertGoodLooks(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  // assertAccessible leaves the dark colour scheme on.
  await assertAccessible(page);
  await screenshot(page, `${name}-dark`);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'light' });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(overflow, 0, `${name} is wider than 360 pixels`);
  await screenshot(page, `${name}-360`);
  await page.setViewportSize({ width: 1280, height: 800 });
}
