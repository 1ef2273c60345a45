/** Storefront routes: which bearers reach them, and what they promise as all other routes do. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  BEARERS,
  SHOPPER_KINDS,
  type ShopperKind,
  type StorefrontArea,
  shopperOf,
} from '#kernel/auth/shopper.ts';
import { success } from '#kernel/http/envelope.ts';
import type { RouteNeeds } from '#kernel/http/guard.ts';
import { createServer } from '#kernel/http/server.ts';
import { newId } from '#kernel/id.ts';
import { openShop } from '../modules/access/testing/shoppers.ts';
import { createModules } from '../modules.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const shop = await openShop(test, tenant);
const { modules: _, ...served } = createModules(test.kernel);

/** The real callers, with routes of which only the statement matters. */
const server = await createServer({ ...test.kernel, ...served });
after(() => server.close());
const AREAS = Object.keys(BEARERS) as StorefrontArea[];
const state = (path: string, config: RouteNeeds) => {
  server.get(`/v1/storefront/${path}`, { config }, async (request) => {
    const { tenant: _tenant, ...shopper } = shopperOf(request);
    return success({ ...shopper, hasActor: request.actor !== undefined });
  });
  server.post(`/v1/storefront/${path}`, { config: { ...config, dryRun: true } }, async (request) =>
    success(await request.inShop(async () => ({ id: newId() }))),
  );
};
for (const area of AREAS) state(area, { storefront: area });
state('carts', { storefront: 'cart', bearers: ['publishable', 'server'] });
state('products', { storefront: 'browse', module: 'catalog' });

