/** Opens the dashboard in Chromium for the tests of a file, against the real server and a real database. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, afterEach, beforeEach } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Role } from '#kernel/auth/actor.ts';
import { afterEachFile, afterLastFile } from '#kernel/testing/lifetime.ts';
import { DASHBOARD, SHOP } from '../dashboard/built.ts';
import { findDemoShop } from '../server/commands/demo/found.ts';
import { addPerson, type Person } from '../server/modules/access/testing/people.ts';
import { newTenant, startApp, type TestApp, type TestTenant, useApp } from '../server/testing.ts';
import { launchChromium } from './chromium.ts';

export type { Locator, Page } from 'playwright-core';

const DEMO_SHOP = { folder: SHOP.dist, findShop: findDemoShop };

const WAIT_MS = 60_000;

export type Dashboard = {
  test: TestApp;
  tenant: TestTenant;
  url: string;
  /** Opens a window without a session. */
  open(options?: WindowOptions): Promise<Page>;
  /** Opens a window with a session of this role or account, at this path. */
  openAs(role: Role | Person, path?: string, options?: WindowOptions): Promise<Page>;
  /**
   * Goes to this path in the one window of this role, which the tests of the file share: it saves a sign-in and a first load of the
   * program. For tests that leave no listener and no clock behind.
   */
  goAs(role: Role, path: string): Promise<Page>;
};

export type WindowOptions = {
  width?: number;
  scheme?: Scheme;
  host?: string;
  /** A phone: two points for each pixel, and a finger instead of a mouse. */
  isPhone?: boolean;
  /** It stays open until the end of the file. */
  stays?: boolean;
};

/**
 * A dashboard for the tests of a file, with a tenant of their own. All files of a process share one server, whose workers run.
 * A file that passes settings, even `{}`, has its own server, which runs no workers and whose clock it may move.
 */
