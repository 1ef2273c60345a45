/** Limits to content types in the dashboard: an admin sets them, and the screens of content offer what is left. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addPerson } from '../server/modules/access/testing/people.ts';
import { type Page, useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard({});
const { test, tenant } = dashboard;
const owner = await tenant.staff('owner');

const ask = async (method: string, path: string, body?: object) => {
  const answer = await test.call(method, path, { token: owner, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
const TITLE = [{ name: 'title', kind: 'text', required: true, label: 'Headline' }];
for (const [name, title] of Object.entries({ news: 'News', legal: 'Legal page' }))
  await ask('PUT', `/v1/content/types/${name}`, { title, fields: TITLE });
const write = async (type: string, title: string): Promise<string> =>
  (await ask('POST', '/v1/content/entries', { type, fields: { title } })).id;

async function choose(dialog: ReturnType<Page['getByRole']>, page: Page, type: string, right: string) {
  await dialog.getByRole('combobox', { name: type, exact: true }).click();
  await page.getByRole('option', { name: right, exact: true }).click();
}

describe('an admin limits', () => {
  it('a member to content types, by a dialog of the staff list, and lifts it with the role of an admin', async () => {
    const person = await addPerson(test, tenant, 'editor');
    const page = await dashboard.openAs('admin', '/settings/staff', { width: 360 });
    const name = person.email.split('@')[0]!;
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Content types …' }).click();
    const dialog = page.getByRole('dialog', { name: `Content types of ${name}` });
    assert.ok(await dialog.getByRole('radio', { name: 'All' }).isChecked());
    await dialog.getByRole('radio', { name: 'These' }).check();
    await dialog.getByText('No content at all so far.').waitFor();
    await choose(dialog, page, 'News', 'Read and write');
    await assertGoodLooks(page, 'content types of a member');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByText('1 content type')
      .waitFor();
    const member = async () =>
      (await ask('GET', '/v1/staff?limit=100')).find(({ id }: { id: string }) => id === person.memberId);
    assert.deepEqual((await member()).contentTypes, { '*': 'none', news: 'write' });

    await page.getByRole('combobox', { name: `Role of ${name}` }).click();
    await page.getByRole('option', { name: 'Admin', exact: true }).click();
    await page.getByRole('button', { name: 'Make an admin' }).click();
    await page.getByText(`${name} is now admin`).waitFor();
    assert.equal((await member()).contentTypes, null);
  });

  it('a key when it is made, and later on its page', async () => {
    const page = await dashboard.openAs('admin', '/developers/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const made = page.getByRole('dialog', { name: 'New API key' });
    await made.getByLabel('Label').fill('Translators');
    await made.getByRole('checkbox', { name: 'read:content' }).check();
    await made.getByRole('radio', { name: 'These' }).check();
    await choose(made, page, 'News', 'Read');
    await made.getByRole('button', { name: 'Create key' }).click();
    const token = (await made.getByTestId('secret').textContent())!;
    const limits = async () => (await test.call('GET', '/v1/me', { token })).body.data.actor;
    const { id, contentTypes } = await limits();
    assert.deepEqual(contentTypes, { '*': 'none', news: 'read' });

    await dashboard.openAs('admin', `/developers/keys/${id}`).then(async (own) => {
      await own.getByText('all others: none, news: read').waitFor();
      await own.getByRole('button', { name: 'Content types' }).click();
      const dialog = own.getByRole('dialog', { name: 'Content types of this key' });
      await dialog.getByRole('radio', { name: 'All' }).check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'hidden' });
    });
    assert.equal((await limits()).contentTypes, null);
  });
});

it('a limited editor is offered what they may do, and no more', async () => {
  const [news, legal, due] = [
    await write('news', 'A fair in spring'),
    await write('legal', 'Terms'),
    await write('news', 'Goes live tomorrow'),
  ];
  const at = new Date(Date.now() + 86_400_000).toISOString();
  await ask('POST', `/v1/content/entries/${due}/schedule`, { at });
  const person = await addPerson(test, tenant, 'editor');
  await ask('PATCH', `/v1/staff/${person.memberId}`, { contentTypes: { news: 'write' } });
  const page = await dashboard.openAs(person, '/content');
  await page.getByRole('row', { name: /A fair in spring/ }).waitFor();
  assert.equal(await page.getByRole('row', { name: /Terms/ }).count(), 0);
  await page.getByRole('link', { name: 'New news' }).waitFor();

  const actions = page.locator('[data-page-actions]');
  await page.getByRole('link', { name: 'A fair in spring' }).click();
  await page.getByLabel('Headline').fill('A fair in May');
  await actions.getByRole('button', { name: 'Save draft' }).click();
  await actions.getByRole('button', { name: 'Saved' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Publish|Schedule)/ }).count(), 0);
  assert.equal((await ask('GET', `/v1/content/entries/${news}`)).fields.title, 'A fair in May');

  await page.goto(`${dashboard.url}/content/${due}`);
  await page.getByRole('heading', { level: 1, name: 'Goes live tomorrow' }).waitFor();
  assert.ok(!(await page.getByLabel('Headline').isEditable()), 'it goes live as it is by then');
  await page.goto(`${dashboard.url}/content/${legal}`);
  await page
    .getByText(/no such|not found|does not exist|No entry/i)
    .first()
    .waitFor();
  await page.goto(`${dashboard.url}/content/types`);
  await page.getByText('Legal page').first().waitFor();
  assert.equal(await page.getByRole('button', { name: /New type|Make a/ }).count(), 0);
});
