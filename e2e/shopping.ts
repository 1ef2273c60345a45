/** Opens the demo shop in Chromium: the tenant, the goods and the key that a first start makes. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { createDemo } from '../server/commands/demo/demo.ts';
import { fillDemoShop } from '../server/commands/demo/shop.ts';
import { type Dashboard, type Page, useDashboard, type WindowOptions } from './browser.ts';

export type DemoShop = Dashboard & {
  /** Opens a window at this path of the shop. */
  visit(path?: string, options?: WindowOptions): Promise<Page>;
  /** The data of an answer of the API, as the owner's key reads it. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the answer; a type would say it twice
  read(path: string): Promise<any>;
};

export async function useDemoShop(): Promise<DemoShop> {
  const dashboard = await useDashboard({});
  const { test } = dashboard;
  const demo = await createDemo(test.kernel);
  await fillDemoShop(test.app, demo);
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
    async read(path) {
      const answer = await test.call('GET', path, { token: demo.key });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.data;
    },
  };
}
