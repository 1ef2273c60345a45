/** Pages of blocks: an editor builds one in two languages, and a page of sixty blocks stays quick. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Page, useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard({});
const { test } = dashboard;
const token = dashboard.tenant.key;
const ask = async (method: string, path: string, body?: object) => {
  const answer = await test.call(method, `/v1/content${path}`, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const entryOf = async (id: string) => (await ask('GET', `/entries/${id}`)).fields;

await ask('PUT', '/locales', { default: 'en', locales: [{ code: 'en' }, { code: 'de' }, { code: 'ar' }] });
const block = (name: string, title: string, fields: object[]) =>
  ask('PUT', `/types/${name}`, { title, block: true, fields });
await block('hero', 'Hero', [
  { name: 'heading', kind: 'text', localised: true, required: true },
  { name: 'tone', kind: 'select', options: ['calm', 'loud'], default: 'calm' },
]);
await block('quote', 'Quote', [
  { name: 'words', kind: 'text', localised: true },
  { name: 'source', kind: 'url' },
]);
await block('columns', 'Columns', [{ name: 'cells', kind: 'blocks', blocks: ['quote'] }]);
await ask('PUT', '/types/landing', {
  title: 'Landing page',
  fields: [
    { name: 'title', kind: 'text' },
    { name: 'body', kind: 'blocks', blocks: ['hero', 'quote', 'columns'] },
  ],
});
const create = (fields: object) => ask('POST', '/entries', { type: 'landing', fields });
const hero = (en: string) => ({ type: 'hero', heading: { en } });

async function add(page: Page, to: string, kind: string): Promise<void> {
  await button(page, `Add to ${to}`).click();
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
}

/** Opens the last block of a page of so many, types into it, and returns the time of scripts for each key. */
async function costOfKeys(count: number): Promise<number> {
  const { id } = await create({ body: Array.from({ length: count }, (_, n) => hero(`Number ${n}`)) });
  const page = await dashboard.goAs('editor', `/content/${id}`);
  const last = row(page, `Hero ${count}`);
  await last.waitFor();
  assert.equal(await page.getByLabel('Heading (en)').count(), 0);
  await last.getByRole('button', { expanded: false }).first().click();
  const field = last.getByLabel('Heading (en)');
  await field.press('End');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ScriptDuration')!.value * 1_000;
  };
  const before = await spent();
  await page.keyboard.type('abcdefghijklmnopqrst');
  assert.equal(await field.inputValue(), `Number ${count - 1}abcdefghijklmnopqrst`);
  return ((await spent()) - before) / 20;
}

