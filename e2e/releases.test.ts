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
const FIELDS = [
  { name: 'title', kind: 'text', required: true },
  { name: 'slug', kind: 'slug', from: 'title' },
  { name: 'related', kind: 'reference', types: ['article'] },
];
await ask('PUT', '/types/article', { title: 'Article', fields: FIELDS });
const create = (fields: object) => ask('POST', '/entries', { type: 'article', fields });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const statusOf = async ({ id }: { id: string }) => (await ask('GET', `/entries/${id}`)).status;

describe('a release', () => {
  it('is made from the editor, waits for a review of a later draft, and is published at one moment', async () => {
    const draft = await create({ title: 'Not in it' });
    const one = await create({ title: 'Cover story', related: draft.id });
    const other = await create({ title: 'Interview' });
    const page = await dashboard.openAs('editor', `/content/${one.id}`);
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Add to release' }).click();
    await page.getByLabel('Its name').fill('Autumn issue');
    await button(page, 'Add to release').click();
    await said(page, 'Added to “Autumn issue”');

    await page.goto('/content');
    await page.getByRole('checkbox', { name: /Interview/ }).check();
    await button(page, 'Add to release …').click();
    await button(page, 'Add to release').click();
    await said(page, 'Added to “Autumn issue”');
    await ask('PATCH', `/entries/${other.id}`, { fields: { title: 'Interview, edited' } });

    await page.getByRole('tab', { name: 'Releases' }).click();
    await page.getByRole('link', { name: 'Autumn issue' }).waitFor();
    await assertGoodLooks(page, 'releases');
    await page.getByRole('link', { name: 'Autumn issue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Autumn issue' }).waitFor();
    await page
      .getByRole('cell', { name: /Saved since: version 2/ })
      .first()
      .waitFor();
    await assertGoodLooks(page, 'release');
    await button(page, 'Publish …').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It cannot be published yet').waitFor();
    await dialog.getByText(/has been saved since it was added/).waitFor();
    await assertGoodLooks(page, 'release-refused');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Take version 2 of Interview, edited').click();
    await said(page, 'Version 2 goes live');

    await button(page, 'Publish …').click();
    await dialog.getByText('2 entries go live.').waitFor();
    await dialog.getByText('Readers do not get everything').waitFor();
    await assertGoodLooks(page, 'release-rehearsal');
    await dialog.getByText(/leads to an entry that is not published/).waitFor();
    assert.equal(await statusOf(one), 'draft');
    await button(page, 'Publish now').click();
    await said(page, 'Published, all at one moment');
    assert.deepEqual([await statusOf(one), await statusOf(other)], ['published', 'published']);
    assert.equal(await button(page, 'Publish …').count(), 0);
  });

  it('gets its entries on its own page, says what it waits for, and names the next step', async () => {
    const one = await create({ title: 'Cover of spring' });
    await create({ title: 'Letter of spring' });
    const release = await ask('POST', '/releases', { name: 'Spring issue' });
    const page = await dashboard.openAs('editor', `/content/releases/${release.id}`);
    const dialog = page.getByRole('dialog');
    await page.getByText('No entries yet').waitFor();
    await button(page, 'Add entries').click();
    for (const title of ['Cover of spring', 'Letter of spring']) {
      await dialog.getByPlaceholder('Search entries').fill(title);
      await dialog.getByRole('checkbox', { name: title }).check();
    }
    await dialog.getByRole('button', { name: 'Add 2 entries' }).click();
    await said(page, '2 entries added');
    await page.getByRole('row', { name: /Letter of spring.*Goes live.*1.*Draft/ }).waitFor();
    await ask('PATCH', `/entries/${one.id}`, { fields: { title: 'Cover of late spring' } });
    await page.reload();
    await page.getByText('1 entry changed after it was added').waitFor();
    await assertGoodLooks(page, 'release-waits');
    await button(page, 'Take latest versions').click();
    await said(page, 'The latest versions go live');
    assert.equal(await button(page, 'Take latest versions').count(), 0);
    await page.getByRole('checkbox', { name: 'Select Letter of spring' }).check();
    await page.getByRole('group', { name: 'Selected rows' }).getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove 1 entry' }).click();
    await said(page, '1 entry removed');
    await button(page, 'Undo').click();
    await page.getByRole('checkbox', { name: 'Select Letter of spring' }).waitFor();
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await dialog.getByLabel('Name').fill('Late spring issue');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Late spring issue' }).waitFor();
  });

  it('is scheduled, opened again and deleted', async () => {
    const { id } = await create({ title: 'Winter story' });
    const release = await ask('POST', '/releases', { name: 'Winter issue' });
    await ask('POST', `/releases/${release.id}/entries`, { entries: [{ id }] });
    const page = await dashboard.openAs('editor', `/content/releases/${release.id}`);
    await button(page, 'Publish …').click();
    await page.getByText('1 entry goes live.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Schedule …').click();
    await page.getByRole('button', { name: 'Publish at' }).click();
    await page.getByRole('button', { name: 'In an hour' }).click();
    await page.keyboard.press('Escape');
    await button(page, 'Schedule release').click();
    await said(page, 'The release is scheduled');
    assert.equal((await ask('GET', `/releases/${release.id}`)).status, 'scheduled');
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Open again' }).click();
    await said(page, 'The release is open again');
    await button(page, 'Remove Winter story').click();
    await said(page, 'Removed from the release');
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await button(page, 'Delete release').click();
    await page.getByRole('heading', { level: 1, name: 'Releases' }).waitFor();
    assert.equal(await statusOf({ id }), 'draft');
  });
});
