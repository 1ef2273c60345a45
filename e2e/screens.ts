/** Every screen of the dashboard, at a URL that shows data. */
import assert from 'node:assert/strict';
import type { Page } from './browser.ts';
import type { Shop } from './seed.ts';

// Imported by URL: its imports are browser code, which another tsconfig checks.
const { SCREENS }: { SCREENS: { path: string; title: string }[] } = await import(
  new URL('../dashboard/src/app/screens.ts', import.meta.url).href
);

/** The record that replaces `$id` in a path. */
const SUBJECTS: Record<string, keyof Shop> = {
  '/orders/$id': 'order',
  '/orders/$id/invoice': 'order',
  '/orders/$id/packing-slip': 'order',
  '/customers/$id': 'customer',
  '/products/$id': 'product',
  '/products/price-lists/$id': 'priceList',
  '/orders/import/$id': 'import',
  '/products/import/$id': 'productImport',
  '/carts/$id': 'cart',
  '/content/$id': 'entry',
  '/content/releases/$id': 'release',
  '/media/$id': 'asset',
  '/redirects/$id': 'redirect',
  '/properties/$id': 'property',
  '/webhooks/$id': 'subscription',
  '/webhooks/deliveries/$id': 'delivery',
  '/webhooks/events/$id': 'event',
  '/developers/keys/$id': 'key',
  '/developers/requests/$id': 'request',
};

/** Derived from the router's list, so that a new screen is tested automatically. */
export function screensOf(shop: Shop): { path: string; url: string; title: string }[] {
  return SCREENS.map(({ path, title }) => {
    const subject = SUBJECTS[path];
    const url = path
      .replace('$sku', shop.sku)
      .replace('$id', () => shop[subject ?? assert.fail(`say what ${path} is about`)])
      .replace(/\$(type|name)/, 'article');
    return { path, url, title };
  });
}

/** Opens a screen and waits until its data is loaded. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await isLoaded(page);
}

/** Opens another screen as a link of the dashboard does: without loading the page anew, which costs half a second of a core. */
export async function follow(page: Page, url: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  await heading.evaluate((element) => element.setAttribute('data-former', ''));
  await page.evaluate((to) => history.pushState(null, '', to), url);
  await page.locator('h1[data-former]').waitFor({ state: 'detached' });
  await isLoaded(page);
}

async function isLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
}
