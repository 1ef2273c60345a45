import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { addAbandonedCart, addCheckout } from '../server/modules/checkout/testing/rows.ts';
import { assertAccessible, type Page, useDashboard } from './browser.ts';

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
    await page.getByText('Free to $4.90').waitFor();
    await button(page, 'Add tax rate').click();
    await field(dialog, 'Name').fill('VAT');
    await field(dialog, 'Country').fill('de');
    await field(dialog, 'Percent').fill('19');
    await button(dialog, 'Add tax rate').click();
    await page.getByRole('cell', { name: '19%' }).waitFor();
    await page.getByRole('cell', { name: 'Germany', exact: true }).waitFor();
    const there = page.getByRole('region', { name: 'Try an address' });
    await field(there, 'Country').fill('DE');
    await field(there, 'Subtotal').fill('20');
    await there.getByText('Standard: $4.90').waitFor();
    await there.getByText('VAT, all other tax codes: 19%').waitFor();
    await field(there, 'Subtotal').fill('60');
    await there.getByText('Standard: $0.00').waitFor();
    await assertAccessible(page);
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
    await field(dialog, 'Code').fill('WELCOME');
    await field(dialog, 'Percent').fill('10');
    await field(dialog, 'Uses in all').fill('100');
    await assertAccessible(page);
    await button(dialog, 'Add code').click();
    await page.getByRole('row', { name: /WELCOME.*10%.*Active.*0 of 100/ }).waitFor();
    await button(page, 'Change WELCOME').click();
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
    assert.match(file, /^Code,Takes off,State,Used,Uses in all,From,Until\r?\nWELCOME,"10%",Active,0,100,,/);
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
