import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DIST } from '../dashboard/built.ts';
import { assertAccessible, type Page, useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const ask = (path: string, headers: Record<string, string> = {}) =>
  test.call('GET', path, { headers: { accept: 'text/html', ...headers } });

describe('the page', () => {
  it('has a policy that allows only our own script files and no frames', async () => {
    const { headers, text } = await ask('/');
    const policy = String(headers['content-security-policy']);
    const [, nonce] = /style-src 'self' 'nonce-(\w{22})'/.exec(policy)!;
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'$/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    assert.ok(text.includes(`nonce="${nonce}"`));
    assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)|<style|\son\w+=|__NONCE__/);
    assert.notEqual(headers['content-security-policy'], (await ask('/')).headers['content-security-policy']);
    assert.equal(headers['cache-control'], 'no-cache');
  });

  it('answers every path without another route, if the client accepts HTML', async () => {
    assert.equal((await ask('/orders/1?x=1')).status, 200);
    for (const path of ['/v1/nothing', '/v1', '/docs/nothing', '/assets/nothing.js', '/metrics/x']) {
      assert.equal((await ask(path)).status, 404, path);
    }
    assert.equal((await ask('/orders', { accept: 'application/json' })).status, 404);
    assert.equal((await test.call('POST', '/orders', { headers: { accept: 'text/html' } })).status, 404);
  });

  it('has compressed files that browsers cache for a year', async () => {
    const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec((await ask('/')).text)!;
    for (const [accepted, sent] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['', undefined],
    ] as const) {
      const { status, headers } = await ask(script!, { 'accept-encoding': accepted });
      assert.deepEqual([status, headers['content-encoding']], [200, sent]);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.match(String(headers['content-type']), /^text\/javascript/);
    }
    assert.equal((await ask('/assets/..%2fbuilt-from')).status, 404);
  });
});

describe('the first load', () => {
  /** Sums the scripts that a screen needs before it shows: the entry, the screen, and their imports. */
  function weigh(...entries: string[]): number {
    const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));
    const files = new Set<string>();
    const visit = (key: string) => {
      const { file, imports = [] } = manifest[key];
      if (files.has(file)) return;
      files.add(file);
      imports.forEach(visit);
    };
    entries.forEach(visit);
    return [...files].reduce((sum, file) => sum + readFileSync(join(DIST, `${file}.gz`)).length, 0);
  }

  it('takes less than 300 KB of compressed script', () => {
    const bytes = weigh('index.html', 'src/features/home/home.screen.tsx');
    assert.ok(bytes > 50_000 && bytes < 300_000, `${bytes} bytes`);
  });

  it('stays below 300 KB of script in a real browser', async () => {
    const page = await dashboard.open();
    const scripts: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      const size = async () => (await request.sizes()).responseBodySize;
      if (request.url().endsWith('.js')) scripts.push(size());
    });
    await page.goto('/');
    await heading(page, 'Sign in');
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    assert.ok(bytes > 50_000 && bytes < 300_000, `${bytes} bytes`);
  });
});

describe('the shell', () => {
  it('is accessible in both colour schemes', async () => {
    const page = await dashboard.openAs('owner');
    await heading(page, tenant.slug);
    await assertAccessible(page);
  });

  it('shows an error page at an unknown address', async () => {
    const page = await dashboard.openAs('viewer', '/no/such/place');
    await heading(page, 'There is nothing here');
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Go to the start' }).click();
    await heading(page, tenant.slug);
  });

  it('remembers the colour scheme', async () => {
    const page = await dashboard.openAs('viewer');
    const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
    await page.getByRole('button', { name: /your account/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    assert.equal(await scheme(), 'dark');
    await page.reload();
    await heading(page, tenant.slug);
    assert.equal(await scheme(), 'dark');
  });

  it('fits a window of 360 pixels, with the menu behind a button', async () => {
    const page = await dashboard.openAs('owner', '/', { width: 360 });
    await heading(page, tenant.slug);
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(await overflow(), 0);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'Home' }).waitFor();
    assert.equal(await overflow(), 0);
    await assertAccessible(page);
  });
});

describe('by keyboard alone', () => {
  it('the first stop skips the menu', async () => {
    const page = await dashboard.openAs('viewer');
    await heading(page, tenant.slug);
    // Resets the focus to the state after opening the page; Tab must not start after the title.
    await page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
    });
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to content');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'content');
  });

  it('Ctrl-K finds a screen by its name', async () => {
    const page = await dashboard.openAs('viewer', '/account');
    await heading(page, 'Your account');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or jump to …').fill('home');
    await page
      .getByRole('button', { name: /Home/ })
      .or(page.getByRole('option', { name: /Home/ }))
      .first()
      .waitFor();
    await assertAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading(page, tenant.slug);
    assert.equal(
      await page.evaluate(() => document.activeElement?.tagName),
      'H1',
      'and reading goes on at its title',
    );
  });
});
