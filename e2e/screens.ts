/** Every screen of the dashboard, at an address where there is something to see. */
import assert from 'node:assert/strict';
import type { Page } from './browser.ts';
import type { Shop } from './seed.ts';

// By its address, because what it leads to is the browser's, and checked as such.
const { SCREENS }: { SCREENS: { path: string; title: string }[] } = await import(
  new URL('../dashboard/src/app/screens.ts', import.meta.url).href
);

/** What stands for the parts of an address that begin with `$`. */
const SUBJECTS: Record<string, keyof Shop> = {
  '/orders/$id': 'order',
  '/customers/$id': 'customer',
  '/imports/$id': 'import',
  '/content/$id': 'entry',
  '/media/$id': 'asset',
  '/redirects/$id': 'redirect',
  '/properties/$id': 'property',
  '/webhooks/$id': 'subscription',
  '/webhooks/deliveries/$id': 'delivery',
};

/** By the address that the router knows: a screen that is new is here by itself. */
export function screensOf(shop: Shop): { path: string; url: string; title: string }[] {
  return SCREENS.map(({ path, title }) => {
    const subject = SUBJECTS[path];
    const url = path
      .replace('$id', () => shop[subject ?? assert.fail(`say what ${path} is about`)])
      .replace(/\$(type|name)/, 'article');
    return { path, url, title };
  });
}

/** Once it shows what it is about. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}
