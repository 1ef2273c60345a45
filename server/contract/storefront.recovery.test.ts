import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createShopperTokens } from '../modules/access/storefront/shopper-tokens.ts';
import { openShop } from '../modules/access/testing/shoppers.ts';
import { abandonIdle } from '../modules/checkout/carts/idle.sql.ts';
import { openCheckoutShop, shopperWith } from '../modules/checkout/testing/shop.ts';
import { type Answer, useApp } from '../testing.ts';

const test = await useApp();
const [shop, other] = [await openCheckoutShop(test), await openCheckoutShop(test)];
const [HOUR, DAY] = [3_600_000, 86_400_000];

const abandonAll = async () => {
  test.advance(2 * HOUR);
  await test.db.inTenant(shop.tenant.id, (tx) => abandonIdle(tx, test.now()));
};
const abandoned = async () => {
  const cart = await shop.cart([{ sku: await shop.sold(), quantity: 2 }], { email: 'ada@shop.example' });
  await abandonAll();
  return cart;
};
const link = (id: string, token = shop.tenant.key, headers = {}) =>
  shop.call('POST', `/v1/checkout/carts/${id}/recovery-link`, token, undefined, headers);
const open = (token: string, bearer = shop.tenant.key, headers = {}) =>
  shop.call('GET', `/v1/storefront/recover/${token}`, bearer, undefined, headers);
const linkOf = async (id: string): Promise<string> => (await link(id)).body.data.token;
const visible = ({ status, body }: Answer) => ({ status, error: { ...body.error, requestId: '' } });
const recoveries = async (id: string) =>
  (await shop.events())
    .filter(({ type, data }) => type === 'cart.recovered' && data.id === id)
    .map(({ data }) => data.via);

