/** Calls every operation once with success, and compares its answer with the contract. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ShopperKind } from '#kernel/auth/shopper.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { ANSWER_HEADERS } from '#kernel/http/docs/answer-headers.ts';
import {
  EXAMPLES_FILE,
  type RecordedExample,
  readExamples as readRecorded,
} from '#kernel/http/docs/examples.ts';
import { readExamples } from '#kernel/http/testing/examples.ts';
import { resetPassword } from '../modules/access/passwords/password-links.ts';
import { codeAt, stepAt } from '../modules/access/second-factors/totp.ts';
import { createAuthenticator } from '../modules/access/testing/authenticator.ts';
import { openShop } from '../modules/access/testing/shoppers.ts';
import { addAbandonedCart, addCart, addCheckout, shopOf } from '../modules/checkout/testing/rows.ts';
import { addLocaleChange, addTypeChange } from '../modules/content/testing/change.ts';
import { addReservation, addStock } from '../modules/inventory/testing/rows.ts';
import { png } from '../modules/media/testing/images.ts';
import { settled, upload as uploadAsset, uploaded } from '../modules/media/testing/uploads.ts';
import { insertNotice } from '../modules/webhooks/notices.sql.ts';
import { type Answer, newTenant, useApp } from '../testing.ts';
import { asExample, outlineOf, timesIn, withExampleTimes } from './recorded-examples.ts';
import { startProxy } from './validating-proxy.ts';

const test = await useApp();
const tenant = await newTenant(test);
const owner = await tenant.staff('owner');
const customerId = await tenant.customer();
const document = (await test.call('GET', '/v1/openapi.json')).body;

const get = (url: string) => test.call('GET', url, { token: owner });
const post = (url: string, body?: object) => test.call('POST', url, { token: owner, body });
const patch = (url: string, body: object) => test.call('PATCH', url, { token: owner, body });
const remove = (url: string) => test.call('DELETE', url, { token: owner });
const idOf = async (answer: Promise<Answer>): Promise<string> => (await answer).body.data.id;

let made = 0;
const newKey = () => post('/v1/api-keys', { label: 'Mine', scopes: ['read:crm'] });
async function loggedFailure() {
  // Refused for another reason than its schema, so that a proxy that knows the contract lets it pass.
  await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from: '/loop', to: '/loop' } });
  for (;;) {
    const list = await get('/v1/requests?status=failed&path=/v1/redirects');
    if (list.body.data.length > 0) return { list, id: list.body.data[0].id as string };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const newMember = () => post('/v1/staff', { email: `someone-${++made}@staff.example`, role: 'viewer' });
const newRedirect = () => post('/v1/redirects', { from: `/old-${++made}`, to: '/new' });
const newProperty = () =>
  post('/v1/properties', { name: 'Shop', domains: [`shop-${++made}.test`], locales: ['en', 'pt-BR'] });
const newSubscription = (more: object = {}) =>
  post('/v1/webhooks/subscriptions', {
    name: 'Mine',
    url: 'http://localhost:1/',
    events: ['redirect.added'],
    ...more,
  });
const ofSubscription = async (path: string, body?: object) => {
  const url = `/v1/webhooks/subscriptions/${await idOf(newSubscription())}/${path}`;
  return body === undefined ? get(url) : post(url, body);
};
const newTest = () => ofSubscription('test', { event: 'redirect.added' });
const newReplay = () => ofSubscription('replay', { since: '2020-01-01T00:00:00Z' });
async function cancelledDelivery() {
  const { id, subscriptionId } = (await newTest()).body.data;
  await patch(`/v1/webhooks/subscriptions/${subscriptionId}`, { backlog: 'discard' });
  return id as string;
}
/** Attempted once, without success; by then every event has its feed position too. */
async function triedDelivery() {
  const url = `/v1/webhooks/deliveries/${await idOf(newTest())}`;
  const work = test.startWork();
  while ((await get(url)).body.data.attemptCount === 0)
    await new Promise((resolve) => setTimeout(resolve, 10));
  await work.stop();
  return url;
}
async function newNotice() {
  const id = crypto.randomUUID();
  await test.db.inTenant(tenant.id, (tx) =>
    insertNotice(tx, { id, kind: 'x', subjectType: 'x', subjectId: id, message: 'Look', now: test.now() }),
  );
  return id;
}
const itemUrl = async () => `/v1/inventory/items/${(await addStock(test, owner)).sku}`;
const address = { line1: '1 Agora', city: 'Athens', country: 'GR' };
const newOrder = (more: object = {}) =>
  post('/v1/crm/orders', { customerId, items: [{ sku: 'TEA', name: 'Tea' }], ...more });
const TEA_ORDER = { currency: 'EUR', items: [{ sku: 'TEA', name: 'Tea', quantity: 2, unitPrice: 4.25 }] };
const ofUnknownCustomer = () => ({ ...TEA_ORDER, customerId: crypto.randomUUID() });
const fullOrder = () =>
  newOrder({
    currency: 'EUR',
    channel: 'storefront',
    propertyId: 'shop',
    shippingTotal: 5,
    discountTotal: 0.5,
    shippingAddress: address,
    billingAddress: address,
    customerNote: 'Thank you',
    internalNote: 'Regular',
    orderNumber: `M-${++made}`,
    metadata: { a: [1, { b: null }] },
    items: [
      {
        sku: 'TEA',
        name: 'Tea',
        quantity: 2,
        unitPrice: 4.25,
        taxAmount: 0.8,
        productId: crypto.randomUUID(),
        variantId: crypto.randomUUID(),
        description: 'Green',
      },
    ],
  });

const paid = (amount: number) => ({ amount, outcome: 'succeeded', method: 'card', reference: 'ch_1' });
/** A full order, after these steps. */
async function steppedOrder(...steps: [action: string, body: object][]) {
  const url = `/v1/crm/orders/${await idOf(fullOrder())}`;
  let answer = await get(url);
  for (const [action, body] of steps) answer = await post(`${url}/${action}`, body);
  return { url, answer };
}
const stepped = async (...steps: [action: string, body: object][]) => (await steppedOrder(...steps)).answer;
const tracking = { carrier: 'DHL', number: '1', url: 'https://track.example/1' };
const newImport = () =>
  test.call('POST', '/v1/crm/imports?currency=EUR', {
    token: owner,
    body: 'customerId,sku,name',
    headers: { 'content-type': 'text/csv' },
  });

const SEA: [string, string][] = [
  ['title', 'The sea'],
  ['tags', 'sea'],
];
const newAsset = () => uploadAsset(test, owner, `file ${++made}`);
const newPresets = () =>
  put('/v1/media/presets', {
    teaser: { w: 640, h: 360, fit: 'cover' },
    social: { w: 1200, h: 630, format: 'jpeg' },
  });
const assetUrl = async (path = '') => `/v1/media/${await idOf(newAsset())}${path}`;
const madeAsset = async () => {
  const work = test.startWork();
  const { id } = await uploaded(test, owner, await png(20, 10), { fields: SEA });
  await settled(test, owner, id);
  await work.stop();
  return id as string;
};
const put = (url: string, body: object) => test.call('PUT', url, { token: owner, body });
const newContentType = (name = `type-${++made}`, title = 'Article') =>
  put(`/v1/content/types/${name}`, {
    title,
    fields: [
      { name: 'title', kind: 'text', required: true },
      { name: 'slug', kind: 'slug', from: 'title' },
      { name: 'next', kind: 'reference' },
    ],
  });
