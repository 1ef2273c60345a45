import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays } from '../shared/time-zone.ts';
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
  fields: [
    { name: 'title', kind: 'text', required: true },
    { name: 'slug', kind: 'slug', from: 'title' },
  ],
});
const today = new Date().toISOString().slice(0, 10);
/** Days that are in sight with today, whatever the day of the month. */
const first =
  addDays(today, 8).slice(0, 7) === today.slice(0, 7)
    ? addDays(today, 1)
    : `${addDays(today, 8).slice(0, 7)}-03`;
const schedule = async (title: string, day: string, hour = 9, more: object = {}) => {
  const entry = await ask('POST', '/entries', { type: 'article', fields: { title }, ...more });
  await ask('POST', `/entries/${entry.id}/schedule`, { at: `${day}T0${hour}:00:00Z` });
  return entry;
};
const timeOf = async ({ id }: { id: string }) => (await ask('GET', `/entries/${id}`)).schedule.publishAt;
const said = (page: Page, text: RegExp) => page.getByText(text).first().waitFor();
const LONG = 'الحصاد الأول لأوراق الشاي في الربيع وكيف يحفظها المزارعون في الجبال العالية';

describe('the calendar of content', () => {
  it('shows a month of entries and releases, which are moved by keys, by drag and by a dialog', async () => {
    const spring = await schedule('Spring sale', first);
    await schedule(`${LONG} ${LONG}`, first, 8);
    const member = await ask('POST', '/entries', { type: 'article', fields: { title: 'In the issue' } });
    const release = await ask('POST', '/releases', { name: 'The spring issue with a name that is long' });
    await ask('POST', `/releases/${release.id}/entries`, { entries: [{ id: member.id }] });
    await ask('POST', `/releases/${release.id}/schedule`, { at: `${first}T07:00:00Z` });
    const page = await dashboard.goAs('editor', '/content/calendar');
    if (first.slice(0, 7) !== today.slice(0, 7))
      await page.getByRole('button', { name: 'Next month' }).click();
    const dayOf = (name: string) =>
      page
        .getByRole('cell')
        .filter({ has: page.getByRole('link', { name }) })
        .getAttribute('data-day');
    const link = page.getByRole('link', { name: 'Spring sale' });
    await link.waitFor();
    await assertGoodLooks(page, 'calendar');
    await link.focus();
    await page.keyboard.press('Alt+ArrowRight');
    await said(page, /“Spring sale” is moved to/);
    assert.equal(await timeOf(spring), `${addDays(first, 1)}T09:00:00.000Z`);
    assert.equal(await dayOf('Spring sale'), addDays(first, 1));
    await page.waitForFunction(() => document.activeElement?.textContent === 'Spring sale');

    const issue = page.getByRole('listitem').filter({ hasText: 'The spring issue' });
    await issue.dragTo(page.locator(`td[data-day="${addDays(first, 2)}"]`));
    await said(page, /“The spring issue with a name that is long” is moved to/);
    assert.equal((await ask('GET', `/releases/${release.id}`)).at, `${addDays(first, 2)}T07:00:00.000Z`);

    await page.getByRole('button', { name: 'Move Spring sale' }).click();
    await page.getByRole('dialog').getByText('Publish at').waitFor();
  });

  it('shows one site alone, with what is for all sites, and keeps that in its address', async () => {
    const site = async (name: string) =>
      (await test.call('POST', '/v1/properties', { token, body: { name } })).body.data.id;
    const [tea, coffee] = [await site('Tea house'), await site('Coffee house')];
    const day = addDays(first, 3);
    await schedule('Of the tea house', day, 9, { propertyId: tea });
    await schedule('Of the coffee house', day, 9, { propertyId: coffee });
    await schedule('Of all sites', day);
    const page = await dashboard.goAs('editor', '/content/calendar');
    if (first.slice(0, 7) !== today.slice(0, 7))
      await page.getByRole('button', { name: 'Next month' }).click();
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await link('Of the coffee house').waitFor();
    await page.getByRole('combobox', { name: 'Site' }).click();
    await page.getByRole('option', { name: 'Tea house' }).click();
    await link('Of the coffee house').waitFor({ state: 'detached' });
    await link('Of the tea house').waitFor();
    await link('Of all sites').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('property'), tea);
    await assertGoodLooks(page, 'calendar-of-a-site');
  });

  it('says why nothing is moved, and is read by viewers', async () => {
    const lacking = await schedule('Will lack its title', addDays(first, 4));
    await ask('PATCH', `/entries/${lacking.id}`, { fields: { title: null } });
    const page = await dashboard.goAs('editor', '/content/calendar');
    if (first.slice(0, 7) !== today.slice(0, 7))
      await page.getByRole('button', { name: 'Next month' }).click();
    const link = page.getByRole('link', { name: 'will-lack-its-title' });
    await link.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('alert').getByText('Title: is required').first().waitFor();
    assert.equal(await timeOf(lacking), `${addDays(first, 4)}T09:00:00.000Z`);
    const viewer = await dashboard.openAs('viewer', '/content/calendar');
    await viewer.getByRole('tab', { name: 'Calendar' }).waitFor();
    assert.equal(await viewer.getByRole('button', { name: /^Move / }).count(), 0);
  });
});