const call = async (
  method: 'GET' | 'POST',
  path: string,
  token: string,
  headers: Record<string, string> = {},
) => {
  const answer = await server.inject({
    method,
    url: `/v1/storefront/${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
};

describe('a storefront route lets in', () => {
  const cases: [string, readonly ShopperKind[]][] = [
    ['browse', ['publishable', 'server', 'cart', 'customer']],
    ['cart', ['cart']],
    ['checkout', ['cart']],
    ['customer', ['customer']],
    ['carts', ['publishable', 'server']],
  ];
  for (const [path, bearers] of cases) {
    it(`${path}: ${bearers.join(', ')}`, async () => {
      for (const kind of SHOPPER_KINDS) {
        const { status, body } = await call('GET', path, shop.bearers[kind]);
        if (bearers.includes(kind)) {
          assert.deepEqual(
            [status, body.data.kind, body.data.hasActor],
            [200, kind, false],
            JSON.stringify(body),
          );
        } else {
          assert.deepEqual([status, body.error.code], [403, 'forbidden'], kind);
          assert.deepEqual(body.error.details, { bearers: [...bearers] });
        }
      }
    });
  }

  it('no staff member, and no API key without the scope write:storefront', async () => {
    assert.equal((await call('GET', 'browse', await tenant.staff('owner'))).status, 401);
    const { status, body } = await call('GET', 'browse', await tenant.keyWith('read:crm', 'write:crm'));
    assert.deepEqual([status, body.error.details], [403, { scope: 'write:storefront' }]);
  });

  it('no shopper of a tenant without the module of the route', async () => {
    const owner = await tenant.staff('owner');
    assert.equal((await call('GET', 'products', shop.bearers.publishable)).status, 200);
    await test.call('POST', '/v1/modules/catalog/deactivate', { token: owner });
    for (const kind of BEARERS.browse) {
      const { status, body } = await call('GET', 'products', shop.bearers[kind]);
      assert.deepEqual([status, body.error.code], [403, 'module_disabled'], kind);
    }
    await test.call('POST', '/v1/modules/catalog/activate', { token: owner });
  });
});

describe('a shopper', () => {
  it('is known by key, cart, session or order, and by the site', async () => {
    const seen = async (path: string, kind: ShopperKind) =>
      (await call('GET', path, shop.bearers[kind])).body.data;
    const { propertyId } = shop;
    for (const kind of BEARERS.browse) assert.equal((await seen('browse', kind)).propertyId, propertyId);
    const { id, cart } = await seen('cart', 'cart');
    assert.deepEqual([id, cart], [shop.cartId, { id: shop.cartId, generation: 1 }]);
    assert.equal((await seen('customer', 'customer')).customerId, shop.customerId);
  });

  it('has Idempotency-Keys of its own: those of another cart have no effect', async () => {
    const other = await openShop(test, tenant);
    const post = (token: string, path = 'cart') =>
      call('POST', path, token, { 'idempotency-key': 'the-same' });
    const first = await post(shop.bearers.cart);
    assert.equal(first.status, 200, JSON.stringify(first.body));
    const again = await post(shop.bearers.cart);
    assert.deepEqual(
      [again.body.data.id, again.headers['idempotent-replayed']],
      [first.body.data.id, 'true'],
    );
    assert.notEqual((await post(other.bearers.cart)).body.data.id, first.body.data.id);
    assert.notEqual((await post(shop.bearers.customer, 'customer')).body.data.id, first.body.data.id);
  });

  it('gets the rate limit in headers, a request id, and 422 for an unknown parameter', async () => {
    const { headers } = await call('GET', 'browse', shop.bearers.publishable);
    assert.match(String(headers.ratelimit), /^"default";r=\d+/);
    assert.ok(headers['x-request-id']);
    const { status, body } = await call('GET', 'browse?x=1', shop.bearers.publishable);
    assert.deepEqual([status, body.error.details[0].path], [422, 'x']);
    assert.equal((await call('POST', 'cart?dryRun=true', shop.bearers.cart)).status, 200);
  });
});

describe('a server', () => {
  const seen = (headers: Record<string, string>, path = 'browse') =>
    call('GET', path, shop.bearers.server, headers);

  it('names a property in X-Property-Id, and has the default one otherwise', async () => {
    const other = await openShop(test, tenant);
    const named = await seen({ 'x-property-id': other.propertyId });
    assert.equal(named.body.data.propertyId, other.propertyId);
    assert.equal((await seen({})).body.data.propertyId, shop.propertyId);
    const foreign = await openShop(test, await newTenant(test));
    for (const id of [foreign.propertyId, newId()]) {
      assert.equal((await seen({ 'x-property-id': id })).status, 404);
    }
    assert.equal((await seen({ 'x-property-id': 'x' })).status, 422);
  });

  it("reports the buyer's address, which no other bearer can", async () => {
    const headers = { 'x-buyer-address': '203.0.113.7' };
    assert.equal((await seen(headers)).body.data.address, '203.0.113.7');
    assert.equal((await seen({ 'x-buyer-address': '203.0.113.7, 203.0.113.8' })).status, 422);
    for (const kind of ['publishable', 'cart', 'customer'] as const) {
      assert.equal((await call('GET', 'browse', shop.bearers[kind], headers)).body.data.address, '127.0.0.1');
    }
  });

  it('calls for a shopper whose token it passes on in X-Shopper-Token, of its own tenant alone', async () => {
    const headers = { 'x-shopper-token': shop.bearers.cart, 'x-buyer-address': '203.0.113.7' };
    const { body } = await seen(headers, 'cart');
    assert.deepEqual([body.data.kind, body.data.id, body.data.address], ['cart', shop.cartId, '203.0.113.7']);
    const foreign = await openShop(test, await newTenant(test));
    assert.equal((await seen({ 'x-shopper-token': foreign.bearers.cart }, 'cart')).status, 401);
    assert.equal((await seen({ 'x-shopper-token': shop.bearers.server }, 'cart')).status, 401);
  });

  it('of a tenant without a property is told to create one', async () => {
    const { status, body } = await call('GET', 'browse', (await newTenant(test)).key);
    assert.deepEqual([status, body.error.code], [409, 'conflict']);
  });
});

describe('the server does not start with', () => {
  const cases: [string, RouteNeeds, RegExp][] = [
    [
      '/v1/storefront/secrets',
      { role: 'viewer' },
      /does not say which shoppers may call it: state config.storefront/,
    ],
    ['/v1/storefront/secrets', { public: true }, /does not say which shoppers/],
    ['/v1/secrets', { storefront: 'browse' }, /only paths under \/v1\/storefront\/ have shoppers/],
    ['/v1/storefront/secrets', { storefront: 'browse', role: 'viewer' }, /who have no role and no scope/],
  ];
  for (const [path, needs, message] of cases) {
    it(`${path} that states ${Object.keys(needs).join(' and ')}`, async () => {
      const app = await createServer({ ...test.kernel, ...served });
      assert.throws(() => app.get(path, { config: needs }, async () => 'all'), message);
    });
  }
});

describe('the request log', () => {
  const logged = async (requestId: string) => {
    const owner = await tenant.staff('owner');
    for (let looks = 0; ; looks++) {
      const { body } = await test.call('GET', `/v1/requests?requestId=${requestId}`, { token: owner });
      if (body.data.length > 0) {
        return (await test.call('GET', `/v1/requests/${body.data[0].id}`, { token: owner })).body.data;
      }
      assert.ok(looks < 200, 'logged within some seconds');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  it('shows requests of shoppers under their key or their site, and never a body', async () => {
    const cases = [
      ['publishable', 'Shop'],
      ['server', tenant.slug],
      ['cart', 'Tea shop'],
      ['customer', 'Tea shop'],
    ] as const;
    for (const [kind, label] of cases) {
      const requestId = newId();
      const { status } = await test.call('GET', '/v1/storefront/shop?x=1', {
        token: shop.bearers[kind],
        headers: { 'x-request-id': requestId },
      });
      assert.equal(status, 422);
      const entry = await logged(requestId);
      assert.deepEqual([entry.keyLabel, entry.status, entry.query], [label, 422, 'x=1'], kind);
      assert.match(entry.answer, /validation_error/);
      assert.equal(entry.body, null);
    }
  });

  it('does not count shoppers among the API keys', async () => {
    const { body } = await test.call('GET', '/v1/api-keys/usage', { token: await tenant.staff('owner') });
    const { data } = (await test.call('GET', '/v1/storefront-keys', { token: await tenant.staff('owner') }))
      .body;
    const ids = [shop.propertyId, ...data.map(({ id }: { id: string }) => id)];
    assert.deepEqual(
      body.data.filter(({ keyId }: { keyId: string }) => ids.includes(keyId)),
      [],
    );
  });
});
