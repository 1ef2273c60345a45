/** The search of a site in the dashboard: editors see what visitors get. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard();
const { test } = dashboard;
const token = dashboard.tenant.key;
const ask = async (method: string, path: string, body?: object) => {
  const answer = await test.call(method, `/v1/content${path}`, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
await ask('PUT', '/locales', { default: 'en', locales: [{ code: 'en' }, { code: 'ar', fallback: 'en' }] });
const fields = [
  { name: 'title', kind: 'text', localised: true },
  { name: 'slug', kind: 'slug' },
  { name: 'body', kind: 'markdown', localised: true },
];
for (const [name, title] of [
  ['article', 'Article'],
  ['recipe', 'Recipe'],
]) {
  await ask('PUT', `/types/${name}`, { title, fields, addresses: { '*': '/{locale}/{slug}' } });
}
let written = 0;
const write = async (type: string, title: object, body: object, isLive = true) => {
  const { id } = await ask('POST', '/entries', { type, fields: { title, body, slug: `s${++written}` } });
  if (isLive) await ask('POST', `/entries/${id}/publish`, {});
  return id as string;
};
const harbour = await write(
  'article',
  { en: 'Lights of the harbour', ar: 'أضواء الميناء' },
  { en: 'At night the harbour shines.', ar: 'في الليل يلمع الميناء.' },
);
await write('recipe', { en: 'Soup of the harbour' }, { en: `Fish. ${'Slowly. '.repeat(60)}Harbour.` });
await write('article', { en: 'A secret harbour' }, { en: 'Not yet.' }, false);

it('an editor searches as a visitor: by language and type, with excerpts, and never a draft', async () => {
  const page = await dashboard.openAs('viewer', '/content');
  await page.getByRole('tab', { name: 'Search' }).click();
  await page.getByText('What do visitors look for?').waitFor();
  await page.getByLabel('Search as a visitor').fill('harbor');
  await page.getByText('2 entries: ', { exact: false }).waitFor();
  const hits = page.getByRole('list', { name: 'Found entries' });
  await hits.getByRole('link', { name: 'Soup of the harbour' }).waitFor();
  assert.ok((await hits.locator('mark').count()) >= 2);
  assert.equal(await page.getByText('A secret harbour').count(), 0);
  await assertGoodLooks(page, 'the search of a site');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Article' }).click();
  await hits.getByRole('link', { name: 'Soup of the harbour' }).waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Language of the visitor' }).click();
  await page.getByRole('option', { name: 'Arabic' }).click();
  await page.getByLabel('Search as a visitor').fill('الميناء');
  const arabic = hits.getByRole('link', { name: 'أضواء الميناء' });
  assert.equal(await arabic.getAttribute('dir'), 'rtl');
  await hits.getByText('/ar/s1').waitFor();
  // The search is in the address, so that it can be sent to others.
  await page.reload();
  await arabic.click();
  await page.waitForURL(`**/content/${harbour}`);
});

it('words that nothing has say what visitors see', async () => {
  const page = await dashboard.openAs('viewer', '/content/search?q=zeppelin');
  await page.getByText('Nothing is found. Visitors see an empty page.').waitFor();
});
