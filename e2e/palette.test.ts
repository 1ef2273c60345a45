import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertAccessible, useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
const token = tenant.key;

it('Enter opens the order whose number was typed, and the palette stays in its place', async () => {
  const customerId = await tenant.customer();
  const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }];
  for (const orderNumber of ['77008', 'IMP-77008']) {
    const body = { customerId, items, orderNumber };
    assert.equal((await test.call('POST', '/v1/crm/orders', { token, body })).status, 201);
  }
  const found = async () => (await test.call('GET', '/v1/search?q=77008', { token })).body.data.length;
  while ((await found()) < 2) await sleep(50);
  const page = await dashboard.openAs('viewer', '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const input = page.getByLabel('Search or jump to');
  await input.waitFor();
  const top = async () => Math.round((await input.boundingBox())!.y);
  const before = await top();
  await input.pressSequentially('77008');
  await page.getByRole('button', { name: /IMP-77008/ }).waitFor();
  assert.equal(await top(), before);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Order 77008' }).waitFor();
  // A viewer has no verbs.
  await page.keyboard.press('Control+k');
  await input.fill('fulfil 77008');
  await page.getByText('Nothing by that name.').waitFor();
});

it('a verb opens the step of the order that is named, or says why it cannot be', async () => {
  const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }];
  const body = { customerId: await tenant.customer(), items, orderNumber: '88001' };
  assert.equal((await test.call('POST', '/v1/crm/orders', { token, body })).status, 201);
  const found = async () => (await test.call('GET', '/v1/search?q=88001', { token })).body.data.length;
  while ((await found()) < 1) await sleep(50);
  const page = await dashboard.openAs('editor', '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const input = page.getByLabel('Search or jump to');
  const type = async (text: string) => {
    await page.keyboard.press('Control+k');
    await input.fill(text);
    await page.getByRole('button', { name: /order 88001/ }).waitFor();
    await page.keyboard.press('Enter');
  };
  await type('fulfil 88001');
  const dialog = page.getByRole('dialog', { name: 'Fulfil · 88001' });
  await dialog.getByRole('button', { name: 'Fulfil' }).click();
  await page.getByText('Fulfilled', { exact: true }).waitFor();
  await type('refund 88001');
  await page.getByText('“Refund” is not possible: order 88001 is fulfilled, unpaid.').waitFor();
});

it('keys right after Ctrl-K are in the field of the palette, whether it is loaded or not, and none is a key of the page', async () => {
  const page = await dashboard.openAs('editor', '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.route('**/*.js', async (route) => {
    await sleep(500);
    await route.continue();
  });
  const field = page.getByLabel('Search or jump to');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gox');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('c');
  await field.waitFor();
  assert.equal(await field.inputValue(), 'goc');
  await page.keyboard.type('?');
  assert.equal(await field.inputValue(), 'goc?');
  assert.equal(new URL(page.url()).pathname, '/');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('customers');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
});

it('single keys move between screens, search and create; never while somebody types', async () => {
  const page = await dashboard.openAs('editor', '/');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const label of ['Search the list', 'Send the comment', 'Select the row'])
    await sheet.getByText(label).waitFor();
  await assertAccessible(page);
  // Settings are for admins, so their keys are not listed.
  assert.equal(await sheet.getByText('Staff', { exact: true }).count(), 0);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await page.keyboard.type('go');
  await heading('Orders');
  await page.keyboard.press('/');
  await page.keyboard.type('gc');
  assert.equal(await page.locator('input[data-search]').inputValue(), 'gc');
  await page.keyboard.press('Escape');
  await page.locator('h1').focus();
  await page.keyboard.type('gc');
  await heading('Customers');
  await page.locator('tr[data-index] a').first().waitFor();
  await page.keyboard.type('jx');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('x');
  await page.keyboard.press('c');
  await page.getByRole('dialog', { name: 'New customer' }).waitFor();
});

it('a single key does not do the main action of a record, such as editing it or publishing it', async () => {
  const page = await dashboard.openAs('editor', '/customers');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.waitForURL(/\/customers\/[0-9a-f-]{36}/);
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.locator('h1').focus();
  await page.keyboard.press('c');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  assert.equal(await page.getByRole('dialog').count(), 1, 'the sheet alone is open');
  await page.getByRole('dialog', { name: /shortcuts/i }).waitFor();
});
