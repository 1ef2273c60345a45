/** Builds the dashboard and the shop, and finds Chromium once, before the test files that need a browser or the program. */
import { DASHBOARD, ensureBuilt, SHOP } from '../dashboard/built.ts';

export async function prepare({ browser }: { browser: boolean }): Promise<void> {
  // Playwright is large, so it is loaded only for browser tests.
  if (browser) await (await import('./chromium.ts')).prepareChromium(console.log);
  const { signal } = new AbortController();
  for (const pages of [DASHBOARD, SHOP]) await ensureBuilt(pages, console.log, signal);
}
