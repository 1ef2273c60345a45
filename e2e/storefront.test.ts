import assert from 'node:assert/strict';
import { globSync, statSync } from 'node:fs';
import { describe, it } from 'node:test';
import { SHOP } from '../dashboard/built.ts';
import type { Page } from './browser.ts';
import { assertSound, shown, tabTo, useDemoShop } from './shopping.ts';

const MOST_SCRIPT_BYTES = 80_000;

const shop = await useDemoShop();

/** [units that are free, the number of orders] */
const figures = async (sku: string): Promise<[number, number]> => {
  const { available } = await shop.read(`/v1/inventory/items/${sku}`);
  return [available, (await shop.read('/v1/crm/orders?channel=storefront')).length];
};

const isFocused = (page: Page, title: string) =>
  page.waitForFunction(
    (text) => document.activeElement?.matches('h1') && document.activeElement.textContent === text,
    title,
  );

/** Adds a product to the basket with the mouse. */
async function add(page: Page, handle: string, option?: string): Promise<void> {
  await page.goto(`/shop/en/products/${handle}`);
  if (option !== undefined) await page.locator('.pills').getByText(option, { exact: true }).click();
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByText('is in your basket').waitFor();
}

async function fillIn(page: Page): Promise<void> {
  for (const [label, value] of [
    ['E-mail address', 'grace@example.com'],
    ['Full name', 'Grace Hopper'],
    ['Street and number', '5 Harbour'],
    ['Postal code', '20457'],
    ['City', 'Hamburg'],
  ] as const) {
    await page.getByLabel(label).fill(value);
  }
  await page.getByLabel('Country').selectOption('DE');
  await page.locator('#delivery input:checked').waitFor();
}

