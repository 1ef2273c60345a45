import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Page, useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test } = dashboard;
const token = await dashboard.tenant.staff('owner');
const add = async (from: string, to: string) => {
  const answer = await test.call('POST', '/v1/redirects', { token, body: { from, to } });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
};
const textbox = (place: Pick<Page, 'getByRole'>, name: string) =>
  place.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('redirects', () => {
  it('are added, and the tester shows the target of a path', async () => {
    const page = await dashboard.openAs('editor', '/redirects');
    await page.getByText('No redirects yet').waitFor();
    await button(page, 'Add redirect').click();
    const dialog = page.getByRole('dialog');
    await textbox(dialog, 'From').fill('/old-shop');
    await textbox(dialog, 'To').fill('/shop');
    await dialog.getByRole('combobox', { name: 'Applies to' }).click();
    await page.getByRole('option', { name: 'And everything below it' }).click();
    await dialog.getByRole('button', { name: 'Add redirect' }).click();
    await page.getByText('The redirect is in force').waitFor();

    await page.getByLabel('Path to test').fill('/old-shop/teapots?ref=mail');
    await button(page, 'Test').click();
    await page.getByText('/shop/teapots?ref=mail').waitFor();
    await page.getByText('Redirects, 301').waitFor();
    await page.getByLabel('Path to test').fill('/elsewhere');
    await button(page, 'Test').click();
    await page.getByText('no redirect applies').waitFor();
  });

  it('are refused beside the field if they form a loop', async () => {
    await add('/a', '/b');
    const page = await dashboard.openAs('editor', '/redirects');
    await button(page, 'Add redirect').click();
    const dialog = page.getByRole('dialog');
    await textbox(dialog, 'From').fill('/b');
    await textbox(dialog, 'To').fill('/a');
    await dialog.getByRole('button', { name: 'Add redirect' }).click();
    await dialog.getByText(/Leads round in circles/).waitFor();
  });

  it('are sorted by their hits, and by the newest again', async () => {
    await add('/never-hit', '/shop');
    const page = await dashboard.openAs('viewer', '/redirects');
    const first = page.getByRole('table', { name: 'Redirects' }).getByRole('link').first();
    await first.filter({ hasText: '/never-hit' }).waitFor();
    await button(page, 'Hits').click();
    await button(page, 'Hits').click();
    await page
      .getByRole('columnheader', { name: 'Hits' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor();
    assert.match(page.url(), /sort=hits&order=asc/);
    await first.filter({ hasText: '/old-shop' }).waitFor();
  });

  it('are changed and removed', async () => {
    const { id } = await add('/spring', '/summer');
    const page = await dashboard.openAs('editor', `/redirects/${id}`);
    await textbox(page, 'To').fill('/autumn');
    await button(page, 'Save redirect').click();
    await page.getByText('The redirect is saved').waitFor();
    const read = () => test.call('GET', `/v1/redirects/${id}`, { token });
    assert.equal((await read()).body.data.to, '/autumn');
    await button(page, 'Remove').click();
    await button(page, 'Remove redirect').click();
    await page.getByText('The redirect is removed').waitFor();
    assert.equal((await read()).status, 404);
  });

  it('are imported from a file, and its invalid rows are listed with their errors', async () => {
    const page = await dashboard.openAs('editor', '/redirects/import');
    const buffer = Buffer.from('from,to\n/file-1,/x\nno-slash,/x\n/file-2,/y\n');
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer });
    await button(page, 'Check only').click();
    await page.getByText('Nothing is written yet.').waitFor();
    await button(page, 'Import').click();
    await page.getByText('The import is done').waitFor();
    await page.getByRole('cell', { name: 'must be a path that starts with one /' }).waitFor();
    await page.goto('/redirects');
    await page.getByLabel('Search redirects').fill('ile-2');
    await page.getByRole('link', { name: '/file-1' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '/file-2' }).waitFor();
  });
});

describe('sites', () => {
  it('have domains, each with the DNS record that verifies it', async () => {
    const page = await dashboard.openAs('editor', '/properties');
    await button(page, 'Add site').click();
    const dialog = page.getByRole('dialog');
    await textbox(dialog, 'Name').fill('Tea shop');
    await dialog.getByRole('combobox', { name: 'Domains' }).fill('tea.example.com');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Add site' }).click();
    await page.getByText('The site is added').waitFor();
    await page.getByRole('link', { name: 'Tea shop' }).click();
    await page.getByText('Not proved yet').waitFor();
    await page.getByText('TXT', { exact: true }).waitFor();
  });
});

describe('the palette', () => {
  it('finds records through the API, even by a mistyped word', async () => {
    await add('/porcelain', '/shop/porcelain');
    const found = async () => (await test.call('GET', '/v1/search?q=porcelain', { token })).body.data.length;
    while ((await found()) === 0) await new Promise((go) => setTimeout(go, 50));
    const page = await dashboard.openAs('viewer', '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByLabel('Search or jump to').fill('porcelian');
    await page.getByRole('button', { name: /\/porcelain/ }).click();
    await page.getByRole('heading', { level: 1, name: '/porcelain' }).waitFor();
  });
});
