import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addPerson } from '../server/modules/access/testing/people.ts';
import { assertAccessible, type Page, useDashboard } from './browser.ts';

const dashboard = await useDashboard({});
const { test, tenant } = dashboard;
const token = tenant.key;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function place(more: object = {}) {
  const body = {
    customerId: await tenant.customer(),
    items: [{ sku: 'TEA', name: 'Tea', quantity: 2, unitPrice: 395.025 }],
    ...more,
  };
  return (await test.call('POST', '/v1/crm/orders', { token, body })).body.data;
}
const orderNow = async (id: string) => (await test.call('GET', `/v1/crm/orders/${id}`, { token })).body.data;

describe('an amount', () => {
  it('over the limit stays as typed, with a sentence, and is not sent', async () => {
    const { id } = await place();
    const page = await dashboard.openAs('editor', `/orders/${id}`);
    await button(page, 'Record payment').click();
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByLabel('Amount');
    for (const [typed, said] of [
      ['5000', 'At most $790.05'],
      ['12.345', 'USD has at most 2 decimals'],
      ['-5', 'At least $0.00'],
      // Thousands, as amounts are shown; 1.25 would be another amount.
      ['1,250.00', 'At most $790.05'],
      ['1,2,5', 'Write it like 1,234.5'],
    ] as const) {
      await amount.fill('');
      await amount.pressSequentially(typed);
      assert.equal(await amount.inputValue(), typed);
      await dialog.getByText(said).waitFor();
      assert.ok(await dialog.getByRole('button', { name: 'Record payment' }).isDisabled());
    }
    await assertAccessible(page);
    // A comma that cannot stand for thousands is a decimal point.
    await amount.fill('');
    await amount.pressSequentially('12,50');
    await amount.press('Enter');
    // The page shows the amount before the server has it.
    await page.getByText('Payment recorded').waitFor();
    assert.equal((await orderNow(id)).paidTotal, 12.5);
  });

  it('of units over the limit stays as typed', async () => {
    const { id } = await place();
    const page = await dashboard.openAs('editor', `/orders/${id}`);
    await button(page, 'Fulfil').click();
    const dialog = page.getByRole('dialog');
    const units = dialog.getByLabel('Units of Tea');
    await units.fill('20');
    await dialog.getByText('At most 2').waitFor();
    assert.equal(await units.inputValue(), '20');
    assert.ok(await dialog.getByRole('button', { name: 'Fulfil' }).isDisabled());
  });
});