const newEntry = async (more: object = {}) => {
  await newContentType('article');
  return post('/v1/content/entries', { type: 'article', fields: { title: `Entry ${++made}`, ...more } });
};
/** An entry of a tree. */
const newPage = async (more: object = {}) => {
  await put('/v1/content/types/page', {
    title: 'Page',
    fields: [
      { name: 'title', kind: 'text' },
      { name: 'slug', kind: 'slug', from: 'title' },
    ],
    order: 'tree',
    addresses: { '*': '/{path}' },
  });
  return post('/v1/content/entries', { type: 'page', fields: { title: `Page ${++made}` }, ...more });
};
const livePage = async () => {
  const above = await idOf(newPage());
  await post(`/v1/content/entries/${above}/publish`);
  const { id, slug } = (await newPage({ parentId: above })).body.data;
  await post(`/v1/content/entries/${id}/publish`);
  return slug as string;
};
const ofEntry = async (action: string, body?: object) =>
  post(`/v1/content/entries/${await idOf(newEntry())}/${action}`, body);
const liveEntry = async (more: object = {}) => {
  const { id, slug } = (await newEntry(more)).body.data;
  await post(`/v1/content/entries/${id}/publish`);
  return { id, slug };
};
/** An entry of a type whose publishing needs a review. */
async function newReviewed(): Promise<string> {
  const fields = [{ name: 'title', kind: 'text' }];
  await put('/v1/content/types/reviewed', { title: 'Reviewed', review: true, fields });
  return idOf(post('/v1/content/entries', { type: 'reviewed', fields: { title: 'Tea' } }));
}
/** An entry with a comment on one of its blocks. */
async function commentedBlock() {
  const blockId = 'b4c1d0';
  await put('/v1/content/types/quote', {
    ...{ title: 'Quote', block: true },
    fields: [{ name: 'words', kind: 'text' }],
  });
  const body = { name: 'body', kind: 'blocks', blocks: ['quote'] };
  await put('/v1/content/types/essay', { title: 'Essay', fields: [body] });
  const fields = { body: [{ id: blockId, type: 'quote', words: 'Tea first.' }] };
  const entry = await idOf(post('/v1/content/entries', { type: 'essay', fields }));
  const answer = await post(`/v1/content/entries/${entry}/comments`, { text: 'Who said that?', blockId });
  return { entry, blockId, answer };
}
const newComment = async (): Promise<string> =>
  idOf(post(`/v1/content/entries/${await idOf(newEntry())}/comments`, { text: 'Is this the year?' }));

/** An open release with an entry. */
async function newRelease(entry?: string): Promise<string> {
  const id = await idOf(post('/v1/content/releases', { name: `Release ${++made}` }));
  await post(`/v1/content/releases/${id}/entries`, { entries: [{ id: entry ?? (await idOf(newEntry())) }] });
  return id;
}
const inThe = (future: number) => new Date(test.now().getTime() + future).toISOString();
async function newTypeChange() {
  await newContentType('article');
  const id = crypto.randomUUID();
  await test.db.inTenant(tenant.id, (tx) => addTypeChange(tx, 'article', id, test.now(), 'finished'));
  return id;
}

const newLocaleChange = () =>
  test.db.inTenant(tenant.id, (tx) => addLocaleChange(tx, tenant.id, crypto.randomUUID(), test.now()));

const newProduct = (more: object = {}) => post('/v1/catalog/products', { title: 'Tea', ...more });
const newVariant = async () =>
  post('/v1/catalog/variants', {
    productId: await idOf(newProduct()),
    sku: `SKU-${++made}`,
    prices: [{ currency: 'EUR', amount: 4.5 }],
  });
const newPriceList = () => post('/v1/catalog/price-lists', { name: 'Trade', currency: 'EUR' });
const setEntry = async (list: string) =>
  put(`/v1/catalog/price-lists/${list}/entries`, {
    entries: [{ variantId: await idOf(newVariant()), minQuantity: 5, amount: 4 }],
  });
const newCatalogImport = () =>
  test.call('POST', '/v1/catalog/imports?currency=EUR', {
    token: owner,
    body: 'handle,title',
    headers: { 'content-type': 'text/csv' },
  });
/** A tenant has few open imports. */
async function cancellable(): Promise<string> {
  const { data } = (await get('/v1/catalog/imports')).body;
  return data.find(({ status }: { status: string }) => status === 'queued')?.id ?? idOf(newCatalogImport());
}
const catalogCalls: Record<string, (() => Promise<Answer>)[]> = {
  quotePrices: [
    async () => {
      const { sku } = (await newVariant()).body.data;
      return post('/v1/catalog/prices', { currency: 'EUR', lines: [{ sku, quantity: 2 }] });
    },
  ],
  changeProductsInBulk: [
    async () => {
      const ids = [await idOf(newProduct()), crypto.randomUUID()];
      return post('/v1/catalog/products/bulk', { ids, status: 'active', addTags: ['new'] });
    },
  ],
  changePricesInBulk: [
    async () => {
      const variantIds = [await idOf(newVariant()), crypto.randomUUID()];
      return post('/v1/catalog/prices/bulk', { variantIds, currency: 'EUR', percent: 10 });
    },
  ],
  createCatalogImport: [newCatalogImport],
  listCatalogImports: [() => filled('/v1/catalog/imports', newCatalogImport)],
  getCatalogImport: [async () => get(`/v1/catalog/imports/${await idOf(newCatalogImport())}`)],
  cancelCatalogImport: [async () => post(`/v1/catalog/imports/${await cancellable()}/cancel`)],
  listOrdersOfProduct: [
    async () => {
      const productId = await idOf(newProduct());
      await newOrder({ items: [{ sku: 'TEA', name: 'Tea', productId }] });
      return get(`/v1/catalog/products/${productId}/orders`);
    },
  ],
  countProducts: [() => filled('/v1/catalog/products/count?status=draft', newProduct)],
  activateProduct: [async () => post(`/v1/catalog/products/${await idOf(newProduct())}/activate`)],
  archiveProduct: [
    async () => post(`/v1/catalog/products/${await idOf(newProduct({ status: 'active' }))}/archive`),
  ],
  getProductVariants: [
    async () => get(`/v1/catalog/products/${(await newVariant()).body.data.productId}/variants`),
  ],
  replaceProductVariants: [
    async () =>
      put(`/v1/catalog/products/${await idOf(newProduct())}/variants`, {
        variants: [{ sku: `SKU-${++made}`, prices: [{ currency: 'EUR', amount: 1 }] }],
      }),
  ],
  createVariant: [newVariant],
  listVariants: [() => filled('/v1/catalog/variants', newVariant)],
  getVariant: [async () => get(`/v1/catalog/variants/${await idOf(newVariant())}`)],
  updateVariant: [async () => patch(`/v1/catalog/variants/${await idOf(newVariant())}`, { barcode: '123' })],
  deleteVariant: [async () => remove(`/v1/catalog/variants/${await idOf(newVariant())}`)],
  listPriceListEntries: [
    async () => {
      const id = await idOf(newPriceList());
      await setEntry(id);
      return get(`/v1/catalog/price-lists/${id}/entries`);
    },
  ],
  setPriceListEntries: [async () => setEntry(await idOf(newPriceList()))],
};

const activeProduct = (handle: string) =>
  test.call('POST', '/v1/catalog/products', {
    token: tenant.key,
    body: { title: 'Tea', handle, status: 'active', variants: [{ sku: handle }] },
  });
const shop = await openShop(test, tenant);
/** A call of the storefront. */
const asShopper = (kind: ShopperKind, method: string, path: string, body?: object) =>
  test.call(method, `/v1/storefront/${path}`, { token: shop.bearers[kind], body });
const newStorefrontKey = () =>
  post('/v1/storefront-keys', {
    label: 'Shop',
    propertyId: shop.propertyId,
    contentTypes: ['article', 'page'],
  });