export async function useDashboard(env?: Record<string, string>, port = 0): Promise<Dashboard> {
  const browser = await useBrowser();
  const faults: string[] = [];
  const ofFile: BrowserContext[] = [];
  const ofTest: BrowserContext[] = [];
  const closeAll = async (windows: BrowserContext[]) => {
    for (const window of windows.splice(0)) await window.close();
  };
  // A window whose test has ended would go on polling. A subtest uses the windows of its test.
  let running = 0;
  beforeEach(() => void running++);
  afterEach(async () => {
    running--;
    if (running === 0) await closeAll(ofTest);
  });
  // Registered before the hook that closes the server, which waits for open connections.
  after(async () => {
    await closeAll(ofFile);
    assert.deepEqual(faults, [], 'no page complained: about its policy, its code, or a file that is missing');
  });
  const { test, url } = env === undefined ? await useShared() : await startOwn(env, port);
  const tenant = await newTenant(test);

  async function open(options: WindowOptions = {}) {
    const {
      isPhone = false,
      stays = false,
      width = isPhone ? 390 : 1280,
      scheme = 'light',
      host = '127.0.0.1',
    } = options;
    const context = await browser.newContext({
      baseURL: url.replace('127.0.0.1', host),
      viewport: { width, height: 800 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      ...(isPhone && { deviceScaleFactor: 2, hasTouch: true, isMobile: true }),
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(WAIT_MS);
    (running > 0 && !stays ? ofTest : ofFile).push(context);
    const page = await context.newPage();
    watch(page, new URL(url).port, faults);
    return page;
  }

  const shared = new Map<Role, Promise<Page>>();
  const openSigned = async (who: Role | Person, options?: WindowOptions) => {
    const person = typeof who === 'string' ? await addPerson(test, tenant, who) : who;
    const page = await open(options);
    await signIn(test, page, person, options?.host);
    return page;
  };
  const goTo = async (page: Page, path: string) => {
    await page.goto(path);
    return page;
  };

  return {
    test,
    tenant,
    url,
    open,
    openAs: async (who, path = '/', options) => goTo(await openSigned(who, options), path),
    goAs: async (role, path) => {
      if (!shared.has(role)) shared.set(role, openSigned(role, { stays: true }));
      return goTo(await shared.get(role)!, path);
    },
  };
}

type Started = { test: TestApp; url: string };

const listen = ({ app }: TestApp, port = 0) => app.listen({ host: '127.0.0.1', port });

async function startOwn(env: Record<string, string>, port: number): Promise<Started> {
  const test = await useApp(env, undefined, DASHBOARD.dist, DEMO_SHOP);
  return { test, url: await listen(test, port) };
}

let shared: Promise<Started> | undefined;
const useShared = () => (shared ??= startShared());

async function startShared(): Promise<Started> {
  const { test, close } = await startApp({}, undefined, DASHBOARD.dist, DEMO_SHOP);
  afterLastFile(close);
  const url = await listen(test);
  const work = test.startWork();
  afterLastFile(() => work.stop());
  const advance = () => assert.fail('other files share this clock: pass {} to useDashboard');
  return { test: { ...test, advance }, url };
}

let browser: Promise<Browser> | undefined;

/** One Chromium for each file: what its closed windows leave behind, processes that go on drawing among them, ends with it. */
const useBrowser = () => (browser ??= launchChromium());
afterEachFile(async () => {
  const launched = browser;
  browser = undefined;
  await launched?.then(
    (one) => one.close(),
    () => {},
  );
});

/** Signs in through the API, and gives the cookies to the window. */
async function signIn(
  test: TestApp,
  page: Page,
  { email, password }: Person,
  host = '127.0.0.1',
): Promise<void> {
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const answer = await test.call('POST', '/v1/auth/sign-in', {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  });
  assert.equal(answer.status, 200, answer.text);
  const cookies = [answer.headers['set-cookie']].flat().map((text) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(String(text))!;
    const url = `https://${host}`;
    return { name: name!, value: value!, url, httpOnly: true, secure: true, sameSite: 'Strict' as const };
  });
  await page.context().addCookies(cookies);
}

function watch(page: Page, port: string, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    // The browser logs every 4xx answer as an error; tests provoke those on purpose.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isRefusal)
      faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    const target = URL.parse(request.url());
    const isOurs = target?.port === port || ['data:', 'blob:'].includes(target?.protocol ?? '');
    if (!isOurs) faults.push(`${page.url()} asked for ${request.url()}`);
  });
}

/** Takes a screenshot for review: `SCREENSHOTS=folder npm test -- e2e/…`. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), timeout: WAIT_MS });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
type Axe = { run(part: Element, options: object): Promise<{ violations: Violation[] }> };
type Violation = {
  id: string;
  impact: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
};

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** Asserts that axe finds no serious or critical accessibility problem, in both colour schemes; unless told otherwise. */
export async function assertAccessible(
  page: Page,
  part = page.locator('html'),
  schemes: readonly Scheme[] = SCHEMES,
  isGrave = ({ impact }: Violation) => impact === 'serious' || impact === 'critical',
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      // The shop and the documents have no script for their colours.
      (scheme) =>
        document.getElementById('shop') !== null ||
        document.getElementById('docs-content') !== null ||
        document.documentElement.dataset.mantineColorScheme === scheme,
      colorScheme,
    );
    const violations = await part.evaluate(
      async (element, runOnly) => {
        const result = await (globalThis as unknown as { axe: Axe }).axe.run(element, {
          resultTypes: ['violations'],
          // No rule that is on reads style sheets, and parsing all of them takes a third of a run.
          preload: { assets: ['media'] },
          runOnly,
        });
        // The elements that passed stay there: describing them to the test takes a quarter of a run.
        return result.violations;
      },
      // The schemes differ in colours alone.
      colorScheme === 'dark' ? COLOUR_RULES : undefined,
    );
    const grave = violations.filter(isGrave);
    const told = grave.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`).join('\n')}`,
    );
    assert.equal(grave.length, 0, `${page.url()}, ${colorScheme}:\n${told.join('\n')}`);
  }
}
