/** Addresses of a type in the dashboard: a changed slug leaves a redirect, and a singleton that exists is opened. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard();
const { test } = dashboard;
const token = dashboard.tenant.key;
const ask = async (method: string, path: string, body?: object) => {
  const answer = await test.call(method, `/v1${path}`, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
await ask('PUT', '/content/locales', {
  default: 'en',
  locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }, { code: 'ar', fallback: 'en' }],
});
const fields = [
  { name: 'title', kind: 'text' },
  { name: 'slug', kind: 'slug' },
];
await ask('PUT', '/content/types/guide', { title: 'Guide', fields });

it('a type gets the addresses of its pages, a wrong one is named at its field, and a changed slug leaves a redirect', async () => {
  const page = await dashboard.openAs('admin', '/content/types/guide');
  await page.getByLabel('English', { exact: true }).fill('guides/{slug}');
  await page.getByLabel('All other languages').fill('/{locale}/guides/{slug}');
  await page.getByRole('button', { name: 'Save type', exact: true }).click();
  await page.getByText('must be a path such as /articles/{slug}', { exact: false }).first().waitFor();
  await assertGoodLooks(page, 'addresses of a type');
  await page.getByLabel('English', { exact: true }).fill('/guides/{slug}');
  await page.getByRole('button', { name: 'Save type', exact: true }).click();
  await page.getByText('The type is saved').waitFor();
  const { id } = await ask('POST', '/content/entries', {
    type: 'guide',
    fields: { title: 'Tea', slug: 'tea' },
  });
  await ask('POST', `/content/entries/${id}/publish`, {});
  await page.goto(`/content/${id}`);
  await page.getByLabel('Slug').fill('green-tea');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('/guides/tea leads to /guides/green-tea now', { exact: false }).first().waitFor();
  const found = await ask('GET', `/redirects?from=${encodeURIComponent('/guides/tea')}`);
  assert.equal(found[0].to, '/guides/green-tea');
});

it('a singleton that exists is opened instead of a second one', async () => {
  await ask('PUT', '/content/types/settings', {
    title: 'Settings',
    singleton: true,
    fields: fields.slice(0, 1),
  });
  const page = await dashboard.openAs('editor', '/content/new/settings');
  await page.getByRole('heading', { level: 1, name: 'New settings' }).waitFor();
  const { id } = await ask('POST', '/content/entries', { type: 'settings', fields: { title: 'Magazine' } });
  await page.goto('/content/new/settings');
  await page.waitForURL(`**/content/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Magazine' }).waitFor();
});
