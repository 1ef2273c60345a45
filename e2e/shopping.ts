/** Opens the demo shop in Chromium: the tenant, the goods and the key that a first start makes. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { createDemo } from '../server/commands/demo/demo.ts';
import { fillDemoShop } from '../server/commands/demo/shop.ts';
import { assertAccessible, type Dashboard, type Page, useDashboard, type WindowOptions } from './browser.ts';

export type DemoShop = Dashboard & {
  /** Opens a window at this path of the shop. */
  visit(path?: string, options?: WindowOptions): Promise<Page>;
  /** The data of an answer of the API, as the owner's key reads it. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the answer; a type would say it twice
  read(path: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  post(path: string, body?: object): Promise<any>;
};

export async function useDemoShop(): Promise<DemoShop> {
  const dashboard = await useDashboard({});
  const { test } = dashboard;
  const demo = await createDemo(test.kernel);
  await fillDemoShop(test.app, demo, dashboard.url);
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await test.call(method, path, { token: demo.key, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body.data;
  };
  const work = test.startWork();
  after(() => work.stop());
  return {
    ...dashboard,
    async visit(path = 'en', options) {
      const page = await dashboard.open(options);
      await page.goto(`/shop/${path}`);
      await page.locator('main:not([aria-busy]) h1').waitFor();
      return page;
    },
    read: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
  };
}

/** The page is shown, and the heading is its own. */
export const shown = (page: Page, title: string | RegExp) =>
  page.locator('main:not([aria-busy])').getByRole('heading', { level: 1, name: title }).waitFor();

/** Asserts that axe finds nothing at all in either colour scheme, and that nothing is wider than the window. */
export async function assertSound(page: Page): Promise<void> {
  await assertAccessible(page, page.locator('html'), ['light', 'dark'], () => true);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.equal(overflow, 0, `${page.url()} is wider than its window`);
}

const MOST_STOPS = 60;

/** Presses Tab until an element with this name has the focus, and asserts that the focus can be seen there. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(focusOf);
    seen.push(focus.name);
    if (typeof name === 'string' ? focus.name !== name : !name.test(focus.name)) continue;
    assert.ok(focus.isVisible, `the focus on ${focus.name} can be seen`);
    return;
  }
  assert.fail(`Tab does not reach ${name}: ${seen.join(', ')}`);
}

/** Runs in the page. The label of a radio button shows its focus. */
function focusOf(): { name: string; isVisible: boolean } {
  const element = document.activeElement as HTMLInputElement;
  const [label] = element.labels ?? [];
  const text = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? '';
  const hasOutline = (part: Element | null | undefined) =>
    part != null && getComputedStyle(part).outlineStyle !== 'none';
  return {
    name: text.trim(),
    isVisible: hasOutline(element) || hasOutline(label) || hasOutline(element.closest('form')),
  };
}
