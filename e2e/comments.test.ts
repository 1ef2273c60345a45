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
await ask('PUT', '/types/article', {
  title: 'Article',
  fields: [{ name: 'title', kind: 'text', required: true, label: 'Headline' }],
});
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const LONG = 'هل هذا هو العام الصحيح للصورة التي التقطها المزارعون في الجبال العالية خلال الحصاد الأول؟';

describe('comments', () => {
  it('are written on a field, answered, settled, and told to the person who is mentioned', async () => {
    const entry = await ask('POST', '/entries', { type: 'article', fields: { title: 'Discussed' } });
    await ask('POST', `/entries/${entry.id}/comments`, { text: LONG });
    await ask('POST', `/entries/${entry.id}/comments`, { text: 'A'.repeat(300) });
    const reader = await dashboard.openAs('editor', '/');
    const shown = await reader
      .getByRole('button', { name: /person-/ })
      .first()
      .innerText();
    const name = /person-\d+/.exec(shown)![0];
    const page = await dashboard.openAs('editor', `/content/${entry.id}`);
    const panel = page.getByRole('region', { name: 'Comments' });
    await panel.getByRole('textbox', { name: 'Comment' }).fill('Shorter, please');
    await panel.getByRole('combobox', { name: 'About' }).or(panel.getByLabel('About')).first().click();
    await page.getByRole('option', { name: 'Headline' }).click();
    await panel.getByLabel('Tell').first().click();
    await page.getByRole('option', { name, exact: true }).first().click();
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Comment', exact: true }).click();
    const thread = panel.getByRole('listitem').filter({ hasText: 'Shorter, please' }).first();
    await thread.getByText('Headline').waitFor();
    await assertGoodLooks(page, 'comments');

    await reader.reload();
    await reader.getByText(/mentioned you in a comment/).waitFor();
    await reader.getByRole('link', { name: 'Open the entry' }).click();
    const own = reader.getByRole('listitem').filter({ hasText: 'Shorter, please' }).first();
    await own.getByRole('button', { name: 'Answer' }).click();
    await own.getByRole('textbox', { name: 'Answer' }).fill('Done');
    await reader.keyboard.press('Control+Enter');
    await own.getByText('Done').waitFor();
    await own.getByRole('button', { name: 'Settle' }).click();
    await said(reader, 'Settled');
    await own.waitFor({ state: 'detached' });
    await reader.getByLabel('Settled ones too').check();
    await own.getByText('Done').waitFor();
  });

  it('of a colleague appear while the page is open, however far down it is', async () => {
    const entry = await ask('POST', '/entries', { type: 'article', fields: { title: 'Open for hours' } });
    await ask('POST', `/entries/${entry.id}/comments`, { text: 'The first word' });
    const page = await dashboard.openAs('editor', `/content/${entry.id}`);
    await page.setViewportSize({ width: 390, height: 700 });
    await said(page, 'The first word');
    await page.getByText('The first word').scrollIntoViewIfNeeded();
    assert.ok((await page.evaluate(() => window.scrollY)) > 120);
    await ask('POST', `/entries/${entry.id}/comments`, { text: 'A later word' });
    await said(page, 'A later word');
  });
});

describe('comments on blocks', () => {
  it('begin at the block, stay with it when it moves, lead to it, and say when it was removed', async () => {
    await ask('PUT', '/types/quote', {
      title: 'Quote',
      block: true,
      fields: [{ name: 'words', kind: 'text' }],
    });
    const parts = { name: 'parts', kind: 'blocks', blocks: ['quote'] };
    await ask('PUT', '/types/section', {
      title: 'Section',
      block: true,
      fields: [{ name: 'heading', kind: 'text' }, parts],
    });
    const body = { name: 'body', kind: 'blocks', blocks: ['section', 'quote'] };
    await ask('PUT', '/types/landing', {
      title: 'Landing page',
      fields: [{ name: 'title', kind: 'text' }, body],
    });
    const quote = (id: string, words: string) => ({ id, type: 'quote', words });
    const blocks = [
      quote('one', 'Tea is patience'),
      { id: 'two', type: 'section', heading: 'Below', parts: [quote('deep', 'A word inside')] },
      quote('three', 'The third'),
      quote('four', 'The fourth'),
    ];
    const fields = { title: 'Landing', body: blocks };
    const { id } = await ask('POST', '/entries', { type: 'landing', fields });
    await ask('POST', `/entries/${id}/comments`, { text: 'Who said this?', blockId: 'deep' });
    const page = await dashboard.openAs('editor', `/content/${id}`);
    const list = page.getByRole('list', { name: 'Body' });

    await page.getByRole('button', { name: 'Comment on Quote 1', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Comments on Quote 1' });
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('Patience, really?');
    await dialog.getByRole('button', { name: 'Comment', exact: true }).click();
    await dialog.getByRole('listitem').filter({ hasText: 'Patience, really?' }).waitFor();
    await assertGoodLooks(page, 'comments-on-block');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '1 open thread on Quote 1' }).waitFor();

    const panel = page.getByRole('region', { name: 'Comments' });
    await panel.getByRole('button', { name: 'Body, Quote' }).last().click();
    await list.getByLabel('Words').getByText('A word inside').waitFor();
    const nested = page.getByRole('list', { name: 'Parts' }).getByRole('button', { expanded: true });
    await nested.and(page.locator(':focus')).first().waitFor();
    await list.getByRole('button', { name: '1 open thread on Quote 1' }).nth(1).waitFor();
    await page.mouse.wheel(0, -2_000);
    await assertGoodLooks(page, 'blocks-with-threads');

    await page.getByRole('button', { name: 'Move Quote 1 down', exact: true }).first().click();
    await page.getByRole('button', { name: '1 open thread on Quote 2' }).waitFor();
    await page.getByRole('button', { name: 'More for Quote 2' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const thread = panel.getByRole('listitem').filter({ hasText: 'Patience, really?' });
    // The draft saves itself, and an open page reads its comments again.
    await thread.getByText('The block was removed.').waitFor();
    await thread.getByText('Body, Quote').waitFor();
  });

  it('are not begun on a block that is not saved, and shown to those who only read', async () => {
    const fields = { body: [{ id: 'only', type: 'quote', words: 'Read me' }] };
    const { id } = await ask('POST', '/entries', { type: 'landing', fields });
    await ask('POST', `/entries/${id}/comments`, { text: 'For readers, too', blockId: 'only' });
    const viewer = await dashboard.openAs('viewer', `/content/${id}`);
    await viewer.getByRole('button', { name: '1 open thread on Quote 1' }).click();
    const dialog = viewer.getByRole('dialog', { name: 'Comments on Quote 1' });
    await dialog.getByText('For readers, too').waitFor();
    assert.equal(await dialog.getByRole('textbox').count(), 0);
    const page = await dashboard.openAs('editor', `/content/${id}`);
    await page.getByRole('button', { name: 'More for Quote 1' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('listitem', { name: 'Quote 2' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Comment on Quote 2' }).count(), 0);
    await page.getByRole('button', { name: 'Comment on Quote 2' }).waitFor();
  });
});
