import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { invited, join } from '../server/modules/access/testing/invitations.ts';
import { asOwner } from '../server/modules/access/testing/owner.ts';
import { addPerson, COOKIE } from '../server/modules/access/testing/people.ts';
import { newTenant } from '../server/testing.ts';
import { assertAccessible, type Page, useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard({});
const { test, tenant } = dashboard;

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

describe('signing in', () => {
  for (const host of ['127.0.0.1', 'localhost']) {
    it(`opens the requested screen, and survives a reload, at http://${host}`, async () => {
      const page = await dashboard.open({ host });
      await page.goto('/account');
      await heading(page, 'Sign in');
      await signIn(page, await addPerson(test, tenant, 'viewer'));
      await heading(page, 'Your account');
      await page.reload();
      await heading(page, 'Your account');
    });
  }

  it('reports a wrong password, and nothing more', async () => {
    const page = await dashboard.open();
    await page.goto('/sign-in');
    await assertAccessible(page);
    await signIn(page, { email: 'nobody@nowhere.example', password: 'wrong' });
    await page.getByRole('alert').getByText('The e-mail or the password is wrong.').waitFor();
    await page.getByText('Forgot password?').click();
    await page.getByText('The operator of this server can give you a link').waitFor();
  });

  it('remembers the address and the tenant, and begins with the password the next time', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const page = await dashboard.open();
    await page.goto('/');
    await signIn(page, person);
    await heading(page, tenant.slug);
    await page.context().clearCookies();
    await page.goto('/sign-in');
    const email = page.getByLabel('E-mail');
    assert.equal(await email.inputValue(), person.email);
    assert.ok(
      await page.getByLabel('Password', { exact: true }).evaluate((it) => it === document.activeElement),
    );
    await page.keyboard.type(person.password);
    await page.keyboard.press('Enter');
    await heading(page, tenant.slug);
    const kept = await page.evaluate(() => localStorage.getItem('colonnade:last-sign-in'));
    assert.deepEqual(JSON.parse(kept!), { email: person.email, tenant: tenant.slug });
  });

  for (const next of [
    '//evil.example/',
    '/\\evil.example',
    '/%09/evil.example',
    '/%0a/evil.example',
    '/%0d%0a/evil.example',
  ]) {
    it(`never redirects to another site, even with next=${next}`, async () => {
      const page = await dashboard.open();
      await page.goto(`/sign-in?next=${next}`);
      await signIn(page, await addPerson(test, tenant, 'viewer'));
      await heading(page, tenant.slug);
      assert.equal(new URL(page.url()).pathname, '/');
    });
  }

  it('with a password that another person chose asks for a new one', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    await asOwner(test, (client) =>
      client.query('update people set must_set_password = true where email = $1', [person.email]),
    );
    const page = await dashboard.open();
    await page.goto('/account');
    await signIn(page, person);
    await heading(page, 'Set your password');
    await assertGoodLooks(page, 'set-password');
    await page.getByLabel('Password', { exact: true }).fill('a password of my own');
    await page.getByLabel('Password, once more').fill('a password of my own');
    await page.getByRole('button', { name: 'Set password' }).click();
    await heading(page, 'Sign in');
    await signIn(page, { ...person, password: 'a password of my own' });
    await heading(page, tenant.slug);
  });

  it('asks which account is meant if two have the same address and password', async () => {
    const person = { email: 'twice@somewhere.example', password: 'the same words twice' };
    const other = await newTenant(test);
    for (const each of [tenant, other])
      await join(test, await invited(test, each, person.email), person.password);
    const page = await dashboard.open();
    await page.goto('/sign-in');
    await signIn(page, person);
    await heading(page, 'Which account?');
    await assertAccessible(page);
    await page.getByRole('button', { name: other.slug }).click();
    await heading(page, other.slug);
  });

  it('keeps the token out of every storage, and the cookie hidden from scripts', async () => {
    const page = await dashboard.openAs('viewer');
    await heading(page, tenant.slug);
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    assert.doesNotMatch(stored, /eyJ|colonnade-refresh/);
    const cookies = await page.context().cookies();
    assert.deepEqual(cookies.map(({ name }) => name).sort(), ['__Host-colonnade-device', COOKIE]);
    for (const { httpOnly, secure, sameSite, path } of cookies) {
      assert.deepEqual(
        { httpOnly, secure, sameSite, path },
        { httpOnly: true, secure: true, sameSite: 'Strict', path: '/' },
      );
    }
  });
});

