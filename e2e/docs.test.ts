/** The documents in a browser: every page in both colour schemes, the search, copy buttons, old addresses, and life without script. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { assertAccessible, type Page, useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard();
const list = (await dashboard.test.call('GET', '/llms.txt')).text;
const pages = [...list.matchAll(/\]\([^)]*?(\/docs\/\S*)\.md\)/g)].map(([, path]) =>
  path!.replace(/\/index$/, ''),
);
const page = await dashboard.open();

/** Looked at in both colour schemes and at 360 pixels; each kind of page once. */
const LOOKS = [
  '/docs',
  '/docs/guides/webhooks',
  '/docs/guides/receivers',
  '/docs/reference/redirects',
  '/docs/errors',
];

const isAt = (view: Page, address: string) => view.waitForURL((url) => url.pathname + url.hash === address);

/** Pages of the reference differ in their length alone; `DEEP=1` checks all of them. */
const isChecked = (path: string) => IS_DEEP || LOOKS.includes(path) || !path.startsWith('/docs/reference/');

describe('every page', () => {
  it('is accessible and fits 360 pixels', async () => {
    assert.ok(pages.length > 40, `${pages.length} pages`);
    const narrow = await dashboard.open({ width: 360 });
    for (const path of pages) {
      await narrow.goto(path);
      const overflow = await narrow.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(overflow, 0, `${path} is wider than 360 pixels`);
      // Pages of one kind have the same colours, which are checked below.
      if (isChecked(path)) await assertAccessible(narrow, narrow.locator('html'), ['light']);
    }
  });

  for (const path of LOOKS) {
    it(`of the kind of ${path} has good looks`, async () => {
      await page.goto(path);
      await assertGoodLooks(page, path.slice(1).replaceAll('/', '-'));
    });
  }
});

describe('the search', () => {
  it('opens with a slash, is moved by arrows, and Enter leads to an error code', async () => {
    await page.goto('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('invalid_tr');
    const options = page.getByRole('option');
    await options.first().waitFor();
    assert.match((await options.first().textContent())!, /^invalid_transition/);
    assert.equal(await options.first().getAttribute('aria-selected'), 'true');
    await page.keyboard.press('ArrowDown');
    assert.equal(await options.first().getAttribute('aria-selected'), 'false');
    await page.keyboard.press('ArrowUp');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await isAt(page, '/docs/errors#invalid_transition');
  });

  for (const [query, address] of [
    ['place order', '#createOrder'],
    ['createOrder', '#createOrder'],
    ['POST /v1/redirects', '#createRedirect'],
    ['redirect.added', '/docs/events#redirect.added'],
    ['signature fails', '/docs/guides/webhooks#a-signature-fails'],
    ['rotate secret', '/docs/guides/webhooks#rotate-the-secret'],
    ['customerNote', '#Order'],
  ] as const) {
    it(`finds “${query}” among the first three`, async () => {
      await page.goto('/docs/errors');
      await page.getByRole('combobox').fill(query);
      await page.getByRole('option').first().waitFor();
      const found = await page
        .getByRole('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLElement).dataset.address!));
      assert.ok(
        found.slice(0, 3).some((each) => each.endsWith(address)),
        found.join('\n'),
      );
    });
  }

  it('shows what has the word that was probably meant', async () => {
    await page.goto('/docs');
    await page.getByRole('combobox').fill('webhok secrett');
    await page.getByText('Nothing has “webhok secrett”. These have “webhook secret”:').waitFor();
    await page.getByRole('option').first().waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/.+#/);
  });

  it('says that nothing was found, and closes with Escape', async () => {
    await page.goto('/docs');
    await page.getByRole('combobox').fill('zzzz');
    await page.getByText('Nothing has “zzzz”.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Nothing has “zzzz”.').waitFor({ state: 'hidden' });
  });
});

describe('the script', () => {
  it('leads from /docs#createOrder to the page of the operation', async () => {
    await page.goto('/docs#createOrder');
    await page.waitForURL(
      (url) => url.pathname.startsWith('/docs/reference/') && url.hash === '#createOrder',
    );
    await page.getByRole('heading', { name: 'Place an order' }).waitFor();
  });

  it('copies code, and the page as Markdown', async () => {
    await page.goto('/docs/guides/first-order');
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.match(await clipboard(), /^CUSTOMER=\$\(curl /);
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByRole('button', { name: 'Copied' }).nth(1).waitFor();
    assert.match(await clipboard(), /^# First order\n/);
  });
});

describe('without script', () => {
  it('a page has its content, navigation and old anchors, and no search', async () => {
    const context = await page
      .context()
      .browser()!
      .newContext({ javaScriptEnabled: false, baseURL: dashboard.url });
    try {
      const plain = await context.newPage();
      await plain.goto('/docs#createOrder');
      assert.equal(await plain.locator('#createOrder a').isVisible(), true);
      assert.equal(await plain.getByRole('combobox').isVisible(), false);
      await plain.locator('#createOrder a').click();
      await plain.waitForURL(/\/docs\/reference\/.*#createOrder$/);
      assert.equal(
        await plain
          .getByRole('navigation', { name: 'Pages' })
          .getByRole('link', { name: 'Errors' })
          .first()
          .isVisible(),
        true,
      );
    } finally {
      await context.close();
    }
  });
});
