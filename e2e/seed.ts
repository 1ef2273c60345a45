/** The data of a small shop, made through the API: records of every kind, in every state that a screen shows. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import sharp from 'sharp';
import { finished, upload } from '../server/modules/crm/testing/imports.ts';
import { settled, uploaded } from '../server/modules/media/testing/uploads.ts';
import { httpReceiver } from '../server/modules/webhooks/testing/receivers.ts';
import type { Dashboard } from './browser.ts';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

const TEAS = [
  ['GT-100', 'Gyokuro, first harvest', 24.5],
  ['DJ-250', 'Darjeeling, second flush', 18.9],
  ['OO-50', 'Milk oolong', 12],
  ['CUP-2', 'Porcelain cup', 9.8],
] as const;
const PEOPLE = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson', 'Mary Somerville', 'Emmy Noether'];
const ADDRESS = { line1: '12 St James’s Square', city: 'London', postalCode: 'SW1Y 4LE', country: 'GB' };
const PICTURES = { harvest: '#4f772d', teapot: '#b56576', harbour: '#2a6f97', shopfront: '#e9c46a' };

/** One id of each kind, for the screens of a single record. */
export type Shop = Record<
  | 'order'
  | 'paidOrder'
  | 'fulfilledOrder'
  | 'customer'
  | 'sku'
  | 'product'
  | 'priceList'
  | 'import'
  | 'productImport'
  | 'cart'
  | 'entry'
  | 'release'
  | 'asset'
  | 'redirect'
  | 'property'
  | 'subscription'
  | 'delivery'
  | 'event'
  | 'key'
  | 'request',
  string
>;

