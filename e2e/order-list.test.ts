import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { type Page, useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;
const token = tenant.key;

const item = { sku: 'TEA', name: 'Tea', unitPrice: 4.5 };
const ada = await tenant.customer('Ada Lovelace');
const grace = await tenant.customer('Grace Hopper');
const place = async (body: object) =>
  (await test.call('POST', '/v1/crm/orders', { token, body: { items: [item], ...body } })).body.data;
await place({ customerId: ada, orderNumber: 'A-1', channel: 'storefront' });
await place({ customerId: ada, orderNumber: 'A-2', channel: 'admin', currency: 'EUR' });
const paid = await place({ customerId: grace, orderNumber: 'G-1', items: [{ ...item, unitPrice: 90 }] });
await test.call('POST', `/v1/crm/orders/${paid.id}/payments`, {
  token,
  body: { amount: 90, outcome: 'succeeded' },
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const numbers = (page: Page) => page.getByRole('table', { name: 'Orders' }).getByRole('link');
async function shows(page: Page, ...expected: string[]) {
  await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('table[aria-label=Orders] tbody tr')]
        .map((row) => row.querySelector('a')?.firstChild?.textContent)
        .join() === wanted,
    expected.join(),
  );
}

describe('the list of orders', () => {
  for (const width of [768, 1024]) {
    it(`has whole names and the whole payment state in a window of ${width} pixels`, async () => {
      const page = await dashboard.openAs('viewer', '/orders', { width });
      const row = page.getByRole('row', { name: /G-1/ });
      await row.getByText('Paid', { exact: true }).waitFor();
      const cells = await row.getByRole('cell').evaluateAll((all) =>
        all
          .filter((cell) => cell.checkVisibility())
          .map((cell) => {
            const { left } = cell.getBoundingClientRect();
            const inside = document.createRange();
            inside.selectNodeContents(cell);
            const { height, right } = inside.getBoundingClientRect();
            return { height, left, right };
          }),
      );
      for (const [place, { height, right }] of cells.entries()) {
        assert.ok(height < 30, `cell ${place} is ${height} pixels high`);
        assert.ok(right <= (cells[place + 1]?.left ?? width), `cell ${place} lies below the next one`);
      }
    });
  }

  it('says on a phone when an order was placed and whether it is paid, also on the page of its customer', async () => {
    const page = await dashboard.openAs('viewer', '/orders', { isPhone: true });
    await page.getByRole('row', { name: /G-1.*Paid · .*(now|ago)/ }).waitFor();
    await page.goto(`/customers/${ada}`);
    await page.getByRole('row', { name: /A-1.*Unpaid · .*(now|ago)/ }).waitFor();
  });

  it('is filtered by chips, with the filters in its address', async () => {
    const page = await dashboard.openAs('viewer', '/orders');
    await shows(page, 'G-1', 'A-2', 'A-1');
    await button(page, 'Filter').click();
    await page.getByRole('menuitem', { name: 'Payment' }).click();
    await page.getByLabel('Paid', { exact: true }).click();
    await page.keyboard.press('Escape');
    await shows(page, 'G-1');
    assert.equal(new URL(page.url()).search, '?paymentStatus=paid');
    await button(page, 'Payment: Paid').waitFor();
    await button(page, 'Remove the filter Payment').click();
    await shows(page, 'G-1', 'A-2', 'A-1');
    await button(page, 'Filter').click();
    await page.getByRole('menuitem', { name: 'Customer' }).click();
    await page.getByRole('combobox', { name: 'Customer' }).fill('Ada');
    await page.getByRole('option', { name: 'Ada Lovelace' }).click();
    await shows(page, 'A-2', 'A-1');
    await page.reload();
    await shows(page, 'A-2', 'A-1');
    await button(page, 'Customer: Ada Lovelace').waitFor();
  });

  it('is sorted by its heads; by total within one currency', async () => {
    const page = await dashboard.openAs('viewer', '/orders');
    await shows(page, 'G-1', 'A-2', 'A-1');
    await button(page, 'Order').click();
    await shows(page, 'G-1', 'A-2', 'A-1');
    await button(page, 'Order').click();
    await shows(page, 'A-1', 'A-2', 'G-1');
    assert.equal(
      await page.getByRole('columnheader', { name: 'Order' }).getAttribute('aria-sort'),
      'ascending',
    );
    await button(page, 'Total').click();
    await shows(page, 'G-1', 'A-1');
    await button(page, 'Total: USD').waitFor();
    await page.getByText('2 orders, by total in USD, highest first').waitFor();
  });

  it('asks before many are cancelled, with a button that keeps them', async () => {
    const page = await dashboard.openAs('editor', '/orders?paymentStatus=unpaid');
    await shows(page, 'A-2', 'A-1');
    await page.getByLabel('Select all loaded rows').click();
    await button(page, 'Cancel').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel 2 orders' }).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Cancel', exact: true }).count(), 0);
    await dialog.getByRole('button', { name: 'Keep them' }).click();
    await dialog.waitFor({ state: 'detached' });
    await shows(page, 'A-2', 'A-1');
  });

  it('keeps a range of totals together with its currency', async () => {
    const page = await dashboard.openAs('viewer', '/orders?currency=USD&totalFrom=50');
    await shows(page, 'G-1');
    await page.goto('/orders?status=placed&channel=admin,storefront');
    await shows(page, 'A-2', 'A-1');
  });

  it('has views that the staff shares, and opens with the default one', async () => {
    const page = await dashboard.openAs('editor', '/orders?channel=storefront&sort=orderNumber');
    await shows(page, 'A-1');
    await button(page, 'Save view').click();
    await page.getByLabel('Name').fill('From the shop');
    await button(page, 'Save').click();
    const other = await dashboard.openAs('viewer', '/orders');
    await shows(other, 'G-1', 'A-2', 'A-1');
    await other.getByRole('button', { name: 'From the shop' }).click();
    await shows(other, 'A-1');
    await button(page, 'Change the view From the shop').click();
    await page.getByRole('menuitem', { name: 'Open the list with it, for everybody' }).click();
    await other.goto('/orders');
    await shows(other, 'A-1');
    await other.getByRole('button', { name: 'All', exact: true }).click();
    await shows(other, 'G-1', 'A-2', 'A-1');
    await button(page, 'Change the view From the shop').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await button(page, 'Delete view').click();
    await shows(page, 'G-1', 'A-2', 'A-1');
    assert.equal(await page.getByRole('button', { name: 'From the shop' }).count(), 0);
  });

  it('shows the chosen columns, also after a reload', async () => {
    const page = await dashboard.openAs('viewer', '/orders', { width: 1280 });
    await shows(page, 'G-1', 'A-2', 'A-1');
    const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).filter(Boolean).join();
    await button(page, 'Columns').click();
    await page.getByRole('checkbox', { name: 'Channel' }).click();
    await page.getByRole('checkbox', { name: 'Lines' }).click();
    await button(page, 'Move Total to the left').click();
    await page.keyboard.press('Escape');
    const chosen = 'Order,Customer,Status,Payment,Total,Placed,Lines';
    assert.equal(await heads(), chosen);
    await page.reload();
    await shows(page, 'G-1', 'A-2', 'A-1');
    assert.equal(await heads(), chosen);
  });

  it('is exported to a file with its filters', async () => {
    const page = await dashboard.openAs('viewer', '/orders?customerId=nobody');
    await page.addInitScript(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }));
    await page.goto(`/orders?customerId=${grace}`);
    await shows(page, 'G-1');
    await button(page, 'Export').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV, a row for each order' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'orders.csv');
    const text = await readFile((await download.path())!, 'utf8');
    assert.deepEqual(text.match(/[AG]-\d/g), ['G-1']);
  });

  it('is streamed to the disk if the browser supports it', async () => {
    const page = await dashboard.openAs('viewer', '/orders');
    // A real file of the browser replaces the one that a person would choose.
    await page.addInitScript(() => {
      const pick = async () =>
        (await navigator.storage.getDirectory()).getFileHandle('orders', { create: true });
      Object.defineProperty(window, 'showSaveFilePicker', { value: pick });
    });
    await page.reload();
    await shows(page, 'G-1', 'A-2', 'A-1');
    await button(page, 'Export').click();
    await page.getByRole('menuitem', { name: 'NDJSON, with everything' }).click();
    await page.getByText('orders.ndjson is saved').waitFor();
    const text = await page.evaluate(async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('orders');
      return (await handle.getFile()).text();
    });
    assert.deepEqual(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).orderNumber),
      ['G-1', 'A-2', 'A-1'],
    );
  });

  it('moves from row to row by arrow keys', async () => {
    const page = await dashboard.openAs('viewer', '/orders');
    await shows(page, 'G-1', 'A-2', 'A-1');
    await numbers(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Order A-2' }).waitFor();
  });

  it('shows every total in a window of 360 pixels', async () => {
    const page = await dashboard.openAs('viewer', '/orders', { width: 360 });
    await shows(page, 'G-1', 'A-2', 'A-1');
    for (const total of await page.getByText(/^[$€]\d/).all()) {
      const box = (await total.boundingBox())!;
      assert.ok(box.x + box.width <= 360, `ends at ${box.x + box.width}`);
    }
  });

  it('shows a new order by itself, and returns to the row that was opened, without reading the list again', async () => {
    const page = await dashboard.openAs('editor', '/');
    await page.clock.install();
    await page.goto('/orders');
    await shows(page, 'G-1', 'A-2', 'A-1');
    await place({ customerId: ada, orderNumber: 'A-3' });
    await page.clock.fastForward(11_000);
    await shows(page, 'A-3', 'G-1', 'A-2', 'A-1');
    await numbers(page).nth(2).click();
    await page.getByRole('heading', { level: 1, name: 'Order A-2' }).waitFor();
    await page.goBack();
    await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('A-2'));
  });

  it('fulfils the selected orders, and names those that were refused', async () => {
    const page = await dashboard.openAs('editor', '/orders');
    await shows(page, 'A-3', 'G-1', 'A-2', 'A-1');
    await page.getByLabel('Select A-3').click();
    await page.getByLabel('Select A-2').click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    // Meanwhile, one of them is cancelled elsewhere.
    await test.call('POST', `/v1/crm/orders/${paid.id}/cancel`, { token, body: {} });
    await button(page, 'Fulfil').click();
    const numbered = (number: string) => page.getByLabel(`Tracking number of ${number}`);
    await numbered('A-3').fill('JD1');
    await numbered('A-3').press('Enter');
    await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Tracking number of G-1');
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'JD2\nJD3\tUPS\n');
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await page.getByLabel('Carrier of all').fill('DHL');
    await assertGoodLooks(page, 'fulfil-several');
    await button(page, 'Fulfil 3 orders').click();
    const refused = page.getByRole('alert');
    await refused.getByText('2 of 3 done').waitFor();
    await refused.getByText('G-1 (JD2): That is not possible with an order that is cancelled').waitFor();
    await page.getByText('2 orders fulfilled').waitFor();
    await page.getByRole('dialog').getByText('Close', { exact: true }).click();
    assert.equal(await page.getByRole('row', { name: /Fulfilled/ }).count(), 2);
    for (const [number, parcel] of [
      ['A-3', { number: 'JD1', carrier: 'DHL' }],
      ['A-2', { number: 'JD3', carrier: 'UPS' }],
    ] as const) {
      const { data } = (await test.call('GET', `/v1/crm/orders?orderNumber=${number}`, { token })).body;
      const { body } = await test.call('GET', `/v1/crm/orders/${data[0].id}/timeline`, { token });
      const entries = JSON.stringify(body.data);
      assert.ok(entries.includes(`"number":"${parcel.number}"`), entries);
      assert.ok(entries.includes(`"carrier":"${parcel.carrier}"`), entries);
    }
  });

  it('makes one file of the packing slips of the selected orders, of 50 at most', async () => {
    const page = await dashboard.openAs('viewer', '/orders');
    await page.addInitScript(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }));
    await page.reload();
    await shows(page, 'A-3', 'G-1', 'A-2', 'A-1');
    await page.getByLabel('Select all loaded rows').click();
    await assertGoodLooks(page, 'selected-orders');
    const downloading = page.waitForEvent('download');
    await button(page, 'Packing slips').click();
    const saved = await downloading;
    assert.equal(saved.suggestedFilename(), 'packing-slips.pdf');
    const file = (await readFile((await saved.path())!)).toString('latin1');
    assert.equal(Number(/\/Count (\d+)/.exec(file)?.[1]), 4);
    for (let n = 0; n < 47; n++) await place({ customerId: ada, orderNumber: `B-${n}` });
    await page.reload();
    await page.getByRole('link', { name: 'B-46' }).waitFor();
    await page.getByLabel('Select all loaded rows').click();
    await button(page, 'Packing slips').click();
    await page.getByText('Packing slips of 50 orders fit into one file, and 51 are selected.').waitFor();
  });
});