describe('a recovery link', () => {
  it('opens the abandoned cart, and the first change with its token recovers the cart by link', async () => {
    const cart = await abandoned();
    const { status, body } = await open(await linkOf(cart.id));
    assert.deepEqual([status, body.data.id, body.data.state], [200, cart.id, 'abandoned']);
    assert.equal(body.data.lines[0].quantity, 2);
    assert.deepEqual(await recoveries(cart.id), []);
    const back = shopperWith(shop.call, body.data);
    await back.cart('PUT', `/lines/${back.key}`, { quantity: 1 });
    assert.deepEqual(await recoveries(cart.id), ['link']);
    // The next return with the same token is not by the link.
    await abandonAll();
    await back.cart('PUT', `/lines/${back.key}`, { quantity: 3 });
    assert.deepEqual(await recoveries(cart.id), ['link', 'direct']);
  });

  it('recovers the cart by a checkout too; without the link, a return is direct', async () => {
    const [linked, direct] = [await abandoned(), await abandoned()];
    const { body } = await open(await linkOf(linked.id));
    assert.equal((await shopperWith(shop.call, body.data).start()).status, 201);
    await direct.start();
    assert.deepEqual([await recoveries(linked.id), await recoveries(direct.id)], [['link'], ['direct']]);
  });

  it('is opened by the storefront key of its site, again and again, and changes nothing', async () => {
    const cart = await abandoned();
    const token = await linkOf(cart.id);
    const keyOf = async (propertyId: string) =>
      (
        await shop.call('POST', '/v1/storefront-keys', await shop.tenant.staff('admin'), {
          label: 'Web',
          propertyId,
        })
      ).body.data.key as string;
    const key = await keyOf(shop.propertyId);
    const { version } = (await shop.ask('GET', `/v1/checkout/carts/${cart.id}`)) as { version: number };
    for (let time = 0; time < 3; time++) assert.equal((await open(token, key)).status, 200);
    assert.equal((await shop.ask('GET', `/v1/checkout/carts/${cart.id}`)).version, version);
    const { id } = await shop.ask('POST', '/v1/properties', { name: 'Elsewhere' });
    assert.deepEqual(visible(await open(token, await keyOf(id))), visible(await open('cr_none', key)));
  });

  it('gets one answer if it is forged, expired, of another tenant, of a former generation, or of an order', async () => {
    const cart = await abandoned();
    const token = await linkOf(cart.id);
    const unknown = visible(await open('cr_none'));
    assert.equal(unknown.status, 404);
    assert.deepEqual(visible(await open(`${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`)), unknown);
    assert.deepEqual(visible(await open(cart.token)), unknown);
    assert.deepEqual(visible(await open(token, other.tenant.key)), unknown);
    test.advance(7 * DAY);
    assert.deepEqual(visible(await open(token)), unknown);
    const fresh = await linkOf(cart.id);
    const { bearers } = await openShop(test, shop.tenant);
    const tokens = createShopperTokens(test.kernel.secrets, test.kernel.clock);
    const gone = { tenantId: shop.tenant.id, propertyId: shop.propertyId, cartId: crypto.randomUUID() };
    assert.deepEqual(
      visible(await open(tokens.newRecoveryLink({ ...gone, generation: 1, spell: 1 }).token)),
      unknown,
    );
    assert.equal((await open(fresh)).status, 200);
    await test.db.inTenant(shop.tenant.id, (tx) =>
      tx.query('update carts set generation = generation + 1 where id = $1', [cart.id]),
    );
    assert.deepEqual(visible(await open(fresh)), unknown);
    assert.deepEqual(visible(await open(fresh, bearers.publishable)), unknown);

    const { id: option } = await shop.shipping();
    const ordered = await shop.readyCart([{ sku: await shop.sold() }], option);
    await ordered.checkout('DELETE');
    await abandonAll();
    const last = await linkOf(ordered.id);
    await ordered.start();
    const address = { name: 'Ada', line1: '1 Agora', city: 'Berlin', country: 'DE' };
    const contact = { email: 'ada@shop.example' };
    const ready = await ordered.checkout('PATCH', {
      contact,
      shippingAddress: address,
      shippingOptionId: option,
    });
    assert.equal((await ordered.complete(ready.body.data.totals.total)).status, 200);
    assert.deepEqual(visible(await open(last)), unknown);
  });

  it('is made of an abandoned cart alone, by editors, and the audit log records it without the token', async () => {
    const active = await shop.cart([{ sku: await shop.sold() }]);
    assert.deepEqual([(await link(active.id)).status, (await link(crypto.randomUUID())).status], [409, 404]);
    const cart = await abandoned();
    assert.equal((await link(cart.id, await shop.tenant.staff('viewer'))).status, 403);
    const weekHence = () => Math.floor(test.now().getTime() / 1000) * 1000 + 7 * DAY;
    const earliest = weekHence();
    const made = await link(cart.id, shop.tenant.key, { 'idempotency-key': 'link-1' });
    assert.equal(made.status, 201);
    const expiresAt = Date.parse(made.body.data.expiresAt);
    assert.equal(expiresAt % 1000, 0);
    assert.ok(earliest <= expiresAt && expiresAt <= weekHence(), made.body.data.expiresAt);
    const again = await link(cart.id, shop.tenant.key, { 'idempotency-key': 'link-1' });
    assert.deepEqual([again.body.data.token, again.body.data.url], [null, null]);
    const log = await test.call('GET', `/v1/audit-log?subjectId=${cart.id}`, {
      token: await shop.tenant.staff('admin'),
    });
    assert.deepEqual(
      log.body.data.map(({ action }: { action: string }) => action),
      ['cart.recovery_link_made'],
    );
    assert.ok(!log.text.includes(made.body.data.token));
  });

  it('has the address of the page that the settings name', async () => {
    const cart = await abandoned();
    assert.equal((await link(cart.id)).body.data.url, null);
    await shop.settings({ recoveryUrl: 'https://shop.example/recover#{token}' });
    const { token, url } = (await link(cart.id)).body.data;
    assert.equal(url, `https://shop.example/recover#${token}`);
    // A client that does not know the setting keeps it.
    const { version: _, recoveryUrl: _url, ...known } = await shop.ask('GET', '/v1/checkout/settings');
    assert.equal(
      (await shop.ask('PUT', '/v1/checkout/settings', known)).recoveryUrl,
      'https://shop.example/recover#{token}',
    );
    assert.equal((await shop.settings({ recoveryUrl: null })).recoveryUrl, null);
  });

  it('refuses a page without the token in it, or one that would send it in the open', async () => {
    const { version: _, ...settings } = await shop.ask('GET', '/v1/checkout/settings');
    const token = await shop.tenant.staff('admin');
    const set = (recoveryUrl: string) =>
      shop.call('PUT', '/v1/checkout/settings', token, { ...settings, recoveryUrl });
    for (const wrong of [
      'https://shop.example/recover',
      'http://shop.example/#{token}',
      'https://{token}.shop.example/',
      'https://shop.example{token}/',
      'https://shop.example/{token}/{token}',
      'javascript:alert("{token}")',
      '/recover#{token}',
    ]) {
      const { status, body } = await set(wrong);
      assert.deepEqual([status, body.error.details?.[0].path], [422, 'recoveryUrl'], wrong);
    }
    assert.equal((await set('http://localhost:8080/shop/en/recover#{token}')).status, 200);
  });
});
