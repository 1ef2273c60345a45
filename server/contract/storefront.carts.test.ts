/** Carts and the bearers of the storefront: what a token opens, and how a customer claims a cart. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createShopperTokens } from '../modules/access/storefront/shopper-tokens.ts';
import { openShop } from '../modules/access/testing/shoppers.ts';
import { openCheckoutShop, shopperWith } from '../modules/checkout/testing/shop.ts';
import { type Answer, useApp } from '../testing.ts';

const test = await useApp();
const [a, b] = [await openCheckoutShop(test), await openCheckoutShop(test)];

const visible = ({ status, body }: Answer) => ({ status, error: { ...body.error, requestId: '' } });
const unknown = () => crypto.randomUUID();

it('a token opens its own cart alone: codes, lines and options of another tenant are unknown', async () => {
  const [sku, foreignSku] = [await a.sold(), await b.sold()];
  const [foreignOption, foreignCode] = [await b.shipping(), await b.discount()];
  const cart = await a.cart([{ sku }]);
  const same = async (attempt: (value: string) => Promise<Answer>, foreign: string, other = unknown()) =>
    assert.deepEqual(visible(await attempt(foreign)), visible(await attempt(other)));
  await same((value) => cart.add(value), foreignSku);
  await same((code) => cart.cart('POST', '/codes', { code }), foreignCode.code);
  await same((id) => cart.cart('DELETE', `/codes/${id}`), foreignCode.id);
  await same(
    (key) => cart.cart('PUT', `/lines/${key}`, { quantity: 1 }),
    (await b.cart([{ sku: foreignSku }])).key,
  );
  await cart.start();
  const choose = async (shippingOptionId: string) => {
    const { status, body } = await cart.checkout('PATCH', { shippingOptionId });
    return [status, body.data.shippingOption, body.data.options];
  };
  assert.deepEqual(await choose(foreignOption.id), await choose(unknown()));
});

it("another tenant's customer cannot claim a cart, nor a server use its token", async () => {
  const cart = await a.cart([{ sku: await a.sold() }]);
  const { bearers } = await openShop(test, b.tenant);
  const claim = (token: string) =>
    b.call('POST', '/v1/storefront/carts/current/claim', bearers.customer, { token });
  assert.deepEqual(visible(await claim(cart.token)), visible(await claim('ct_none')));
  const headers = { 'x-shopper-token': cart.token };
  assert.equal(
    (await b.call('GET', '/v1/storefront/carts/current', b.tenant.key, undefined, headers)).status,
    401,
  );
  assert.equal((await cart.cart('GET')).status, 200);
});

it('a token with another generation, or for a cart that is gone, gets 404', async () => {
  const made = await a.create([{ sku: await a.sold() }]);
  const cart = shopperWith(a.call, made.body.data);
  await test.db.inTenant(a.tenant.id, (tx) =>
    tx.query('update carts set generation = generation + 1 where id = $1', [cart.id]),
  );
  for (const answer of [
    await cart.cart('GET'),
    await cart.add('X'),
    await cart.start(),
    await cart.order(),
  ]) {
    assert.equal(answer.status, 404);
  }
});

describe('a cart that is claimed', () => {
  it("becomes the customer's, takes in the older one, and its former token is worth nothing", async () => {
    const { bearers, customerId } = await openShop(test, a.tenant);
    const [sku, other] = [await a.sold(), await a.sold()];
    const made = (lines: object[], token: string) => a.create(lines, {}, token);
    const older = shopperWith(
      a.call,
      (await made([{ sku, quantity: 2 }, { sku: other }], bearers.customer)).body.data,
    );
    const guest = shopperWith(a.call, (await made([{ sku, quantity: 3 }], bearers.publishable)).body.data);
    const claim = (token: string) =>
      a.call('POST', '/v1/storefront/carts/current/claim', bearers.customer, { token });
    const { status, body } = await claim(guest.token);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.data.id, body.data.customerId], [guest.id, customerId]);
    assert.deepEqual(
      body.data.lines.map(({ quantity }: { quantity: number }) => quantity),
      [5, 1],
    );
    assert.equal((await guest.cart('GET')).status, 404);
    assert.equal((await older.cart('GET')).status, 404);
    assert.equal((await shopperWith(a.call, body.data).cart('GET')).status, 200);
    assert.equal((await claim(guest.token)).status, 404);
    assert.equal((await claim('ct_forged')).status, 404);
  });
});

describe('orders of a buyer', () => {
  it('are seen by their customer and by their link, without notes of the staff; those of others do not exist', async () => {
    const { bearers, customerId } = await openShop(test, a.tenant);
    const other = await openShop(test, a.tenant, { customerId: await a.tenant.customer('Bob') });
    const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 3 }];
    const body = { customerId, items, internalNote: 'Difficult', metadata: { margin: 2 } };
    const order = await a.ask('POST', '/v1/crm/orders', body);
    const get = (token: string, path = `/${order.id}`) =>
      a.call('GET', `/v1/storefront/orders${path}`, token);
    const seen = await get(bearers.customer);
    assert.deepEqual([seen.status, seen.body.data.total], [200, 3]);
    assert.doesNotMatch(seen.text, /Difficult|margin/);
    const listed = await get(bearers.customer, '');
    assert.deepEqual(
      listed.body.data.map(({ id }: { id: string }) => id),
      [order.id],
    );
    for (const token of [other.bearers.customer, bearers.order]) assert.equal((await get(token)).status, 404);
    assert.deepEqual((await get(other.bearers.customer, '')).body.data, []);
    const tokens = createShopperTokens(test.kernel.secrets, test.kernel.clock);
    const link = { tenantId: a.tenant.id, propertyId: a.propertyId, orderId: order.id };
    assert.equal((await get(tokens.newOrderLink(link))).body.data.orderNumber, order.orderNumber);
  });
});
