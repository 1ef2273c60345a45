/** Before the files that use a browser, or start the program: the dashboard is built, and Chromium found, once. */
import { ensureDashboard } from '../dashboard/built.ts';

export async function prepare({ browser }: { browser: boolean }): Promise<void> {
  // Playwright is loaded only where a browser is wanted: it is large.
  if (browser) await (await import('./chromium.ts')).prepareChromium(console.log);
  await ensureDashboard(console.log, new AbortController().signal);
}