/** Needs running background workers. */
export async function fillShop({ test, tenant }: Dashboard, t: TestContext): Promise<Shop> {
  const token = await tenant.staff('owner');
  const call = async (method: string, url: string, body?: object) => {
    const answer = await test.call(method, url, { token, body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body.data;
  };
  const post = (url: string, body: object = {}) => call('POST', url, body);
  const key = await fillSettings();
  const webhooks = await fillWebhooks();
  const property = await post('/v1/properties', {
    name: 'Tea house',
    domains: ['tea.example'],
    locales: ['en', 'de'],
  });
  const redirects = [];
  for (const [from, to] of [
    ['/tea', '/shop/tea'],
    ['/green-tea', '/shop/gyokuro'],
    ['/sale', '/shop/offers'],
    ['/about-us', '/story'],
    ['/old-blog', 'https://journal.tea.example/'],
    ['/contact', '/visit'],
  ]) {
    redirects.push(await post('/v1/redirects', { from, to }));
  }
  const sku = await fillInventory();
  const crm = await fillCrm();
  const asset = await fillMedia();
  const { entry, release } = await fillContent(asset);
  const catalog = await fillCatalog(asset);
  const cart = await fillCheckout(property.id);
  // Last, so that the audit log begins with it.
  await call('PATCH', '/v1/tenant', { name: 'Agora Tea House' });
  return {
    ...crm,
    sku,
    ...catalog,
    cart,
    asset,
    entry,
    release,
    redirect: redirects[0].id,
    property: property.id,
    subscription: webhooks,
    ...(await firstDelivery(webhooks)),
    ...key,
    request: await firstRequest(key.key),
  };

  async function fillSettings() {
    const keys = [];
    for (const [label, scopes, expiresAt] of [
      ['Storefront', ['read:content', 'read:media', 'read:redirects'], null],
      ['Stock sync', ['read:crm', 'write:crm'], inDays(9)],
      ['Assistant', ['read:crm', 'read:content', 'write:content'], inDays(80)],
    ] as const) {
      keys.push(await post('/v1/api-keys', { label, scopes, expiresAt }));
    }
    for (const [name, role] of [
      ['Hypatia', 'admin'],
      ['Sappho', 'editor'],
      ['Diotima', 'viewer'],
    ]) {
      await post('/v1/staff', { email: `${name!.toLowerCase()}@agora.example`, name, role });
    }
    const { id, key: secret } = keys[1]!;
    for (const url of ['/v1/me', '/v1/crm/customers', '/v1/redirects'])
      await test.call('GET', url, { token: secret });
    const body = { name: '', emails: ['not an address'], password: 'never kept' };
    await test.call('POST', '/v1/crm/customers', { token: secret, body });
    return { key: id as string };
  }

  /** One that failed, with what was sent and answered. */
  async function firstRequest(keyId: string): Promise<string> {
    for (;;) {
      const [request] = await call('GET', `/v1/requests?keyId=${keyId}&method=POST`);
      if (request !== undefined) return request.id;
      await new Promise((go) => setTimeout(go, 50));
    }
  }

  /** One receiver answers, one fails, one subscription is paused. */
  async function fillWebhooks(): Promise<string> {
    const receiver = await httpReceiver(t, (request, response) => {
      request.resume();
      const isDown = request.url?.includes('down');
      response.writeHead(isDown ? 503 : 200, { 'content-type': 'text/plain' });
      response.end(isDown ? 'Back soon' : 'Thank you');
    });
    const events = ['redirect.added', 'redirect.removed', 'content.entry.published', 'media.processed'];
    const subscribe = (name: string, path: string) =>
      post('/v1/webhooks/subscriptions', { name, url: new URL(path, receiver.url).href, events });
    const { id } = await subscribe('Website rebuild', '/rebuild');
    await subscribe('Warehouse', '/down');
    const paused = await subscribe('Newsletter', '/newsletter');
    await call('PATCH', `/v1/webhooks/subscriptions/${paused.id}`, { active: false });
    return id;
  }

  async function firstDelivery(subscriptionId: string): Promise<{ delivery: string; event: string }> {
    for (;;) {
      const url = `/v1/webhooks/deliveries?status=delivered&subscriptionId=${subscriptionId}`;
      const [delivery] = await call('GET', url);
      if (delivery !== undefined) return { delivery: delivery.id, event: delivery.eventId };
      await new Promise((go) => setTimeout(go, 50));
    }
  }

  /** Two locations; a SKU with plenty, one that is low, one sold out, and one with a name from right to left. */
  async function fillInventory(): Promise<string> {
    const shop = await post('/v1/inventory/locations', { name: 'Shop on the square', code: 'SHOP' });
    const cellar = await post('/v1/inventory/locations', {
      name: 'Cellar of the old customs house by the harbour',
      code: 'CELLAR',
      priority: 1,
    });
    for (const { sku, lowAt } of [
      { sku: 'GT-100', lowAt: 30 },
      { sku: 'DJ-250', lowAt: 5 },
      { sku: 'OO-50', lowAt: null },
      { sku: 'شاي-أخضر-٢٥٠', lowAt: 5 },
    ]) {
      await post('/v1/inventory/items', { sku, lowAt });
    }
    await post('/v1/inventory/adjustments', {
      reason: 'Spring harvest',
      kind: 'received',
      lines: [
        { sku: 'GT-100', locationId: shop.id, change: 40 },
        { sku: 'DJ-250', locationId: shop.id, change: 1_250 },
        { sku: 'شاي-أخضر-٢٥٠', locationId: cellar.id, change: 80 },
      ],
    });
    await post('/v1/inventory/transfers', {
      ...{ from: shop.id, to: cellar.id },
      lines: [{ sku: 'GT-100', quantity: 12 }],
    });
    return 'GT-100';
  }

  async function fillCrm() {
    const customers = [];
    for (const name of PEOPLE) {
      const first = name.split(' ')[0]!.toLowerCase();
      customers.push(
        await post('/v1/crm/customers', {
          name,
          emails: [`${first}@customers.example`],
          phones: ['+442079460958'].filter(() => first === 'ada'),
          tags: ['wholesale'].filter(() => first.length > 4),
          addresses: [{ address: ADDRESS }],
        }),
      );
    }
    // One order every day or two, until today; placed with an API key, because no session lasts that long.
    const orders: { id: string; total: number }[] = [];
    test.advance(-20 * DAY);
    for (let number = 0; number < 14; number++) {
      if (number > 0) test.advance(number % 2 === 0 ? DAY : 2 * DAY);
      const items = TEAS.slice(number % 3, (number % 3) + 2).map(([sku, name, unitPrice]) => ({
        sku,
        name,
        unitPrice,
        quantity: 1 + (number % 4),
      }));
      const { id } = customers[number % customers.length]!;
      const body = {
        customerId: id,
        items,
        channel: number % 3 === 0 ? 'admin' : 'storefront',
        shippingTotal: 4.9,
        shippingAddress: ADDRESS,
        notes: number === 13 ? 'Please wrap as a gift.' : undefined,
      };
      const answer = await test.call('POST', '/v1/crm/orders', { token: tenant.key, body });
      assert.equal(answer.status, 201, answer.text);
      orders.push(answer.body.data);
    }
    const of = (place: number) => orders.at(place)!;
    const pay = (order: { id: string; total: number }) =>
      post(`/v1/crm/orders/${order.id}/payments`, { outcome: 'succeeded', amount: order.total });
    for (const place of [-2, -3, -4, -5, -6]) await pay(of(place));
    for (const place of [-3, -4, -5]) await post(`/v1/crm/orders/${of(place).id}/fulfill`);
    for (const place of [-4, -5]) await post(`/v1/crm/orders/${of(place).id}/deliver`);
    await post(`/v1/crm/orders/${of(-5).id}/refund`, { amount: 5, reason: 'One cup was chipped' });
    await post(`/v1/crm/orders/${of(-7).id}/cancel`, { reason: 'Ordered twice' });
    const file = 'orderNumber,customerEmail,sku,name,quantity,unitPrice\n';
    const rows = 'W-1,ada@customers.example,GT-100,Gyokuro,2,24.5\nW-2,,DJ-250,Darjeeling,1,18.9\n';
    const imported = await upload(test, token, file + rows);
    assert.equal(imported.status, 202, imported.text);
    await finished(test, token, imported.body.data.id);
    const productFile = await test.call('POST', '/v1/catalog/imports?dryRun=true', {
      token,
      body: 'title,sku,price\nImported tea,IMP-1,4.50\nWrong tea,IMP-2,cheap\n',
      headers: { 'content-type': 'text/csv' },
    });
    assert.equal(productFile.status, 202, productFile.text);
    return {
      order: of(-1).id,
      paidOrder: of(-2).id,
      fulfilledOrder: of(-3).id,
      customer: customers[0].id,
      import: imported.body.data.id,
      productImport: productFile.body.data.id,
    };
  }

  async function fillCheckout(propertyId: string): Promise<string> {
    await post('/v1/checkout/discounts', { code: 'WELCOME', kind: 'percent', value: 10, maxUses: 100 });
    await post('/v1/checkout/discounts', { code: 'ترحيب', kind: 'amount', value: 5, currency: 'USD' });
    const tiers = [
      { from: 0, amount: 4.9 },
      { from: 50, amount: 0 },
    ];
    await post('/v1/checkout/shipping-options', { name: 'Standard', currency: 'USD', tiers });
    await post('/v1/checkout/tax-rates', { name: 'VAT', country: 'DE', percent: 19 });
    const { key } = await post('/v1/storefront-keys', { label: 'Web shop', propertyId });
    const shop = async (method: string, url: string, bearer: string, body: object) => {
      const answer = await test.call(method, `/v1/storefront/${url}`, { token: bearer, body });
      assert.ok(answer.status < 300, answer.text);
      return answer.body.data;
    };
    const cart = await shop('POST', 'carts', key, {
      lines: [{ sku: 'GT-100', quantity: 2 }],
      email: 'ada@customers.example',
    });
    await shop('POST', 'checkouts', cart.token, {});
    return cart.id;
  }

  async function fillMedia(): Promise<string> {
    const ids = [];
    for (const [name, background] of Object.entries(PICTURES)) {
      const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background } })
        .jpeg()
        .toBuffer();
      const { id } = await uploaded(test, token, bytes, { filename: `${name}.jpg`, type: 'image/jpeg' });
      ids.push(id);
    }
    for (const id of ids) await settled(test, token, id);
    return ids[0];
  }

  async function fillContent(photo: string): Promise<{ entry: string; release: string }> {
    await call('PUT', '/v1/content/locales', { default: 'en', locales: [{ code: 'en' }, { code: 'de' }] });
    const fields = [
      { name: 'title', kind: 'text', required: true, localised: true, maxLength: 200 },
      { name: 'slug', kind: 'slug' },
      { name: 'teaser', kind: 'text' },
      { name: 'body', kind: 'richtext' },
      { name: 'readingMinutes', kind: 'number', integer: true },
      { name: 'featured', kind: 'boolean' },
      { name: 'mood', kind: 'select', options: ['calm', 'merry'] },
      { name: 'photo', kind: 'media' },
      { name: 'related', kind: 'reference', types: ['article'] },
      { name: 'tags', kind: 'list', of: { kind: 'text' } },
      { name: 'origin', kind: 'group', fields: [{ name: 'country', kind: 'text' }] },
    ];
    await call('PUT', '/v1/content/types/article', { title: 'Article', order: 'manual', fields });
    await call('PUT', '/v1/content/types/page', { title: 'Page', fields: fields.slice(0, 4) });
    const write = (title: string, more: object = {}) =>
      post('/v1/content/entries', {
        type: 'article',
        fields: {
          title: { en: title },
          // A title of another script leaves no letter for a slug.
          slug:
            title
              .toLowerCase()
              .match(/[a-z]+/g)
              ?.join('-') ?? null,
          teaser: 'From the journal of the tea house.',
          ...more,
        },
      });
    const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
    const entry = await write('The first harvest of spring', {
      photo,
      readingMinutes: 4,
      mood: 'calm',
      tags: ['harvest', 'green tea'],
      origin: { country: 'Japan' },
      body: { type: 'doc', content: [paragraph('Picked by hand before sunrise, steamed within the hour.')] },
    });
    await post(`/v1/content/entries/${entry.id}/publish`);
    const discussion = `/v1/content/entries/${entry.id}/comments`;
    const thread = await post(discussion, { text: 'Is this the year of the picture?', field: 'title' });
    await post(discussion, {
      text: 'نعم، هذه الصورة من حصاد هذا العام في الجبال العالية.',
      threadId: thread.id,
    });
    const next = await write('A tasting in the harbour');
    await post(`/v1/content/entries/${next.id}/schedule`, { at: inDays(2) });
    const arabic = await write('الحصاد الأول لأوراق الشاي في الربيع وكيف يحفظها المزارعون في الجبال العالية');
    await post(`/v1/content/entries/${arabic.id}/schedule`, { at: inDays(2), unpublishAt: inDays(5) });
    const kept = await write('How to keep tea');
    const release = await post('/v1/content/releases', { name: 'The summer issue' });
    const entries = [{ id: kept.id }, { id: entry.id, action: 'unpublish' }];
    await post(`/v1/content/releases/${release.id}/entries`, { entries });
    await call('PATCH', `/v1/content/entries/${kept.id}`, { fields: { teaser: 'In the dark, and dry.' } });
    await call('PATCH', `/v1/content/entries/${entry.id}`, {
      fields: { teaser: 'The leaves are in, and they are sweet.' },
    });
    return { entry: entry.id, release: release.id };
  }

  /** A tree of categories, a product in every state, one with many variants, and a price list. */
  async function fillCatalog(picture: string) {
    const tea = await post('/v1/catalog/categories', { name: 'Tea' });
    const green = await post('/v1/catalog/categories', { name: 'Green', parentId: tea.id });
    await post('/v1/catalog/categories', { name: 'الشاي الأسود', parentId: tea.id, position: 1 });
    const price = (amount: number) => [
      { currency: 'USD', amount },
      { currency: 'JPY', amount: Math.round(amount * 150) },
    ];
    const [gyokuro, product] = [
      await post('/v1/catalog/products', {
        title: 'Gyokuro, first harvest',
        status: 'active',
        vendor: 'Uji growers',
        productType: 'Green tea',
        description: 'Shaded for three weeks, picked by hand.',
        tags: ['spring', 'organic'],
        media: [picture],
        categoryIds: [green.id],
        options: [{ name: 'Weight', values: ['50 g', '100 g', '250 g'] }],
        variants: [
          { sku: 'GT-50', optionValues: ['50 g'], prices: price(13.5), weightGrams: 70 },
          { sku: 'GT-100', optionValues: ['100 g'], prices: price(24.5), weightGrams: 125 },
          { sku: 'GT-250', optionValues: ['250 g'], prices: price(56), weightGrams: 290 },
        ],
      }),
      await post('/v1/catalog/products', {
        title:
          'Porcelain cup with a very long name that somebody pasted from the catalogue of the manufactory',
        status: 'active',
        options: [
          { name: 'Colour', values: ['White', 'Indigo', 'أخضر'] },
          { name: 'Size', values: ['S', 'M', 'L'] },
        ],
        variants: ['White', 'Indigo', 'أخضر'].flatMap((colour) =>
          ['S', 'M', 'L'].map((size) => ({
            sku: `CUP-${colour}-${size}`,
            optionValues: [colour, size],
            prices: price(9.8),
          })),
        ),
      }),
    ];
    await post('/v1/catalog/products', { title: 'Milk oolong', vendor: 'Alishan' });
    const variants = await call('GET', `/v1/catalog/products/${gyokuro.id}/variants`);
    const list = await post('/v1/catalog/price-lists', {
      ...{ name: 'Wholesale', currency: 'USD', priority: 10, customerTags: ['wholesale'] },
    });
    await call('PUT', `/v1/catalog/price-lists/${list.id}/entries`, {
      entries: [
        { variantId: variants.variants[0].id, minQuantity: 1, amount: 11 },
        { variantId: variants.variants[0].id, minQuantity: 50, amount: 9.25 },
      ],
    });
    return { product: product.id as string, priceList: list.id as string };
  }
}
