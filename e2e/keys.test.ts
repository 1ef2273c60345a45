import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Page, useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test } = dashboard;
const PATH = '/developers/keys';
const statusWith = async (token: string) => (await test.call('GET', '/v1/me', { token })).status;

async function createKey(page: Page, label: string): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByLabel('Label').fill(label);
  await dialog.getByRole('checkbox', { name: 'read:crm' }).check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  return (await dialog.getByTestId('secret').textContent())!;
}

describe('AI integrations', () => {
  it('create a key for an assistant, with what to paste into it', async () => {
    const page = await dashboard.openAs('admin', '/settings/ai-integrations');
    const openApi = page.getByRole('link', { name: `${dashboard.url}/v1/openapi.json` });
    assert.equal((await page.request.get((await openApi.getAttribute('href'))!)).status(), 200);
    await page.getByRole('button', { name: 'Create key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    assert.ok(await dialog.getByRole('checkbox', { name: 'read:crm' }).isChecked(), 'reads by itself');
    assert.ok(!(await dialog.getByRole('checkbox', { name: 'write:crm', exact: true }).isChecked()));
    await dialog.getByRole('button', { name: 'Orders', exact: true }).click();
    await dialog.getByLabel('Label').fill('Support assistant');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await dialog.getByTestId('secret').textContent())!;
    const me = (await test.call('GET', '/v1/me', { token: key })).body.data;
    assert.deepEqual(me.actor.scopes, ['read:crm', 'write:crm']);
    const pasted = await dialog.getByRole('region', { name: 'Instructions' }).textContent();
    assert.match(pasted ?? '', /no more: read:crm, write:crm/);
    assert.ok(!pasted?.includes(key), 'a chat never gets the key');
    await dialog.getByRole('tab', { name: 'Environment' }).click();
    const settings = await dialog.getByRole('region', { name: 'Environment' }).textContent();
    assert.match(settings ?? '', new RegExp(`COLONNADE_KEY=${key}`));
    await page.keyboard.press('Escape');
    assert.ok(await dialog.getByTestId('secret').isVisible(), 'what is shown once is not closed by a slip');
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /Support assistant Orders/ }).waitFor();
  });
});

describe('storefront keys', () => {
  it('are made for a site, come with a snippet that works when pasted, and end when they are revoked', async () => {
    const token = await dashboard.tenant.staff('owner');
    const site = { name: 'Tea shop', locales: ['en'] };
    assert.equal((await test.call('POST', '/v1/properties', { token, body: site })).status, 201);
    const page = await dashboard.openAs('admin', '/developers/keys/storefront');
    await page.getByRole('heading', { name: 'No storefront keys yet' }).waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New storefront key' });
    await dialog.getByLabel('Label').fill('Web shop');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const row = page.getByRole('row', { name: /Web shop.*Tea shop.*Active/ });
    await row.waitFor();
    const snippet = await page.getByRole('region', { name: 'the call in a page' }).textContent();
    const shop = await page.evaluate(`(async () => { ${snippet!.replace('console.log(', 'return (')} })()`);
    assert.equal((shop as { property: { name: string } }).property.name, 'Tea shop');
    await page.goto('/developers/requests');
    await page
      .getByRole('row', { name: /storefront/ })
      .getByRole('link', { name: 'Web shop' })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Storefront keys' }).waitFor();
    const fields = [{ name: 'title', kind: 'text' }];
    const type = { token, body: { title: 'Article', fields } };
    assert.equal((await test.call('PUT', '/v1/content/types/article', type)).status, 200);
    await page.reload();
    await row.getByRole('button', { name: 'Web shop', exact: true }).click();
    const change = page.getByRole('dialog', { name: 'Change “Web shop”' });
    await change.getByRole('combobox', { name: 'Content' }).click();
    await page.getByRole('option', { name: 'Article' }).click();
    await page.keyboard.press('Tab');
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Web shop.*article/ }).waitFor();
    await row.getByRole('button', { name: 'Revoke Web shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await page.getByRole('row', { name: /Web shop.*Revoked/ }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'the call in a page' }).count(), 0);
  });
});

