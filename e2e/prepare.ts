/** Builds the dashboard and finds Chromium once, before the test files that need a browser or the program. */
import { ensureDashboard } from '../dashboard/built.ts';

export async function prepare({ browser }: { browser: boolean }): Promise<void> {
  // Playwright is large, so it is loaded only for browser tests.
  if (browser) await (await import('./chromium.ts')).prepareChromium(console.log);
  await ensureDashboard(console.log, new AbortController().signal);
}