const site = async (path: string) => {
  const { key } = (await newStorefrontKey()).body.data;
  return test.call('GET', `/v1/storefront/${path}`, { token: key });
};
const siteContent = (path: string) => site(`content/${path}`);
const storefrontCalls: Record<string, (() => Promise<Answer>)[]> = {
  createStorefrontKey: [newStorefrontKey],
  listStorefrontKeys: [() => filled('/v1/storefront-keys', newStorefrontKey)],
  getStorefrontKey: [async () => get(`/v1/storefront-keys/${await idOf(newStorefrontKey())}`)],
  updateStorefrontKey: [
    async () => patch(`/v1/storefront-keys/${await idOf(newStorefrontKey())}`, { label: 'Web' }),
  ],
  deleteStorefrontKey: [async () => remove(`/v1/storefront-keys/${await idOf(newStorefrontKey())}`)],
  createStorefrontSession: [() => asShopper('server', 'POST', 'sessions', { customerId })],
  renewStorefrontSession: [() => asShopper('customer', 'POST', 'sessions/current/renew')],
  endStorefrontSession: [
    async () => {
      const { token } = (await asShopper('server', 'POST', 'sessions', { customerId })).body.data;
      return test.call('DELETE', '/v1/storefront/sessions/current', { token });
    },
  ],
  getStorefrontShop: [
    () => asShopper('publishable', 'GET', 'shop'),
    () => asShopper('server', 'GET', 'shop'),
  ],
  listStorefrontProducts: [
    () => asShopper('publishable', 'GET', 'products?currency=EUR&sort=price&option.size=S&available=true'),
  ],
  getStorefrontProduct: [
    async () => {
      await activeProduct('shown-tea');
      return asShopper('publishable', 'GET', 'products/shown-tea');
    },
  ],
  getStorefrontTree: [
    async () => {
      await livePage();
      return site('content-trees/page');
    },
  ],
  getStorefrontEntry: [async () => siteContent(`article/${(await liveEntry()).slug}`)],
  searchStorefrontEntries: [
    async () => {
      await liveEntry();
      return site('content-search?q=entry&limit=1');
    },
  ],
  listStorefrontEntries: [
    async () => {
      await liveEntry();
      return siteContent('article?limit=1');
    },
  ],
  listStorefrontCategories: [() => asShopper('publishable', 'GET', 'categories')],
};

const completed = async () => {
  const cart = await addCheckout(test, tenant);
  return { cart, answer: await cart.complete(cart.total) };
};
const recoveryLink = async () =>
  post(`/v1/checkout/carts/${(await addAbandonedCart(test, tenant)).id}/recovery-link`);
const checkoutCalls: Record<string, (() => Promise<Answer>)[]> = {
  getCheckoutSettings: [() => get('/v1/checkout/settings')],
  replaceCheckoutSettings: [
    async () => {
      const { version: _, ...settings } = (await get('/v1/checkout/settings')).body.data;
      return put('/v1/checkout/settings', { ...settings, holdMinutes: 20 });
    },
  ],
  listCarts: [
    async () => {
      await addCart(test, tenant);
      return get('/v1/checkout/carts');
    },
  ],
  getCart: [async () => get(`/v1/checkout/carts/${(await addCheckout(test, tenant)).id}`)],
  createRecoveryLink: [() => recoveryLink()],
  recoverStorefrontCart: [
    async () => {
      const { token } = (await recoveryLink()).body.data;
      return test.call('GET', `/v1/storefront/recover/${token}`, { token: tenant.key });
    },
  ],
  listCheckouts: [
    async () => {
      await completed();
      return get('/v1/checkout/checkouts');
    },
  ],
  getCheckout: [
    async () => get(`/v1/checkout/checkouts/${(await addCheckout(test, tenant)).checkoutId}`),
    async () => get(`/v1/checkout/checkouts/${(await completed()).cart.checkoutId}`),
  ],
  completeCheckout: [
    async () => post(`/v1/checkout/checkouts/${(await addCheckout(test, tenant)).checkoutId}/complete`, {}),
  ],
  expireCheckout: [
    async () => post(`/v1/checkout/checkouts/${(await addCheckout(test, tenant)).checkoutId}/expire`),
  ],
  createStorefrontCart: [
    async () => {
      const { sold, create } = await shopOf(test, tenant);
      return create([{ sku: await sold(), quantity: 2, attributes: { engraving: 'Ada' } }]);
    },
  ],
  getStorefrontCart: [async () => (await addCheckout(test, tenant)).cart('GET')],
  updateStorefrontCart: [
    async () =>
      (await addCart(test, tenant)).cart('PATCH', '', {
        email: 'ada@shop.example',
        attributes: { gift: 'yes' },
      }),
  ],
  addStorefrontCartLines: [
    async () => (await addCart(test, tenant)).add(await (await shopOf(test, tenant)).sold()),
  ],
  setStorefrontCartLine: [
    async () => {
      const { cart, key } = await addCart(test, tenant);
      return cart('PUT', `/lines/${key}`, { quantity: 3 });
    },
  ],
  addStorefrontCartCode: [
    async () => {
      const { code } = await (await shopOf(test, tenant)).discount();
      return (await addCart(test, tenant)).cart('POST', '/codes', { code });
    },
  ],
  removeStorefrontCartCode: [
    async () => {
      const { cart, discountId } = await addCheckout(test, tenant);
      return cart('DELETE', `/codes/${discountId}`);
    },
  ],
  claimStorefrontCart: [
    async () => {
      const { create, sold } = await shopOf(test, tenant);
      const lines = [{ sku: await sold(null), quantity: 1 }];
      const { token } = (await create(lines, {}, shop.bearers.publishable)).body.data;
      return asShopper('customer', 'POST', 'carts/current/claim', { token });
    },
  ],
  startStorefrontCheckout: [async () => (await addCart(test, tenant)).start()],
  getStorefrontCheckout: [async () => (await addCheckout(test, tenant)).checkout('GET')],
  updateStorefrontCheckout: [
    async () =>
      (await addCheckout(test, tenant)).checkout('PATCH', {
        contact: { phone: '+49 30 1234567' },
        paymentId: 'manual',
      }),
  ],
  completeStorefrontCheckout: [async () => (await completed()).answer],
  cancelStorefrontCheckout: [async () => (await addCheckout(test, tenant)).checkout('DELETE')],
  getStorefrontOrderOfCart: [async () => (await completed()).cart.order()],
  getStorefrontOrder: [
    async () => {
      const { id } = (await newOrder({ customerId: shop.customerId })).body.data;
      return asShopper('customer', 'GET', `orders/${id}`);
    },
  ],
  listStorefrontOrders: [
    async () => {
      await newOrder({ customerId: shop.customerId });
      return asShopper('customer', 'GET', 'orders');
    },
  ],
};

const password = 'correct horse battery';
const email = `owner@${tenant.slug}.example`;
const signIn = () => test.call('POST', '/v1/auth/sign-in', { body: { email, password } });
async function withCookie(url: string, body?: object) {
  const [cookie] = [(await signIn()).headers['set-cookie']].flat();
  return test.call('POST', url, { body, headers: { cookie: String(cookie).split(';')[0]! } });
}
async function withLink(action: string, more: object, token?: string) {
  const link: string = (await newMember()).body.data.invitationLink;
  return test.call('POST', `/v1/auth/invitations/${action}`, {
    token,
    body: { token: link.split('#')[1], ...more },
  });
}
const filled = async (url: string, make: () => Promise<Answer>) => {
  await make();
  return get(url);
};

const newCustomer = (more: object = {}) => post('/v1/crm/customers', { name: 'Ada', ...more });
const fullCustomer = async () =>
  newCustomer({
    email: `ada-${++made}@customers.example`,
    phones: [`+44 20 7946 ${1000 + made}`],
    addresses: [{ label: 'Home', defaultShipping: true, address }],
    tags: ['vip'],
    notes: 'Likes tea',
    externalId: `crm-${made}`,
    companyId: await idOf(newCustomer({ type: 'company' })),
    metadata: { a: [1, { b: null }] },
  });
const ofCustomer = async (action: string, body?: object) =>
  post(`/v1/crm/customers/${await idOf(fullCustomer())}/${action}`, body);

/** The steps of one account, in this order. */
const factors = { token: '' };
const withFactor = (url: string, body: object = { password }) =>
  test.call('POST', `/v1/auth/${url}`, { token: factors.token, body });
