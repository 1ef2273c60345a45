import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openCheckoutShop, shopperWith } from '../testing/shop.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);

const codesOf = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code);

describe('a cart', () => {
  it('is born with its first lines, at the prices of now, with an event', async () => {
    const sku = await shop.sold(5, { optionValues: ['S'] }, { options: [{ name: 'Size', values: ['S'] }] });
    const types = await shop.published(async () => {
      const { status, body } = await shop.create([{ sku, quantity: 2 }, { sku }]);
      assert.equal(status, 201);
      const { lines, totals, token, propertyId, state } = body.data;
      assert.match(token, /^ct_/);
      assert.deepEqual([propertyId, state, lines.length], [shop.propertyId, 'active', 1]);
      assert.deepEqual(
        [lines[0].quantity, lines[0].unitPrice, lines[0].amount, lines[0].available],
        [3, 4.5, 13.5, true],
      );
      assert.match(lines[0].name, / \(S\)$/);
      assert.deepEqual([lines[0].image, lines[0].imageUrl], [null, null]);
      assert.deepEqual(totals, { subtotal: 13.5, discount: 0, estimatedTax: null, total: 13.5 });
    });
    assert.deepEqual(types, ['cart.created']);
  });

  it('refuses what is not sold here like what does not exist, and names variants without a price', async () => {
    const draft = await shop.sold(1, {}, { status: 'draft' });
    const elsewhere = await shop.sold(
      1,
      {},
      { propertyIds: [(await shop.ask('POST', '/v1/properties', { name: 'B' })).id] },
    );
    const refusals = await Promise.all([draft, elsewhere, 'NONE'].map((sku) => shop.create([{ sku }])));
    const shown = refusals.map(({ status, body }) => [status, body.error.details]);
    assert.equal(shown[0]![0], 422);
    assert.deepEqual(shown[1], shown[0]);
    assert.deepEqual(shown[2], shown[0]);
    const dollars = await shop.create([{ sku: await shop.sold() }], { currency: 'USD' });
    assert.deepEqual([dollars.status, dollars.body.error.code], [409, 'no_price']);
    assert.equal(dollars.body.error.details[0].currency, 'USD');
  });

  it('adds quantities of the same line, keeps other attributes apart, and stays within its limits', async () => {
    const sku = await shop.sold();
    const cart = await shop.cart([{ sku }]);
    await cart.add(sku, 2);
    const lines = [{ sku, attributes: { engraving: 'Ada' } }];
    const { body } = await cart.cart('POST', '/lines', { lines });
    assert.deepEqual(
      body.data.lines.map(({ quantity }: { quantity: number }) => quantity),
      [3, 1],
    );
    const full = await cart.add(sku, 9_999);
    assert.deepEqual([full.status, full.body.error.details[0].code], [422, 'too_large']);
  });

  it('has 64 KiB of attributes at most, of its lines and its own together', async () => {
    const sku = await shop.sold();
    const attributes = (n: number) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${n} ${at}`, 'x'.repeat(480)]));
    const cart = await shop.cart([{ sku }]);
    const add = (n: number) => cart.cart('POST', '/lines', { lines: [{ sku, attributes: attributes(n) }] });
    for (const n of [1, 2, 3, 4]) assert.equal((await add(n)).status, 200);
    const refusals = [await add(5), await cart.cart('PATCH', '', { attributes: attributes(6) })];
    for (const { status, body } of refusals) {
      assert.deepEqual(
        [status, body.error.details[0].path, body.error.details[0].code],
        [422, 'attributes', 'too_large'],
      );
    }
    assert.equal((await add(1)).body.data.lines[1].quantity, 2);
  });

  it('changes with one event for each change, and none if nothing changes', async () => {
    const cart = await shop.cart([{ sku: await shop.sold() }]);
    const types = await shop.published(async () => {
      await cart.cart('PUT', `/lines/${cart.key}`, { quantity: 4 });
      await cart.cart('PUT', `/lines/${cart.key}`, { quantity: 4 });
      await cart.cart('PATCH', '', { email: 'ADA@shop.example', note: 'Ring twice' });
      await cart.cart('PATCH', '', { email: 'ada@shop.example' });
      await cart.cart('GET');
      await cart.cart('PUT', `/lines/${cart.key}`, { quantity: 0 });
    });
    assert.deepEqual(types, ['cart.updated lines', 'cart.updated email,note', 'cart.updated lines']);
    assert.deepEqual(codesOf((await cart.cart('GET')).body.data), ['empty']);
    assert.equal((await cart.cart('PUT', '/lines/none', { quantity: 1 })).status, 404);
    assert.equal((await cart.start()).status, 409);
  });

  it('follows the prices and the catalog, and tells what would stop a checkout', async () => {
    const sku = await shop.sold();
    const cart = await shop.cart([{ sku, quantity: 2 }]);
    const [variant] = await shop.ask('GET', `/v1/catalog/variants?sku=${sku}`);
    await shop.ask('PATCH', `/v1/catalog/variants/${variant.id}`, {
      prices: [{ currency: 'EUR', amount: 5 }],
    });
    assert.equal((await cart.cart('GET')).body.data.totals.total, 10);
    await shop.ask('PATCH', `/v1/catalog/variants/${variant.id}`, { prices: [] });
    assert.deepEqual(codesOf((await cart.cart('GET')).body.data), ['no_price']);
    await shop.ask('POST', `/v1/catalog/products/${variant.productId}/archive`);
    assert.deepEqual(codesOf((await cart.cart('GET')).body.data), ['not_for_sale']);
    assert.equal((await cart.start()).status, 409);
  });

  it('is retried safely with an Idempotency-Key, and the token comes with every answer', async () => {
    const sku = await shop.sold();
    const body = { lines: [{ sku, quantity: 2 }], currency: 'EUR' };
    const headers = { 'idempotency-key': 'cart-1' };
    const send = () => shop.call('POST', '/v1/storefront/carts', shop.tenant.key, body, headers);
    const [first, second] = [await send(), await send()];
    assert.deepEqual([second.headers['idempotent-replayed'], second.body], ['true', first.body]);
    const cart = shopperWith(shop.call, first.body.data);
    const add = () =>
      cart.cart('POST', '/lines', { lines: [{ sku, quantity: 1 }] }, { 'idempotency-key': 'add-1' });
    await add();
    await add();
    assert.equal((await cart.cart('GET')).body.data.lines[0].quantity, 3);
  });
});
