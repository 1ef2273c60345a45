/**
 * Opens every screen with the data of a small shop, once for all checks: it is accessible in both colour schemes, is not wider
 * than 360 pixels, uses the width of 2560, and works without a mouse. Tab reaches every clickable element; keys open, use and close its
 * dialogs and menus.
 * `DEEP=1` loads every screen anew, tabs through its frame again and checks all of them in dark, too; otherwise links lead from one to
 * the next, and every third one is checked in dark.
 * `npm run screenshots` saves the README's pictures; `SCREENSHOTS=folder` saves all of them.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { addPerson } from '../server/modules/access/testing/people.ts';
import { assertAccessible, type Page, type Scheme, screenshot, useDashboard } from './browser.ts';
import { follow, screensOf, visit } from './screens.ts';
import { fillShop } from './seed.ts';

const dashboard = await useDashboard({ RETRY_SCALE: '0.0001' });
const work = dashboard.test.startWork();
after(() => work.stop());

/** The README's pictures, by the path of the screen. */
const PICTURES: Record<string, string> = {
  '/': 'home',
  '/orders': 'orders',
  '/orders/$id': 'order',
  '/content/$id': 'entry',
  '/media': 'media',
  '/redirects': 'redirects',
  '/settings/ai-integrations': 'keys',
  '/webhooks/$id': 'subscription',
  '/webhooks/deliveries/$id': 'delivery',
};

async function picture(page: Page, path: string, scheme: Scheme): Promise<void> {
  const name = PICTURES[path];
  const folder = process.env.README_PICTURES;
  if (folder && name) await page.screenshot({ path: join(folder, `${name}-${scheme}.png`), timeout: 60_000 });
  await screenshot(page, `${nameOf(path)}-${scheme}`);
}

/** Pictures show all screens in both schemes. */
const isWhole = IS_DEEP || Boolean(process.env.SCREENSHOTS || process.env.README_PICTURES);

const nameOf = (path: string) => path.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '') || 'home';

/** Every dialog and menu of a screen, by the button that opens it; in a menu, by the item. */
const WINDOWS: [path: string, button: string, items?: string[]][] = [
  ['/orders', 'Export', []],
  ['/products/categories', 'Actions for Tea', ['Edit …', 'Move …', 'Delete …']],
  ['/orders', 'Columns', []],
  ['/orders', 'Filter', ['Status', 'Total']],
  ['/orders/new', 'New customer'],
  ['/orders/$id', 'Record payment'],
  ['/orders/$id', 'Fulfil'],
  ['/orders/$id', 'Cancel order'],
  ['/orders/$id', 'Edit addresses'],
  ['paid order', 'Refund'],
  ['fulfilled order', 'Mark delivered'],
  ['/customers', 'Create customer'],
  ['/customers/$id', 'Edit'],
  ['/customers/$id', 'More actions', ['Merge a duplicate …', 'Erase personal data …']],
  ['/content', 'New entry', []],
  ['/content/new/$type', 'Link'],
  ['/content/new/$type', 'Choose Photo'],
  ['/content/types', 'New type'],
  ['/content/types', 'Change locales'],
  ['/content/types/$name', 'Delete'],
  ['/content/$id', 'More actions', ['Schedule …', 'Preview link …', 'Take down …', 'Delete …']],
  ['/content/$id', 'Version 1'],
  ['/content/releases/$id', 'Add entries'],
  ['/media/$id', 'Delete'],
  ['/redirects', 'Add redirect'],
  ['/redirects/$id', 'Remove'],
  ['/redirects/$id', 'Active from'],
  ['/properties', 'Add site'],
  ['/properties/$id', 'Remove'],
  ['/webhooks/new', 'Shape of content.entry.created'],
  ['/webhooks/$id', 'Send test event'],
  ['/webhooks/$id', 'More actions', ['Edit', 'Replay past events', 'Rotate secret', 'Delete']],
  ['/developers/keys/$id', 'Change label'],
  ['/developers/keys/$id', 'Rotate'],
  ['/settings/ai-integrations', 'Create key'],
  ['/developers/keys', 'Create key'],
  ['/developers/keys', 'Revoke Assistant'],
  ['/settings/staff', 'Invite someone'],
  ['/settings/staff', 'Actions for Diotima', ['Make a new link', 'Withdraw invitation']],
  ['/settings/audit-log', 'Tenant renamed'],
];

