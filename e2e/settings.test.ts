import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addPerson } from '../server/modules/access/testing/people.ts';
import { newTenant } from '../server/testing.ts';
import { type Page, useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

describe('staff', () => {
  it('someone is added, signs in with the password that was shown, gets another role and is removed', async () => {
    const page = await dashboard.openAs('admin', '/settings/staff');
    await page.getByRole('button', { name: 'Add someone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('grace@hopper.example');
    await dialog.getByRole('radio', { name: 'Viewer' }).check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const password = (await dialog.getByTestId('secret').textContent())!;
    const signIn = () =>
      test.call('POST', '/v1/auth/sign-in', { body: { email: 'grace@hopper.example', password } });
    assert.equal((await signIn()).body.data.actor.role, 'viewer');
    await dialog.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('combobox', { name: 'Role of grace' }).click();
    assert.equal(await page.getByRole('option', { name: 'Owner' }).count(), 0, 'an admin makes no owners');
    await page.getByRole('option', { name: 'Editor' }).click();
    await page.getByText('grace is now editor').waitFor();
    assert.equal((await signIn()).body.data.actor.role, 'editor');

    await page.getByRole('button', { name: 'Remove grace' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('grace is removed').waitFor();
    assert.equal((await signIn()).status, 401);
  });

  it('whoever is on it already is said so, in the words of the API', async () => {
    const { email } = await addPerson(test, tenant, 'viewer');
    const page = await dashboard.openAs('owner', '/settings/staff');
    await page.getByRole('button', { name: 'Add someone' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill(email);
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').getByText('This person is already on the staff.').waitFor();
    await page
      .getByRole('alert')
      .getByText(/^Request /)
      .waitFor();
  });
});

describe('modules', () => {
  it('are switched off and on, and the API follows at once', async () => {
    const page = await dashboard.openAs('admin', '/settings/modules');
    const module = page.getByRole('switch', { name: 'Redirects' });
    await module.waitFor();
    await page.getByText('Old addresses that lead to new ones.').waitFor();
    await module.press('Space');
    await page.getByText('Redirects is off').waitFor();
    assert.equal((await test.call('GET', '/v1/redirects', { token: tenant.key })).status, 403);
    await module.press('Space');
    await page.getByText('Redirects is on').waitFor();
    assert.equal((await test.call('GET', '/v1/redirects', { token: tenant.key })).status, 200);
  });
});

describe('the tenant', () => {
  it('is renamed, and everything shows the new name; markup in it stays text', async () => {
    const other = await newTenant(test);
    const page = await dashboard.openAs(await addPerson(test, other, 'admin'), '/settings/tenant');
    const name = '<script>document.title = "x"</script> & Söhne';
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('The name is changed').waitFor();
    await page
      .getByRole('button', { name: /switch tenant/ })
      .getByText(name)
      .waitFor();
    await page.goto('/');
    await heading(page, name);
    assert.equal(await page.title(), `${name} · Colonnade`);
  });

  it('a viewer sees it and cannot rename it', async () => {
    const page = await dashboard.openAs('viewer', '/settings/tenant');
    await page.getByText(tenant.id).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Rename' }).count(), 0);
  });
});

describe('the audit log', () => {
  it('shows who did what, filters by it, and says that the chain is whole', async () => {
    await test.call('PATCH', '/v1/tenant', { token: await tenant.staff('owner'), body: { name: 'Renamed' } });
    const page = await dashboard.openAs('admin', '/settings/audit-log');
    await page.getByText(/The chain is whole: \d+ entries/).waitFor();
    await page.getByRole('button', { name: 'Tenant renamed' }).waitFor();
    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Tenant renamed' }).click();
    await page.getByRole('button', { name: 'Staff added' }).first().waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('action'), 'tenant.renamed');
    await page.getByRole('button', { name: 'Tenant renamed' }).click();
    await page.getByRole('region', { name: 'Details' }).getByText('Renamed').waitFor();
  });
});
