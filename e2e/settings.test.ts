import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addPerson, signIn } from '../server/modules/access/testing/people.ts';
import { newTenant } from '../server/testing.ts';
import { assertAccessible, type Page, useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** The test server listens at another address than PUBLIC_URL, so links are reduced to their path. */
const pathOf = (link: string) => link.slice(new URL(link).origin.length);

async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('radio', { name: 'Viewer' }).check();
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = (await dialog.getByTestId('secret').textContent())!;
  await dialog.getByRole('button', { name: 'Done' }).click();
  return pathOf(link);
}

describe('staff', () => {
  it('are invited, set a password with the link, get another role and are removed', async () => {
    const page = await dashboard.openAs('admin', '/settings/staff');
    const link = await invite(page, 'grace@hopper.example');
    await page.getByRole('cell', { name: /^Invited\s*Link ends in 7 days$/ }).waitFor();
    await assertGoodLooks(page, 'staff');

    const theirs = await dashboard.open();
    await theirs.goto(link);
    await theirs.getByText(`${tenant.slug} invites grace@hopper.example to its staff, as viewer.`).waitFor();
    await assertGoodLooks(theirs, 'invitation');
    await theirs.getByLabel('Password', { exact: true }).fill('chosen by grace');
    await theirs.getByLabel('Password, once more').fill('chosen by grace');
    await theirs.getByRole('button', { name: 'Set password and join' }).click();
    await heading(theirs, tenant.slug);

    await page.reload();
    await page.getByRole('combobox', { name: 'Role of grace' }).click();
    assert.equal(await page.getByRole('option', { name: 'Owner' }).count(), 0, 'an admin makes no owners');
    await page.getByRole('option', { name: 'Editor' }).click();
    await page.getByText('grace is now editor').waitFor();
    const signIn = () =>
      test.call('POST', '/v1/auth/sign-in', {
        body: { email: 'grace@hopper.example', password: 'chosen by grace' },
      });
    assert.equal((await signIn()).body.data.actor.role, 'editor');

    await page.getByRole('button', { name: 'Actions for grace' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('grace is removed').waitFor();
    assert.equal((await signIn()).status, 401);
  });

  it('are sorted by role, and several get another role together, which is taken back', async () => {
    const other = await newTenant(test);
    const people: string[] = [];
    for (const role of ['viewer', 'editor', 'viewer'] as const)
      people.push((await addPerson(test, other, role)).memberId);
    const owner = await addPerson(test, other, 'owner');
    const rolesNow = async () => {
      const { body } = await test.call('GET', '/v1/staff', { token: await other.staff('owner') });
      return people.map((id) => body.data.find((member: { id: string }) => member.id === id).role);
    };
    const page = await dashboard.openAs(owner, '/settings/staff');
    await page.getByRole('columnheader', { name: 'Role' }).getByRole('button').click();
    await page.waitForURL(/sort=Role/);
    await page.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    const bar = page.getByRole('group', { name: 'Selected rows' });
    await bar.getByRole('button', { name: 'Make admin' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Role “Admin” for/ })
      .click();
    await page
      .getByText(/with the role “Admin”/)
      .first()
      .waitFor();
    assert.deepEqual(await rolesNow(), ['admin', 'admin', 'admin']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone').waitFor();
    assert.deepEqual(await rolesNow(), ['viewer', 'editor', 'viewer']);
  });

  it('get a new invitation link, which ends the former one, until the invitation is withdrawn', async () => {
    const page = await dashboard.openAs('admin', '/settings/staff', { width: 360 });
    const first = await invite(page, 'alan@turing.example');
    await page.getByRole('button', { name: 'Actions for alan' }).click();
    await page.getByRole('menuitem', { name: 'Make a new link' }).click();
    const second = (await page.getByRole('dialog').getByTestId('secret').textContent())!;
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    const theirs = await dashboard.open();
    await theirs.goto(pathOf(second));
    await theirs.getByRole('button', { name: 'Set password and join' }).waitFor();
    await theirs.goto('/docs/style.css');
    await theirs.goto(first);
    await theirs.getByText(/^This link does not hold/).waitFor();
    await assertAccessible(theirs);
    await page.getByRole('button', { name: 'Actions for alan' }).click();
    await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('The invitation of alan is withdrawn').waitFor();
  });

  it('with an account sign in to accept an invitation, and open the new tenant', async () => {
    const other = await newTenant(test);
    const person = await addPerson(test, other, 'owner');
    const page = await dashboard.openAs('admin', '/settings/staff');
    const link = await invite(page, 'known@elsewhere.example');
    const theirs = await dashboard.open();
    await theirs.goto(link);
    await theirs.getByRole('button', { name: 'I have an account: sign in' }).click();
    await heading(theirs, 'Sign in');
    // The secret leaves the address bar, too.
    await theirs.waitForURL((url) => !url.href.includes(link.split('#')[1]!));
    await theirs.getByLabel('E-mail').fill(person.email);
    await theirs.getByLabel('Password', { exact: true }).fill(person.password);
    await theirs.getByRole('button', { name: 'Sign in' }).click();
    const accept = theirs.getByRole('button', { name: 'Accept with this account' });
    await accept.waitFor();
    await theirs.getByText(`You are signed in as ${person.email}, and work for ${other.slug}.`).waitFor();
    await assertGoodLooks(theirs, 'invitation-inside');
    await accept.click();
    await heading(theirs, tenant.slug);
  });

  it('are not invited twice; the screen shows the message of the API', async () => {
    const { email } = await addPerson(test, tenant, 'viewer');
    const page = await dashboard.openAs('owner', '/settings/staff');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill(email);
    await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('alert').getByText('This person is already on the staff, or invited.').waitFor();
    // Nothing for the operator, and no advice that contradicts the message.
    assert.equal(
      await page
        .getByRole('alert')
        .getByText(/Request|Load it again/)
        .count(),
      0,
    );
  });
});

it('a member becomes an owner only after their name was typed', async () => {
  const other = await newTenant(test);
  const member = await addPerson(test, other, 'viewer');
  const page = await dashboard.openAs(await addPerson(test, other, 'owner'), '/settings/staff');
  const roleNow = async () => {
    const { body } = await test.call('GET', '/v1/staff', { token: await other.staff('owner') });
    return body.data.find(({ id }: { id: string }) => id === member.memberId).role;
  };
  const [name] = member.email.split('@');
  await page.getByRole('combobox', { name: `Role of ${name}` }).click();
  await page.getByRole('option', { name: 'Owner' }).click();
  const dialog = page.getByRole('dialog', { name: `Make ${name} an owner?` });
  const make = dialog.getByRole('button', { name: 'Make an owner' });
  assert.ok(await make.isDisabled());
  assert.equal(await roleNow(), 'viewer');
  await dialog.getByRole('textbox').fill(name!);
  await make.click();
  await page.getByText(`${name} is now owner`).waitFor();
  assert.equal(await roleNow(), 'owner');
});

describe('modules', () => {
  it('are switched off and on, and the API follows at once', async () => {
    const page = await dashboard.openAs('admin', '/settings/modules');
    const module = page.getByRole('switch', { name: 'Redirects' });
    await module.waitFor();
    await page.getByText('Old addresses that lead to new ones.').waitFor();
    await module.press('Space');
    const dialog = page.getByRole('dialog', { name: 'Switch Redirects off?' });
    const off = dialog.getByRole('button', { name: 'Switch Redirects off' });
    assert.ok(await off.isDisabled(), 'until the name is typed');
    await dialog.getByRole('textbox').fill('Redirects');
    await off.click();
    await page.getByText('Redirects is off').waitFor();
    assert.equal((await test.call('GET', '/v1/redirects', { token: tenant.key })).status, 403);
    await module.press('Space');
    await page.getByText('Redirects is on').waitFor();
    assert.equal((await test.call('GET', '/v1/redirects', { token: tenant.key })).status, 200);
  });
});

describe('the tenant', () => {
  it('is renamed everywhere, and markup in its name is shown as plain text', async () => {
    const other = await newTenant(test);
    const page = await dashboard.openAs(await addPerson(test, other, 'admin'), '/settings/tenant');
    const name = '<script>document.title = "x"</script> & Söhne';
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The settings are saved').waitFor();
    await page
      .getByRole('button', { name: /switch tenant/ })
      .getByText(name)
      .waitFor();
    await page.goto('/');
    await heading(page, name);
    assert.equal(await page.title(), `${name} · Colonnade`);
  });

  it('is read-only for a viewer', async () => {
    const page = await dashboard.openAs('viewer', '/settings/tenant');
    await page.getByText(tenant.id).waitFor();
    await page.getByText('Those of each browser').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save changes' }).count(), 0);
  });

  it('has a time zone by which days are cut, a currency and formats, which a member may choose otherwise', async () => {
    const other = await newTenant(test);
    const person = await addPerson(test, other, 'admin');
    const page = await dashboard.openAs(person, '/settings/tenant');
    const choose = async (label: string, typed: string, option: string | RegExp) => {
      await page.getByRole('combobox', { name: label }).fill(typed);
      await page.getByRole('option', { name: option }).click();
    };
    await choose('Time zone', 'los ang', /America\/Los Angeles/);
    await choose('Default currency', 'KWD', /KWD/);
    await choose('Formats', 'German', 'German (Germany)');
    await page.getByRole('group', { name: 'Address' }).getByLabel('City').fill('بغداد');
    await page.getByText('12.345,500').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The settings are saved').waitFor();
    assert.equal(
      await page.getByLabel('City').evaluate((input: HTMLInputElement) => input.matches(':dir(rtl)')),
      true,
    );

    // In Los Angeles, the 8th of March 2026 has 23 hours: it ends at 07:00 UTC.
    const customerId = await other.customer();
    const order = (placedAt: string, unitPrice: number, currency: string) => ({
      ...{ customerId, placedAt, currency },
      items: [{ sku: 'TEA', name: 'Tea', unitPrice }],
    });
    const orders = [
      order('2026-03-08T07:59:59Z', 1111, 'JPY'),
      order('2026-03-08T08:00:00Z', 2222.125, 'KWD'),
      order('2026-03-09T06:59:59Z', 3333, 'JPY'),
      order('2026-03-09T07:00:00Z', 4444, 'JPY'),
    ];
    await test.call('POST', '/v1/crm/orders/bulk', { token: other.key, body: { orders } });
    const amounts = async () => {
      await page.goto('/orders?from=2026-03-08&to=2026-03-08');
      await page.getByRole('table').getByRole('link').nth(1).waitFor();
      // Formats may have marks of direction and spaces of other widths.
      const texts = await page.getByRole('row').allTextContents();
      return texts.map((text) =>
        text.replace(/[\u200e\u200f\u061c\u2068\u2069]/g, '').replaceAll('\u00a0', ' '),
      );
    };
    const assertShown = async (...expected: string[]) => {
      const rows = (await amounts()).slice(1);
      assert.equal(rows.length, expected.length, rows.join('\n'));
      expected.forEach((amount, index) => {
        assert.ok(rows[index]!.includes(amount), `${rows[index]} has ${amount}`);
      });
    };
    await assertShown('3.333 ¥', '2.222,125 KWD');
    const time = page.locator('time[datetime="2026-03-09T06:59:59.000Z"]').first();
    const told = [await time.getAttribute('title'), await time.textContent()].join(' ');
    assert.ok(told.includes('08.03.2026, 23:59:59'), told);
    await page.goto('/orders/new');
    await page.getByLabel('Unit price').fill('1234,5');
    await page
      .getByText(/1\.234,500\sKWD/)
      .first()
      .waitFor();
    assert.equal(await page.getByLabel('Unit price').inputValue(), '1234,5');
    page.once('dialog', (dialog) => dialog.accept());
    await page.goto('/account');
    await choose('Formats of dates and numbers', 'japan', 'Japanese (Japan)');
    await page.getByLabel('Your name').fill('عائشة');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your profile is saved').waitFor();
    await page.getByText('You are signed in as عائشة').waitFor();
    await assertShown('￥3,333', 'KWD 2,222.125');
    const token = (await signIn(test, person)).token;
    await test.call('PATCH', '/v1/me', { token, body: { locale: 'ar-EG' } });
    await assertShown('٣٬٣٣٣ JP¥', '٢٬٢٢٢٫١٢٥ د.ك.');
  });

  it('that someone else changed meanwhile is shown beside what was typed', async () => {
    const other = await newTenant(test);
    const person = await addPerson(test, other, 'admin');
    const page = await dashboard.openAs(person, '/settings/tenant');
    await page.getByLabel('Tax number').fill('DE 1');
    const { token } = await signIn(test, person);
    await test.call('PATCH', '/v1/tenant', { token, body: { taxNumber: 'DE 2' } });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('alert').getByText('DE 2').waitFor();
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByText('The settings are saved').waitFor();
    const { body } = await test.call('GET', '/v1/tenant', { token });
    assert.equal(body.data.taxNumber, 'DE 1');
  });
});

describe('the audit log', () => {
  it('shows actors and actions, filters them, and confirms that the chain is intact', async () => {
    await test.call('PATCH', '/v1/tenant', { token: await tenant.staff('owner'), body: { name: 'Renamed' } });
    const page = await dashboard.openAs('admin', '/settings/audit-log');
    await page.getByText(/The chain is whole: \d+ entries/).waitFor();
    await page.getByRole('button', { name: 'Tenant renamed' }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Action' }).click();
    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Tenant renamed' }).click();
    await page.getByRole('button', { name: 'Staff added' }).first().waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('action'), 'tenant.renamed');
    await page.keyboard.press('Escape');
    await page.getByRole('table').getByRole('button', { name: 'Tenant renamed' }).click();
    await page.getByRole('region', { name: 'Details' }).getByText('Renamed').waitFor();
  });

  it('names its subjects, also where an entry has only the id', async () => {
    const token = await tenant.staff('owner');
    const [ada, other] = [await tenant.customer('Ada'), await tenant.customer('Ada L.')];
    const merged = await test.call('POST', `/v1/crm/customers/${ada}/merge`, {
      token,
      body: { from: other },
    });
    assert.equal(merged.status, 200, merged.text);
    const page = await dashboard.openAs('owner', '/settings/audit-log');
    await page.getByRole('cell', { name: 'customer Ada', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'tenant Renamed', exact: true }).first().waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    const menu = page.getByRole('navigation', { name: 'Main' });
    const room = await menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight);
    assert.ok(room <= 0, `the menu of an owner has ${room} pixels below the account`);
    assert.equal(await menu.getByRole('link', { name: 'Categories' }).count(), 0);
    await menu.getByRole('link', { name: 'Products' }).click();
    await menu.getByRole('link', { name: 'Categories' }).click();
    await heading(page, 'Categories');
    await menu.getByRole('link', { name: 'Price lists' }).waitFor();
    await page.keyboard.press('?');
    for (const name of ['API keys', 'Request log', 'Event types'])
      await page.getByRole('dialog').getByText(name, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.type('gl');
    await heading(page, 'Request log');
  });
});