it('every screen', async (t) => {
  const shop = await fillShop(dashboard, t);
  const aspasia = await addPerson(dashboard.test, dashboard.tenant, 'owner', 'aspasia@agora.example');
  const page = await dashboard.openAs(aspasia);
  const screens = [
    ...screensOf(shop),
    { path: 'paid order', url: `/orders/${shop.paidOrder}` },
    { path: 'fulfilled order', url: `/orders/${shop.fulfilledOrder}` },
  ];
  for (const [index, { path, url }] of screens.entries()) {
    const schemes: Scheme[] = isWhole || index % 3 === 0 ? ['light', 'dark'] : ['light'];
    await t.test(`${path} is accessible, ${schemes.join(' and ')}, and fits into 360 pixels`, async () => {
      // The second of two screens of one path keeps the heading of the first.
      const isLinked = index > 0 && !isWhole && path.startsWith('/');
      await (isLinked ? follow : visit)(page, url);
      assert.deepEqual(
        await placeOfTitle(page),
        { x: 284, y: 40 },
        'the title is where it is on every screen',
      );
      await picture(page, path, 'light');
      await assertAccessible(page, undefined, schemes);
      if (schemes.includes('dark')) await picture(page, path, 'dark');
      await page.setViewportSize({ width: 360, height: 740 });
      await page.emulateMedia({ colorScheme: 'light' });
      await screenshot(page, `${nameOf(path)}-360`);
      assert.deepEqual(await tooWide(page), []);
      assert.deepEqual(
        (await cutTables(page)).filter((name) => name !== SHEET),
        [],
      );
      await page.setViewportSize({ width: 2560, height: 1300 });
      await screenshot(page, `${nameOf(path)}-2560`);
      assert.deepEqual(await wasted(page), []);
      await page.setViewportSize({ width: 1280, height: 800 });
    });

    await t.test(`Tab reaches every clickable element of ${path}`, async () => {
      // The navigation stays from one screen to the next, with its marks; after a link, its elements are those that Tab reached.
      const reached = isWhole ? '[data-reached]' : 'main [data-reached]';
      await page.locator(reached).evaluateAll((parts) => {
        for (const part of parts) part.removeAttribute('data-reached');
      });
      let missed = await unreachable(page);
      // More rounds for elements that appeared late, such as the handles of columns.
      for (let again = 0; missed.length > 0 && again < 8; again++) {
        await page.waitForTimeout(400);
        missed = await unreachable(page);
      }
      assert.deepEqual(missed, []);
    });

    for (const [, button, items] of WINDOWS.filter(([at]) => at === path)) {
      await t.test(`${button} of ${path} opens by Enter, is accessible, and closes by Escape`, async () => {
        await open(page, button);
        await assertFit(page, schemes);
        for (const item of items ?? []) {
          await open(page, button);
          await choose(page, item);
          await assertFit(page, schemes);
        }
      });
    }
  }
  const paths = screens.map(({ path }) => path);
  assert.deepEqual(
    WINDOWS.filter(([path]) => !paths.includes(path)),
    [],
    'the screen of every dialog exists',
  );
});

const placeOfTitle = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((title) => {
    const { x, y } = title.getBoundingClientRect();
    return { x: Math.round(x), y: Math.round(y + scrollY) };
  });

/** Widgets with one tab stop, in which the arrow keys move. */
const MOVED_BY_ARROWS =
  '[role=tablist], [role=radiogroup], [role=menu], [role=listbox], [role=grid], [role=toolbar]';
const CLICKABLE =
  'a[href], button, input:not([type=hidden]), select, textarea, [contenteditable=true], [role=button], [tabindex="0"]';
const SPARE_STEPS = 20;
const STEPS_AT_ONCE = 20;

/**
 * Returns the visible, enabled elements that take a click and that Tab did not reach. Marks the reached ones. Tab is pressed until
 * none is missed and the focus has left the main part, or for one round, from any start.
 */
async function unreachable(page: Page): Promise<string[]> {
  const count = await page.evaluate((clickable) => {
    delete document.body.dataset.left;
    document.addEventListener('focusin', ({ target }) => {
      (target as HTMLElement).dataset.reached = 'yes';
      if ((target as HTMLElement).closest('main') === null) document.body.dataset.left = 'yes';
    });
    return document.querySelectorAll(clickable).length;
  }, CLICKABLE);
  // A date input has several tab stops.
  for (let left = count + SPARE_STEPS; ; left -= STEPS_AT_ONCE) {
    const steps = Array.from({ length: Math.min(left, STEPS_AT_ONCE) });
    await Promise.all(steps.map(() => page.keyboard.press('Tab')));
    const missed = await unreached(page);
    const hasLeft = await page.evaluate(() => document.body.dataset.left === 'yes');
    if (left <= STEPS_AT_ONCE) return hasLeft ? missed : [...missed, 'everything outside the main part'];
    if (missed.length === 0 && hasLeft) return missed;
  }
}

