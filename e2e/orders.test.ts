import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { type Page, useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
const token = tenant.key;

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Waits for these states under the title. */
const standing = (page: Page, status: string, payment: string) =>
  page
    .locator('[aria-live=polite]')
    .filter({ has: page.getByText(status, { exact: true }) })
    .filter({ has: page.getByText(payment, { exact: true }) })
    .first()
    .waitFor();
/** A step is shown at once; this message appears when the server has confirmed it. */
const answered = (page: Page, said: string) => page.getByText(said, { exact: true }).first().waitFor();

async function place(more: object = {}) {
  const answer = await test.call('POST', '/v1/crm/orders', {
    token,
    body: {
      customerId: await tenant.customer(),
      items: [
        { sku: 'TEA', name: 'Tea', quantity: 2, unitPrice: 4.5 },
        { sku: 'CUP', name: 'Cup', unitPrice: 3 },
      ],
      ...more,
    },
  });
  return answer.body.data;
}
const orderNow = async (id: string) => (await test.call('GET', `/v1/crm/orders/${id}`, { token })).body.data;
const act = (id: string, action: string, body: object = {}) =>
  test.call('POST', `/v1/crm/orders/${id}/${action}`, { token, body });

describe('an order', () => {
  it('is commented on, leads to its neighbours in the list, and is placed again', async () => {
    const [older, newer] = [await place(), await place()];
    const page = await dashboard.openAs('editor', '/orders');
    await page.getByRole('link', { name: older.orderNumber }).click();
    await heading(page, `Order ${older.orderNumber}`);
    await page.getByRole('link', { name: 'Previous' }).click();
    await heading(page, `Order ${newer.orderNumber}`);
    await page.getByLabel('Comment', { exact: true }).fill('Call before\ndelivery');
    await page.keyboard.press('Control+Enter');
    await button(page, 'Comment').waitFor({ state: 'hidden' });
    await page.getByRole('region', { name: 'Timeline' }).getByText('Call before').waitFor();
    assert.equal(await page.getByLabel('Comment', { exact: true }).inputValue(), '');
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Invoice' }).click();
    const sheet = page.getByRole('article', { name: `Invoice ${newer.orderNumber}` });
    await sheet.getByText('$12.00').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('navigation').count(), 0, 'print shows the sheet alone');
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('link', { name: `Order ${newer.orderNumber}` }).click();
    await button(page, 'More actions').click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await heading(page, 'New order');
    await page.getByText('Checked: this is exactly what the order will say.').waitFor();
    await button(page, 'Place order').click();
    await heading(page, /^Order \d+$/);
    const { data } = (await test.call('GET', `/v1/crm/orders?customerId=${newer.customerId}`, { token }))
      .body;
    assert.deepEqual(
      data.map(({ total }: { total: number }) => total),
      [12, 12],
    );
  });

  it('is taken by mouse from a new customer to the last refund', async () => {
    const page = await dashboard.openAs('editor', '/orders');
    await page.getByRole('link', { name: 'Create order' }).click();
    await heading(page, 'New order');
    await button(page, 'New customer').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Grace Hopper');
    await dialog.getByLabel('E-mails').fill('grace@navy.example');
    await button(page, 'Create customer').click();
    await dialog.waitFor({ state: 'hidden' });

    const first = page.getByRole('group', { name: 'Line 1' });
    await first.getByLabel('SKU').fill('tea');
    await page.getByRole('option', { name: 'TEA' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await first.getByLabel('Name').inputValue(), 'Tea', 'an item that was sold before');
    await first.getByLabel('SKU').fill('MUG');
    await first.getByLabel('Name').fill('Mug');
    await page.getByRole('combobox', { name: 'Country' }).fill('germ');
    await page.getByRole('option', { name: 'Germany' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await page.getByRole('combobox', { name: 'Country' }).inputValue(), 'Germany');
    await first.getByLabel('Quantity').fill('3');
    await first.getByLabel('Unit price').fill('3.335');
    await page.getByLabel('Shipping', { exact: true }).fill('4.90');
    // 3 × 3.335 = 10.005, rounded once, half up.
    const totals = page.getByLabel('Totals');
    await totals.getByText('$14.91').waitFor();
    await page.getByText('Checked: this is exactly what the order will say.').waitFor();
    await totals.getByText('$14.91').waitFor();
    await button(page, 'Place order').click();
    await heading(page, /^Order \d+$/);
    await standing(page, 'Placed', 'Unpaid');
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
    const mail = page.getByRole('link', { name: 'grace@navy.example' });
    assert.equal(await mail.getAttribute('href'), 'mailto:grace@navy.example');

    await button(page, 'Record payment').click();
    await dialog.getByLabel('Method').fill('card');
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await standing(page, 'Placed', 'Paid');

    await button(page, 'Fulfil').click();
    const tracking = dialog.getByLabel('Tracking number');
    await page.waitForFunction((field) => field === document.activeElement, await tracking.elementHandle());
    await tracking.fill('00340434');
    await dialog.getByLabel('Units of Mug').fill('1');
    await dialog.getByRole('button', { name: 'Fulfil' }).click();
    await standing(page, 'Partially fulfilled', 'Paid');
    await button(page, 'Cancel order').waitFor({ state: 'hidden' });
    await button(page, 'Fulfil').click();
    await dialog.getByRole('button', { name: 'Fulfil' }).click();
    await standing(page, 'Fulfilled', 'Paid');
    await button(page, 'Mark delivered').click();
    await dialog.getByRole('button', { name: 'Mark delivered' }).click();
    await standing(page, 'Delivered', 'Paid');

    await button(page, 'Refund').click();
    await dialog.getByLabel('Amount').fill('4.91');
    await dialog.getByLabel('Reason').fill('A chip');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await standing(page, 'Delivered', 'Partially refunded');
    await button(page, 'Refund').click();
    assert.equal(await dialog.getByLabel('Amount').inputValue(), '10.00');
    await dialog.getByRole('button', { name: 'Refund $10.00' }).click();
    await standing(page, 'Refunded', 'Refunded');
    await page.getByText('$4.91 refunded').waitFor();
    await page.getByText('A chip').waitFor();
    await page.getByText('$10.00 refunded').waitFor();
    await button(page, 'Refund').waitFor({ state: 'hidden' });

    const { status, paidTotal, refundedTotal } = await orderNow(page.url().split('/').at(-1)!);
    assert.deepEqual([status, paidTotal, refundedTotal], ['refunded', 14.91, 14.91]);
  });

  it('is processed by keyboard alone', async () => {
    const order = await place();
    const page = await dashboard.openAs('editor', `/orders/${order.id}`);
    await button(page, 'Record payment').focus();
    await page.keyboard.press('Enter');
    const amount = page.getByRole('dialog').getByLabel('Amount');
    await amount.waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await standing(page, 'Placed', 'Partially paid');
    await answered(page, 'Payment recorded');
    assert.equal((await orderNow(order.id)).paidTotal, 2);
  });

  it('goes to the customer whose name was typed last: Enter takes the first that is found', async () => {
    for (const name of ['Adalbert Erste', 'Grace Zweite']) {
      await test.call('POST', '/v1/crm/customers', { token, body: { name } });
    }
    const page = await dashboard.openAs('editor', '/orders/new');
    const who = page.getByRole('combobox', { name: 'Who orders' });
    for (const name of ['Adalbert Erste', 'Grace Zweite']) {
      await who.fill(name.slice(0, 7));
      await page.getByRole('option', { name }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForFunction((text) => document.activeElement?.getAttribute('value') === text, name);
    }
    assert.match(page.url(), /orders\/new$/);
  });

  it('that is incomplete shows the missing values beside their fields', async () => {
    const page = await dashboard.openAs('editor', '/orders/new');
    await button(page, 'Place order').click();
    const line = page.getByRole('group', { name: 'Line 1' });
    await line.locator('[data-path="items.0.sku"][aria-invalid=true]').waitFor();
    assert.equal(await page.getByLabel('Who orders').first().getAttribute('aria-invalid'), 'true');
  });
});

describe('a change by a colleague', () => {
  it('makes a step fail: its dialog says what changed, keeps what was typed, and sends it again', async () => {
    const order = await place();
    const page = await dashboard.openAs('editor', `/orders/${order.id}`);
    await button(page, 'Fulfil').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Tracking number').fill('JD0146');
    await act(order.id, 'payments', { amount: 5, outcome: 'succeeded' });
    await dialog.getByRole('button', { name: 'Fulfil' }).click();
    await dialog.getByRole('alert').getByText('Payment: Unpaid → Partially paid').waitFor();
    assert.equal(await page.getByRole('alert').count(), 1);
    assert.equal(await dialog.getByLabel('Tracking number').inputValue(), 'JD0146');
    await page.getByText('$5.00 paid').waitFor();
    await dialog.getByRole('button', { name: 'Fulfil' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('JD0146').waitFor();
    await standing(page, 'Fulfilled', 'Partially paid');
    // The pressed button is gone; reading goes on at the title or a neighbour, not at the top of the page.
    await page.waitForFunction(() => document.activeElement?.closest('main') != null);
  });

  it('that makes a step impossible is named, and nothing is sent', async () => {
    const order = await place();
    const page = await dashboard.openAs('editor', `/orders/${order.id}`);
    await button(page, 'Fulfil').click();
    await act(order.id, 'cancel');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Fulfil' }).click();
    await dialog.getByRole('alert').getByText('Status: Placed → Cancelled').waitFor();
    await dialog.getByText('this step is no longer possible').waitFor();
    assert.ok(await dialog.getByRole('button', { name: 'Fulfil' }).isDisabled());
    await dialog.getByRole('button', { name: 'Back' }).click();
    await standing(page, 'Cancelled', 'Voided');
    await page
      .getByRole('listitem')
      .or(page.getByText('Cancelled', { exact: true }))
      .first()
      .waitFor();
    await button(page, 'Fulfil').waitFor({ state: 'hidden' });
    assert.equal((await orderNow(order.id)).items[0].fulfilledQuantity, 0);
  });

  it('of the notes is shown beside one’s own, and neither is lost', async () => {
    const order = await place({ internalNote: 'Before' });
    const page = await dashboard.openAs('editor', `/orders/${order.id}`);
    await button(page, 'Edit notes').click();
    await page.getByLabel('Internal').fill('Mine');
    const theirs = { internalNote: 'Theirs' };
    await test.call('PATCH', `/v1/crm/orders/${order.id}`, { token, body: theirs });
    await button(page, 'Save notes').click();
    const notice = page.getByRole('alert').filter({ hasText: 'Someone else saved first' });
    await notice.getByText('Theirs', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Internal').inputValue(), 'Mine');
    assert.equal((await orderNow(order.id)).internalNote, 'Theirs');
    await notice.getByRole('button', { name: 'Save mine over it' }).click();
    await button(page, 'Edit notes').waitFor();
    assert.equal((await orderNow(order.id)).internalNote, 'Mine');
  });
});

describe('a viewer', () => {
  it('sees an order without any action that changes it', async () => {
    const order = await place();
    const page = await dashboard.openAs('viewer', `/orders/${order.id}`);
    await standing(page, 'Placed', 'Unpaid');
    await page.getByText('Order placed').waitFor();
    const main = page.getByRole('main').or(page.locator('#content')).first();
    assert.equal(await main.getByRole('button').count(), 1);
    await button(page, 'More actions').click();
    assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['Packing slip', 'Invoice']);
    await page.addInitScript(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }));
    await page.goto(`/orders/${order.id}/invoice`);
    const saving = page.waitForEvent('download');
    await button(page, 'Save PDF').click();
    const saved = await saving;
    assert.equal(saved.suggestedFilename(), `invoice-${order.orderNumber}.pdf`);
    assert.equal((await readFile((await saved.path())!)).subarray(0, 5).toString(), '%PDF-');
    await page.goto('/orders');
    await page.getByRole('link', { name: order.orderNumber }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Create order' }).count(), 0);
    await page.goto('/orders/new');
    await heading(page, /./);
    assert.equal(await page.getByRole('button', { name: 'Place order' }).count(), 0);
  });
});

describe('texts from tenants', () => {
  it('are shown as plain text, even with markup in them', async () => {
    const name = '<img src=x onerror="document.title=\'ran\'"><b>Bobby</b>';
    const customerId = await tenant.customer(name);
    const order = await place({ customerId, customerNote: name, items: [{ sku: name, name }] });
    const page = await dashboard.openAs('viewer', `/orders/${order.id}`);
    await page.getByRole('link', { name, exact: true }).waitFor();
    await page.goto('/orders');
    await page.getByRole('cell', { name, exact: true }).first().waitFor();
    await page.goto(`/customers/${customerId}`);
    await heading(page, name);
    assert.equal(await page.locator('img, b').count(), 0);
    assert.notEqual(await page.title(), 'ran');
  });
});
