/** Runs the tests of a file in Chromium, against the real server and a real database. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Page } from 'playwright-core';
import type { Role } from '#kernel/auth/actor.ts';
import { DIST } from '../dashboard/built.ts';
import { addPerson, type Person } from '../server/modules/access/testing/people.ts';
import { newTenant, type TestApp, type TestTenant, useApp } from '../server/testing.ts';
import { launchChromium } from './chromium.ts';

export type { Page } from 'playwright-core';

const WAIT_MS = 60_000;

export type Dashboard = {
  test: TestApp;
  tenant: TestTenant;
  url: string;
  /** Opens a window without a session. */
  open(options?: WindowOptions): Promise<Page>;
  /** Opens a window with a session of this role or account, at this path. */
  openAs(role: Role | Person, path?: string, options?: WindowOptions): Promise<Page>;
};

export type WindowOptions = { width?: number; scheme?: 'light' | 'dark'; host?: string };

export async function useDashboard(env: Record<string, string> = {}, port = 0): Promise<Dashboard> {
  const test = await useApp(env, undefined, DIST);
  const tenant = await newTenant(test);
  const url = await test.app.listen({ host: '127.0.0.1', port });
  const browser = await launchChromium();
  const faults: string[] = [];
  after(async () => {
    await browser.close();
    assert.deepEqual(faults, [], 'no page complained: about its policy, its code, or a file that is missing');
  });

  async function open({ width = 1280, scheme = 'light', host = '127.0.0.1' }: WindowOptions = {}) {
    const context = await browser.newContext({
      baseURL: url.replace('127.0.0.1', host),
      viewport: { width, height: 800 },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(WAIT_MS);
    const page = await context.newPage();
    watch(page, new URL(url).port, faults);
    return page;
  }

  return {
    test,
    tenant,
    url,
    open,
    async openAs(who, path = '/', options) {
      const person = typeof who === 'string' ? await addPerson(test, tenant, who) : who;
      const page = await open(options);
      await signInQuietly(page, person);
      await page.goto(path);
      return page;
    },
  };
}

/** Sends the request of the sign-in form, without typing. */
async function signInQuietly(page: Page, { email, password }: Person) {
  await page.goto('/docs/style.css');
  const status = await page.evaluate(
    async (body) =>
      (
        await fetch('/v1/auth/sign-in', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
    { email, password },
  );
  assert.equal(status, 200);
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

/** Takes a screenshot, for the README or for review: `SCREENSHOTS=folder npm test -- e2e/…`. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), timeout: 60_000 });
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

/** Asserts that axe finds no serious or critical accessibility problem, in both colour schemes. */
export async function assertAccessible(page: Page, part = page.locator('html')): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      (scheme) => document.documentElement.dataset.mantineColorScheme === scheme,
      colorScheme,
    );
    const { violations } = await part.evaluate(
      (element, runOnly) =>
        (globalThis as unknown as { axe: Axe }).axe.run(element, { resultTypes: ['violations'], runOnly }),
      // The schemes differ in colours alone.
      colorScheme === 'dark' ? COLOUR_RULES : undefined,
    );
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const told = grave.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map((node) => `  ${node.html}\n  ${node.failureSummary}`).join('\n')}`,
    );
    assert.equal(grave.length, 0, `${page.url()}, ${colorScheme}:\n${told.join('\n')}`);
  }
}
