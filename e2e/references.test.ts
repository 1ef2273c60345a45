import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screenshot, useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard({});
const { test } = dashboard;
const token = dashboard.tenant.key;
const ask = async (method: string, path: string, body?: object) => {
  const answer = await test.call(method, `/v1/content${path}`, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
const TITLE = { name: 'title', kind: 'text', required: true };
await ask('PUT', '/types/author', { title: 'Author', fields: [TITLE] });
await ask('PUT', '/types/article', {
  title: 'Article',
  fields: [
    TITLE,
    { name: 'authors', label: 'Written by', kind: 'list', of: { kind: 'reference', types: ['author'] } },
    { name: 'body', kind: 'richtext' },
  ],
});
await ask('PUT', '/types/page', { title: 'Page', fields: [TITLE, { name: 'lead', kind: 'reference' }] });
const create = (type: string, fields: object) => ask('POST', '/entries', { type, fields });

describe('the page of an entry', () => {
  it('lists those that refer to it by type, with their titles and fields, as far as one wants to read', async () => {
    const { id } = await create('author', { title: 'Ada Lovelace' });
    for (let n = 1; n <= 24; n++) await create('article', { title: `Article ${n}`, authors: [id] });
    const link = { type: 'link', attrs: { entryId: id } };
    const text = { type: 'text', text: 'her', marks: [link] };
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [text] }] };
    const title = 'قصة طويلة عن المزارعين الذين يجمعون أوراق الشاي في الجبال العالية';
    const last = await create('article', { title, authors: [id], body });
    await ask('POST', `/entries/${last.id}/publish`, { broken: 'allow' });
    const about = await create('page', { title: 'About us', lead: id });
    await ask('POST', `/entries/${about.id}/publish`, { broken: 'allow' });
    const page = await dashboard.openAs('editor', `/content/${id}`);
    const panel = page.getByRole('region', { name: 'Used by' });
    const articles = panel.getByRole('list', { name: 'Article' }).getByRole('listitem');
    await articles.filter({ hasText: 'Article 20Written by, draft' }).or(articles.nth(19)).first().waitFor();
    assert.equal(await articles.count(), 20);
    await panel.getByRole('button', { name: 'More of them' }).click();
    await panel.getByRole('list', { name: 'Page' }).getByText('Lead', { exact: true }).waitFor();
    assert.equal(await articles.count(), 25);
    assert.match(await articles.first().innerText(), /^Article 1\s+Written by, draft$/);
    await panel.getByRole('link', { name: title }).waitFor();
    assert.match(await articles.last().innerText(), /Body, Written by$|Written by, Body$/);
    await panel.scrollIntoViewIfNeeded();
    await assertGoodLooks(page, 'used-by');
    await page.setViewportSize({ width: 360, height: 740 });
    await panel.scrollIntoViewIfNeeded();
    await screenshot(page, 'used-by-phone');
    await panel.getByRole('link', { name: 'About us' }).click();
    await page.getByRole('heading', { level: 1, name: 'About us' }).waitFor();
  });
});