async function confirmApp() {
  factors.token = await tenant.staff('viewer');
  const { data } = (await withFactor('second-factors/totp')).body;
  const code = codeAt(data.secret, stepAt(test.now()));
  return { id: data.id, confirmed: await withFactor(`second-factors/${data.id}/confirm`, { code }) };
}
async function keepPasskey() {
  factors.token = await tenant.staff('viewer');
  const { ticket, options } = (await withFactor('second-factors/passkey')).body.data;
  const response = createAuthenticator(test.kernel.config.publicUrl).register(options);
  return withFactor('second-factors/passkey/confirm', { ticket, name: 'Laptop', response });
}
const secondFactorCalls: Record<string, (() => Promise<Answer>)[]> = {
  getAuthSecondFactors: [
    async () => {
      await confirmApp();
      return test.call('GET', '/v1/auth/second-factors', { token: factors.token });
    },
  ],
  beginTotp: [
    async () => {
      factors.token = await tenant.staff('viewer');
      return withFactor('second-factors/totp');
    },
  ],
  confirmTotp: [async () => (await confirmApp()).confirmed],
  beginPasskey: [
    async () => {
      factors.token = await tenant.staff('viewer');
      return withFactor('second-factors/passkey');
    },
  ],
  confirmPasskey: [keepPasskey],
  removeSecondFactor: [async () => withFactor(`second-factors/${(await confirmApp()).id}/remove`)],
  renewRecoveryCodes: [
    async () => {
      await confirmApp();
      return withFactor('recovery-codes');
    },
  ],
  signInSecondFactor: [
    async () => {
      const { confirmed } = await confirmApp();
      const [recoveryCode] = confirmed.body.data.recoveryCodes;
      const { email } = (await test.call('GET', '/v1/auth/account', { token: factors.token })).body.data;
      const refused = await test.call('POST', '/v1/auth/sign-in', { body: { email, password } });
      const { ticket } = refused.body.error.details;
      return test.call('POST', '/v1/auth/sign-in/second-factor', { body: { ticket, recoveryCode } });
    },
  ],
};

/** The calls of plain resources, by operationId. */
const plainCalls = Object.fromEntries(
  Object.entries(await readExamples()).flatMap(([url, { body, change = {} }]) => {
    const make = () => post(url, body(++made));
    const one = async () => `${url}/${await idOf(make())}`;
    const calls: [path: string, method: string, call: () => Promise<Answer>][] = [
      [url, 'post', make],
      [url, 'get', () => filled(url, make)],
      [`${url}/{id}`, 'get', async () => get(await one())],
      [`${url}/{id}`, 'patch', async () => patch(await one(), change)],
      [`${url}/{id}`, 'delete', async () => remove(await one())],
    ];
    return calls.flatMap(([path, method, call]) => {
      const operation = document.paths[path][method];
      return operation === undefined ? [] : [[operation.operationId as string, [call]]];
    });
  }),
);

