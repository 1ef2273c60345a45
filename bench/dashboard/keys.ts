/** The time from a key to the frame that shows it: in the search of a list, in an editor, and in the palette. */
import type { Page } from 'playwright-core';
import type { Figures } from './limits.ts';
import type { Records } from './loads.ts';
import { BLOCKS } from './seed.ts';
import type { Speed, Window } from './visitor.ts';

const TEXT = 'a pot of green tea';
const [FAST, SLOW] = [110, 400];
/** An order of the seed, in the middle of its year. */
const ORDER = '26000';
const OPENINGS = 5;

export async function typing(
  { page, idle }: Window,
  figures: Figures,
  speed: Speed,
  { article, page: landing }: Records,
): Promise<void> {
  const note = async (what: string, text: string, delay: number) => {
    const durations = await type(page, text, delay);
    for (const which of ['p75', 'longest']) figures.note(what, which, speed, ...durations);
  };
  await page.goto('/orders');
  await page.evaluate("bench.firstShown('tbody tr[data-index]')");
  const search = page.getByLabel('Search orders');
  await search.click();
  await note('Key to paint, search of orders', TEXT, FAST);
  await search.fill('');
  await idle();
  await note('Key to paint, slowly: each key searches', TEXT.slice(-9), SLOW);
  await search.fill('');
  await idle();
  const found = page.evaluate<number>(`bench.appears('tr[data-index="0"] td a', '${ORDER}')`);
  await page.keyboard.type(ORDER, { delay: FAST });
  figures.note('Search of orders', 'last key to its row', speed, await found);

  await page.goto(`/content/${landing}`);
  await page.evaluate("bench.firstShown('[role=listitem]')");
  const last = page.getByRole('listitem', { name: `Hero ${BLOCKS}`, exact: true });
  await last.getByRole('button', { expanded: false }).first().click();
  await last.getByLabel('Heading').press('End');
  await note('Key to paint, a page of 60 blocks', TEXT, FAST);

  await page.goto(`/content/${article}`);
  await page.evaluate("bench.firstShown('.ProseMirror')");
  await page.locator('.ProseMirror p').nth(2).click();
  await note('Key to paint, rich text of an entry', TEXT, FAST);
}

export async function typeIntoPlainPage({ page }: Window, figures: Figures, speed: Speed): Promise<void> {
  await page.setContent('<input style="font-size: 16px">');
  await page.locator('input').click();
  const durations = await type(page, TEXT, FAST);
  for (const what of ['search of orders', 'a page of 60 blocks', 'rich text of an entry']) {
    for (const which of ['p75', 'longest'])
      figures.note(`Key to paint, ${what}`, which, `plain page, ${speed}`, ...durations);
  }
}

async function type(page: Page, text: string, delay: number): Promise<number[]> {
  await page.evaluate('bench.takeInteractions(0)');
  for (const key of text) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await page.waitForTimeout(delay);
  }
  return page.evaluate<number[]>(`bench.takeInteractions(${text.length})`);
}

export async function palette({ page, idle }: Window, figures: Figures, speed: Speed): Promise<void> {
  const input = 'input[aria-label="Search or jump to"]';
  await page.goto('/orders');
  await page.evaluate("bench.firstShown('tbody tr[data-index]')");
  await idle();
  for (let n = 0; n < OPENINGS; n++) {
    const opened = page.evaluate<number>(`bench.appears('${input}')`);
    await page.keyboard.press('Control+k');
    figures.note('Palette', n === 0 ? 'first opening' : 'later openings', speed, await opened);
    if (n === OPENINGS - 1) break;
    await page.keyboard.press('Escape');
    await page.locator(input).waitFor({ state: 'detached' });
  }
  const durations = await type(page, 'green tea', FAST);
  for (const which of ['key to paint, p75', 'key to paint, longest'])
    figures.note('Palette', which, speed, ...durations);
}
