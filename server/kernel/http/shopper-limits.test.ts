import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { shopperOf } from '#kernel/auth/shopper.ts';
import { openShop } from '../../modules/access/testing/shoppers.ts';
import { createModules } from '../../modules.ts';
import { newTenant, useApp } from '../../testing.ts';
import { success } from './envelope.ts';
import type { RouteNeeds } from './guard.ts';
import { createServer } from './server.ts';

const test = await useApp({ STOREFRONT_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.1' });
const tenant = await newTenant(test);
const shop = await openShop(test, tenant);
const { modules: _, ...served } = createModules(test.kernel);
/** Stands still: a bucket fills while the requests run. */
let now = test.now();
const clock = () => now;
const server = await createServer({ ...test.kernel, ...served, clock });
after(() => server.close());
const BOTH = ['publishable', 'server'] as const;
const routes: [string, RouteNeeds][] = [
  ['carts', { storefront: 'cart', bearers: BOTH, makes: 'cart' }],
  ['lines', { storefront: 'cart' }],
  ['checkouts', { storefront: 'checkout', makes: 'checkout' }],
  ['products', { storefront: 'browse' }],
];
for (const [path, config] of routes) {
  const answer = async (request: Parameters<typeof shopperOf>[0]) => success({ id: shopperOf(request).id });
  server.get(`/v1/storefront/${path}`, { config }, answer);
  server.post(`/v1/storefront/${path}`, { config }, answer);
}

let last = 0;
/** An address of its own, so that the cases do not count together. */
const newAddress = () => `203.0.${++last}.1`;
const newCart = () => openShop(test, tenant).then(({ bearers }) => bearers.cart);
type Sent = { token: string; from?: string; headers?: Record<string, string> };
const send = async (
  method: 'GET' | 'POST',
  path: string,
  { token, from = newAddress(), headers = {} }: Sent,
) =>
  server.inject({
    method,
    url: `/v1/storefront/${path}`,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from, ...headers },
  });
/** How many of `count` requests are answered before the first 429. */
async function answered(count: number, ask: (n: number) => ReturnType<typeof send>): Promise<number> {
  for (let n = 0; n < count; n++) {
    const { statusCode, headers, body } = await ask(n);
    if (statusCode === 429) {
      assert.ok(Number(headers['retry-after']) >= 1, body);
      return n;
    }
    assert.equal(statusCode, 200, body);
  }
  return count;
}
const { publishable } = shop.bearers;

describe('in a minute', () => {
  it('one address reads 600 times with a key, and another address goes on', async () => {
    const from = newAddress();
    const read = (address: string) => send('GET', 'products', { token: publishable, from: address });
    assert.equal(await answered(700, () => read(from)), 600);
    const { statusCode, headers } = await read(newAddress());
    assert.deepEqual([statusCode, headers['ratelimit-policy']], [200, '"default";q=600;w=60']);
    now = new Date(now.getTime() + 61_000);
    assert.equal((await read(from)).statusCode, 200);
  });

  it('addresses of one IPv6 /64 read together', async () => {
    const read = (n: number) =>
      send('GET', 'products', { token: publishable, from: `2001:db8:7:7::${(n + 1).toString(16)}` });
    assert.equal(await answered(700, read), 600);
    const other = await send('GET', 'products', { token: publishable, from: '2001:db8:7:8::1' });
    assert.equal(other.statusCode, 200);
  });

  it('an address makes 20 carts', async () => {
    const from = newAddress();
    assert.equal(await answered(30, () => send('POST', 'carts', { token: publishable, from })), 20);
  });

  it('a cart is written 60 times, from any address', async () => {
    const token = await newCart();
    assert.equal(await answered(70, () => send('POST', 'lines', { token })), 60);
    assert.equal((await send('GET', 'lines', { token })).statusCode, 200, 'and is still read');
    assert.equal((await send('POST', 'lines', { token: await newCart() })).statusCode, 200);
  });

  it('an address writes to carts 120 times', async () => {
    const from = newAddress();
    const carts = await Promise.all([newCart(), newCart(), newCart()]);
    assert.equal(await answered(150, (n) => send('POST', 'lines', { token: carts[n % 3]!, from })), 120);
  });

  it('an address starts 10 checkouts', async () => {
    const from = newAddress();
    const carts = await Promise.all([newCart(), newCart()]);
    assert.equal(await answered(20, (n) => send('POST', 'checkouts', { token: carts[n % 2]!, from })), 10);
  });
});

describe('the address that X-Buyer-Address reports', () => {
  const buyer = '198.51.100.7';
  const make = (token: string, headers: Record<string, string>, from?: string) =>
    send('POST', 'carts', { token, headers, ...(from && { from }) });

  it('is limited for a server, and only in its own tenant', async () => {
    const headers = { 'x-buyer-address': buyer };
    assert.equal(await answered(30, () => make(tenant.key, headers)), 20);
    assert.equal((await make(tenant.key, { 'x-buyer-address': '198.51.100.8' })).statusCode, 200);
    const other = await newTenant(test);
    await openShop(test, other);
    assert.equal((await make(other.key, headers)).statusCode, 200);
  });

  it('is not believed of a publishable key: its own address is limited', async () => {
    const from = newAddress();
    const pretend = (n: number) => make(publishable, { 'x-buyer-address': `198.51.99.${n}` }, from);
    assert.equal(await answered(30, pretend), 20);
  });

  it('may be missing: the key alone limits the server', async () => {
    const from = newAddress();
    assert.equal(await answered(150, () => make(tenant.key, {}, from)), 150);
  });
});

it('a caller without the right uses up no limit', async () => {
  const from = newAddress();
  for (let n = 0; n < 30; n++) {
    assert.equal((await send('POST', 'carts', { token: shop.bearers.cart, from })).statusCode, 403);
  }
  assert.equal((await send('POST', 'carts', { token: publishable, from })).statusCode, 200);
});