/** By operationId; several calls if the answer has more than one form. A plain resource needs only its example. */
const CALLS: Record<string, (() => Promise<Answer>)[]> = {
  ...plainCalls,
  ...catalogCalls,
  ...storefrontCalls,
  ...checkoutCalls,
  getOpenapiJson: [() => get('/v1/openapi.json')],
  getHealthz: [() => get('/healthz')],
  getReadyz: [() => get('/readyz')],
  updateMe: [() => patch('/v1/me', { name: 'Ada', locale: 'de-DE' })],
  getHome: [() => get('/v1/home')],
  getMe: [() => get('/v1/me'), () => test.call('GET', '/v1/me', { token: tenant.key })],
  signIn: [signIn],
  refresh: [() => withCookie('/v1/auth/refresh')],
  signOut: [() => withCookie('/v1/auth/sign-out')],
  changePassword: [
    async () => {
      const body = { currentPassword: password, newPassword: 'another horse battery' };
      return test.call('POST', '/v1/auth/change-password', { token: await tenant.staff('viewer'), body });
    },
  ],
  ...secondFactorCalls,
  getTenantSecondFactor: [() => get('/v1/tenant/second-factor')],
  updateTenantSecondFactor: [
    () => test.call('PUT', '/v1/tenant/second-factor', { token: owner, body: { roles: [] } }),
  ],
  listAuthSessions: [() => get('/v1/auth/sessions')],
  deleteAuthSession: [
    async () => {
      const person = await tenant.staff('viewer');
      const { body } = await test.call('GET', '/v1/auth/sessions', { token: person });
      return test.call('DELETE', `/v1/auth/sessions/${body.data[0].id}`, { token: person });
    },
  ],
  endOtherSessions: [
    async () => test.call('POST', '/v1/auth/sessions/end-others', { token: await tenant.staff('viewer') }),
  ],
  listAuthTenants: [() => get('/v1/auth/tenants')],
  switchTenant: [() => withCookie('/v1/auth/switch-tenant', { tenant: tenant.slug })],
  createApiKey: [
    newKey,
    () => post('/v1/api-keys', { label: 'Short', scopes: ['read:crm'], expiresAt: '2999-01-01T00:00:00Z' }),
  ],
  rotateApiKey: [async () => post(`/v1/api-keys/${await idOf(newKey())}/rotate`, {})],
  getOrderInvoice: [async () => get(`/v1/crm/orders/${await idOf(newOrder())}/invoice.pdf`)],
  getOrderPackingSlip: [async () => get(`/v1/crm/orders/${await idOf(newOrder())}/packing-slip.pdf`)],
  getOrderInvoices: [async () => get(`/v1/crm/orders/invoices.pdf?ids=${await idOf(newOrder())}`)],
  getOrderPackingSlips: [async () => get(`/v1/crm/orders/packing-slips.pdf?ids=${await idOf(newOrder())}`)],
  listApiKeyUsage: [async () => get('/v1/api-keys/usage')],
  getApiKeyUsage: [async () => get(`/v1/api-keys/${await idOf(newKey())}/usage`)],
  listRequests: [async () => (await loggedFailure()).list],
  getRequest: [async () => get(`/v1/requests/${(await loggedFailure()).id}`)],
  createStaff: [newMember],
  createStaffInvitation: [async () => post(`/v1/staff/${await idOf(newMember())}/invitation`)],
  lookUpInvitation: [async () => withLink('look-up', {})],
  joinByInvitation: [async () => withLink('join', { password: 'chosen by the person' })],
  acceptInvitation: [async () => withLink('accept', {}, await (await newTenant(test)).staff('owner'))],
  setPassword: [
    async () => {
      const { rows } = await test.db.identityQuery<{ id: string; password_hash: string }>(
        'select id, password_hash from people where email = $1',
        [`owner@${(await newTenant(test)).slug}.example`],
      );
      const token = await resetPassword(test.db, test.now(), rows[0]!);
      return test.call('POST', '/v1/auth/set-password', {
        body: { token, newPassword: 'chosen by the person' },
      });
    },
  ],
  getAuthAccount: [() => get('/v1/auth/account')],
  listStaff: [() => filled('/v1/staff', newMember)],
  updateStaff: [async () => patch(`/v1/staff/${await idOf(newMember())}`, { role: 'editor' })],
  deleteStaff: [async () => remove(`/v1/staff/${await idOf(newMember())}`)],
  getTenant: [() => get('/v1/tenant')],
  getUsage: [() => get('/v1/usage')],
  updateTenant: [
    () => patch('/v1/tenant', { name: 'Renamed', timeZone: 'Europe/Berlin', address: { city: 'Berlin' } }),
  ],
  listModules: [() => get('/v1/modules')],
  activateModule: [() => post('/v1/modules/media/activate')],
  deactivateModule: [
    async () => {
      const answer = await post('/v1/modules/media/deactivate');
      await post('/v1/modules/media/activate');
      return answer;
    },
  ],
  listAuditLog: [() => get('/v1/audit-log?limit=100')],
  getAuditLogVerification: [() => get('/v1/audit-log/verification')],
  createCustomer: [newCustomer, fullCustomer],
  listCustomers: [
    () => get('/v1/crm/customers'),
    () => get('/v1/crm/customers?limit=1'),
    () => get('/v1/crm/customers?expand=orders'),
  ],
  getCustomer: [
    () => get(`/v1/crm/customers/${customerId}`),
    async () => get(`/v1/crm/customers/${await idOf(fullCustomer())}`),
  ],
  archiveCustomer: [() => ofCustomer('archive')],
  unarchiveCustomer: [() => ofCustomer('unarchive')],
  mergeCustomer: [async () => ofCustomer('merge', { from: await idOf(fullCustomer()) })],
  eraseCustomer: [() => ofCustomer('erase')],
  listCustomerTimeline: [
    async () => {
      const id = await idOf(fullCustomer());
      await patch(`/v1/crm/customers/${id}`, { notes: 'Likes coffee' });
      await post('/v1/crm/orders', { customerId: id, items: [{ sku: 'TEA', name: 'Tea' }] });
      return get(`/v1/crm/customers/${id}/timeline`);
    },
    () => filled(`/v1/crm/customers/${customerId}/timeline?limit=1`, newOrder),
  ],
  listCustomerOrders: [() => filled(`/v1/crm/customers/${customerId}/orders`, newOrder)],
  getCustomerTotals: [
    async () => get(`/v1/crm/customers/${await idOf(newCustomer())}/totals`),
    () => filled(`/v1/crm/customers/${customerId}/totals`, newOrder),
  ],
  updateCustomer: [() => patch(`/v1/crm/customers/${customerId}`, { email: null })],
  createOrder: [newOrder, fullOrder],
  getOrder: [
    async () => get(`/v1/crm/orders/${await idOf(newOrder())}`),
    async () => get(`/v1/crm/orders/${await idOf(fullOrder())}`),
  ],
  updateOrder: [
    async () =>
      patch(`/v1/crm/orders/${await idOf(fullOrder())}`, { customerNote: null, metadata: { a: 1 } }),
  ],
  fulfillOrder: [() => stepped(['fulfill', { tracking }])],
  deliverOrder: [() => stepped(['fulfill', {}], ['deliver', {}])],
  cancelOrder: [() => stepped(['payments', paid(13.8)], ['cancel', { reason: 'Why not' }])],
  refundOrder: [() => stepped(['payments', paid(13.8)], ['refund', { amount: 1 }])],
  createOrderPayment: [() => stepped(['payments', paid(13.8)])],
  createOrderComment: [() => stepped(['comments', { text: 'Call first' }])],
  listOrderTimeline: [
    async () => {
      const { url } = await steppedOrder(
        ['payments', paid(13.8)],
        ['fulfill', { tracking }],
        ['deliver', {}],
        ['refund', { reason: 'Broken' }],
        ['comments', { text: 'Call first' }],
      );
      await patch(url, { internalNote: null });
      return get(`${url}/timeline`);
    },
    async () => get(`${(await steppedOrder(['cancel', { reason: 'Late' }])).url}/timeline?limit=1`),
  ],
  listSoldItems: [() => filled('/v1/crm/sold-items?limit=2', newOrder)],
  countOrders: [() => get('/v1/crm/orders/count?status=placed')],
  listOrders: [() => filled('/v1/crm/orders', fullOrder), () => get('/v1/crm/orders?limit=1')],
  getOrderMetrics: [
    async () => {
      await fullOrder();
      await triedDelivery();
      const answer = await get('/v1/crm/metrics');
      assert.ok(answer.body.data.groups.length > 0);
      return answer;
    },
  ],
  createOrdersInBulk: [
    () => post('/v1/crm/orders/bulk', { errorPolicy: 'reject_failed', orders: [ofUnknownCustomer()] }),
    () => post('/v1/crm/orders/bulk', { orders: [{ ...TEA_ORDER, customerId }] }),
  ],
  createImport: [newImport],
  listImports: [() => filled('/v1/crm/imports', newImport)],
  getImport: [async () => get(`/v1/crm/imports/${await idOf(newImport())}`)],
  cancelImport: [async () => post(`/v1/crm/imports/${await idOf(newImport())}/cancel`)],
  uploadAsset: [newAsset, () => uploadAsset(test, owner, 'Waves.', { fields: SEA })],
  listAssets: [() => filled('/v1/media', newAsset)],
  getAsset: [async () => get(await assetUrl()), async () => get(`/v1/media/${await madeAsset()}`)],
  updateAsset: [async () => patch(await assetUrl(), { title: 'Mine', visibility: 'private' })],
  deleteAsset: [async () => remove(await assetUrl())],
  getAssetUsage: [async () => get(await assetUrl('/usage'))],
  signAsset: [
    async () => post(await assetUrl('/sign'), {}),
    async () => post(`/v1/media/${await madeAsset()}/sign`, {}),
  ],
  replaceImagePresets: [newPresets],
  getImagePresets: [() => newPresets().then(() => get('/v1/media/presets'))],
  listAssetFolders: [() => filled('/v1/media/folders', newAsset)],
  moveAssetFolder: [
    async () => {
      await patch(await assetUrl(), { folder: '/a' });
      return post('/v1/media/folders/move', { from: '/a', to: '/b' });
    },
  ],
  replaceContentType: [newContentType],
  listContentTypes: [() => filled('/v1/content/types', newContentType)],
  getContentType: [async () => get(`/v1/content/types/${(await newContentType()).body.data.name}`)],
  deleteContentType: [async () => remove(`/v1/content/types/${(await newContentType()).body.data.name}`)],
  getContentTypeChange: [async () => get(`/v1/content/type-changes/${await newTypeChange()}`)],
  getContentLocales: [() => get('/v1/content/locales')],
  getContentLocalesChange: [() => newLocaleChange().then(() => get('/v1/content/locales/change'))],
  replaceContentLocales: [
    () =>
      put('/v1/content/locales', {
        default: 'en',
        locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }],
      }),
  ],
  createEntry: [newEntry],
  getEntry: [
    async () => get(`/v1/content/entries/${await idOf(newEntry())}`),
    async () => get(`/v1/content/entries/${(await liveEntry()).id}`),
    async () => {
      const id = await idOf(newEntry());
      await remove(`/v1/content/entries/${id}`);
      return get(`/v1/content/entries/${id}`);
    },
  ],
  updateEntry: [
    async () => patch(`/v1/content/entries/${await idOf(newEntry())}`, { fields: { title: 'New' } }),
  ],
  deleteEntry: [async () => remove(`/v1/content/entries/${await idOf(newEntry())}`)],
  moveEntry: [
    async () => {
      const [above, id] = [await idOf(newPage()), await idOf(newPage())];
      return put(`/v1/content/entries/${id}/position`, { parentId: above });
    },
  ],
  getPublishedTree: [
    async () => {
      await livePage();
      return get('/v1/content/trees/page');
    },
  ],
  restoreEntry: [
    async () => {
      const id = await idOf(newEntry());
      await remove(`/v1/content/entries/${id}`);
      return post(`/v1/content/entries/${id}/restore`);
    },
  ],
  listEntries: [() => filled('/v1/content/entries', newEntry), () => get('/v1/content/entries?limit=1')],
  listEntryReferences: [
    async () => {
      const id = await idOf(newEntry());
      await newEntry({ next: id });
      const answer = await get(`/v1/content/entries/${id}/references`);
      assert.equal(answer.body.data.length, 1);
      return answer;
    },
  ],
  listEntryRevisions: [async () => get(`/v1/content/entries/${await idOf(newEntry())}/revisions`)],
  getEntryRevision: [async () => get(`/v1/content/entries/${await idOf(newEntry())}/revisions/1`)],
  compareEntryRevisions: [
    async () => {
      const id = await idOf(newEntry());
      await patch(`/v1/content/entries/${id}`, { fields: { title: 'Other' } });
      return get(`/v1/content/entries/${id}/diff`);
    },
  ],
  restoreEntryRevision: [() => ofEntry('revisions/1/restore')],
  publishEntry: [() => ofEntry('publish', { broken: 'allow' })],
  unpublishEntry: [
    async () => post(`/v1/content/entries/${(await liveEntry()).id}/unpublish`, { broken: 'allow' }),
  ],
  changeEntriesInBulk: [
    async () => {
      const entries = [{ id: await idOf(newEntry()), version: 1 }, { id: (await liveEntry()).id }];
      const known = await post('/v1/content/entries/bulk', { action: 'publish', entries });
      assert.equal(known.body.data.unchanged, 1);
      return post('/v1/content/entries/bulk', {
        action: 'unpublish',
        entries: [...entries.slice(1), { id: '01920000-0000-7000-8000-000000000000' }],
        partial: true,
      });
    },
  ],
  requestEntryReview: [
    async () => post(`/v1/content/entries/${await newReviewed()}/review`, { note: 'Ready, I think.' }),
  ],
  getEntryReview: [
    async () => {
      const entry = await newReviewed();
      await post(`/v1/content/entries/${entry}/review`, { note: 'Ready, I think.' });
      return get(`/v1/content/entries/${entry}/review`);
    },
  ],
  listContentReviews: [
    async () => {
      await post(`/v1/content/entries/${await newReviewed()}/review`, { note: 'Ready, I think.' });
      return get('/v1/content/reviews?limit=1');
    },
  ],
  decideEntryReview: [
    async () =>
      put(`/v1/content/entries/${await newReviewed()}/review`, {
        ...{ version: 1, decision: 'request_changes', note: 'The year is missing.' },
      }),
  ],
  createEntryComment: [
    async () => post(`/v1/content/entries/${await idOf(newEntry())}/comments`, { text: 'Is this the year?' }),
    async () => (await commentedBlock()).answer,
  ],
  listEntryComments: [
    async () => {
      const entry = await idOf(newEntry());
      const path = `/v1/content/entries/${entry}/comments`;
      const threadId = await idOf(post(path, { text: 'Is this the year?', field: 'title' }));
      await post(path, { text: 'It is.', threadId });
      await patch(`/v1/content/comments/${threadId}`, { resolved: true });
      return get(path);
    },
  ],
  listEntryCommentPlaces: [
    async () => {
      const { entry, blockId } = await commentedBlock();
      const answer = await get(`/v1/content/entries/${entry}/comment-places`);
      assert.equal(answer.body.data[0].blockId, blockId);
      return answer;
    },
  ],
  updateComment: [
    async () => patch(`/v1/content/comments/${await newComment()}`, { text: 'Is it that year?' }),
  ],
  deleteComment: [async () => remove(`/v1/content/comments/${await newComment()}`)],
  listContentColleagues: [() => get('/v1/content/colleagues')],
  getContentCalendar: [
    async () => {
      const [at, entry] = [inThe(3_600_000), await idOf(newEntry())];
      await post(`/v1/content/entries/${entry}/schedule`, { at });
      await post(`/v1/content/releases/${await newRelease()}/schedule`, { at });
      return get(`/v1/content/calendar?from=${at.slice(0, 10)}&to=${at.slice(0, 10)}`);
    },
  ],
  createRelease: [() => post('/v1/content/releases', { name: 'Spring' })],
  listReleases: [
    () => filled('/v1/content/releases', () => post('/v1/content/releases', { name: 'Summer' })),
    () => get('/v1/content/releases?limit=1&status=open'),
  ],
  getRelease: [async () => get(`/v1/content/releases/${await newRelease()}`)],
  updateRelease: [async () => patch(`/v1/content/releases/${await newRelease()}`, { name: 'Summer' })],
  deleteRelease: [async () => remove(`/v1/content/releases/${await newRelease()}`)],
  addReleaseEntries: [
    async () => {
      const [id, other] = [await idOf(newEntry()), (await liveEntry()).id];
      const entries = [
        { id, action: 'publish', version: 1 },
        { id: other, action: 'unpublish' },
      ];
      return post(`/v1/content/releases/${await newRelease()}/entries`, { entries });
    },
  ],
  removeReleaseEntry: [
    async () => {
      const entry = await idOf(newEntry());
      return remove(`/v1/content/releases/${await newRelease(entry)}/entries/${entry}`);
    },
  ],
  publishRelease: [
    async () => post(`/v1/content/releases/${await newRelease()}/publish`, { redirects: true }),
  ],
  scheduleRelease: [
    async () => post(`/v1/content/releases/${await newRelease()}/schedule`, { at: inThe(3_600_000) }),
  ],
  unscheduleRelease: [
    async () => {
      const id = await newRelease();
      await post(`/v1/content/releases/${id}/schedule`, { at: inThe(3_600_000) });
      return remove(`/v1/content/releases/${id}/schedule`);
    },
  ],
  scheduleEntry: [() => ofEntry('schedule', { at: inThe(3_600_000), unpublishAt: inThe(7_200_000) })],
  unscheduleEntry: [async () => remove(`/v1/content/entries/${await idOf(newEntry())}/schedule`)],
  createSitePreviewToken: [() => post('/v1/content/preview-tokens', { minutes: 5 })],
  createPreviewToken: [() => ofEntry('preview-token', { minutes: 5 })],
  previewEntry: [
    async () => get(`/v1/content/preview/${(await ofEntry('preview-token', {})).body.data.token}`),
  ],
  getPublishedEntry: [
    async () => get(`/v1/content/published/article/${(await liveEntry()).slug}`),
    async () => get(`/v1/content/published/page/${await livePage()}`),
    async () => {
      const { slug } = await liveEntry({ next: (await liveEntry()).id });
      return get(`/v1/content/published/article/${slug}?expand=next&fields=next&locale=en`);
    },
    async () => {
      const { id, slug } = await liveEntry();
      await liveEntry({ next: id });
      const lists = { before: { from: 'article.next', fields: 'next' } };
      return get(
        `/v1/content/published/article/${slug}?referrers=${encodeURIComponent(JSON.stringify(lists))}`,
      );
    },
  ],
  listPublishedEntries: [
    async () => {
      await liveEntry();
      return get('/v1/content/published/article');
    },
    () => get('/v1/content/published/article?limit=1'),
  ],
  searchPublishedEntries: [
    async () => {
      await liveEntry();
      return get('/v1/content/search?q=entry&limit=1');
    },
  ],
  resolveRedirect: [
    () => get('/v1/redirects/resolve?path=/nothing'),
    async () => get(`/v1/redirects/resolve?path=${(await newRedirect()).body.data.from}`),
  ],
  importRedirects: [
    () =>
      test.call('POST', '/v1/redirects/import', {
        token: owner,
        body: `from,to\n/imported-${++made},/new\nnothing,/new\n`,
        headers: { 'content-type': 'text/csv' },
      }),
  ],
  listPropertyDomains: [async () => get(`/v1/properties/${await idOf(newProperty())}/domains`)],
  verifyProperty: [async () => post(`/v1/properties/${await idOf(newProperty())}/verify`)],
  createWebhookSubscription: [newSubscription, () => newSubscription({ rateLimit: 5 })],
  listWebhookSubscriptions: [() => filled('/v1/webhooks/subscriptions', newSubscription)],
  getWebhookSubscription: [async () => get(`/v1/webhooks/subscriptions/${await idOf(newSubscription())}`)],
  updateWebhookSubscription: [
    async () => patch(`/v1/webhooks/subscriptions/${await idOf(newSubscription())}`, { active: false }),
  ],
  deleteWebhookSubscription: [
    async () => remove(`/v1/webhooks/subscriptions/${await idOf(newSubscription())}`),
  ],
  testWebhookSubscription: [newTest],
  rotateSecretWebhookSubscription: [
    () => ofSubscription('rotate-secret', {}),
    () => ofSubscription('rotate-secret', { overlapHours: 0 }),
  ],
  getWebhookSubscriptionHealth: [
    () => ofSubscription('health'),
    async () => {
      const { subscriptionId } = (await get(await triedDelivery())).body.data;
      return get(`/v1/webhooks/subscriptions/${subscriptionId}/health`);
    },
  ],
  listWebhookDeliveries: [
    () => filled('/v1/webhooks/deliveries', newTest),
    async () => {
      await cancelledDelivery();
      return get('/v1/webhooks/deliveries?status=cancelled&limit=1');
    },
  ],
  getWebhookDelivery: [
    async () => get(await triedDelivery()),
    async () => get(`/v1/webhooks/deliveries/${await cancelledDelivery()}`),
  ],
  resendWebhookDeliveries: [
    async () =>
      post('/v1/webhooks/deliveries/resend', { ids: [await cancelledDelivery(), crypto.randomUUID()] }),
  ],
  expungeWebhookDelivery: [
    async () => post(`${await triedDelivery()}/expunge`, {}),
    async () => post(`/v1/webhooks/deliveries/${await cancelledDelivery()}/expunge`, { payload: true }),
  ],
  retryWebhookDelivery: [async () => post(`/v1/webhooks/deliveries/${await idOf(newTest())}/retry`)],
  getWebhookAttempts: [() => get('/v1/webhooks/attempts'), () => get('/v1/webhooks/attempts?by=day')],
  getWebhookSubscriptionAttempts: [() => ofSubscription('attempts')],
  resendWebhookDelivery: [async () => post(`/v1/webhooks/deliveries/${await cancelledDelivery()}/resend`)],
  replayWebhookSubscription: [newReplay],
  listWebhookSubscriptionReplays: [
    async () => {
      const { subscriptionId } = (await newReplay()).body.data;
      return get(`/v1/webhooks/subscriptions/${subscriptionId}/replays`);
    },
  ],
  getWebhookReplay: [async () => get(`/v1/webhooks/replays/${await idOf(newReplay())}`)],
  deleteWebhookReplay: [async () => remove(`/v1/webhooks/replays/${await idOf(newReplay())}`)],
  listNotices: [
    async () => {
      await newNotice();
      return get('/v1/notices');
    },
  ],
  readNotice: [async () => post(`/v1/notices/${await newNotice()}/read`)],
  listEvents: [
    async () => {
      await newRedirect();
      await triedDelivery();
      const answer = await get('/v1/events');
      assert.ok(answer.body.data.length > 0);
      return answer;
    },
  ],
  getEvent: [
    async () => {
      const { eventId } = (await get(await triedDelivery())).body.data;
      return get(`/v1/events/${eventId}`);
    },
  ],
  createItem: [() => post('/v1/inventory/items', { sku: `ITEM-${++made}` })],
  listItems: [() => filled('/v1/inventory/items', async () => get(await itemUrl()))],
  getItem: [async () => get(await itemUrl())],
  updateItem: [async () => patch(await itemUrl(), { backorderLimit: null, tracked: false })],
  createAdjustment: [
    async () => {
      const { sku, locationId } = await addStock(test, owner);
      const lines = [{ sku, locationId, count: 7, seen: 10 }];
      return post('/v1/inventory/adjustments', { reason: 'Count', lines });
    },
  ],
  createTransfer: [
    async () => {
      const [{ sku, locationId: from }, { locationId: to }] = [
        await addStock(test, owner),
        await addStock(test, owner),
      ];
      return post('/v1/inventory/transfers', { from, to, lines: [{ sku, quantity: 3 }] });
    },
  ],
  listMovements: [() => filled('/v1/inventory/movements', async () => get(await itemUrl()))],
  listReservations: [
    async () => {
      await addReservation(test, tenant, (await addStock(test, owner)).sku);
      return filled('/v1/inventory/reservations', async () => get(await itemUrl()));
    },
  ],
  moveReservation: [
    async () => {
      const [{ sku, locationId: from }, { locationId: to }] = [
        await addStock(test, owner),
        await addStock(test, owner),
      ];
      await post('/v1/inventory/adjustments', {
        reason: 'Delivery',
        lines: [{ sku, locationId: to, change: 5 }],
      });
      const orderId = await addReservation(test, tenant, sku, from);
      return post(`/v1/inventory/reservations/${orderId}/move`, { sku, from, to });
    },
  ],
  importCounts: [
    () =>
      test.call('POST', '/v1/inventory/imports', {
        token: owner,
        body: `sku,count\nIMPORTED-${++made},4\n,5\n`,
        headers: { 'content-type': 'text/csv' },
      }),
  ],
  getInventorySettings: [() => get('/v1/inventory/settings')],
  changeInventorySettings: [() => patch('/v1/inventory/settings', { importsTakeStock: true })],
  listEventTypes: [() => get('/v1/events/types')],
  search: [() => get('/v1/search?q=nothing'), () => filled('/v1/search?q=ada', fullCustomer)],
};

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is walked as the plain data it is
type Json = any;

