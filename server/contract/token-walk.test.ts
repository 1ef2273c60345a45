/** Every route with each of the bearers that are weaker than an API key, and those of one tenant on another one's things. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SHOPPER_KINDS, type ShopperKind } from '#kernel/auth/shopper.ts';
import { bearersOf } from '#kernel/http/guard.ts';
import { createShopperTokens } from '../modules/access/storefront/shopper-tokens.ts';
import { openShop, type Shop } from '../modules/access/testing/shoppers.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp({ AUTH_FAILURES_PER_MINUTE: '1000000' });
const [a, b] = [await newTenant(test), await newTenant(test)];
const shopOfA = await openShop(test, a, { domains: ['a-shop.test'] });
const shopOfB = await openShop(test, b, { domains: ['b-shop.test'] });
for (const [tenant, { propertyId }] of [
  [a, shopOfA],
  [b, shopOfB],
] as const) {
  await test.call('POST', `/v1/properties/${propertyId}/verify`, { token: tenant.key });
}
type Weaker = Exclude<ShopperKind, 'server'>;
const WEAKER = SHOPPER_KINDS.filter((kind): kind is Weaker => kind !== 'server');

const routes = test.app.routeList.flatMap((route) =>
  route.method === 'GET' ? [route, { ...route, method: 'HEAD' }] : [route],
);
const ask = (method: string, url: string, token: string | undefined) => {
  const path = url.replaceAll(/:(\w+)/g, (_, name) =>
    /id$/i.test(name) ? crypto.randomUUID() : 'no-such-thing',
  );
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
  return test.call(method, path.replace('*', 'x'), { token, body });
};

describe('a storefront key, a cart token, a customer session and an order link', () => {
  const closed = routes.filter(({ needs }) => !needs.public && needs.storefront === undefined);
  it('open no route outside the storefront', async () => {
    assert.ok(closed.length > 300, String(closed.length));
    for (const { method, url } of closed) {
      for (const kind of WEAKER) {
        const { status } = await ask(method, url, shopOfA.bearers[kind]);
        assert.equal(status, 401, `${method} ${url} with ${kind}`);
      }
    }
  });

  it('make no difference to a public route', async () => {
    for (const { method, url } of routes.filter(({ needs }) => needs.public)) {
      const { status } = await ask(method, url, undefined);
      for (const kind of WEAKER) {
        assert.equal(
          (await ask(method, url, shopOfA.bearers[kind])).status,
          status,
          `${method} ${url} with ${kind}`,
        );
      }
    }
  });

  const storefront = routes.filter(({ needs }) => needs.storefront !== undefined);
  for (const { method, url, needs } of storefront) {
    const bearers = bearersOf(needs);
    it(`open ${method} ${url} if they are ${bearers.join(', ')}`, async () => {
      // A shop of its own: the route may end the session, or complete the cart.
      const shop = await openShop(test, a);
      for (const kind of WEAKER) {
        const { status, text } = await ask(method, url, shop.bearers[kind]);
        if (bearers.includes(kind))
          assert.ok(![401, 403].includes(status) && status < 500, `${kind}: ${text}`);
        else assert.equal(status, 403, `${kind}: ${text}`);
      }
    });
  }
});

describe('a recovery link', () => {
  const tokens = createShopperTokens(test.kernel.secrets, test.kernel.clock);
  const { propertyId, cartId } = shopOfA;
  const { token } = tokens.newRecoveryLink({
    ...{ tenantId: a.id, propertyId, cartId, generation: 1, spell: 1 },
  });

  it('is the bearer of no route', async () => {
    for (const { method, url } of routes.filter(({ needs }) => !needs.public)) {
      assert.equal((await ask(method, url, token)).status, 401, `${method} ${url}`);
    }
    assert.equal(
      (await test.call('GET', '/v1/storefront/shop', { token: a.key, headers: { 'x-shopper-token': token } }))
        .status,
      401,
    );
  });
});

describe("tenant A's bearers", () => {
  const shopBy = (token: string, headers = {}) => test.call('GET', '/v1/storefront/shop', { token, headers });
  const KINDS = ['publishable', 'cart', 'customer'] as const;

  it("show A's shop, and not B's for asking", async () => {
    for (const kind of [...KINDS, 'server'] as const) {
      const { body } = await shopBy(shopOfA.bearers[kind]);
      assert.deepEqual([body.data.name, body.data.property.id], [a.slug, shopOfA.propertyId], kind);
      const asked = await shopBy(shopOfA.bearers[kind], { 'x-property-id': shopOfB.propertyId });
      assert.equal(asked.status, kind === 'server' ? 404 : 422, kind);
      const unknown = await shopBy(shopOfA.bearers[kind], { 'x-property-id': crypto.randomUUID() });
      assert.equal(asked.status, unknown.status);
      assert.equal(
        asked.text.replace(/"requestId":"[^"]*"/, ''),
        unknown.text.replace(/"requestId":"[^"]*"/, ''),
      );
    }
  });

  it("are not passed on by B's server", async () => {
    for (const kind of WEAKER) {
      const { status } = await shopBy(b.key, { 'x-shopper-token': shopOfA.bearers[kind] });
      assert.equal(status, 401, kind);
    }
  });

  it("do not sign in B's customer, and answer as for a customer that never existed", async () => {
    const signIn = (customerId: string) =>
      test.call('POST', '/v1/storefront/sessions', { token: a.key, body: { customerId } });
    const [foreign, unknown] = [await signIn(shopOfB.customerId), await signIn(crypto.randomUUID())];
    assert.deepEqual([foreign.status, foreign.body.error.message], [404, unknown.body.error.message]);
  });

  it("are invalid with a part of B's, even under a genuine signature", async () => {
    const parts = (shop: Shop, kind: 'cart' | 'order') => shop.bearers[kind].split('.');
    for (const kind of ['cart', 'order'] as const) {
      const [own, other] = [parts(shopOfA, kind), parts(shopOfB, kind)];
      for (let at = 0; at < own.length; at++) {
        const mixed = own.with(at, other[at]!).join('.');
        if (mixed !== own.join('.')) assert.equal((await shopBy(mixed)).status, 401, `${kind}, part ${at}`);
      }
    }
    const tokens = createShopperTokens(test.kernel.secrets, test.kernel.clock);
    const mixed = { tenantId: a.id, propertyId: shopOfB.propertyId, cartId: shopOfA.cartId, generation: 1 };
    assert.equal((await shopBy(tokens.newCartToken(mixed))).status, 401);
  });

  it("are not read by pages of B's domain", async () => {
    for (const kind of KINDS) {
      const { headers } = await shopBy(shopOfA.bearers[kind], { origin: 'https://b-shop.test' });
      assert.equal(headers['access-control-allow-origin'], undefined, kind);
    }
  });
});
