import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop } from '../../modules/access/testing/shoppers.ts';
import { newTenant, type TestApp, useApp } from '../../testing.ts';

const test = await useApp();
const production = await useApp(
  { MODE: 'production', PUBLIC_URL: 'https://api.example' },
  () => test.database,
);
const tenant = await newTenant(test);
const shop = await openShop(test, tenant, { domains: ['shop.test', 'unproved.example'] });
const blog = await openShop(test, tenant, { domains: ['blog.test'] });
for (const { propertyId } of [shop, blog]) {
  await test.call('POST', `/v1/properties/${propertyId}/verify`, { token: tenant.key });
}

const URL_OF_SHOP = '/v1/storefront/shop';
const ask = (origin: string | undefined, token?: string, app: TestApp = test, url = URL_OF_SHOP) =>
  app.call('GET', url, { token, headers: origin === undefined ? {} : { origin } });
const allowedTo = async (...args: Parameters<typeof ask>) =>
  (await ask(...args)).headers['access-control-allow-origin'];
const preflight = (origin: string, app: TestApp = test, url = URL_OF_SHOP) =>
  app.call('OPTIONS', url, {
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });

describe('the answer to a page', () => {
  it('of a proved domain of the property may be read: by that origin alone, without credentials', async () => {
    for (const origin of ['https://shop.test', 'http://shop.test:3000']) {
      for (const kind of ['publishable', 'cart', 'customer'] as const) {
        const { status, headers } = await ask(origin, shop.bearers[kind]);
        assert.deepEqual(
          [status, headers['access-control-allow-origin'], headers.vary],
          [200, origin, 'Origin'],
        );
        assert.equal(headers['access-control-allow-credentials'], undefined);
        const shown = String(headers['access-control-expose-headers']);
        for (const name of ['ETag', 'X-Request-Id', 'Retry-After', 'RateLimit'])
          assert.ok(shown.includes(name));
      }
    }
  });

  it('of any other origin may not', async () => {
    const { publishable } = shop.bearers;
    const origins = [
      'https://blog.test',
      'https://unproved.example',
      'https://evil.example',
      'https://shop.test.evil.example',
      'https://evil-shop.test',
      'https://shop.test@evil.example',
      'https://shop.test/path',
      'file://shop.test',
      'null',
      '',
    ];
    for (const origin of origins) {
      const { status, headers } = await ask(origin, publishable);
      assert.deepEqual([status, headers['access-control-allow-origin']], [200, undefined], origin);
      assert.equal(headers.vary, 'Origin');
    }
  });

  it('with an ETag differs by origin and by caller for caches', async () => {
    for (const path of ['products', 'categories', 'shop']) {
      const url = `/v1/storefront/${path}`;
      const { status, headers } = await ask('https://shop.test', shop.bearers.publishable, test, url);
      assert.equal(status, 200);
      assert.match(String(headers.vary), headers.etag ? /^Origin, authorization$/ : /^Origin$/, path);
    }
  });

  it('without an Origin is the same, and differs by origin for caches', async () => {
    const { status, headers } = await ask(undefined, shop.bearers.publishable);
    assert.deepEqual(
      [status, headers['access-control-allow-origin'], headers.vary],
      [200, undefined, 'Origin'],
    );
  });

  it('with a wrong token may be read by pages of any site, so that a script sees the 401', async () => {
    const { status, headers } = await ask('https://blog.test', 'pk_live_00000000');
    assert.deepEqual([status, headers['access-control-allow-origin']], [401, 'https://blog.test']);
    assert.equal(await allowedTo('https://evil.example', 'pk_live_00000000'), undefined);
  });

  it('that lacks a right is confined to the site, too', async () => {
    const url = '/v1/storefront/sessions';
    const post = (origin: string) =>
      test.call('POST', url, { token: shop.bearers.publishable, body: {}, headers: { origin } });
    const [own, other] = [await post('https://shop.test'), await post('https://blog.test')];
    assert.deepEqual([own.status, own.headers['access-control-allow-origin']], [403, 'https://shop.test']);
    assert.deepEqual([other.status, other.headers['access-control-allow-origin']], [403, undefined]);
  });

  it('of the machine of a developer may be read in development, and not in production', async () => {
    for (const origin of [
      'http://localhost:5173',
      'http://127.0.0.1:8000',
      'http://[::1]:1',
      'http://a.localhost',
    ]) {
      assert.equal(await allowedTo(origin, shop.bearers.publishable), origin);
      assert.equal(await allowedTo(origin, shop.bearers.publishable, production), undefined);
    }
    assert.equal(
      await allowedTo('https://shop.test', shop.bearers.publishable, production),
      'https://shop.test',
    );
  });

  it('of any route that is not of the storefront may not be read by other pages', async () => {
    assert.equal(await allowedTo('https://shop.test', tenant.key, test, '/v1/me'), undefined);
    const { status } = await preflight('https://shop.test', test, '/v1/me');
    assert.equal(status, 405);
  });

  it('may no longer be read once the domain is no longer of the property', async () => {
    const site = await openShop(test, tenant, { domains: ['gone.test'] });
    await test.call('POST', `/v1/properties/${site.propertyId}/verify`, { token: tenant.key });
    assert.equal(await allowedTo('https://gone.test', site.bearers.publishable), 'https://gone.test');
    const change = { token: tenant.key, body: { domains: [] } };
    await test.call('PATCH', `/v1/properties/${site.propertyId}`, change);
    assert.equal(await allowedTo('https://gone.test', site.bearers.publishable), undefined);
  });
});

describe('a preflight', () => {
  it('has no token, and is answered to pages of any proved domain', async () => {
    for (const origin of ['https://shop.test', 'https://blog.test', 'http://localhost:5173']) {
      const { status, headers, text } = await preflight(origin);
      assert.deepEqual([status, text, headers['access-control-allow-origin']], [204, '', origin]);
      assert.match(String(headers['access-control-allow-methods']), /POST/);
      assert.match(String(headers['access-control-allow-headers']), /Authorization.*Idempotency-Key/);
      assert.equal(headers.vary, 'Origin');
    }
  });

  it('of any other origin gets 403', async () => {
    for (const origin of ['https://evil.example', 'https://unproved.example', 'null']) {
      const { status, headers, body } = await preflight(origin);
      assert.deepEqual([status, body.error.code], [403, 'forbidden'], origin);
      assert.equal(headers['access-control-allow-origin'], undefined);
    }
    assert.equal((await preflight('http://localhost:5173', production)).status, 403);
  });
});