/** Fields that a schema does not mention must not be in an answer. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return schema.properties && schema.type ? { additionalProperties: false, ...inside } : inside;
}

// A schema is compiled for a few answers, so its code is not worth optimizing.
const ajv = new Ajv2020({ allErrors: true, strict: false, formats: FORMATS, code: { optimize: false } });
/** References of a schema lead into the whole document, which Ajv knows by this name. */
const absolute = (schema: Json): Json =>
  JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/components/', '"contract#/components/'));
ajv.addSchema(absolute({ components: document.components }), 'contract');
const validators = new Map<Json, ValidateFunction>();
function validatorOf(schema: Json): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(absolute(schema));
  validators.set(schema, validate);
  return validate;
}
function assertMatches(schema: Json, value: unknown): void {
  const validate = validatorOf(schema);
  assert.ok(validate(value), `${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`);
}

function assertHeaders(declared: Json, { headers }: Answer): void {
  const undeclared = Object.keys(ANSWER_HEADERS).filter(
    (name) => name.toLowerCase() in headers && !(name in declared),
  );
  assert.deepEqual(undeclared, [], 'List them in `sends` of the route');
}

/** The document has an example of the request and of the answer, which fit their schemas. */
function assertExamples({ operationId, requestBody }: Json, { content }: Json): void {
  if (NO_EXAMPLE.includes(operationId)) return;
  for (const [what, { schema, example }] of [
    ...Object.entries<Json>(requestBody?.content ?? {}),
    ...Object.entries<Json>(content),
  ]) {
    const message = `${what} of ${operationId} has no example: UPDATE_SNAPSHOT=1 npm test -- server/contract/openapi.answers.test.ts`;
    assert.ok(example !== undefined, message);
    if (what !== 'multipart/form-data') assertMatches(schema, example);
  }
  const [shown] = Object.values<Json>(requestBody?.content ?? {});
  assert.deepEqual(
    timesIn(shown?.example),
    timesIn(recorded[operationId]?.request),
    `The example of ${operationId} has the times that were accepted`,
  );
}

