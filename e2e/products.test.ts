import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '#kernel/testing/eventually.ts';
import { type Page, useDashboard } from './browser.ts';
import { assertGoodLooks } from './visual-checks.ts';

const dashboard = await useDashboard();
const { test } = dashboard;
const token = await dashboard.tenant.staff('owner');
const call = async (method: string, url: string, body?: object) => {
  const answer = await test.call(method, url, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
const button = (place: Pick<Page, 'getByRole'>, name: string) =>
  place.getByRole('button', { name, exact: true });
const field = (place: Pick<Page, 'getByRole'>, name: string) =>
  place.getByRole('textbox', { name, exact: true });
/** A refused field gets the focus. */
const hasFocus = (page: Page, path: string) =>
  page.waitForFunction(
    (wanted) => (document.activeElement as HTMLElement | null)?.dataset.path === wanted,
    path,
  );
const gridOf = (id: string) => call('GET', `/v1/catalog/products/${id}/variants`);

describe('a product', () => {
  it('begins with a title, a SKU and a price, is completed on its page, and goes live', async () => {
    const page = await dashboard.openAs('editor', '/products');
    await page.getByText('No products yet').waitFor();
    await button(page, 'Add product').click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Title').fill('Gyokuro');
    await field(dialog, 'SKU').fill('GT-100');
    await field(dialog, 'Price').fill('24.5000001');
    await button(dialog, 'Add product').click();
    await hasFocus(page, 'price');
    assert.equal(await dialog.getByRole('alert').count(), 0, 'nothing is said in words of the API');
    await field(dialog, 'Price').fill('24.50');
    await button(dialog, 'Add product').click();
    await page.getByRole('heading', { name: 'Gyokuro', level: 1 }).waitFor();
    await field(page, 'Vendor').fill('Uji growers');
    await button(page, 'Save product').click();
    await page.getByText('The product is saved').waitFor();
    await button(page, 'Activate').click();
    await page.getByText('The product is active').waitFor();
    const [product] = await call('GET', '/v1/catalog/products');
    assert.deepEqual([product.vendor, product.status], ['Uji growers', 'active']);
    assert.deepEqual(product.priceRanges, [{ currency: 'USD', from: 24.5, to: 24.5 }]);
  });

  it('takes variants from a spreadsheet, and walks through them by keyboard', async () => {
    const { id } = await call('POST', '/v1/catalog/products', {
      title: 'Cup',
      options: [{ name: 'Size', values: ['S', 'M', 'L'] }],
      variants: [{ sku: 'CUP-S', optionValues: ['S'] }],
    });
    const page = await dashboard.openAs('editor', `/products/${id}`);
    const first = page.getByLabel('Size of variant 1');
    await first.focus();
    await first.evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'S\tCUP-S\t9.80\nM\tCUP-M\t11.2\nL\tCUP-L\t1,250\n');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByLabel('SKU of variant 3').waitFor();
    await page.getByLabel('Price (USD) of variant 1').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('12');
    await button(page, 'Save product').click();
    await page.getByText('The variants are saved').waitFor();
    assert.equal(await page.getByLabel('Price (USD) of variant 1').inputValue(), '9.80');
    const { variants } = await gridOf(id);
    assert.deepEqual(
      variants.map((each: { sku: string; prices: { amount: number }[] }) => [
        each.sku,
        each.prices[0]!.amount,
      ]),
      [
        ['CUP-S', 9.8],
        ['CUP-M', 12],
        ['CUP-L', 1_250],
      ],
    );
  });

  it('says what it needs to be sold, and shows columns without a value on request, or for what is pasted', async () => {
    const { id } = await call('POST', '/v1/catalog/products', { title: 'Whisk' });
    const page = await dashboard.openAs('editor', `/products/${id}`);
    await page.getByText('Nobody can buy it yet').waitFor();
    await button(page, 'Add a variant').click();
    const sku = page.getByLabel('SKU of variant 1');
    await sku.fill('WHISK-OF-BAMBOO-80');
    assert.equal(await page.getByLabel('Grams of variant 1').count(), 0);
    assert.ok(
      await sku.evaluate((input) => input.scrollWidth <= input.clientWidth),
      'the SKU is not cut off',
    );
    await sku.evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'WHISK-80\t19\t25\t4006381333931\t60\n');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await page.getByLabel('Grams of variant 1').waitFor();
    await button(page, 'Save product').click();
    await page.getByText('The variants are saved').waitFor();
    const [variant] = (await gridOf(id)).variants;
    assert.deepEqual(
      [variant.sku, variant.prices[0].amount, variant.prices[0].compareAt, variant.weightGrams],
      ['WHISK-80', 19, 25, 60],
    );
    await page.getByText('Shoppers do not see this draft').waitFor();
  });

  it('shows its prices in every currency, takes one more, and is saved as a whole', async () => {
    const prices = [
      { currency: 'EUR', amount: 8.5 },
      { currency: 'USD', amount: 9 },
    ];
    const { id } = await call('POST', '/v1/catalog/products', {
      ...{ title: 'Bowl', variants: [{ sku: 'BOWL', prices }] },
    });
    const page = await dashboard.openAs('editor', `/products/${id}`);
    const price = (currency: string) => page.getByLabel(`Price (${currency}) of variant 1`);
    await price('EUR').waitFor();
    assert.deepEqual([await price('USD').inputValue(), await price('EUR').inputValue()], ['9.00', '8.50']);
    await page.getByRole('combobox', { name: 'Add a currency' }).fill('GBP');
    await page.getByRole('option', { name: /GBP/ }).click();
    await price('GBP').fill('7,25');
    await price('EUR').fill('8');
    await field(page, 'Vendor').fill('Bizen');
    await assertGoodLooks(page, 'prices');
    assert.equal(await page.getByRole('button', { name: /^Save/ }).count(), 1);
    await button(page, 'Save product').click();
    await page.getByText('The variants are saved').waitFor();
    const { variants } = await gridOf(id);
    assert.deepEqual(
      variants[0].prices
        .map(({ currency, amount }: { currency: string; amount: number }) => `${currency} ${amount}`)
        .sort(),
      ['EUR 8', 'GBP 7.25', 'USD 9'],
    );
    assert.equal((await call('GET', `/v1/catalog/products/${id}`)).vendor, 'Bizen');

    await price('GBP').fill('7.1234567');
    await button(page, 'Save product').click();
    await page.getByText(/One cell has a problem: Row 1, Price \(GBP\)/).waitFor();
    assert.equal(await price('GBP').getAttribute('aria-invalid'), 'true');
    assert.equal(await price('EUR').getAttribute('aria-invalid'), null);
  });

  it('keeps what is typed while a save is on its way, also over a slow line, and saves it next', async () => {
    const { id } = await call('POST', '/v1/catalog/products', {
      ...{ title: 'Dish', variants: [{ sku: 'DISH', prices: [{ currency: 'USD', amount: 9 }] }] },
    });
    const page = await dashboard.openAs('editor', `/products/${id}`);
    const price = page.getByLabel('Price (USD) of variant 1');
    await price.fill('10');
    await page.route(`**/v1/catalog/products/${id}**`, async (route) => {
      if (route.request().method() === 'GET') await sleep(1_500);
      await route.continue();
    });
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await button(page, 'Save product').click();
    await answered;
    await price.fill('11');
    await page.getByText('The variants are saved').waitFor();
    assert.equal(await price.inputValue(), '11.00');
    await button(page, 'Save product').click();
    await eventually('the second price is stored', async () => {
      const { variants } = await gridOf(id);
      return variants[0].prices[0].amount === 11;
    });
    await price.fill('12');
    await button(page, 'Save product').click();
    await eventually('the third price is stored', async () => {
      const { variants } = await gridOf(id);
      return variants[0].prices[0].amount === 12;
    });
  });

  it('keeps what is typed before the answer to a save, and saves it next without a conflict', async () => {
    const { id } = await call('POST', '/v1/catalog/products', {
      ...{ title: 'Wok', variants: [{ sku: 'WOK', prices: [{ currency: 'USD', amount: 9 }] }] },
    });
    const page = await dashboard.openAs('editor', `/products/${id}`);
    const price = page.getByLabel('Price (USD) of variant 1');
    await price.fill('10');
    await page.route(`**/v1/catalog/products/${id}/variants**`, async (route) => {
      if (route.request().method() === 'PUT') await sleep(1_500);
      await route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await button(page, 'Save product').click();
    await sent;
    await price.fill('11');
    await page.getByText('The variants are saved').waitFor();
    assert.equal(await price.inputValue(), '11.00');
    await button(page, 'Save product').click();
    await eventually('the second price is stored', async () => {
      const { variants } = await gridOf(id);
      return variants[0].prices[0].amount === 11;
    });
  });

  it('gets a variant for each combination of its options', async () => {
    const { id } = await call('POST', '/v1/catalog/products', {
      title: 'Pot',
      options: [
        { name: 'Size', values: ['S', 'M'] },
        { name: 'Colour', values: ['White', 'Blue'] },
      ],
      variants: [{ sku: 'POT-S-White', optionValues: ['S', 'White'] }],
    });
    const page = await dashboard.openAs('editor', `/products/${id}`);
    await button(page, 'Add all combinations').click();
    await page.getByLabel('SKU of variant 4').waitFor();
    await button(page, 'Save product').click();
    await page.getByText('The variants are saved').waitFor();
    const { variants } = await gridOf(id);
    assert.deepEqual(
      variants.map(({ optionValues }: { optionValues: string[] }) => optionValues.join(' ')),
      ['S White', 'S Blue', 'M White', 'M Blue'],
    );
  });

  it('with a SKU that another one has shows which cell is wrong, and keeps what was typed', async () => {
    const { id } = await call('POST', '/v1/catalog/products', { title: 'Tin', variants: [{ sku: 'TIN' }] });
    const page = await dashboard.openAs('editor', `/products/${id}`);
    await page.getByLabel('SKU of variant 1').fill('GT-100');
    await button(page, 'Save product').click();
    await page.getByRole('alert').filter({ hasText: 'One cell has a problem' }).waitFor();
    assert.equal(await page.getByLabel('SKU of variant 1').getAttribute('aria-invalid'), 'true');
    assert.equal(await page.getByLabel('SKU of variant 1').inputValue(), 'GT-100');
  });
});

describe('the catalog elsewhere', () => {
  it('gives a new order its name and price, and the order shows what is reserved', async () => {
    const location = await call('POST', '/v1/inventory/locations', { name: 'Shop', code: 'SHOP' });
    const lines = [{ sku: 'GT-100', locationId: location.id, change: 7 }];
    await call('POST', '/v1/inventory/adjustments', { reason: 'Delivery', lines });
    const customer = await call('POST', '/v1/crm/customers', { name: 'Ada' });
    const page = await dashboard.openAs('editor', `/orders/new?customer=${customer.id}`);
    const sku = page.getByRole('combobox', { name: 'SKU' }).or(field(page, 'SKU')).first();
    await sku.fill('gt-1');
    await page.getByRole('option', { name: /GT-100.*24\.50.*7 available/ }).click();
    assert.equal(await field(page, 'Unit price').inputValue(), '24.5');
    assert.equal(await field(page, 'Name').first().inputValue(), 'Gyokuro');
  });

  it('says how many products a bulk action changed and which it could not, and takes it back', async () => {
    await call('POST', '/v1/catalog/products', { title: 'Half a draft' });
    const made: string[] = [];
    for (const [title, tags] of [
      ['Half a tin', ['sale']],
      ['Half a jar', []],
    ] as const)
      made.push((await call('POST', '/v1/catalog/products', { title, tags, status: 'active' })).id);
    const now = async (what: 'status' | 'tags') =>
      Promise.all(made.map(async (id) => (await call('GET', `/v1/catalog/products/${id}`))[what]));
    const page = await dashboard.openAs('editor', '/products?q=half');
    await page.getByRole('checkbox', { name: /Half a draft/ }).waitFor();
    await page.getByLabel('Select all loaded rows').click();
    await button(page, 'Archive').click();
    await button(page, 'Archive 3 products').click();
    const refused = page.getByRole('alert').filter({ hasText: '2 of 3 done' });
    await refused.getByText('Half a draft: It is draft, and cannot become archived.').waitFor();
    await page.getByText('2 products archived').waitFor();
    assert.deepEqual(await now('status'), ['archived', 'archived']);
    await page.getByRole('dialog').getByText('Close', { exact: true }).click();
    await button(page, 'Undo').click();
    await page.getByText('Undone').waitFor();
    assert.deepEqual(await now('status'), ['active', 'active']);

    await button(page, 'Tags').click();
    for (const tag of ['sale', 'new']) {
      await page.getByRole('dialog').getByRole('combobox', { name: 'Add' }).fill(tag);
      await page.keyboard.press('Enter');
    }
    await button(page, 'Change tags').click();
    await page.getByText('Tags of 3 products changed').waitFor();
    assert.deepEqual(await now('tags'), [
      ['sale', 'new'],
      ['sale', 'new'],
    ]);
    await button(page, 'Undo').click();
    await page.getByText('Tags of 3 products changed').waitFor({ state: 'detached' });
    assert.deepEqual(await now('tags'), [['sale'], []]);
  });

  it('is reached from any list by j, k and Enter', async () => {
    const page = await dashboard.openAs('editor', '/products');
    const links = page.getByRole('table', { name: 'Products' }).getByRole('row').getByRole('link');
    await links.first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/products\/[0-9a-f-]{36}/);
  });
});

const PASTED = 'Rows with a SKU, a quantity if you like, and a price in USD';

describe('categories and price lists', () => {
  it('make a tree in which nothing is put below itself', async () => {
    const page = await dashboard.openAs('editor', '/products/categories');
    await button(page, 'Add category').click();
    await field(page.getByRole('dialog'), 'Name').fill('Tea');
    await button(page.getByRole('dialog'), 'Add category').click();
    await button(page, 'Add below Tea').click();
    await field(page.getByRole('dialog'), 'Name').fill('Green');
    await button(page.getByRole('dialog'), 'Add category').click();
    await button(page, 'Actions for Tea › Green').waitFor();
    await call('POST', '/v1/catalog/categories', { name: 'Coffee' });
    await page.reload();
    await button(page, 'Actions for Tea').click();
    await page.getByRole('menuitem', { name: 'Edit …' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Below' }).click();
    await page.getByRole('option', { name: 'Coffee' }).waitFor();
    assert.deepEqual(await page.getByRole('option').allTextContents(), ['Coffee']);
  });

  it('are moved by drag and by keyboard, with all below them', async () => {
    const made = async (name: string, parentId: string | null = null) =>
      (await call('POST', '/v1/catalog/categories', { name, parentId })).id as string;
    const [cups, pots] = [await made('Cups'), await made('Pots')];
    await made('Iron', pots);
    const page = await dashboard.openAs('editor', '/products/categories');
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await line('Pots').dragTo(line('Cups'));
    await button(page, 'Actions for Cups › Pots › Iron').waitFor();
    await button(page, 'Actions for Cups › Pots').press('Enter');
    await page.getByRole('menuitem', { name: 'Move …' }).press('Enter');
    const dialog = page.getByRole('dialog');
    const choose = async (label: string, option: string) => {
      await dialog.getByRole('combobox', { name: label }).focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(option);
      await page.getByRole('option', { name: option }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };
    await choose('Below', 'Nothing');
    await choose('Before', 'Cups');
    await button(dialog, 'Move category').press('Enter');
    await button(page, 'Actions for Pots › Iron').waitFor();
    const names = (await page.getByRole('listitem').allTextContents()).map((text) => text.slice(0, 4));
    assert.ok(names.indexOf('Pots') < names.indexOf('Cups'), names.join());
    const moved = await call('GET', `/v1/catalog/categories/${pots}`);
    assert.deepEqual(
      [moved.parentId, moved.position < (await call('GET', `/v1/catalog/categories/${cups}`)).position],
      [null, true],
    );
  });

  it('have a price for a SKU from a quantity on', async () => {
    const page = await dashboard.openAs('editor', '/products/price-lists');
    await button(page, 'Add price list').click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Name').fill('Wholesale');
    await button(dialog, 'Add price list').click();
    await page.getByRole('heading', { name: 'Wholesale', level: 1 }).waitFor();
    await field(page, 'SKU').fill('GT-100');
    await field(page, 'From quantity').fill('10');
    await page.getByRole('textbox', { name: 'Price', exact: true }).fill('19.9000001');
    await button(page, 'Set price').click();
    await hasFocus(page, 'amount');
    assert.equal(await page.getByRole('alert').count(), 0, 'nothing is said in words of the API');
    await page.getByRole('textbox', { name: 'Price', exact: true }).fill('19.90');
    await button(page, 'Set price').click();
    await page.getByRole('cell', { name: '$19.90' }).waitFor();
    const quote = await call('POST', '/v1/catalog/prices', {
      currency: 'USD',
      lines: [
        { sku: 'GT-100', quantity: 9 },
        { sku: 'GT-100', quantity: 10 },
      ],
    });
    assert.deepEqual(
      quote.lines.map(({ unitPrice }: { unitPrice: number }) => unitPrice),
      [24.5, 19.9],
    );
    await button(page, 'Paste from a sheet').click();
    const pasted = (text: string) => field(page.getByRole('dialog'), PASTED).fill(text);
    await pasted('SKU\tFrom\tPrice\nGT-100\t50\tfree\nNONE\t1\t2\n');
    await page.getByText('The price of GT-100 is “free”').waitFor();
    await pasted('SKU\tFrom\tPrice\nGT-100\t50\t18.5\nNONE\t1\t2\n');
    await button(page, 'Use 2 prices').click();
    await page.getByText('Not known here: NONE').waitFor();
    await pasted('SKU\tFrom\tPrice\nGT-100\t50\t18.5\nGT-100\t100\t17\n');
    await button(page, 'Use 2 prices').click();
    await page.getByRole('cell', { name: '$18.50' }).waitFor();
    await page.getByRole('cell', { name: '$17.00' }).waitFor();
    await page.getByRole('link', { name: 'Gyokuro' }).first().waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    const hidden = await page
      .getByRole('table', { name: 'Prices' })
      .evaluate(({ parentElement: frame }) => frame!.scrollWidth - frame!.clientWidth);
    assert.equal(hidden, 0, 'a phone shows the whole price');
    await page.getByText('from 50').waitFor();
  });
});

describe('the list of products', () => {
  it('shows the stock of each, and is filtered by it', async () => {
    await call('POST', '/v1/catalog/products', { title: 'Kukicha', variants: [{ sku: 'KUKI' }] });
    const { id: locationId } = await call('POST', '/v1/inventory/locations', { name: 'Here', code: 'HERE' });
    const lines = [{ sku: 'KUKI', locationId, change: 12 }];
    await call('POST', '/v1/inventory/adjustments', { reason: 'Delivery', lines });
    const page = await dashboard.openAs('viewer', '/products', { width: 1280 });
    await page
      .getByRole('row', { name: /Kukicha/ })
      .getByRole('cell', { name: '12', exact: true })
      .waitFor();
    await button(page, 'Filter').click();
    await page.getByRole('menuitem', { name: 'Stock' }).click();
    await page.getByLabel('Sold out: a variant at least').click();
    await page.getByText('No product matches').waitFor();
    assert.equal(new URL(page.url()).search, '?stock=depleted');
  });
});
