import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { addPerson } from '../server/modules/access/testing/people.ts';
import { addAbandonedCart, addCheckout } from '../server/modules/checkout/testing/rows.ts';
import { newTenant } from '../server/testing.ts';
import { assertAccessible, type Locator, type Page, useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test } = dashboard;
const token = await dashboard.tenant.staff('owner');
const call = async (method: string, url: string, body?: object, bearer = token) => {
  const answer = await test.call(method, url, { token: bearer, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
const button = (place: Pick<Page, 'getByRole'>, name: string) =>
  place.getByRole('button', { name, exact: true });
const field = (place: Pick<Page, 'getByRole'>, name: string) =>
  place.getByRole('textbox', { name, exact: true });
/** Chooses a country by its name. */
async function choose(place: Locator, label: string, name: string): Promise<void> {
  await place.getByRole('combobox', { name: label, exact: true }).fill(name);
  await place.page().getByRole('option', { name, exact: true }).click();
}
const address = { line1: 'Lane 1', city: 'Berlin', country: 'DE' };

describe('the checkout', () => {
  it('gets a shipping option and a tax rate, which an address shows at once', async () => {
    const page = await dashboard.openAs('admin', '/carts/shipping');
    await button(page, 'Add shipping option').click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Name').fill('Standard');
    await field(dialog, 'Step 1 costs').fill('4.90');
    await button(dialog, 'Add a step').click();
    await field(dialog, 'Step 2 begins at').fill('50');
    await field(dialog, 'Step 2 costs').fill('0');
    await button(dialog, 'Add option').click();
    await page.getByText('$4.90, free from $50.00').waitFor();
    await button(page, 'Add tax rate').click();
    await field(dialog, 'Name').fill('VAT');
    await choose(dialog, 'Country', 'Germany');
    await field(dialog, 'Percent').fill('19');
    await button(dialog, 'Add tax rate').click();
    await page.getByRole('cell', { name: '19%' }).waitFor();
    await page.getByRole('cell', { name: 'Germany', exact: true }).waitFor();
    const there = page.getByRole('region', { name: 'Try an address' });
    await choose(there, 'Country', 'Germany');
    await field(there, 'Subtotal').fill('20');
    await there.getByText('Standard: $4.90').waitFor();
    await there.getByText('VAT, all other tax codes: 19%').waitFor();
    await field(there, 'Subtotal').fill('60');
    await there.getByText('Standard: $0.00').waitFor();
    await assertAccessible(page);
  });

  it('finds the rate of an address among more than one page of them', async () => {
    const alone = await newTenant(test);
    const owner = await alone.staff('owner');
    const add = async (body: object) =>
      assert.equal((await test.call('POST', '/v1/checkout/tax-rates', { token: owner, body })).status, 201);
    await add({ name: 'VAT', country: 'DE', percent: 19 });
    for (let n = 0; n < 101; n++)
      await add({ name: `County ${n}`, country: 'US', region: `R${n}`, percent: 1 });
    const page = await dashboard.openAs(await addPerson(test, alone, 'editor'), '/carts/shipping');
    await page.getByText('102 tax rates').waitFor();
    const there = page.getByRole('region', { name: 'Try an address' });
    await choose(there, 'Country', 'Germany');
    await there.getByText('VAT, all other tax codes: 19%').waitFor();
  });

  it('has its options and rates in lists that are searched and sorted, and changes several at once', async () => {
    const alone = await newTenant(test);
    const owner = await alone.staff('owner');
    const add = async (path: string, body: object) =>
      assert.equal((await test.call('POST', `/v1/checkout/${path}`, { token: owner, body })).status, 201);
    for (const [name, amount] of Object.entries({ Standard: 5, Express: 20, Letter: 2 }))
      await add('shipping-options', { name, currency: 'USD', tiers: [{ from: 0, amount }] });
    const percents = { DE: 19, AT: 20, HU: 27, LU: 17, FR: 20, IT: 22, ES: 21, NL: 21, SE: 25 };
    for (const [country, percent] of Object.entries(percents))
      await add('tax-rates', { name: 'VAT', country, percent });
    const page = await dashboard.openAs(await addPerson(test, alone, 'editor'), '/carts/shipping');
    const options = page.getByRole('table', { name: 'Shipping options' });
    const rates = page.getByRole('table', { name: 'Tax rates' });
    const dialog = page.getByRole('dialog');
    const first = (table: Locator) => table.locator('tbody tr').first().locator('td').nth(1).innerText();
    await rates.waitFor();
    assert.equal(await first(rates), 'Austria');
    await rates.getByRole('button', { name: 'Rate' }).click();
    await page.waitForURL(/tax-sort=Rate/);
    assert.equal(await first(rates), 'Hungary');
    await rates.getByRole('button', { name: 'Rate' }).click();
    await page.waitForURL(/tax-order=asc/);
    assert.equal(await first(rates), 'Luxembourg');
    await page.getByRole('textbox', { name: 'Search tax rates' }).fill('ger');
    await page.getByText('1 tax rate', { exact: true }).waitFor();
    assert.equal(await first(rates), 'Germany');
    await rates.getByRole('checkbox', { name: 'Select Germany' }).check();
    await button(page, 'Delete').click();
    await button(dialog, 'Delete 1 tax rate').click();
    await page.getByText('No tax rate matches').waitFor();

    await options.getByRole('button', { name: 'Costs' }).click();
    await page.waitForURL(/[?&]sort=Costs/);
    assert.equal(await first(options), 'Express');
    await options.getByRole('checkbox', { name: 'Select all loaded rows' }).check();
    await button(page, 'Turn off').click();
    await button(dialog, 'Turn off 3 options').click();
    await page.getByText('3 options turned off').waitFor();
    await options.getByRole('row', { name: /Express.*Off/ }).waitFor();
    await button(page, 'Undo').click();
    await options.getByRole('row', { name: /Express.*Active/ }).waitFor();
    await page.reload();
    await options.getByText('Express').waitFor();
    assert.equal(await first(options), 'Express', 'the order is in the address');
  });

  it('gets ways to pay with instructions, in the order of staff, and one at least', async () => {
    const page = await dashboard.openAs('admin', '/carts/settings');
    const group = (name: string) => page.getByRole('group', { name, exact: true });
    await button(page, 'Add a way to pay').click();
    await field(group('method 2'), 'Name').fill('تحويل مصرفي');
    await field(group('تحويل مصرفي'), 'Instructions').fill('To DE02 1203\nwithin a week');
    await button(page, 'Add a way to pay').click();
    await button(page, 'Save settings').click();
    await page.locator('[data-path="paymentMethods.2.name"][aria-invalid=true]').waitFor();
    await button(page, 'Remove method 3').click();
    await button(page, 'Move تحويل مصرفي up').click();
    await field(page, 'Stock is held for').fill('20');
    await button(page, 'Save settings').click();
    await page.getByText('The settings are saved').waitFor();
    const settings = await call('GET', '/v1/checkout/settings');
    assert.deepEqual(settings.paymentMethods, [
      { id: 'method', name: 'تحويل مصرفي', instructions: 'To DE02 1203\nwithin a week' },
      { id: 'manual', name: 'On invoice', instructions: null },
    ]);
    assert.equal(settings.holdMinutes, 20);
    await assertAccessible(page);
    await button(page, 'Remove On invoice').click();
    assert.ok(await button(page, 'Remove تحويل مصرفي').isDisabled());
    const viewer = await dashboard.openAs('viewer', '/carts/settings');
    await viewer.getByText('An admin can change these settings.').waitFor();
    assert.equal(await button(viewer, 'Save settings').count(), 0);
  });

  it('takes a code that staff made, refuses it when it is switched off, and names a wrong one', async () => {
    const page = await dashboard.openAs('editor', '/carts/discounts');
    await button(page, 'Add code').click();
    const dialog = page.getByRole('dialog');
    await button(dialog, 'Make up a code').click();
    assert.match(await field(dialog, 'Code').inputValue(), /^[A-Z2-9]{8}$/);
    await field(dialog, 'Code').fill('WELCOME');
    await field(dialog, 'Percent').fill('10');
    await field(dialog, 'Uses in all').fill('100');
    await assertAccessible(page);
    await button(dialog, 'Add code').click();
    await page.getByRole('row', { name: /WELCOME.*10%.*Active.*0 of 100/ }).waitFor();
    await button(page, 'WELCOME').click();
    await dialog.getByRole('switch', { name: 'Active' }).uncheck();
    await button(dialog, 'Save').click();
    await page.getByRole('row', { name: /WELCOME.*Off/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Select WELCOME' }).check();
    await button(page, 'Turn on').click();
    await button(dialog, 'Turn on 1 code').click();
    await page.getByRole('row', { name: /WELCOME.*Active/ }).waitFor();
    await page.addInitScript(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }));
    await page.reload();
    const saving = page.waitForEvent('download');
    await button(page, 'Export').click();
    const file = await readFile((await (await saving).path())!, 'utf8');
    assert.match(
      file,
      /^Code,Discount,State,Conditions,From,Until,Uses in all,Used\r?\nWELCOME,"10%",Active,,,,100,0/,
    );
  });

  it('shows on home what is paid and waits for its order, and among carts those that can be reached', async () => {
    const { id } = await addAbandonedCart(test, dashboard.tenant);
    const page = await dashboard.openAs('viewer', '/');
    await page.getByRole('region', { name: 'Needs attention' }).waitFor();
    assert.equal(await page.getByText('Paid, being completed').count(), 0);
    const cart = await addCheckout(test, dashboard.tenant);
    const hourAgo = new Date(Date.now() - 3_600_000);
    // Due in a day: the workers of this server leave it alone.
    await test.db.inTenant(dashboard.tenant.id, (tx) =>
      tx.query(
        `update checkouts set state = 'paying', freeze_id = id, frozen = $2, updated_at = $3, expires_at = $4 where cart_id = $1`,
        [
          cart.id,
          JSON.stringify({ shown: { frozenAt: hourAgo } }),
          hourAgo,
          new Date(Date.now() + 86_400_000),
        ],
      ),
    );
    await page.reload();
    await page.getByText('Paid, being completed').waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Open cart' }).click();
    await page.getByText('The order follows within a moment').waitFor();
    await page.goto('/carts?contactable=true');
    await page.getByText('An e-mail address or a customer is known').waitFor();
    await page.locator(`a[href="/carts/${id}"]`).waitFor({ state: 'detached' });
    await page.goto('/carts?state=abandoned');
    await page.locator(`a[href="/carts/${id}"]`).first().waitFor();
    await test.db.inTenant(dashboard.tenant.id, (tx) =>
      tx.query("update checkouts set state = 'expired' where cart_id = $1", [cart.id]),
    );
  });

  it('gives staff a link that restores an abandoned cart', async () => {
    const cart = await addAbandonedCart(test, dashboard.tenant);
    const page = await dashboard.openAs('editor', `/carts/${cart.id}`);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await button(page, 'Copy link').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This is the token alone').waitFor();
    await button(dialog, 'Copy token').click();
    await button(dialog, 'Copied').waitFor();
    const opened = await test.call('GET', `/v1/storefront/recover/${await copied()}`, {
      token: dashboard.tenant.key,
    });
    assert.equal(opened.body.data.id, cart.id);
    await button(dialog, 'Done').click();
    const { version: _, ...settings } = await call('GET', '/v1/checkout/settings');
    const recoveryUrl = 'https://shop.example/recover#{token}';
    await call('PUT', '/v1/checkout/settings', { ...settings, recoveryUrl });
    await button(page, 'Copy link').click();
    await assertAccessible(page);
    await button(dialog, 'Copy link').click();
    await button(dialog, 'Copied').waitFor();
    assert.match(await copied(), /^https:\/\/shop\.example\/recover#cr_/);
  });

  it('shows a cart with its checkout, and staff place its order', async () => {
    const { id: propertyId } = await call('POST', '/v1/properties', { name: 'Shop', locales: ['en'] });
    const { key } = await call('POST', '/v1/storefront-keys', { label: 'Web', propertyId });
    const prices = [{ currency: 'USD', amount: 12.5 }];
    const product = { title: 'Sencha', status: 'active', variants: [{ sku: 'SEN', prices }] };
    await call('POST', '/v1/catalog/products', product);
    const { id: locationId } = await call('POST', '/v1/inventory/locations', { name: 'Shop', code: 'S' });
    const lines = [{ sku: 'SEN', locationId, change: 5 }];
    await call('POST', '/v1/inventory/adjustments', { reason: 'Delivery', lines });
    const cart = await call(
      'POST',
      '/v1/storefront/carts',
      { lines: [{ sku: 'SEN', quantity: 2 }], email: 'ada@example.com' },
      key,
    );
    const page = await dashboard.openAs('editor', '/carts');
    await page.getByLabel('Search carts').fill('nobody');
    await page.getByText('No cart matches').waitFor();
    await page.getByLabel('Search carts').fill('ada@');
    await page.getByRole('link', { name: /ada@example.com/ }).click();
    await page.getByRole('link', { name: 'Sencha' }).waitFor();
    await page.getByText('The shopper has not started a checkout.').waitFor();
    const checkout = await call('POST', '/v1/storefront/checkouts', {}, cart.token);
    const options: { id: string; currency: string }[] = await call('GET', '/v1/checkout/shipping-options');
    const shippingOptionId = options.find(({ currency }) => currency === checkout.currency)!.id;
    await call(
      'PATCH',
      '/v1/storefront/checkouts/current',
      { shippingAddress: address, shippingOptionId },
      cart.token,
    );
    await page.reload();
    await button(page, 'Place the order').click();
    await button(page.getByRole('dialog'), 'Place the order').click();
    await page.getByText('The order is placed').waitFor();
    await assertAccessible(page);
    const [order] = await call('GET', '/v1/crm/orders');
    const way = page.getByRole('group', { name: 'Checkout, completed' });
    await way.getByText(/^Amounts fixed/).waitFor();
    await way.getByText(/^Settled/).waitFor();
    await way.getByText(`Completed: order ${order.orderNumber}`).waitFor();
    // Twice 12.50 and 4.90, and 19 % on all of it or on the goods alone.
    assert.ok(order.total > 29.9, `${order.total}`);
    await page.getByRole('link', { name: order.orderNumber }).click();
    await page.getByRole('heading', { level: 1, name: new RegExp(order.orderNumber) }).waitFor();
    const item = await call('GET', '/v1/inventory/items/SEN');
    assert.deepEqual([item.onHand, item.reserved], [5, 2]);
  });
});