/** The document itself is its only example; linters take the `example` of an event type for one of a schema. */
const NO_EXAMPLE = ['getOpenapiJson', 'listEventTypes'];

/** A form is sent as bytes; these are its fields. */
const FORM = { file: 'The bytes of the file.', title: 'The sea', tags: ['sea'] };

const recorded: Record<string, RecordedExample> = {};
/** Stores the last of several calls whose request fits its schema. */
function record({ operationId: name, requestBody }: Json, { body }: Answer): void {
  if (NO_EXAMPLE.includes(name)) return;
  const { sent } = watched!;
  const text = Buffer.isBuffer(sent) ? FORM : sent;
  // A file is recorded by openapi.files.test.ts.
  const request = typeof text === 'string' ? (text.startsWith('{') ? JSON.parse(text) : undefined) : text;
  const schema = requestBody?.content['application/json']?.schema;
  if (schema && request !== undefined && !validatorOf(schema)(request)) return;
  recorded[name] = asExample({
    ...(typeof request === 'object' ? { request } : {}),
    answer: body,
  }) as RecordedExample;
}
after(() => {
  if (!process.env.UPDATE_SNAPSHOT) return;
  const stored = readRecorded();
  const isAlike = (name: string) => outlineOf(stored[name]) === outlineOf(recorded[name]);
  // An example that differs by chance alone keeps its recording, so that a difference of the file is one of the contract.
  const renewed = Object.entries(recorded).map(
    ([name, now]) => [name, isAlike(name) ? stored[name] : now] as const,
  );
  const sorted = Object.fromEntries(renewed.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(EXAMPLES_FILE, `${JSON.stringify(sorted, null, 2)}\n`);
});

const database = await connectAsOwner(test.database);
after(() => database.end());
// Hundreds of small tables are read hundreds of times; starting processes for that takes longer than reading.
await database.query('set max_parallel_workers_per_gather = 0; set jit = off');
// The request log, its counts and the networks of keys are written a moment after a request with a key.
const { rows: tables } = await database.query<{ name: string }>(
  `select c.oid::regclass::text as name from pg_class c
   where c.relkind = 'r' and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
     and c.relname !~ '^(request_log|key_usage|api_key_networks)' order by 1`,
);
const CHANGES = 'max(xmin::text::bigint)::text';
/** A process notes every few seconds when a key was last used. */
const KEYS = "md5(string_agg((to_jsonb(t) - 'last_used_at')::text, '' order by id))";
const COUNTS = tables
  .map(
    ({ name }) =>
      `select '${name}' as name, count(*), ${/^(api|storefront)_keys$/.test(name) ? KEYS : CHANGES} as changed from ${name} t`,
  )
  .join(' union all ');
/** The number of rows of each table, and the latest change to any. Planning it takes ten times as long as running it. */
const everything = async () =>
  (await database.query({ name: 'everything', text: `${COUNTS} order by 1` })).rows;

/** The dry run of these stores something on purpose: an import that only checks. */
const LEAVES_SOMETHING = ['createImport', 'createCatalogImport'];

/** The operation under test, and the body that it was sent last. */
let watched: { method: string; path: RegExp; sent?: unknown } | null = null;

/** Repeats the write under test twice before it runs: as a dry run, and with a condition that is false. */
let safely: { method: string; path: RegExp; leaves: boolean; tries: number } | null = null;
/** With CONTRACT_TOOLS, every request passes through a proxy that validates it and its answer: npm run check:contract. */
const tools = process.env.CONTRACT_TOOLS;
const proxy = tools === undefined ? null : await startProxy(test.app, document, tools);
after(() => proxy?.stop());
const inject: (request: Json) => Promise<Json> = proxy?.send ?? test.app.inject.bind(test.app);
test.app.inject = (async (asked: Json) => {
  const [path, query] = asked.url.split('?');
  let request = asked;
  if (watched?.method === asked.method && watched?.path.test(path)) {
    const { payload } = asked;
    if (typeof payload === 'string') request = { ...asked, payload: withExampleTimes(payload, test.now()) };
    watched.sent = request.payload;
  }
  if (safely === null || safely.tries > 0 || safely.method !== request.method || !safely.path.test(path)) {
    return inject(request);
  }
  safely.tries++;
  const before = await everything();
  const dry = await inject({
    ...request,
    url: `${path}?${query === undefined ? '' : `${query}&`}dryRun=true`,
  });
  const said = dry.json();
  const isRefused = dry.statusCode === 422 && said.error.details[0].path === 'dryRun';
  assert.ok(dry.statusCode < 300 || isRefused, `a dry run is done or refused: ${dry.body}`);
  const tried = await everything();
  if (!safely.leaves) assert.deepEqual(tried, before, 'a dry run leaves nothing');
  for (const header of ['if-match', 'if-unmodified-since']) {
    const value = header === 'if-match' ? '"999999"' : 'Thu, 01 Jan 1970 00:00:00 GMT';
    const conditional = await inject({ ...request, headers: { ...request.headers, [header]: value } });
    assert.ok(
      [412, 422].includes(conditional.statusCode),
      `${header} is kept or refused: ${conditional.body}`,
    );
  }
  const now = await everything();
  assert.deepEqual(now, tried, 'a condition that does not hold lets nothing happen');
  return request.method === 'POST' ? replay(request, now) : inject(request);
}) as unknown as typeof test.app.inject;

/** With an Idempotency-Key, a write runs once and answers twice, or is refused. */
async function replay(request: Json, before: Json): Promise<Json> {
  const keyed = { ...request, headers: { ...request.headers, 'idempotency-key': crypto.randomUUID() } };
  const first = await inject(keyed);
  if (first.statusCode === 422 && first.json().error.details[0].path === 'Idempotency-Key') {
    assert.deepEqual(await everything(), before, 'a key that is refused lets nothing happen');
    return inject(request);
  }
  const again = await inject(keyed);
  assert.equal(again.headers['idempotent-replayed'], 'true', `a key is kept or refused: ${again.body}`);
  assert.equal(again.statusCode, first.statusCode);
  const [replayed, answered] = [again, first].map((answer) => withoutSecret(answer.json().data));
  assert.deepEqual(replayed, answered, 'a replay answers as the first request');
  return first;
}

/** A secret is answered once; a replay has null, or a preview, instead. */
const withoutSecret = (data: Json) =>
  Array.isArray(data) ? data : { ...data, key: null, token: null, invitationLink: null, signingSecret: null };

function trySafely(method: string, path: string, name: string): void {
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  watched = { method: method.toUpperCase(), path: pattern };
  const isRead = method === 'get';
  const leaves = LEAVES_SOMETHING.includes(name);
  safely = isRead ? null : { method: method.toUpperCase(), path: pattern, leaves, tries: 0 };
}

describe('an answer has exactly the fields of the contract:', () => {
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const name = operation.operationId;
      const [status, response] = Object.entries<Json>(operation.responses)[0]!;
      const schema = response.content['application/json']?.schema;
      if (schema === undefined) continue;
      it(`${name}: ${method.toUpperCase()} ${path}`, async () => {
        const calls = CALLS[name];
        assert.ok(calls, `Add a call of ${name} to CALLS in server/contract/openapi.answers.test.ts`);
        trySafely(method, path, name);
        for (const call of calls) {
          const answer = await call();
          assert.equal(String(answer.status), status, answer.text);
          assertMatches(schema, answer.body);
          assertHeaders(response.headers, answer);
          record(operation, answer);
        }
        if (!process.env.UPDATE_SNAPSHOT) assertExamples(operation, response);
        assert.notEqual(safely?.tries, 0);
        safely = null;
      });
    }
  }

  const FAILURES: Record<number, () => Promise<Answer>> = {
    400: () => test.call('POST', '/v1/crm/orders', { token: owner, body: '{' }),
    401: () => test.call('GET', '/v1/me'),
    403: () => test.call('GET', '/v1/staff', { token: tenant.key }),
    404: () => get(`/v1/crm/orders/${crypto.randomUUID()}`),
    405: () => remove('/v1/me'),
    409: async () => post('/v1/redirects', { from: (await newRedirect()).body.data.from, to: '/elsewhere' }),
    422: () => post('/v1/crm/orders', { items: [] }),
  };
  for (const [status, call] of Object.entries(FAILURES)) {
    it(`a failure with ${status}`, {
      skip: proxy !== null && 'the proxy refuses wrong requests itself',
    }, async () => {
      const answer = await call();
      assert.equal(String(answer.status), status, answer.text);
      assertMatches(document.components.schemas.Failure, answer.body);
    });
  }

  it('a call of each operation is listed, and none of an operation that does not exist', () => {
    const names = Object.values<Json>(document.paths).flatMap((methods) =>
      Object.values<Json>(methods).map((operation) => operation.operationId),
    );
    assert.deepEqual(
      Object.keys(CALLS).filter((name) => !names.includes(name)),
      [],
    );
  });
});
