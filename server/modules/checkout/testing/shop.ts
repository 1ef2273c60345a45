/** A shop with products, stock, shipping and shoppers, through the API. */
import assert from 'node:assert/strict';
import { type Answer, newTenant, type TestApp, type TestTenant } from '../../../testing.ts';

export type CheckoutShop = Awaited<ReturnType<typeof openCheckoutShop>>;

const ADMINS = ['/v1/inventory/locations', '/v1/checkout/settings'];

let made = 0;

export const ADDRESS = {
  name: 'Ada Lovelace',
  line1: '1 Agora',
  city: 'Berlin',
  region: 'BE',
  country: 'DE',
};

export async function openCheckoutShop(test: TestApp, tenant?: TestTenant) {
  const of = tenant ?? (await newTenant(test));
  const call = (method: string, url: string, token: string, body?: object, headers = {}): Promise<Answer> =>
    test.call(method, url, { token, body, headers });
  const ask = async (method: string, url: string, body?: object) => {
    // Sign-ins expire when a test moves the clock; a key does not.
    const token = ADMINS.some((path) => url.startsWith(path)) ? await of.staff('admin') : of.key;
    const answer = await call(method, url, token, body);
    assert.ok(answer.status < 300, `${method} ${url}: ${answer.text}`);
    return answer.body.data;
  };
  const { id: propertyId } = await ask('POST', '/v1/properties', { name: 'Tea shop' });
  const { id: locationId } = await ask('POST', '/v1/inventory/locations', {
    name: 'Shelf',
    code: `L${++made}`,
  });
  const shop = {
    tenant: of,
    ask,
    call,
    propertyId: propertyId as string,
    locationId: locationId as string,
    /** A product that is sold, with so many units in stock; null: its stock is not kept. */
    async sold(units: number | null = 100, variant: object = {}, product: object = {}): Promise<string> {
      const sku = `TEA-${++made}`;
      const kind = units === null ? 'digital' : 'physical';
      await ask('POST', '/v1/catalog/products', {
        ...{ title: `Green tea ${made}`, status: 'active', kind, ...product },
        variants: [{ sku, prices: [{ currency: 'EUR', amount: 4.5 }], ...variant }],
      });
      if (units !== null && units > 0) await shop.stock(sku, units);
      return sku;
    },
    stock: (sku: string, change: number) =>
      ask('POST', '/v1/inventory/adjustments', { reason: 'Test', lines: [{ sku, locationId, change }] }),
    /** [onHand, reserved] */
    async figures(sku: string): Promise<[number, number]> {
      const { onHand, reserved } = await ask('GET', `/v1/inventory/items/${sku}`);
      return [onHand, reserved];
    },
    shipping: (amount = 4.9, more: object = {}) =>
      ask('POST', '/v1/checkout/shipping-options', {
        ...{ name: 'Parcel', currency: 'EUR', tiers: [{ from: 0, amount }], ...more },
      }),
    discount: (more: object = {}) =>
      ask('POST', '/v1/checkout/discounts', { code: `CODE-${++made}`, kind: 'percent', value: 10, ...more }),
    async settings(change: object) {
      const { version: _, ...now } = await ask('GET', '/v1/checkout/settings');
      return ask('PUT', '/v1/checkout/settings', { ...now, ...change });
    },
    create: (lines: object[], more: object = {}, token = of.key) =>
      call('POST', '/v1/storefront/carts', token, { lines, currency: 'EUR', ...more }),
    /** A cart of a shopper, with calls about it. */
    async cart(lines: object[], more: object = {}) {
      const answer = await shop.create(lines, more);
      assert.equal(answer.status, 201, answer.text);
      return shopperWith(call, answer.body.data);
    },
    /** A cart whose checkout has all that it needs. */
    async readyCart(lines: object[], optionId?: string) {
      const cart = await shop.cart(lines);
      assert.equal((await cart.start()).status, 201);
      const change = { contact: { email: `ada-${++made}@shop.example` }, shippingAddress: ADDRESS };
      const ready = await cart.checkout('PATCH', { ...change, shippingOptionId: optionId });
      assert.equal(ready.status, 200, ready.text);
      assert.deepEqual(ready.body.data.problems, [], ready.text);
      return { ...cart, checkoutId: ready.body.data.id, total: ready.body.data.totals.total };
    },
    async events(): Promise<{ type: string; data: Record<string, unknown> }[]> {
      const { rows } = await test.db.inTenant(of.id, (tx) =>
        tx.query<{ type: string; data: string }>('select type, data from events order by created_at, id'),
      );
      return rows.map(({ type, data }) => ({ type, data: JSON.parse(data) }));
    },
    /** The types of events about a cart or its checkout that the work published. */
    async published(work: () => Promise<unknown>): Promise<string[]> {
      const before = (await shop.events()).length;
      await work();
      return (await shop.events())
        .slice(before)
        .filter(({ type }) => /^(cart|checkout|order)\./.test(type))
        .map(({ type, data }) => (Array.isArray(data.changed) ? `${type} ${data.changed.join()}` : type));
    },
  };
  return shop;
}

type Call = (method: string, url: string, token: string, body?: object, headers?: object) => Promise<Answer>;

export function shopperWith(
  call: Call,
  { id, token, lines }: { id: string; token: string; lines: { key: string }[] },
) {
  const cart = (method: string, path = '', body?: object, headers = {}) =>
    call(method, `/v1/storefront/carts/current${path}`, token, body, headers);
  const checkout = (method: string, body?: object, path = '/current') =>
    call(method, `/v1/storefront/checkouts${path}`, token, body);
  return {
    id,
    token,
    key: lines[0]!.key,
    cart,
    checkout,
    add: (sku: string, quantity = 1) => cart('POST', '/lines', { lines: [{ sku, quantity }] }),
    start: () => checkout('POST', undefined, ''),
    complete: (expectedTotal: number) => checkout('POST', { expectedTotal }, '/current/complete'),
    order: () => call('GET', '/v1/storefront/orders/current', token),
  };
}