function unreached(page: Page): Promise<string[]> {
  return page.evaluate(
    ([clickable, byArrows]) => {
      const isSeen = (part: Element) =>
        part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const isReached = (part: HTMLElement) => part.dataset.reached || part.closest('[data-reached]');
      const isHandle = (part: Element) =>
        getComputedStyle(part).cursor === 'pointer' || part.matches(clickable!);
      // Elements inside a button also have its cursor.
      const handles = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        (part) => isHandle(part) && !isHandle(part.parentElement!),
      );
      return (
        handles
          .filter((part) => isSeen(part) && !part.matches(':disabled, [aria-disabled=true], [data-disabled]'))
          .filter((part) => !part.closest(':disabled, [data-disabled], [aria-hidden=true], [inert]'))
          .filter(
            (part) => !isReached(part) && !part.querySelector('[data-reached]') && !part.closest(byArrows!),
          )
          // A label acts for its input.
          .filter((part) => {
            const label = part.closest('label') ?? part.querySelector('label');
            return !label?.control?.dataset.reached;
          })
          .map((part) => part.outerHTML.slice(0, 200))
      );
    },
    [CLICKABLE, MOVED_BY_ARROWS],
  );
}

const OPEN = ['[role=dialog]', '[role=menu]', '[data-dates-dropdown]']
  .map((part) => `${part}:visible`)
  .join(', ');

async function open(page: Page, name: string): Promise<void> {
  // Tab may have scrolled a list, which has only the rows in sight.
  await page.evaluate(() => {
    scrollTo(0, 0);
    for (const part of document.querySelectorAll('main, main *')) part.scrollTop = 0;
  });
  await page.getByRole('main').getByRole('button', { name, exact: true }).first().focus();
  await page.keyboard.press('Enter');
  await page.locator(OPEN).first().waitFor();
}

/** Moves by arrow keys to an item of the open menu. */
async function choose(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true });
  const hasFocus = () => item.evaluate((element) => element === document.activeElement);
  const count = await page.getByRole('menuitem').count();
  // An arrow that is pressed before the menu takes the focus is lost.
  await page.waitForFunction(() => document.activeElement?.closest('[role=menu]'));
  for (let step = 0; step <= count && !(await hasFocus()); step++) await page.keyboard.press('ArrowDown');
  assert.ok(await hasFocus(), `the arrows lead to ${name}`);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
}

async function assertFit(page: Page, schemes: Scheme[]): Promise<void> {
  await assertAccessible(page, page.locator(OPEN).last(), schemes);
  await page.emulateMedia({ colorScheme: 'light' });
  // If a list is open in the dialog, the first Escape closes the list.
  const isClosed = (timeout: number) => page.locator(OPEN).first().waitFor({ state: 'detached', timeout });
  // A secret that is shown once stays until its button is pressed.
  if (await page.getByTestId('secret').isVisible()) {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).focus();
    await page.keyboard.press('Enter');
  } else await page.keyboard.press('Escape');
  await isClosed(1_000).catch(() => page.keyboard.press('Escape'));
  await isClosed(10_000);
}

/** Returns what is wrong on a wide screen: a list or record that leaves half of it empty, or a table that does not fit its frame. */
const wasted = (page: Page): Promise<string[]> =>
  page
    .evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-wide], [data-columns]')]
        .filter((list) => list.getBoundingClientRect().width < innerWidth / 2)
        .map((list) => `a list or record is ${list.clientWidth} pixels wide`),
    )
    .then(async (lists) => [...lists, ...(await cutTables(page))]);

/** A sheet of inputs scrolls sideways on a phone. */
const SHEET = 'Variants';

/** Returns the names of the tables that do not fit their frame: their last column covers the one before. */
const cutTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main table[aria-label]')]
      .filter(({ parentElement: frame }) => frame!.scrollWidth > frame!.clientWidth)
      .map(({ ariaLabel }) => ariaLabel!),
  );

/** Returns the elements that overflow, if the page scrolls sideways; charts resize with a delay. */
async function tooWide(page: Page): Promise<string[]> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  await page.waitForFunction(fits, undefined, { timeout: 5_000 }).catch(() => {});
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const parts = [...document.querySelectorAll<HTMLElement>('body *')];
    return parts
      .filter((part) => part.getBoundingClientRect().right > clientWidth && part.checkVisibility())
      .map((part) => part.outerHTML.slice(0, 120));
  });
}
