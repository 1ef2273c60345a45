import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { assertAccessible, type Page, useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test, tenant } = dashboard;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const file = (text: string, name = 'shop.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});
const SHOP = `Order;Mail of buyer;SKU;Product;Qty;Price;Date
S-1;ada@shop.example;TEA;Tea;2;4,50;01.03.2026
S-1;ada@shop.example;CUP;Cup;1;3;
S-2;grace@shop.example;;Moth;x;1;
`;
const ordersNow = async () =>
  (await test.call('GET', '/v1/crm/orders', { token: tenant.key })).body.data as {
    orderNumber: string;
    total: number;
    createdAt: string;
  }[];

describe('importing a file', () => {
  it('matches its columns, checks it, names the bad row, and then imports the rest', async () => {
    const page = await dashboard.openAs('editor', '/orders/import');
    await page.addInitScript(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Import orders' }).waitFor();
    await assertAccessible(page);
    await page.locator('input[type=file]').setInputFiles(file(SHOP));
    await page.getByText('No column is a customer e-mail or id').waitFor();
    assert.equal(await button(page, 'Check the file').isDisabled(), true);
    const field = page.getByLabel('Field for Mail of buyer').first();
    await field.fill('Customer e');
    await page.getByRole('option', { name: 'Customer e-mail' }).click();
    assert.equal(
      await page.getByRole('combobox', { name: 'Numbers are written' }).inputValue(),
      'With a comma: 1.234,50',
    );
    await assertAccessible(page);

    await button(page, 'Check the file').click();
    await page.getByText('1 order can be imported, 1 order with errors').waitFor();
    assert.deepEqual(await ordersNow(), [], 'nothing was written by the check');
    const errors = page.getByRole('table', { name: 'Errors' });
    await errors.getByRole('row', { name: /^4\s+SKU\s+is required/ }).waitFor();
    await errors.getByRole('row', { name: /^4\s+Qty\s+must be .*: “x”$/ }).waitFor();
    await assertAccessible(page);
    const downloading = page.waitForEvent('download');
    await button(page, 'Download as CSV').click();
    assert.match(await readFile((await (await downloading).path())!, 'utf8'), /^4,SKU,/m);

    await button(page, 'Import 1 order').click();
    await page.getByText('1 order imported, 1 order with errors').waitFor();
    await assertAccessible(page);
    const [order, ...others] = await ordersNow();
    assert.deepEqual([order?.orderNumber, order?.total, others], ['S-1', 12, []]);
    assert.equal(order?.createdAt, '2026-03-01T00:00:00.000Z', 'the day of the file');
    const { startedBy } = (await test.call('GET', '/v1/crm/imports?limit=1', { token: tenant.key })).body
      .data[0];
    await page.getByRole('heading', { name: 'shop.csv', level: 1 }).waitFor();
    await page.getByText(/Import, started .* by /).waitFor();
    await page.getByRole('link', { name: 'Imports' }).click();
    const listed = page.getByRole('table', { name: 'Imports' }).getByRole('row', { name: /shop\.csv/ });
    await listed
      .filter({ hasText: `by ${startedBy.name}` })
      .first()
      .waitFor();
    await page.goto('/orders');
    await page.getByRole('link', { name: 'S-1' }).waitFor();
  });

  it('sums up the rows with one cause, in the words of the form', async () => {
    const page = await dashboard.openAs('editor', '/orders/import');
    const row = (number: number, quantity: string) => `B-${number},nobody@shop.example,TEA,Tea,${quantity},1`;
    const rows = Array.from({ length: 40 }, (_, index) => row(index, index === 30 ? 'two' : '1'));
    const head = 'orderNumber,customerEmail,sku,name,quantity,unitPrice';
    await page.locator('input[type=file]').setInputFiles(file([head, ...rows].join('\n')));
    await page.getByLabel('Create customers that are not known yet').uncheck();
    await button(page, 'Check the file').click();
    await page.getByText('0 orders can be imported').waitFor();
    const errors = page.getByRole('table', { name: 'Errors' });
    await errors
      .getByRole('row', { name: /^39 rows\s*2, 3, .* and 27 more\s+customerEmail.*“Create customers/ })
      .waitFor();
    await errors.getByRole('row', { name: /^32\s+quantity\s+.*“two”/ }).waitFor();
    assert.equal(await errors.getByRole('row').count(), 3, 'with the head');
  });

  it('explains why a whole file is refused', async () => {
    const page = await dashboard.openAs('editor', '/orders/import', { width: 360 });
    await page.locator('input[type=file]').setInputFiles(file('{ "customerId": 5 }\n', 'orders.ndjson'));
    await button(page, 'Check the file').click();
    await page.getByText('0 orders can be imported').waitFor();
    await page.getByRole('table', { name: 'Errors' }).getByRole('row').nth(1).waitFor();
    assert.equal(await button(page, 'Import 0 orders').isDisabled(), true);
  });
});

describe('importing products', () => {
  it('matches columns of any names, checks the file, and stores the products', async () => {
    const page = await dashboard.openAs('editor', '/products/import');
    const check = async (text: string) => {
      await page.locator('input[type=file]').setInputFiles(file(text, 'artikel.csv'));
      for (const [column, field] of Object.entries({ Nummer: 'SKU', Preis: 'Price' })) {
        await page.getByLabel(`Field for ${column}`).first().fill(field);
        await page.getByRole('option', { name: field, exact: true }).click();
      }
      await assertAccessible(page);
      await button(page, 'Check the file').click();
    };
    await check('Nummer;Name;Preis\nT-100;Grüner Tee;8\nT-50;Grüner Tee;4,50\n');
    await page.getByText('0 products can be imported, 1 product with errors').waitFor();
    await button(page, 'Choose another file').click();
    const options = 'Option1 Name;Option1 Value';
    await check(
      `Nummer;Name;Preis;${options}\nT-100;Grüner Tee;8;Größe;100 g\nT-50;Grüner Tee;4,50;Größe;50 g\n`,
    );
    await page.getByText('1 product can be imported', { exact: true }).waitFor();
    await button(page, 'Import 1 product').click();
    await page.getByText('1 product imported', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'See the products' }).click();
    await page.getByRole('link', { name: 'Grüner Tee' }).waitFor();
    const { data } = (await test.call('GET', '/v1/catalog/variants?sku=T-50,T-100', { token: tenant.key }))
      .body;
    assert.deepEqual(
      data.map((one: { prices: { amount: number }[]; optionValues: string[] }) => [
        one.prices[0]!.amount,
        ...one.optionValues,
      ]),
      [
        [8, '100 g'],
        [4.5, '50 g'],
      ],
    );
  });
});