describe('a sign-in', () => {
  it('is renewed silently if its token ends early', async () => {
    const page = await dashboard.openAs('viewer');
    await heading(page, tenant.slug);
    test.advance(11 * 60_000);
    await page.getByRole('button', { name: /switch tenant/ }).click();
    await page.getByRole('menuitem', { name: tenant.slug }).waitFor();
  });

  it('is renewed a minute before its token expires, so that no request waits', async () => {
    const page = await dashboard.open();
    await page.clock.install();
    await page.goto('/sign-in');
    await signIn(page, await addPerson(test, tenant, 'viewer'));
    await heading(page, tenant.slug);
    const renewing = page.waitForRequest('**/v1/auth/refresh');
    await page.clock.fastForward(9 * 60_000 + 1000);
    await renewing;
  });

  it('survives leaving a page during its renewal', async () => {
    const page = await dashboard.openAs('viewer');
    for (let hurry = 0; hurry < 5; hurry++) {
      const renewing = page.waitForRequest('**/v1/auth/refresh');
      await page.goto('/account', { waitUntil: 'commit' });
      await renewing;
    }
    await page.goto('/');
    await heading(page, tenant.slug);
    // After this time, a token that was exchanged already counts as stolen.
    test.advance(15_000);
    await page.reload();
    await heading(page, tenant.slug);
  });

  it('ends on an open page when the member is removed', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const page = await dashboard.openAs(person);
    await heading(page, tenant.slug);
    await test.call('DELETE', `/v1/staff/${person.memberId}`, { token: await tenant.staff('owner') });
    await page.getByRole('button', { name: /switch tenant/ }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
  });

  it('ends at sign-out, also after a reload', async () => {
    const page = await dashboard.openAs('viewer');
    await page.getByRole('button', { name: /your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    await page.goto('/');
    await heading(page, 'Sign in');
  });
});

describe('an account with two tenants', async () => {
  const other = await newTenant(test);
  async function someone() {
    const person = await addPerson(test, tenant, 'admin');
    test.advance(1000);
    await addPerson(test, other, 'viewer', person.email);
    return person;
  }

  it('chooses one after signing in, and opens it', async () => {
    const page = await dashboard.open();
    await page.goto('/');
    await signIn(page, await someone());
    await heading(page, 'Choose a tenant');
    await assertAccessible(page);
    await page.getByRole('button', { name: other.slug }).click();
    await heading(page, other.slug);
  });

  it('switches in the menu, and a window with the former tenant follows', async () => {
    const page = await dashboard.openAs(await someone());
    await heading(page, tenant.slug);
    const second = await page.context().newPage();
    await second.goto('/');
    await heading(second, tenant.slug);
    await page.getByRole('button', { name: /switch tenant/ }).click();
    await page.getByRole('menuitem', { name: other.slug }).click();
    await heading(page, other.slug);
    await second.getByRole('button', { name: /switch tenant/ }).click();
    await heading(second, other.slug);
  });
});

describe('changing the password', () => {
  it('reports a wrong current password beside its field, then changes it', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const page = await dashboard.openAs(person, '/account');
    const newPassword = 'another horse battery';
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await page.getByLabel('New password, once more').fill(newPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Is not your current password').waitFor();
    await assertAccessible(page);
    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed').waitFor();
    const answer = await test.call('POST', '/v1/auth/sign-in', {
      body: { email: person.email, password: newPassword },
    });
    assert.equal(answer.status, 200);
  });
});