describe('what was typed', () => {
  const leave = (page: Page) => page.getByRole('link', { name: 'Media' }).click();

  for (const [what, path, label] of [
    ['a new order', '/orders/new', 'Internal'],
    ['a new subscription', '/webhooks/new', 'Name'],
    ['the name of the tenant', '/settings/tenant', 'Name'],
  ] as const) {
    it(`is lost only if one says so: ${what}`, async () => {
      const page = await dashboard.openAs('admin', path);
      const field = page.getByRole('textbox', { name: label, exact: true });
      await field.fill('typed with care');
      const questions: string[] = [];
      page.once('dialog', (asked) => {
        questions.push(asked.message());
        void asked.dismiss();
      });
      await leave(page);
      assert.equal(await field.inputValue(), 'typed with care');
      assert.deepEqual(questions, ['Leave without saving? What you changed here is lost.']);
      page.once('dialog', (asked) => void asked.accept());
      await leave(page);
      await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
    });
  }

  it('is not asked about once it is saved', async () => {
    const page = await dashboard.openAs('admin', '/settings/tenant');
    page.on('dialog', (asked) => assert.fail(asked.message()));
    await page.getByRole('textbox', { name: 'Name' }).fill('A name that is saved');
    await button(page, 'Save changes').click();
    await page.getByText('The settings are saved').waitFor();
    await leave(page);
    await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
  });

  it('in a dialog survives Escape', async () => {
    const page = await dashboard.openAs('editor', '/customers');
    await button(page, 'Create customer').click();
    const dialog = page.getByRole('dialog', { name: 'New customer' });
    await dialog.getByLabel('Name').fill('Ada');
    await dialog.getByRole('banner').getByRole('button').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Ada');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('is restored after a reload, and can be discarded', async () => {
    const page = await dashboard.openAs('editor', '/orders/new');
    const note = page.getByRole('textbox', { name: 'Internal', exact: true });
    await note.fill('typed with care');
    page.on('dialog', (asked) => void asked.accept());
    await page.reload();
    await page.getByText('Restored what you had typed.').waitFor();
    assert.equal(await note.inputValue(), 'typed with care');
    await assertAccessible(page);
    await button(page, 'Discard').click();
    assert.equal(await note.inputValue(), '');
    await page.reload();
    await note.waitFor();
    assert.equal(await note.inputValue(), '');
    // A dialog that is closed by its button is discarded; one that is lost with its page is not.
    const { id } = await place();
    await page.goto(`/orders/${id}`);
    const reference = page.getByRole('dialog').getByLabel('Reference');
    await button(page, 'Record payment').click();
    await reference.fill('R-1');
    await page.waitForFunction(() => JSON.stringify(localStorage).includes('R-1'));
    await page.reload();
    await button(page, 'Record payment').click();
    await page.getByRole('dialog').getByText('Restored what you had typed.').waitFor();
    assert.equal(await reference.inputValue(), 'R-1');
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await button(page, 'Record payment').click();
    assert.equal(await reference.inputValue(), '');
  });

  it('is restored in every form, also in one with a code that is no secret', async () => {
    const make = async (path: string, body: object) =>
      (await test.call('POST', `/v1${path}`, { token: owner, body })).body.data.id;
    const owner = await tenant.staff('owner');
    const page = await dashboard.openAs('admin', '/');
    page.on('dialog', (asked) => void asked.accept());
    const isRestored = async (path: string, openers: string[], label: string, typed = 'with care') => {
      const field = page.locator('input, textarea').and(page.getByLabel(label)).last();
      const open = async () => {
        for (const name of openers)
          await page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first().click();
      };
      await page.goto(path);
      await open();
      await field.fill(typed);
      await page.waitForFunction((part) => JSON.stringify(localStorage).includes(part), typed);
      await page.clock.setFixedTime(Date.now() + 120_000);
      await page.reload();
      await open();
      await page.getByText('Restored what you had typed.').waitFor();
      assert.equal(await field.inputValue(), typed, path);
      await page.evaluate(() => localStorage.clear());
    };
    await isRestored(`/products/${await make('/catalog/products', { title: 'Cup' })}`, [], 'Vendor');
    await isRestored(`/redirects/${await make('/redirects', { from: '/old', to: '/' })}`, [], 'Notes');
    await isRestored('/redirects', ['Add redirect'], 'Notes');
    await isRestored('/carts/discounts', ['Add code'], 'Code');
    await isRestored('/carts/shipping', ['Add tax rate'], 'Name');
    await isRestored('/inventory/locations', ['Add location'], 'Name');
    const prices = await make('/catalog/price-lists', { name: 'Trade', currency: 'EUR' });
    await isRestored(`/products/price-lists/${prices}`, [], 'SKU');
    const body = { name: 'Hook', url: 'https://hooks.example/in', events: ['redirect.added'] };
    const hook = `/webhooks/${await make('/webhooks/subscriptions', body)}`;
    await isRestored(hook, ['More actions', 'Replay past events'], 'Until', '2026-01-02T10:30');
  });

  it('and restored upon a newer version meets the conflict that it would have met', async () => {
    const { id } = await place({ internalNote: 'Before' });
    const page = await dashboard.openAs('editor', `/orders/${id}`);
    await button(page, 'Edit notes').click();
    await page.getByLabel('Internal').fill('Mine');
    page.on('dialog', (asked) => void asked.accept());
    await test.call('PATCH', `/v1/crm/orders/${id}`, { token, body: { internalNote: 'Theirs' } });
    await page.reload();
    await button(page, 'Edit notes').click();
    await page.getByText('Restored what you had typed.').waitFor();
    assert.equal(await page.getByLabel('Internal').inputValue(), 'Mine');
    await button(page, 'Save notes').click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'Someone else saved first' })
      .getByText('Theirs', { exact: true })
      .waitFor();
    assert.equal((await orderNow(id)).internalNote, 'Theirs');
  });

  it('is forgotten at sign-out, and never contains a password', async () => {
    const page = await dashboard.openAs('viewer', '/account');
    await page.getByLabel('Current password').fill('a secret of mine');
    await page.waitForTimeout(500);
    const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    assert.doesNotMatch(await stored(), /a secret of mine/);
    const other = await dashboard.openAs('editor', '/orders/new');
    await other.getByRole('textbox', { name: 'Internal', exact: true }).fill('typed with care');
    await other.waitForFunction(() => JSON.stringify(localStorage).includes('typed with care'));
    other.on('dialog', (asked) => void asked.accept());
    const second = await other.context().newPage();
    await second.goto('/customers');
    await second.getByRole('button', { name: 'Create customer' }).first().click();
    await other.bringToFront();
    await other.getByRole('button', { name: /your account/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await second.getByRole('dialog').getByLabel('Name').fill('typed in another window');
    await second.waitForTimeout(500);
    assert.doesNotMatch(await other.evaluate(() => JSON.stringify(localStorage)), /typed (with|in)/);
  });

  it('is saved by Ctrl-S; what cannot be undone is not', async () => {
    const { id } = await place();
    const page = await dashboard.openAs('editor', `/orders/${id}`);
    await button(page, 'Cancel order').click();
    await page.getByRole('dialog').getByLabel('Reason').fill('By mistake');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await button(page, 'Edit notes').click();
    await page.getByLabel('Internal').fill('Saved by hand');
    await page.keyboard.press('Control+s');
    await page.getByText('The notes are saved').waitFor();
    const { status, internalNote } = await orderNow(id);
    assert.deepEqual({ status, internalNote }, { status: 'placed', internalNote: 'Saved by hand' });
  });

  it('without a connection stays, with a sign that says so', async () => {
    const { id } = await place();
    const page = await dashboard.openAs('editor', `/orders/${id}`);
    await button(page, 'Record payment').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reference').fill('typed with care');
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.getByRole('alert').getByText('look first whether it was made').waitFor();
    await page.getByText('You are offline. What you type stays').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline. What you type stays').waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('typed with care').waitFor();
  });

  it('stays while the server does not answer, and the page says since when; then it reads again what it shows', async () => {
    const { id } = await place();
    const page = await dashboard.openAs('editor', `/orders/${id}`);
    await button(page, 'Record payment').waitFor();
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await button(page, 'Edit notes').click();
    await page.getByLabel('Internal').fill('typed with care');
    await button(page, 'Save notes').click();
    await page.getByText(/The server has not answered since \d/).waitFor();
    await test.call('POST', `/v1/crm/orders/${id}/fulfill`, { token: tenant.key, body: {} });
    await page.unroute('**/*');
    await page.getByText('The server has not answered').waitFor({ state: 'hidden' });
    await page.getByText('Fulfilled', { exact: true }).first().waitFor();
    assert.equal(await page.getByLabel('Internal').inputValue(), 'typed with care');
  });

  it('survives the end of the session: the person signs in over the page, and the request goes on', async () => {
    const person = await addPerson(test, tenant, 'editor');
    const { id } = await place();
    const page = await dashboard.openAs(person, `/orders/${id}`);
    await button(page, 'Record payment').click();
    const dialog = page.getByRole('dialog', { name: 'Record a payment' });
    await dialog.getByLabel('Amount').fill('20');
    await dialog.getByLabel('Reference').fill('typed with care');
    const { body } = await test.call('POST', '/v1/auth/sign-in', {
      body: { email: person.email, password: person.password },
    });
    await test.call('POST', '/v1/auth/change-password', {
      token: body.data.accessToken,
      body: { currentPassword: person.password, newPassword: 'another good password' },
    });
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    const again = page.getByRole('dialog', { name: 'Sign in again' });
    await again.getByLabel('E-mail').fill(person.email);
    await again.getByLabel('Password', { exact: true }).fill('wrong');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.getByRole('alert').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await again.getByLabel('Password', { exact: true }).fill('another good password');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await again.waitFor({ state: 'hidden' });
    await page.getByText('typed with care').waitFor();
    assert.equal((await orderNow(id)).paidTotal, 20);
  });
});
