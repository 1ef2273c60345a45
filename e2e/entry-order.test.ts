/** The order of entries in the dashboard: by buttons, by keys and by drag and drop, in lists and in trees. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Page, useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard();
const { test } = dashboard;
const token = dashboard.tenant.key;
const ask = async (method: string, path: string, body?: object) => {
  const answer = await test.call(method, `/v1/content${path}`, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
const fields = [
  { name: 'title', kind: 'text' },
  { name: 'slug', kind: 'slug', from: 'title' },
];
const made = async (type: string, title: string, parentId?: string) => {
  const { id } = await ask('POST', '/entries', { type, fields: { title }, ...(parentId && { parentId }) });
  await ask('POST', `/entries/${id}/publish`, {});
  return id as string;
};
const titles = async (type: string, where = '') =>
  (await ask('GET', `/entries?type=${type}&sort=position${where}`))
    .map((entry: { fields: { title: string } }) => entry.fields.title)
    .join(' ');
const below = (id: string | null) => `&where=${encodeURIComponent(JSON.stringify({ parent: id }))}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const said = (page: Page, title: string) => page.getByText(`“${title}” is moved`, { exact: false }).last();

it('a type gets an order, and its entries are moved by buttons and keys; a move is taken back', async () => {
  await ask('PUT', '/types/slide', { title: 'Slide', fields });
  for (const title of ['One', 'Two', 'Three']) await made('slide', title);
  const page = await dashboard.goAs('editor', '/content/types/slide');
  await page.getByRole('combobox', { name: 'Order of its entries' }).click();
  await page.getByRole('option', { name: 'By hand', exact: false }).click();
  await button(page, 'Save type').click();
  await page.getByRole('link', { name: 'Move entries' }).click();
  await page.getByRole('heading', { level: 1, name: 'Order of Slide' }).waitFor();
  await button(page, 'Move Three up').click();
  await said(page, 'Three').waitFor();
  assert.equal(await titles('slide'), 'One Three Two');
  await page.getByRole('link', { name: 'One' }).press('Alt+ArrowDown');
  await said(page, 'One').waitFor();
  assert.equal(await titles('slide'), 'Three One Two');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  const entries = page.getByRole('region', { name: 'Entries in their order' });
  await entries.getByRole('listitem').first().getByRole('link', { name: 'One' }).waitFor();
  assert.equal(await titles('slide'), 'One Three Two');
  assert.equal(await button(page, 'Move One up').isDisabled(), true);
});

it('in a tree entries are dragged below each other, and pages that move leave a redirect', async () => {
  const addresses = { '*': '/{path}' };
  await ask('PUT', '/types/page', { title: 'Page', order: 'tree', fields, addresses });
  const about = await made('page', 'About');
  const team = await made('page', 'Team');
  const long = await made('page', 'عبد الرحمن 李小龙 Donaudampfschifffahrtsgesellschaftskapitän');
  const page = await dashboard.goAs('editor', '/content?type=page');
  await page.getByRole('link', { name: 'Order', exact: true }).click();
  await page.getByRole('link', { name: 'Team' }).waitFor();
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name }).last();
  await line('Team').locator('[draggable]').dragTo(line('About').getByRole('link'));
  await page.getByText('“Team” is moved; 1 page has another address').waitFor();
  assert.equal(await titles('page', below(about)), 'Team');
  // The entry above opens, and the moved one has the focus, so that keys go on with it.
  const moved = page.getByRole('link', { name: 'Team' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Team');
  const { body } = await test.call('GET', '/v1/redirects?from=/team', { token });
  assert.equal(body.data[0].to, '/about/team');
  await assertGoodLooks(page, 'the order of entries');
  await moved.press('Alt+ArrowLeft');
  await page.getByText('“Team” is moved').nth(1).waitFor();
  assert.match(await titles('page', below(null)), /^About Team /);
  await page.getByRole('link', { name: 'Team' }).press('Alt+ArrowRight');
  await page.getByText('“Team” is moved').nth(2).waitFor();
  assert.equal(await titles('page', below(about)), 'Team');
  assert.ok(team && long);
});

it('a viewer sees the order, and moves nothing', async () => {
  await ask('PUT', '/types/step', { title: 'Step', order: 'manual', fields });
  await made('step', 'First');
  const page = await dashboard.openAs('viewer', '/content/order/step');
  await page.getByRole('link', { name: 'First' }).waitFor();
  assert.equal(await page.locator('#content').getByRole('button').count(), 0);
});
