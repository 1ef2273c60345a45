/** First loads with an empty cache, and changes between screens of a page that is open. */
import type { Page } from 'playwright-core';
import type { Figures } from './limits.ts';
import type { Speed, Visitor, Window } from './visitor.ts';

const ROW = 'tbody tr[data-index]';
const KIB = 1024;

/** The menu has them all; each is ready when this selector is there and no grey bar is. */
const SCREENS = [
  ['Home', 'main h2'],
  ['Orders', ROW],
  ['Customers', ROW],
  ['Products', ROW],
  ['Content', ROW],
] as const;

export type Records = { article: string; page: string };

export async function coldLoads(
  visitor: Visitor,
  figures: Figures,
  records: Records,
  speed: Speed,
): Promise<void> {
  for (const [name, path, selector] of [
    ['the sign-in', '/sign-in', 'input[type=password], input[type=email]'],
    ['home', '/', 'main h2'],
    ['orders', '/orders', ROW],
    ['customers', '/customers', ROW],
    ['an entry', `/content/${records.article}`, '.ProseMirror'],
  ] as const) {
    const window = await visitor.open(speed, name !== 'the sign-in');
    const note = (which: string, value: number) => figures.note(`Cold load of ${name}`, which, speed, value);
    const bytes = countBytes(window.page);
    await window.page.goto(path, { waitUntil: 'commit' });
    note('data shown', await window.page.evaluate<number>(`bench.firstShown('${selector}')`));
    note('first paint', await window.page.evaluate<number>('bench.firstPaint()'));
    await window.idle();
    if (speed === 'as is') {
      const { script, files, all } = await bytes();
      note('script', script);
      note('script files', files);
      note('all bytes', all);
    }
    await window.close();
  }
}

/** Bodies as they are on the wire, compressed. */
function countBytes(page: Page) {
  const bodies: Promise<{ isScript: boolean; size: number }>[] = [];
  page.on('requestfinished', (request) => {
    const isScript = request.url().endsWith('.js');
    bodies.push(request.sizes().then(({ responseBodySize }) => ({ isScript, size: responseBodySize / KIB })));
  });
  return async () => {
    const all = await Promise.all(bodies);
    const scripts = all.filter(({ isScript }) => isScript);
    const sum = (some: typeof all) => some.reduce((total, { size }) => total + size, 0);
    return { script: sum(scripts), files: scripts.length, all: sum(all) };
  };
}

export async function changes({ page, idle }: Window, figures: Figures, speed: Speed): Promise<void> {
  await page.goto('/account');
  await page.evaluate("bench.firstShown('main h1')");
  for (const round of ['first', 'later', 'later', 'later']) {
    for (const [name, selector] of SCREENS) {
      const shown = page.evaluate<number>(`bench.nextShown('${selector}')`);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
      const ms = await shown;
      figures.note('Change of screen', `${round} visit, data shown`, speed, ms);
      if (round === 'later') figures.note('Change of screen', 'later visit, longest', speed, ms);
      // The data of charts and counts that come later belong to this visit.
      await idle();
    }
  }
}
