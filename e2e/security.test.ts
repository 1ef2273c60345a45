import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freePort } from '../server/kernel/testing/free-port.ts';
import { codeAt, stepAt } from '../server/modules/access/second-factors/totp.ts';
import { addPerson, type Person } from '../server/modules/access/testing/people.ts';
import { newTenant } from '../server/testing.ts';
import { assertAccessible, type Page, screenshot, useDashboard } from './browser.ts';

// Passkeys belong to the origin in PUBLIC_URL, so the port must be known before the start.
const port = await freePort();
const dashboard = await useDashboard({ PUBLIC_URL: `http://localhost:${port}` }, port);
const { test, tenant } = dashboard;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const codeOf = (secret: string) => codeAt(secret, stepAt(test.now()));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function signIn(page: Page, { email, password }: Person) {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
}

async function giveApp(page: Page, person: Person): Promise<{ secret: string; codes: string[] }> {
  await button(page, 'Add an app').click();
  await page.getByLabel('Your password').fill(person.password);
  await button(page, 'Go on').click();
  const secret = await page.getByTestId('totp-secret').innerText();
  await screenshot(page, 'security-app');
  await assertAccessible(page);
  await page.getByLabel('Code').fill(codeOf(secret));
  // Longer than what is typed waits to be kept.
  await page.waitForTimeout(500);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  assert.doesNotMatch(stored, new RegExp(codeOf(secret)));
  await button(page, 'Confirm').click();
  const codes = (await page.getByTestId('recovery-codes').innerText()).split('\n');
  await screenshot(page, 'security-codes');
  await button(page, 'I have kept them').click();
  await page.getByText('10 recovery codes left').waitFor();
  test.advance(60_000);
  return { secret, codes };
}

describe('sessions & security', () => {
  it('sets up an authenticator app; the next sign-in needs its code or a recovery code', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const page = await dashboard.openAs(person, '/account/security', { host: 'localhost' });
    await heading(page, 'Sessions & security');
    const { secret, codes } = await giveApp(page, person);
    await screenshot(page, 'security-light');
    await assertAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await screenshot(page, 'security-360');
    const fits = await page.evaluate(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    );
    assert.ok(fits, 'fits into 360 pixels');

    const other = await dashboard.open({ host: 'localhost' });
    await signIn(other, person);
    await heading(other, 'One more step');
    await screenshot(other, 'second-step');
    await assertAccessible(other);
    await other.getByLabel('Code').fill('000000');
    await button(other, 'Go on').click();
    await other.getByText('Is not right, or was used before').waitFor();
    await other.getByLabel('Code').fill(codeOf(secret));
    await button(other, 'Go on').click();
    await heading(other, tenant.slug);

    const third = await dashboard.open({ host: 'localhost' });
    await signIn(third, person);
    await button(third, 'Use a recovery code').click();
    await third.getByLabel('Recovery code').fill(codes[0]!);
    await button(third, 'Go on').click();
    await heading(third, tenant.slug);
  });

  it('sets up a passkey and signs in with it', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const page = await dashboard.openAs(person, '/account/security', { host: 'localhost' });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await button(page, 'Add a passkey').click();
    await page.getByLabel('Your password').fill(person.password);
    await button(page, 'Go on').click();
    await page.getByLabel('Name').fill('This laptop');
    await button(page, 'Make the passkey').click();
    await button(page, 'I have kept them').click();
    await page.getByText('This laptop').waitFor();
    await test.call('POST', '/v1/auth/sign-out');
    await page.context().clearCookies();
    await signIn(page, person);
    await heading(page, 'One more step');
    await button(page, 'Use your passkey').click();
    await heading(page, tenant.slug);
  });

  it('lists the sessions of the account, and ends one of them', async () => {
    const person = await addPerson(test, tenant, 'viewer');
    const other = await dashboard.openAs(person, '/account', { host: 'localhost' });
    const page = await dashboard.openAs(person, '/account/security', { host: 'localhost' });
    await page.getByText('This one').waitFor();
    await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
    await page.getByText('Signed out there').waitFor();
    await page.getByRole('button', { name: /^Sign out Chrome/ }).waitFor({ state: 'detached' });
    await other.reload();
    await heading(other, 'Sign in');
  });

  it('is the only screen until a required second factor is set up', async () => {
    const strict = await newTenant(test);
    const owner = await strict.staff('owner');
    const roles = { token: owner, body: { roles: ['viewer'] } };
    assert.equal((await test.call('PUT', '/v1/tenant/second-factor', roles)).status, 200);
    const person = await addPerson(test, strict, 'viewer');
    const page = await dashboard.openAs(person, '/', { host: 'localhost' });
    await heading(page, 'Set up a second factor first');
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Set it up' }).click();
    await giveApp(page, person);
    await page.goto('/');
    await heading(page, strict.slug);
  });

  it('requires a second factor of the roles that an admin chooses', async () => {
    const page = await dashboard.openAs('admin', '/settings/tenant', { host: 'localhost' });
    assert.ok(await page.getByLabel('Owners').isDisabled(), 'an owner decides it of owners');
    await page.getByLabel('Editors').check();
    await button(page, 'Save roles').click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await assertAccessible(page);
    await screenshot(page, 'asked-factor');
    const token = await tenant.staff('owner');
    const { body } = await test.call('GET', '/v1/tenant/second-factor', { token });
    assert.deepEqual(body.data.roles, ['editor']);
  });
});