describe('the shop', () => {
  it('sells a tea by keyboard alone at 360 pixels, at the price that was shown', async () => {
    const page = await shop.visit('en', { width: 360 });
    const [free, orders] = await figures('SEN-100');
    await assertSound(page);
    await tabTo(page, 'Skip to content');
    await tabTo(page, 'Tea');
    await page.keyboard.press('Enter');
    await isFocused(page, 'Tea');
    await assertSound(page);
    await tabTo(page, /^Sencha of spring/);
    await page.keyboard.press('Enter');
    await isFocused(page, 'Sencha of spring');
    await assertSound(page);
    await tabTo(page, '50 g');
    await page.keyboard.press('ArrowRight');
    await page.getByText('€16.91').waitFor();
    await tabTo(page, 'Add to basket');
    await page.keyboard.press('Enter');
    await tabTo(page, 'View basket');
    await page.keyboard.press('Enter');
    await isFocused(page, 'Basket');
    assert.equal(await page.locator('.basket').getAttribute('aria-label'), 'Basket, 1 item');
    await assertSound(page);
    await tabTo(page, 'Go to checkout');
    await page.keyboard.press('Enter');
    await isFocused(page, 'Checkout');
    for (const [label, value] of [
      ['E-mail address', 'ada@example.com'],
      ['Full name', 'Ada Lovelace'],
      ['Street and number', '1 Agora'],
      ['Postal code', '10115'],
      ['City', 'Berlin'],
      ['Country', 'Germany'],
    ] as const) {
      await tabTo(page, new RegExp(`^${label}`));
      await page.keyboard.type(value);
    }
    await tabTo(page, /^Parcel/);
    await assertSound(page);
    await tabTo(page, 'Order for €21.81');
    await page.keyboard.press('Enter');
    await isFocused(page, 'Thank you for your order');
    await assertSound(page);
    const [order] = await shop.read('/v1/crm/orders?channel=storefront&limit=1');
    assert.deepEqual([order.total, order.currency, order.status], [21.81, 'EUR', 'placed']);
    await page.getByText(`Your order number is ${order.orderNumber}.`).waitFor();
    await page.getByText('€21.81').waitFor();
    await page.getByText('The account is on your invoice.').waitFor();
    assert.deepEqual(await figures('SEN-100'), [free - 1, orders + 1]);
    await page.reload();
    await page.getByText(`Your order number is ${order.orderNumber}.`).waitFor();
    assert.equal(await page.locator('.basket').getAttribute('aria-label'), 'Basket, 0 items');
  });

  it('has less script in all than 80 KB, minified and not compressed', () => {
    const bytes = globSync(`${SHOP.dist}/assets/*.js`).map((path) => statSync(path).size);
    assert.ok(bytes.length > 0);
    const sum = bytes.reduce((all, size) => all + size, 0);
    assert.ok(sum < MOST_SCRIPT_BYTES, `${sum} bytes`);
  });

  it('finds products by words, options, price and availability, and keeps the filters in the address', async () => {
    const page = await shop.visit('en');
    await page.getByLabel('Search for products').fill('harbour');
    await page.keyboard.press('Enter');
    await shown(page, 'Results for “harbour”');
    await page.getByText('2 products').waitFor();
    await page.goto('/shop/en/categories/teaware');
    await page.getByText('3 products').waitFor();
    await page.getByLabel('Colour').selectOption('Rose');
    await page.getByText('1 product', { exact: true }).waitFor();
    await page.getByLabel('Only what is available').check();
    await page.getByText('Nothing fits.').waitFor();
    assert.match(page.url(), /\?available=true&option\.Colour=Rose$/);
    await page.getByRole('button', { name: 'Remove filters' }).click();
    await page.getByText('3 products').waitFor();
    await page.getByLabel('up to').fill('20');
    await page.keyboard.press('Tab');
    await page.getByText('1 product', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 product', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('up to').inputValue(), '20');
    await assertSound(page);
  });

  it('does not sell what is sold out, and says so of the variant alone', async () => {
    const page = await shop.visit('en/products/bamboo-whisk');
    assert.ok(await page.getByRole('button', { name: 'Sold out' }).isDisabled());
    await assertSound(page);
    await page.goto('/shop/en/products/stoneware-cup');
    const button = page.locator('.add');
    await page.locator('.pills').getByText('Rose').click();
    assert.deepEqual([await button.textContent(), await button.isDisabled()], ['Sold out', true]);
    const third = page.getByRole('button', { name: 'Picture 3' });
    assert.equal(await third.getAttribute('aria-pressed'), 'true', 'the picture is that of the variant');
    await page.locator('.pills').getByText('Stone').click();
    await page.getByText('Only a few left').waitFor();
    assert.ok(await button.isEnabled());
  });
});

describe('the basket', () => {
  it('is one in two tabs: each shows what the other has changed', async () => {
    const first = await shop.visit('en/basket');
    await shown(first, 'Your basket is empty');
    const second = await first.context().newPage();
    await add(second, 'genmaicha', '100 g');
    await first.getByText('Genmaicha (100 g)').waitFor();
    await first.getByRole('button', { name: 'One more of Genmaicha (100 g)' }).click();
    await second.getByRole('link', { name: 'Basket, 2 items' }).waitFor();
    await first.getByRole('button', { name: 'Remove Genmaicha (100 g)' }).click();
    await shown(first, 'Your basket is empty');
    await second.getByRole('link', { name: 'Basket, 0 items' }).waitFor();
  });

  it('tells beside the field that a code is wrong, and takes a right one', async () => {
    const page = await shop.visit('en', { width: 360 });
    await add(page, 'rooibos-with-orange', '100 g');
    await page.goto('/shop/en/basket');
    const field = page.getByLabel('Discount code');
    await field.fill('FREE-TEA');
    await page.keyboard.press('Enter');
    await page.locator('#code-problem').getByText('This code cannot be used.').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    await assertSound(page);
    await field.fill('welcome10');
    await page.keyboard.press('Enter');
    await page.getByText('-€0.99').first().waitFor();
    assert.equal(await page.locator('#total').textContent(), '€8.89');
    assert.equal(await page.locator('#code-problem').textContent(), '');
    await page.getByRole('button', { name: 'Remove the code WELCOME10' }).click();
    await page.waitForFunction(() => document.getElementById('total')?.textContent === '€9.88');
    const idle = { code: 'BULK', kind: 'percent', value: 5, minSubtotal: 500, currency: 'EUR' };
    await shop.post('/v1/checkout/discounts', idle);
    await field.fill('bulk');
    await page.keyboard.press('Enter');
    await page.getByText('takes nothing off this basket').waitFor();
    await assertSound(page);
  });
});

describe('the link to a basket that was left', () => {
  /** Leaves a basket for an hour; returns its id and the address of its link. */
  const leave = async (page: Page): Promise<{ id: string; url: string }> => {
    await add(page, 'genmaicha', '100 g');
    const [{ id }] = await shop.read('/v1/checkout/carts?limit=1');
    shop.test.advance(61 * 60_000);
    while ((await stateOf(id)) !== 'abandoned') await page.waitForTimeout(50);
    return { id, url: (await shop.post(`/v1/checkout/carts/${id}/recovery-link`)).url };
  };
  const stateOf = async (id: string) => (await shop.read(`/v1/checkout/carts/${id}`)).state;

  it('opens it in another browser, and leaves no token in the address', async () => {
    const { id, url } = await leave(await shop.visit('en'));
    const phone = await shop.open({ width: 360 });
    await phone.goto(url);
    await shown(phone, 'Basket');
    await phone.getByText('Genmaicha (100 g)').waitFor();
    assert.match(phone.url(), /\/shop\/en\/basket$/);
    await assertSound(phone);
    await phone.getByRole('button', { name: 'One more of Genmaicha (100 g)' }).click();
    await phone.getByRole('link', { name: 'Basket, 2 items' }).waitFor();
    const [line] = (await shop.read(`/v1/checkout/carts/${id}`)).lines;
    const picture = await shop.test.call('GET', new URL(line.imageUrl).pathname);
    assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/webp']);
    assert.equal(await stateOf(id), 'active');
    await phone.reload();
    await phone.getByRole('link', { name: 'Basket, 2 items' }).waitFor();
  });

  it('lets a shopper with another basket choose, and says so when it is over', async () => {
    const { url } = await leave(await shop.visit('en'));
    const other = await shop.visit('en', { width: 360 });
    await add(other, 'evening-herbs');
    await other.goto(url);
    await shown(other, 'You have two baskets');
    await assertSound(other);
    await other.getByRole('button', { name: 'The present one, 1 item' }).click();
    await other.getByText(/^Evening herbs/).waitFor();
    await other.goto(url);
    await other.getByRole('button', { name: 'The earlier one, 1 item' }).click();
    await other.getByText('Genmaicha (100 g)').waitFor();
    shop.test.advance(7 * 86_400_000);
    await other.goto('about:blank');
    await other.goto(url);
    await shown(other, 'This link is no longer valid');
    await assertSound(other);
  });
});

describe('the checkout', () => {
  it('marks every field that lacks something, and moves the focus to the first', async () => {
    const page = await shop.visit('en', { width: 360 });
    await add(page, 'evening-herbs');
    await page.goto('/shop/en/checkout');
    await page.getByRole('button', { name: /^Order for/ }).click();
    await page.getByText('Please check the marked fields.').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'email');
    assert.equal(await page.locator('[aria-invalid=true]').count(), 5);
    await assertSound(page);
    await page.getByLabel('E-mail address').fill('ada@nowhere');
    await page.getByRole('button', { name: /^Order for/ }).click();
    await page.locator('#email-problem').getByText('looks like ada@example.com').waitFor();
  });

  it('orders nothing at a total that the shopper has not seen', async () => {
    const page = await shop.visit('en');
    await add(page, 'earl-grey-bergamot-peel', '50 g');
    await page.goto('/shop/en/checkout');
    await fillIn(page);
    await page.getByRole('button', { name: 'Order for €11.80' }).waitFor();
    const [, orders] = await figures('EARL-50');
    const second = await page.context().newPage();
    await add(second, 'earl-grey-bergamot-peel', '50 g');
    await page.getByRole('button', { name: 'Order for €11.80' }).click();
    await page.getByText('The total is now €18.70.').waitFor();
    assert.equal((await figures('EARL-50'))[1], orders);
    await page.getByRole('button', { name: 'Order for €18.70' }).click();
    await shown(page, 'Thank you for your order');
    assert.equal((await figures('EARL-50'))[1], orders + 1);
  });

  it('names what has been sold to others meanwhile', async () => {
    const page = await shop.visit('en');
    await add(page, 'stoneware-cup', 'Stone');
    await page.goto('/shop/en/basket');
    await page.getByLabel('Quantity of Stoneware cup (Stone)').fill('4');
    await page.keyboard.press('Tab');
    await page.getByText('There are not so many of these left.').waitFor();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await shown(page, 'There are not so many of these left.');
    await page.getByText('Stoneware cup (Stone): There are only 3 of these left.').waitFor();
    await assertSound(page);
  });
});

describe('in German, the shop', () => {
  it('has German words, names and amounts, and the same page in the other language', async () => {
    const page = await shop.visit('en/products/sencha-of-spring', { width: 360 });
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await shown(page, 'Frühlings-Sencha');
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
    await page.getByText('8,90 €').waitFor();
    await page.getByRole('button', { name: 'In den Warenkorb' }).click();
    await page.getByText('liegt im Warenkorb').waitFor();
    await page.getByRole('link', { name: 'Zum Warenkorb' }).click();
    await shown(page, 'Warenkorb');
    await page.getByRole('link', { name: 'Zur Kasse' }).click();
    await shown(page, 'Kasse');
    await assertSound(page);
    assert.match(await page.title(), /^Kasse – Agora Tea House$/);
  });
});

it('a page that does not exist says so, and leads back', async () => {
  const page = await shop.visit('en/products/nothing');
  await shown(page, 'This page does not exist');
  await assertSound(page);
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await shown(page, 'Good tea, and time to drink it');
});
