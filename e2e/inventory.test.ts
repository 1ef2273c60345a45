import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Page, useDashboard } from './browser.ts';

const dashboard = await useDashboard();
const { test } = dashboard;
const token = await dashboard.tenant.staff('owner');
const call = async (method: string, url: string, body?: object) => {
  const answer = await test.call(method, url, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
const button = (place: Pick<Page, 'getByRole'>, name: string | RegExp) =>
  place.getByRole('button', { name, exact: true });
const field = (place: Pick<Page, 'getByRole'>, name: string) =>
  place.getByRole('textbox', { name, exact: true });
const itemOf = (sku: string) => call('GET', `/v1/inventory/items/${encodeURIComponent(sku)}`);

describe('inventory', () => {
  it('begins with a location and a SKU that is counted in one step', async () => {
    const page = await dashboard.openAs('admin', '/inventory/locations');
    await button(page, 'Add location').click();
    await field(page.getByRole('dialog'), 'Name').fill('Shop');
    await field(page.getByRole('dialog'), 'Code').fill('SHOP');
    await button(page.getByRole('dialog'), 'Add location').click();
    await page.getByText('The location is added').waitFor();
    await page.goto('/inventory');
    await page.getByText('No stock is kept yet').waitFor();
    await button(page, 'Add SKU').click();
    await field(page.getByRole('dialog'), 'SKU').fill('TEA/50 g');
    await field(page.getByRole('dialog'), 'On hand now').fill('12');
    await field(page.getByRole('dialog'), 'Low at').fill('3');
    await button(page.getByRole('dialog'), 'Add SKU').click();
    await page.getByText('The SKU is added').waitFor();
    await page.getByRole('link', { name: 'TEA/50 g' }).click();
    await page.getByRole('heading', { name: 'TEA/50 g', level: 1 }).waitFor();
    const { onHand, lowAt } = await itemOf('TEA/50 g');
    assert.deepEqual({ onHand, lowAt }, { onHand: 12, lowAt: 3 });
  });

  it('of a SKU is adjusted with a reason that its ledger keeps', async () => {
    const page = await dashboard.openAs('editor', '/inventory/items/TEA%2F50%20g');
    await button(page, 'Adjust').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Removed', { exact: true }).click();
    await field(dialog, 'Units').fill('2');
    await dialog.getByRole('combobox', { name: 'Reason' }).fill('Fell into the harbour');
    await dialog.getByText('On hand: 12 now, 10 after it').waitFor();
    await button(dialog, 'Adjust stock').click();
    await page.getByText('The stock is adjusted').waitFor();
    await page.getByRole('table', { name: 'Ledger' }).getByText('Fell into the harbour').waitFor();
    assert.equal((await itemOf('TEA/50 g')).onHand, 10);
  });

  it('is counted on a sheet, and a count over newer stock is shown before anything is saved', async () => {
    const { id } = (await call('GET', '/v1/inventory/locations'))[0];
    await call('POST', '/v1/catalog/products', { title: 'Cup with a handle', variants: [{ sku: 'CUP' }] });
    const page = await dashboard.openAs('editor', '/inventory/count');
    await page.getByRole('cell', { name: 'CUP Cup with a handle' }).waitFor();
    await page.getByLabel('Counted of CUP').fill('7');
    await page.getByLabel('Counted of CUP').press('Enter');
    await page.keyboard.type('9');
    const line = { sku: 'TEA/50 g', locationId: id, change: 5 };
    await call('POST', '/v1/inventory/adjustments', { reason: 'Delivery', lines: [line] });
    await button(page, 'Save 2 counts').click();
    await page.getByText('One SKU has changed since you saw the stock.').waitFor();
    assert.equal((await itemOf('CUP')).onHand, 0);
    await button(page, 'Use my count').click();
    await button(page, 'Save 2 counts').click();
    await page.getByText('The counts are saved').waitFor();
    assert.deepEqual([(await itemOf('CUP')).onHand, (await itemOf('TEA/50 g')).onHand], [7, 9]);
  });

  it('takes counts that are pasted from a spreadsheet, and names SKUs that it does not know', async () => {
    const page = await dashboard.openAs('editor', '/inventory/count');
    await button(page, 'Paste from a sheet').click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Rows with a SKU and a count').fill('SKU\tCounted\nCUP\t1,200\nNONE\t3\n');
    await button(dialog, 'Use 2 counts').click();
    await dialog.getByText('NONE', { exact: true }).waitFor();
    await field(dialog, 'Rows with a SKU and a count').fill('SKU\tCounted\nCUP\t1,200\n');
    await button(dialog, 'Use 1 count').click();
    await button(page, 'Save 1 count').click();
    await page.getByText('The counts are saved').waitFor();
    assert.equal((await itemOf('CUP')).onHand, 1_200);
  });

  it('moves from one location to another, as many as are there', async () => {
    await call('POST', '/v1/inventory/locations', { name: 'Cellar', code: 'CELLAR', priority: 1 });
    const page = await dashboard.openAs('editor', '/inventory/items/CUP');
    await button(page, 'Transfer').click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Units of line 1').fill('2000');
    await button(dialog, 'Transfer').click();
    await dialog.getByRole('alert').waitFor();
    await field(dialog, 'Units of line 1').fill('200');
    await button(dialog, 'Transfer').click();
    await page.getByText('The stock is moved').waitFor();
    const { levels } = await itemOf('CUP');
    assert.deepEqual(
      levels.map(({ onHand }: { onHand: number }) => onHand),
      [1_000, 200],
    );
  });
});
