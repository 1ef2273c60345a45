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
