/** Frames while a long list is scrolled by the wheel, a record that is opened from it, and the way back. */
import type { Page } from 'playwright-core';
import type { Figures, Side } from './limits.ts';
import type { Speed, Window } from './visitor.ts';

const SCROLLING = 'Scrolling 10,000 px of orders';
const PIXELS = 10_000;
const PIXELS_A_SECOND = 2_400;
/** The screen refreshes every 16.7 ms; the clock of the frames has a jitter of less than one. */
const REFRESH_MS = 16.7;
const JITTER_MS = 1;
const LONG_MS = 50;
const LOADED_ROWS = 700;
const RECORDS = 4;

export async function scroll(window: Window, figures: Figures, speed: Speed): Promise<void> {
  const { page, idle } = window;
  await page.goto('/orders');
  await page.evaluate("bench.firstShown('tbody tr[data-index]')");
  await idle();
  // Rows arrive while it scrolls down; the way up is through rows that are known.
  for (const pixels of [-PIXELS, PIXELS]) await gesture(window, pixels, figures, speed);
}

export async function scrollPlainPage(window: Window, figures: Figures, speed: Speed): Promise<void> {
  await window.page.evaluate(fillPlainPage);
  for (const pixels of [-PIXELS, PIXELS]) await gesture(window, pixels, figures, `plain page, ${speed}`);
}

async function gesture(
  { page, cdp }: Window,
  yDistance: number,
  figures: Figures,
  side: Side,
): Promise<void> {
  await page.evaluate('bench.startFrames()');
  await cdp.send('Input.synthesizeScrollGesture', {
    x: 700,
    y: 500,
    yDistance,
    speed: PIXELS_A_SECOND,
    gestureSourceType: 'mouse',
  });
  const { lengths, blank } = await page.evaluate<Frames>('bench.stopFrames()');
  const shareOver = (ms: number) => (100 * lengths.filter((length) => length > ms).length) / lengths.length;
  const note = (which: string, value: number) => figures.note(SCROLLING, which, side, value);
  note('frames over 16.7 ms', shareOver(REFRESH_MS + JITTER_MS));
  note('frames over 50 ms', shareOver(LONG_MS));
  note('longest frame', Math.max(...lengths));
  note('frames with a blank place', (100 * blank) / lengths.length);
}

type Frames = { lengths: number[]; blank: number };

/** A table of as many rows with as many cells, without any script: the machine draws it as fast as it can. */
const fillPlainPage = `document.body.innerHTML = '<table style="width:100%;border-collapse:collapse">' + Array.from(
  { length: 600 },
  (_, n) => '<tr data-index="' + n + '" style="height:49px;border-bottom:1px solid #ddd">' +
    ('<td style="padding:12px 16px">Order ' + (1000 + n) + '</td>').repeat(9) + '</tr>',
).join('') + '</table>'`;

export async function records({ page, idle }: Window, figures: Figures, speed: Speed): Promise<void> {
  await page.goto('/orders');
  await page.evaluate("bench.firstShown('tbody tr[data-index]')");
  await page.evaluate(`bench.scrollTo(${LOADED_ROWS})`);
  for (let n = 0; n < RECORDS; n++) {
    // A few rows above the former one, so that each is a record of its own.
    await page.evaluate('scrollBy(0, -400)');
    await page.waitForTimeout(300);
    const row = await page.evaluate<{ key: string; top: number }>('bench.rowInView()');
    const shown = page.evaluate<number>("bench.nextShown('main h2')");
    await page.locator(`tr[data-key="${row.key}"] a`).first().click();
    figures.note(
      'Record from a list',
      n === 0 ? 'first one, data shown' : 'next ones, data shown',
      speed,
      await shown,
    );
    await idle();
    const asked = countRequests(page);
    const { ms, pixels } = await page.evaluate<{ ms: number; pixels: number }>(
      `bench.back(${JSON.stringify(row)})`,
    );
    figures.note('Back to a list', 'row shown', speed, ms);
    figures.note('Back to a list', 'off its former place', speed, pixels);
    figures.note('Back to a list', 'requests', speed, asked());
  }
}

function countRequests(page: Page): () => number {
  let count = 0;
  const add = () => count++;
  page.on('request', add);
  return () => {
    page.off('request', add);
    return count;
  };
}