describe('API keys', () => {
  it('show a new key once; it works until it is revoked', async () => {
    const page = await dashboard.openAs('admin', PATH);
    await page.getByRole('heading', { name: 'No keys yet' }).or(page.getByRole('table')).first().waitFor();
    const key = await createKey(page, 'Stock sync');
    assert.match(key, /^sk_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{43,}$/);
    assert.equal(await statusWith(key), 200);
    const dialog = page.getByRole('dialog');
    const curl = await dialog.getByRole('region', { name: 'curl' }).textContent();
    assert.ok(curl?.includes(`${dashboard.url}/v1/me`) && curl.includes(key), 'a command that works');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.reload();
    const row = page.getByRole('row', { name: /Stock sync/ });
    await row.waitFor();
    assert.ok(!(await page.content()).includes(key.split('_').at(-1)!), 'never again');

    await page.getByRole('button', { name: 'Revoke Stock sync' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
    await row.getByText('Revoked', { exact: true }).waitFor();
    assert.equal(await statusWith(key), 401);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'State' }).click();
    await page.getByLabel('Active', { exact: true }).check();
    await row.waitFor({ state: 'detached' });
    await page.getByLabel('Revoked', { exact: true }).check();
    await row.waitFor();
    assert.equal(new URL(page.url()).search, '?state=revoked');
  });

  it('have a page with the usage and the requests of a key, on which it is renamed and rotated', async () => {
    const page = await dashboard.openAs('admin', '/developers/keys');
    const key = await createKey(page, 'Nightly sync');
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await test.call('POST', '/v1/redirects', { token: key, body: {} });
    assert.equal(await statusWith(key), 200);
    await page.getByRole('link', { name: /Nightly sync/ }).click();
    await page.getByText('Succeeded: 1').waitFor();
    await page.getByText('Failed: 1').waitFor();
    await page.getByRole('link', { name: 'POST /v1/redirects' }).click();
    await page.getByRole('heading', { level: 1, name: 'POST /v1/redirects' }).waitFor();
    const answer = await page.getByRole('region', { name: 'Answer', exact: true }).last().textContent();
    assert.equal(JSON.parse(answer!).error.code, 'forbidden');
    const docs = page.getByRole('link', { name: 'Documentation', exact: true });
    assert.equal(await docs.getAttribute('href'), '/docs/reference/redirects#createRedirect');
    await page.getByRole('link', { name: 'Nightly sync' }).click();

    await page.getByRole('button', { name: 'Change label' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Hourly sync');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hourly sync' }).waitFor();

    await page.getByRole('button', { name: 'Rotate' }).click();
    const lifetime = page.getByRole('dialog').getByLabel('The new key expires after');
    assert.equal(await lifetime.inputValue(), '90 days, as before');
    await lifetime.click();
    await page.getByRole('option', { name: 'One year' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    const next = (await page.getByTestId('secret').textContent())!;
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('link', { name: 'The former key' }).click();
    await page.getByText('Being replaced').waitFor();
    assert.deepEqual([await statusWith(key), await statusWith(next)], [200, 200]);
    const token = await dashboard.tenant.staff('admin');
    const [made] = (await test.call('GET', '/v1/api-keys', { token })).body.data;
    const days = (Date.parse(made.expiresAt) - Date.parse(made.createdAt)) / 86_400_000;
    assert.equal(Math.round(days), 365);
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await page
      .getByRole('row', { name: /Hourly sync/ })
      .getByText('1 failed')
      .waitFor();
  });

  it('are sorted, and several are revoked together', async () => {
    const { id: site } = (
      await test.call('POST', '/v1/properties', {
        ...{ token: await dashboard.tenant.staff('owner'), body: { name: 'Other shop', locales: ['en'] } },
      })
    ).body.data;
    const token = await dashboard.tenant.staff('admin');
    const made = [];
    for (const label of ['Zulu', 'Alpha', 'Mike']) {
      const body = { label, scopes: ['read:crm'] };
      made.push((await test.call('POST', '/v1/api-keys', { token, body })).body.data.key);
      await test.call('POST', '/v1/storefront-keys', { token, body: { label, propertyId: site } });
    }
    const page = await dashboard.openAs('admin', PATH);
    const dialog = page.getByRole('dialog');
    const places = async () => {
      const texts = await page.locator('tbody tr').allInnerTexts();
      return ['Alpha', 'Mike', 'Zulu'].map((label) => texts.findIndex((text) => text.includes(label)));
    };
    for (const [path, head] of [
      [PATH, 'Key'],
      [`${PATH}/storefront`, 'Label'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('columnheader', { name: head }).first().getByRole('button').click();
      await page.waitForURL(/sort=/);
      const [alpha, mike, zulu] = await places();
      assert.ok(alpha! < mike! && mike! < zulu!, `${[alpha, mike, zulu]}`);
      await page.getByRole('checkbox', { name: 'Select Alpha' }).check();
      await page.getByRole('checkbox', { name: 'Select Zulu' }).check();
      await page
        .getByRole('group', { name: 'Selected rows' })
        .getByRole('button', { name: 'Revoke' })
        .click();
      await dialog.getByRole('button', { name: 'Revoke 2 keys' }).click();
      await page.getByText('2 keys revoked').first().waitFor();
      await page.getByRole('row', { name: /Alpha.*Revoked/ }).waitFor();
    }
    assert.deepEqual(await Promise.all(made.map(statusWith)), [401, 401, 200]);
  });

  it('work by keyboard alone', async () => {
    const page = await dashboard.openAs('admin', PATH);
    const create = page.getByRole('button', { name: 'Create key' });
    await create.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-path') === 'label');
    await page.keyboard.type('By keyboard');
    const scope = page.getByRole('checkbox', { name: 'write:media' });
    for (let stops = 0; stops < 30 && !(await isFocused(page, 'write:media')); stops++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.ok(await scope.isChecked());
    await page.keyboard.press('Enter');
    await page.getByTestId('secret').waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).press('Enter');
    await page.getByRole('row', { name: /By keyboard/ }).waitFor();
    const revoke = page.getByRole('button', { name: 'Revoke By keyboard' });
    await revoke.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.ok(await revoke.isVisible(), 'Escape changes nothing');
  });

  it('say what a key lacks when it is created without', async () => {
    const page = await dashboard.openAs('admin', PATH);
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Label').fill('No scopes');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.locator('.mantine-CheckboxGroup-error').waitFor();
    assert.equal(await dialog.getByTestId('secret').count(), 0);
  });

  it('show an error beside its field', async () => {
    const page = await dashboard.openAs('admin', PATH);
    await page.getByRole('button', { name: 'Create key' }).click();
    const label = page.getByLabel('Label');
    await label.evaluate((input) => input.removeAttribute('maxlength'));
    await label.fill('x'.repeat(101));
    await page.getByRole('checkbox', { name: 'read:crm' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.locator('[id$=-error]').getByText(/100/).waitFor();
    assert.ok(await isFocused(page, 'label'), 'and the field is where one goes on');
  });

  it('show markup in a label as plain text', async () => {
    const page = await dashboard.openAs('admin', PATH);
    const label = '<img src=x onerror="document.title=1"><b>bold</b>';
    await createKey(page, label);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText(label, { exact: true }).waitFor();
    assert.equal(await page.locator('td b, td img').count(), 0);
  });

  for (const role of ['viewer', 'editor'] as const) {
    it(`are neither in the menu nor at their address for the role ${role}`, async () => {
      const page = await dashboard.openAs(role, PATH);
      await page.getByRole('heading', { name: 'This is not for your role' }).waitFor();
      await page.getByRole('link', { name: 'Webhooks' }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'AI integrations' }).count(), 0);
      assert.equal(await page.getByRole('link', { name: 'Staff' }).count(), 0);
    });
  }
});

const isFocused = (page: Page, name: string) =>
  page.evaluate(
    (name) =>
      [
        document.activeElement?.getAttribute('value'),
        document.activeElement?.getAttribute('data-path'),
      ].includes(name),
    name,
  );
