import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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

  it('is the sign-in if the browser has no session, and the dashboard if it has one or may have one', async () => {
    const isSignIn = async (path: string, headers: Record<string, string>) =>
      (await ask(path, headers)).text.includes('Welcome to Colonnade');
    const own = { 'sec-fetch-site': 'none' };
    const signedIn = { ...own, cookie: '__Host-colonnade-device=x; __Host-colonnade-refresh=x' };
    assert.deepEqual(
      [
        await isSignIn('/orders', own),
        await isSignIn('/sign-in', signedIn),
        await isSignIn('/orders', signedIn),
        // Browsers send no strict cookie with a link of another site.
        await isSignIn('/orders', { 'sec-fetch-site': 'cross-site' }),
        await isSignIn('/orders', {}),
        await isSignIn('/set-password', own),
      ],
      [true, true, false, false, false, false],
    );
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
  /** Counts the scripts that a browser loads for a screen until nothing more comes. */
  async function load(page: Page, path: string, ready: () => Promise<unknown>) {
    const sizes: Promise<number>[] = [];
    let calls = 0;
    page.on('requestfinished', (request) => {
      if (request.url().includes('/v1/')) calls++;
      if (request.url().endsWith('.js'))
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(path);
    await ready();
    await page.waitForLoadState('networkidle');
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    return { files: sizes.length, kib: Math.round(bytes / 102.4) / 10, calls };
  }

  for (const [path, name, mostKib, mostFiles] of [
    ['/', 'Sign in', 60, 4],
    ['/orders', 'Orders', 200, 12],
    ['/', tenant.slug, 200, 12],
  ] as const) {
    it(`of “${name === tenant.slug ? 'Home' : name}” takes at most ${mostKib} KiB of script in ${mostFiles} files`, async () => {
      const page = await (name === 'Sign in' ? dashboard.open() : dashboard.openAs('editor', '/docs'));
      const { files, kib, calls } = await load(page, path, () => heading(page, name));
      if (name === 'Sign in') assert.equal(calls, 0, 'nothing is asked that would be refused');
      assert.ok(files > 1 && files <= mostFiles, `${files} files`);
      assert.ok(kib > 5 && kib <= mostKib, `${kib} KiB`);
    });
  }
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

  it('says of an id that is none that nothing is there, and asks for no correction', async () => {
    const page = await dashboard.openAs('viewer', '/orders/not-an-id');
    const notice = page.getByRole('alert');
    await notice.getByText('There is nothing at this address.').waitFor();
    assert.doesNotMatch(await notice.innerText(), /Correct|UUID|Request/);
    await page.goto('/orders/00000000-0000-7000-8000-000000000000');
    await notice.getByText('Order not found.').waitFor();
    assert.equal(await notice.getByRole('button').count(), 0, 'nothing that would be refused again');
  });

  it('breaks a long address in the description of a screen, on a phone', async () => {
    const url = `https://hooks.example/${'long-path-without-a-break'.repeat(8)}`;
    const body = { name: 'Long', url, events: ['redirect.added'] };
    const token = await tenant.staff('admin');
    const { id } = (await test.call('POST', '/v1/webhooks/subscriptions', { token, body })).body.data;
    const page = await dashboard.openAs('viewer', `/webhooks/${id}`, { isPhone: true });
    await heading(page, 'Long');
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(await wide(), 0);
  });

  it('remembers the colour scheme, in which a warning and a success keep their colours', async () => {
    const page = await dashboard.openAs('viewer');
    const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme);
    await page.getByRole('button', { name: /your account/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    assert.equal(await scheme(), 'dark');
    await page.reload();
    await heading(page, tenant.slug);
    assert.equal(await scheme(), 'dark');
    for (const name of ['yellow', 'teal']) {
      const colour = await page.evaluate((variable) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(${variable})`;
        return getComputedStyle(probe).color;
      }, `--mantine-color-${name}-light-color`);
      const parts = colour.match(/\d+/g)!.slice(0, 3).map(Number);
      assert.ok(Math.max(...parts) - Math.min(...parts) > 90, `${name} is ${colour}`);
    }
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

describe('the menu', () => {
  const isInSight = (page: Page) =>
    page.waitForFunction(() => {
      const current = document.querySelector('nav [aria-current]');
      if (!current?.checkVisibility()) return false;
      const [link, menu] = [current, current.closest('nav')!].map((part) => part.getBoundingClientRect());
      return link!.top >= menu!.top && link!.bottom <= Math.min(menu!.bottom, innerHeight);
    });

  it('shows the entry of the screen, also in a low window and on a phone', async () => {
    const page = await dashboard.openAs('owner', '/', { isPhone: true });
    await page.setViewportSize({ width: 360, height: 500 });
    await page.goto('/settings/tenant');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await isInSight(page);
    await page.getByRole('link', { name: 'Home' }).click();
    await heading(page, tenant.slug);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await isInSight(page);
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.goto('/settings/tenant');
    await isInSight(page);
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