describe('a page of blocks', () => {
  it('is built in two languages with one structure', async () => {
    const page = await dashboard.goAs('editor', '/content/new/landing');
    await page.getByLabel('Title').fill('Spring');
    await add(page, 'Body', 'Hero');
    await page.getByLabel('Heading (en)').fill('Spring is here');
    await add(page, 'Body', 'Columns');
    await add(page, 'Cells', 'Quote');
    await page.getByLabel('Words (en)').fill('Lovely');
    await page.getByRole('radiogroup').getByText('German').click();
    await page.getByLabel('Heading (de)').fill('Der Frühling ist da');
    await button(page, 'Save draft').click();
    await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
    const [{ fields }] = await ask('GET', '/entries?q=lovely');
    const [first, second] = fields.body;
    assert.deepEqual(
      [first.type, first.heading, first.tone, second.cells[0].words],
      ['hero', { en: 'Spring is here', de: 'Der Frühling ist da' }, 'calm', { en: 'Lovely' }],
    );
  });

  it('is arranged: moved by button and by drag, duplicated, removed and taken back', async () => {
    const { id } = await create({ body: [hero('One'), hero('Two'), hero('Three'), hero('Four')] });
    const page = await dashboard.goAs('editor', `/content/${id}`);
    await button(page, 'Move Hero 1 down').click();
    await row(page, 'Hero 4').locator('[draggable]').dragTo(row(page, 'Hero 1'));
    await button(page, 'More for Hero 2').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await button(page, 'More for Hero 5').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await button(page, 'Undo').click();
    await button(page, 'More for Hero 4').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await button(page, 'Save draft').click();
    await said(page, 'The draft is saved');
    const { body } = await entryOf(id);
    assert.deepEqual(
      body.map(({ heading }: { heading: { en: string } }) => heading.en),
      ['Four', 'Two', 'Two', 'Three'],
    );
    assert.equal(new Set(body.map((one: { id: string }) => one.id)).size, 4);
  });

  it('opens the block that an error is about', async () => {
    const body = [...Array.from({ length: 5 }, (_, n) => hero(`Number ${n}`)), { type: 'hero' }];
    const { id } = await create({ body });
    const page = await dashboard.goAs('editor', `/content/${id}`);
    await row(page, 'Hero 6').waitFor();
    assert.equal(await page.getByLabel('Heading (en)').count(), 0);
    await button(page, 'Publish').click();
    await row(page, 'Hero 6').getByText('Is required').waitFor();
    await row(page, 'Hero 6').getByLabel('Heading (en)').fill('Now it has one');
    await button(page, 'Publish').click();
    await button(page, 'Published').waitFor();
  });

  it('of sixty is an outline, and a key in one of its blocks costs little more than on a page of four', async () => {
    const [few, many] = [await costOfKeys(4), await costOfKeys(60)];
    assert.ok(many < 2.5 * few + 5, `${many} ms of script for each key, ${few} ms with four blocks`);
  });

  it('looks well, wide and narrow, light and dark', async () => {
    const { id } = await create({
      title: 'Spring',
      body: [
        { type: 'hero', heading: { en: 'Spring is here', ar: 'الربيع هنا' } },
        { type: 'columns', cells: [{ type: 'quote', words: { en: 'Lovely' }, source: '/about' }] },
      ],
    });
    const page = await dashboard.goAs('editor', `/content/${id}`);
    await row(page, 'Columns 2').waitFor();
    await assertGoodLooks(page, 'blocks');
  });
});

describe('the editor of types', () => {
  it('makes a block and a type that uses it', async () => {
    const page = await dashboard.goAs('editor', '/content/types');
    await button(page, 'New type').click();
    await page.getByRole('dialog').getByLabel('Title').fill('Teaser');
    await page.getByRole('dialog').getByLabel('It is a block').check();
    await button(page, 'Make type').click();
    await page.getByRole('heading', { level: 1, name: 'Teaser' }).waitFor();
    await button(page, 'Add field').click();
    await page.getByLabel('Label').fill('Line');
    await page.getByLabel('A value for each language').check();
    await button(page, 'Save type').click();
    await said(page, 'The type is saved');
    await page.getByRole('button', { name: /^Line/ }).click();
    await assertGoodLooks(page, 'block-type');
    const { block: isBlock, fields } = await ask('GET', '/types/teaser');
    assert.deepEqual([isBlock, fields[0].localised], [true, true]);
  });
});

describe('a field with a default and a condition', () => {
  it('begins with its value, is shown while the condition holds, and can be emptied', async () => {
    await ask('PUT', '/types/teaser-page', {
      title: 'Teaser page',
      fields: [
        { name: 'title', kind: 'text', default: 'Untitled' },
        { name: 'layout', kind: 'select', options: ['wide', 'narrow'], default: 'wide' },
        { name: 'width', kind: 'number', default: 3, showIf: { field: 'layout', in: ['wide'] } },
      ],
    });
    const page = await dashboard.goAs('editor', '/content/new/teaser-page');
    assert.equal(await page.getByLabel('Width').inputValue(), '3');
    await page.getByRole('combobox', { name: 'Layout' }).click();
    await page.getByRole('option', { name: 'narrow' }).click();
    await page.getByLabel('Width').waitFor({ state: 'detached' });
    await page.getByLabel('Title').fill('');
    await button(page, 'Save draft').click();
    await page.getByText('Version 1').first().waitFor();
    const [{ fields }] = await ask('GET', '/entries?type=teaser-page');
    assert.deepEqual(fields, { layout: 'narrow', width: 3 });
  });
});
