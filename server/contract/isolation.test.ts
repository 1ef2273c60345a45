/** Two tenants try each other's ids on every route that takes one, generated from the routes themselves. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { bearersOf, type RouteNeeds, STOREFRONT_PATH } from '#kernel/http/guard.ts';
import { readExamples } from '#kernel/http/testing/examples.ts';
import { addCart, addCheckout } from '../modules/checkout/testing/rows.ts';
import { addTypeChange } from '../modules/content/testing/change.ts';
import { addReservation, addStock } from '../modules/inventory/testing/rows.ts';
import { uploaded } from '../modules/media/testing/uploads.ts';
import { insertNotice } from '../modules/webhooks/notices.sql.ts';
import { type Answer, newTenant, type TestTenant, useApp } from '../testing.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());

type Party = TestTenant & { token: string };
const party = async (): Promise<Party> => {
  const tenant = await newTenant(test);
  return { ...tenant, token: await tenant.staff('owner') };
};
const [a, b] = [await party(), await party()];
/** Staff do not call the storefront; a key does, for the default property of its tenant. */
const bearerOf = (by: Party, url: string) => (url.startsWith(STOREFRONT_PATH) ? by.key : by.token);

async function create(
  by: Party,
  url: string,
  body: object | string,
  headers?: Record<string, string>,
): Promise<string> {
  const answer = await test.call('POST', url, { token: by.token, body, headers });
  assert.ok([201, 202].includes(answer.status), answer.text);
  return answer.body.data.id;
}

let made = 0;
const newOrder = async (by: Party) =>
  create(by, '/v1/crm/orders', { customerId: await by.customer(), items: [{ sku: 'TEA', name: 'Tea' }] });
const newImport = (by: Party) =>
  create(by, '/v1/crm/imports', 'customerId,sku,name', { 'content-type': 'text/csv' });
const newProperty = (by: Party) => create(by, '/v1/properties', { name: `Site ${++made}` });
const newSubscription = (by: Party) =>
  create(by, '/v1/webhooks/subscriptions', {
    name: 'Mine',
    url: 'https://hooks.example/',
    events: ['redirect.added'],
  });
const ofSubscription = async (by: Party, path: string, body: object) =>
  create(by, `/v1/webhooks/subscriptions/${await newSubscription(by)}/${path}`, body);
const newDelivery = (by: Party) => ofSubscription(by, 'test', { event: 'redirect.added' });
const newEvent = async (by: Party) => {
  const url = `/v1/webhooks/deliveries/${await newDelivery(by)}`;
  return (await test.call('GET', url, { token: by.token })).body.data.eventId as string;
};
const newReplay = (by: Party) => ofSubscription(by, 'replay', { since: '2020-01-01T00:00:00Z' });
const newNotice = async (by: Party) => {
  const id = crypto.randomUUID();
  const notice = { id, kind: 'x', subjectType: 'x', subjectId: id, message: 'Look', now: test.now() };
  await test.db.inTenant(by.id, (tx) => insertNotice(tx, notice));
  return id;
};
const newAsset = async (by: Party) => (await uploaded(test, by.token, `file ${++made}`)).id as string;
const newContentType = async (by: Party) => {
  const url = `/v1/content/types/type-${++made}`;
  const body = { title: 'Any', fields: [{ name: 'title', kind: 'text' }] };
  const answer = await test.call('PUT', url, { token: by.token, body });
  assert.equal(answer.status, 200, answer.text);
  return `type-${made}`;
};
const newEntry = async (by: Party) =>
  create(by, '/v1/content/entries', { type: await newContentType(by), fields: { title: 'Mine' } });
const newLiveEntry = async (by: Party) => {
  const id = await newEntry(by);
  const answer = await test.call('POST', `/v1/content/entries/${id}/publish`, { token: by.key });
  assert.equal(answer.status, 200, answer.text);
  return id;
};
const newReview = async (by: Party) => {
  const entry = await newEntry(by);
  const { rows } = await test.db.inTenant(by.id, (tx) =>
    tx.query<{ id: string }>(
      `insert into content_reviews (tenant_id, id, entry_id, version, status, created_at)
       values (current_tenant(), gen_random_uuid(), $1, 1, 'requested', now()) returning id`,
      [entry],
    ),
  );
  return rows[0]!.id;
};
const newComment = async (by: Party) =>
  create(by, `/v1/content/entries/${await newEntry(by)}/comments`, { text: 'Mine' });
/** The entry of each release that was made. */
const released = new Map<string, string>();
const newRelease = async (by: Party) => {
  const [id, entry] = [await create(by, '/v1/content/releases', { name: 'Mine' }), await newEntry(by)];
  const url = `/v1/content/releases/${id}/entries`;
  const answer = await test.call('POST', url, { token: by.key, body: { entries: [{ id: entry }] } });
  assert.equal(answer.status, 200, answer.text);
  released.set(id, entry);
  return id;
};
const newTypeChange = async (by: Party) => {
  const name = await newContentType(by);
  const id = crypto.randomUUID();
  await test.db.inTenant(by.id, (tx) => addTypeChange(tx, name, id, test.now()));
  return id;
};
const newKey = (by: Party) => create(by, '/v1/api-keys', { label: 'Mine', scopes: ['read:crm'] });
const newStorefrontKey = async (by: Party) =>
  create(by, '/v1/storefront-keys', { label: 'Mine', propertyId: await newProperty(by) });
const newRequest = async (by: Party) => {
  const requestId = crypto.randomUUID();
  await test.call('GET', '/v1/me', { token: by.key, headers: { 'x-request-id': requestId } });
  for (;;) {
    const { rows } = await owner.query('select id from request_log where request_id = $1', [requestId]);
    if (rows.length > 0) return rows[0].id as string;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const newStock = async (by: Party) => (await addStock(test, by.token)).movementId;
const newReservation = async (by: Party) => addReservation(test, by, (await addStock(test, by.token)).sku);
const newMember = (by: Party) =>
  create(by, '/v1/staff', { email: `someone-${++made}@${by.slug}.example`, role: 'viewer' });

/** A tenant has few open imports, so this one is over at once. */
const newCatalogImport = async (by: Party) => {
  const id = await create(by, '/v1/catalog/imports', 'handle', { 'content-type': 'text/csv' });
  await owner.query(`update catalog_imports set status = 'failed', finished_at = now() where id = $1`, [id]);
  return id;
};
const newVariant = async (by: Party) =>
  create(by, '/v1/catalog/variants', {
    productId: await create(by, '/v1/catalog/products', { title: 'Tea' }),
    sku: `SKU-${++made}`,
  });

const EXAMPLES = Object.entries(await readExamples());

/** `filter`: of a list that has more than a page of rows here, or needs one. */
type Maker = { make(by: Party): Promise<string>; table: string; filter?: string };
const plainMakers: [string, Maker][] = EXAMPLES.map(([url, { table, body }]) => [
  `${url}/:id`,
  { make: (by) => create(by, url, body(++made)), table },
]);

/**
 * Creates the resource of paths with this beginning, and names its table. Null: the same for every tenant. A plain resource needs
 * only its example.
 */
/** Its handle is its id. Both tenants have a site, on which its absence is seen. */
async function newShownProduct(by: Party): Promise<string> {
  for (const party of [a, b]) await create(party, '/v1/properties', { name: 'Shop' });
  const id = await create(by, '/v1/catalog/products', { title: 'Tea', status: 'active' });
  const answer = await test.call('PATCH', `/v1/catalog/products/${id}`, {
    token: by.token,
    body: { handle: id },
  });
  assert.equal(answer.status, 200, answer.text);
  return id;
}

const MAKERS: Record<string, Maker | null> = {
  ...Object.fromEntries(plainMakers),
  '/v1/crm/customers/:id': { make: (by) => by.customer(), table: 'customers' },
  '/v1/crm/orders/:id': { make: newOrder, table: 'orders' },
  '/v1/crm/imports/:id': { make: newImport, table: 'imports' },
  '/v1/catalog/imports/:id': { make: newCatalogImport, table: 'catalog_imports' },
  '/v1/storefront/products/:id': { make: newShownProduct, table: 'products' },
  '/v1/storefront/products/:handle': { make: newShownProduct, table: 'products' },
  '/v1/catalog/variants/:id': { make: newVariant, table: 'variants' },
  '/v1/checkout/carts/:id': { make: async (by) => (await addCart(test, by)).id, table: 'carts' },
  '/v1/checkout/checkouts/:id': {
    make: async (by) => (await addCheckout(test, by)).checkoutId,
    table: 'checkouts',
  },
  // The cart is that of the token: contract/storefront.carts.test.ts tries these across tenants.
  '/v1/storefront/carts/current/lines/:key': null,
  '/v1/storefront/carts/current/codes/:id': null,
  '/v1/storefront/orders/:id': null,
  // Names that each tenant chooses: content/reading/storefront.test.ts tries another tenant's.
  '/v1/storefront/content/:type': null,
  '/v1/storefront/content-trees/:type': null,
  // contract/storefront.recovery.test.ts tries the link of another tenant.
  '/v1/storefront/recover/:token': null,
  '/v1/media/:id': { make: newAsset, table: 'media_assets' },
  // Public, with the tenant in the path: modules/media/files/files.test.ts tests its isolation.
  '/media/:tenantId': null,
  '/r/:property': null,
  '/v1/webhooks/subscriptions/:id': { make: newSubscription, table: 'webhook_subscriptions' },
  '/v1/webhooks/deliveries/:id': { make: newDelivery, table: 'webhook_queue' },
  '/v1/events/:id': { make: newEvent, table: 'events' },
  '/v1/webhooks/replays/:id': { make: newReplay, table: 'webhook_replays' },
  '/v1/requests/:id': { make: newRequest, table: 'request_log', filter: '&path=/v1/me' },
  '/v1/notices/:id': { make: newNotice, table: 'notices' },
  '/v1/storefront-keys/:id': { make: newStorefrontKey, table: 'storefront_keys' },
  '/v1/staff/:id': { make: newMember, table: 'memberships' },
  // Belongs to an account, in any tenant: own-sessions.test.ts and second-factors.test.ts try another account's.
  '/v1/auth/sessions/:id': null,
  '/v1/auth/second-factors/:id': null,
  '/v1/modules/:name': null,
  '/v1/content/entries/:id': { make: newEntry, table: 'content_entries' },
  '/v1/content/reviews/:id': { make: newReview, table: 'content_reviews' },
  '/v1/content/comments/:id': { make: newComment, table: 'content_comments' },
  '/v1/content/releases/:id': { make: newRelease, table: 'content_releases' },
  // For the search of sites, which is a list without resources of its own.
  '/v1/content/search/:id': { make: newLiveEntry, table: 'content_published', filter: '&q=mine' },
  '/v1/content/type-changes/:id': { make: newTypeChange, table: 'content_type_changes' },
  // Names that each tenant chooses, and a token that stands for its tenant: their own tests try these across tenants.
  '/v1/content/types/:name': null,
  // For the list of content types, whose resources have a name instead of an id.
  '/v1/content/types/:id': { make: newContentType, table: 'content_types' },
  // Names of SKUs, and ids of orders that may not be there yet: modules/inventory/isolation.test.ts tries these across tenants.
  '/v1/inventory/items/:sku': null,
  '/v1/inventory/reservations/:orderId': null,
  '/v1/inventory/items/:id': { make: newStock, table: 'inventory_items' },
  '/v1/inventory/movements/:id': { make: newStock, table: 'stock_movements' },
  '/v1/inventory/reservations/:id': { make: newReservation, table: 'stock_reservations' },
  '/v1/content/published/:type': null,
  '/v1/content/trees/:type': null,
  '/v1/content/preview/:token': null,
};

/** Valid bodies for routes that refuse {}. */
const BODIES: Record<string, object> = {
  ...Object.fromEntries(EXAMPLES.map(([url, { change = {} }]) => [`PATCH ${url}/:id`, change])),
  'PATCH /v1/crm/customers/:id': { name: 'Mine now' },
  'POST /v1/crm/orders/:id/comments': { text: 'Foreign' },
  'POST /v1/crm/orders/:id/payments': { amount: 1, outcome: 'succeeded' },
  'POST /v1/crm/customers/:id/merge': { from: await a.customer() },
  'PUT /v1/catalog/products/:id/variants': { variants: [] },
  'PUT /v1/catalog/price-lists/:id/entries': {
    entries: [{ variantId: await newVariant(b), amount: 1 }],
  },
  'PATCH /v1/storefront-keys/:id': { label: 'Mine now' },
  'PATCH /v1/staff/:id': { role: 'owner' },
  'PATCH /v1/webhooks/subscriptions/:id': { active: false },
  'PUT /v1/content/entries/:id/position': { at: 'first' },
  'POST /v1/content/entries/:id/schedule': { at: '2999-01-01T00:00:00Z' },
  'PUT /v1/content/entries/:id/review': { version: 1, decision: 'approve' },
  'POST /v1/content/entries/:id/comments': { text: 'Foreign' },
  'PATCH /v1/content/comments/:id': { resolved: true },
  'PATCH /v1/content/releases/:id': { name: 'Mine now' },
  'POST /v1/content/releases/:id/entries': { entries: [{ id: await newEntry(a) }] },
  'POST /v1/content/releases/:id/schedule': { at: '2999-01-01T00:00:00Z' },
  'POST /v1/webhooks/subscriptions/:id/test': { event: 'redirect.added' },
  'POST /v1/webhooks/subscriptions/:id/replay': { since: '2020-01-01T00:00:00Z' },
};

const routes = test.app.routeList;

/** Everything that a caller sees, byte for byte, except the parts that differ between any two answers. */
function visible({ status, headers, text }: Answer) {
  const { date: _date, ratelimit: _ratelimit, 'x-request-id': requestId, ...others } = headers;
  return { status, headers: others, text: text.replaceAll(String(requestId), '') };
}

describe("another tenant's id gets the same answer as an id that never existed, and nothing changes:", () => {
  for (const { method, url } of routes.filter((route) => route.url.includes(':'))) {
    const beginning = /^.*?:\w+/.exec(url)![0];
    const maker = MAKERS[beginning];
    if (maker === null) continue;
    it(`${method} ${url}`, async () => {
      assert.ok(maker, `Add to MAKERS in server/contract/isolation.test.ts how to make one: '${beginning}'`);
      const id = await maker.make(a);
      const row = async () => (await owner.query(`select * from ${maker.table} where id = $1`, [id])).rows;
      const before = await row();
      assert.equal(before.length, 1);
      const ask = (token: string, target: string) => {
        const body = ['POST', 'PUT', 'PATCH'].includes(method)
          ? (BODIES[`${method} ${url}`] ?? {})
          : undefined;
        return test.call(
          method,
          url
            .replace(/:\w+/, target)
            .replace(':file', 'original')
            .replace(':entryId', released.get(id) ?? '')
            .replace(/:version/, '1'),
          { token, body },
        );
      };
      const unknown = await ask(bearerOf(b, url), crypto.randomUUID());
      assert.equal(unknown.status, 404, `Add a valid body to BODIES: ${unknown.text}`);
      assert.deepEqual(visible(await ask(bearerOf(b, url), id)), visible(unknown));
      assert.deepEqual(visible(await ask(b.key, id)), visible(await ask(b.key, crypto.randomUUID())));
      assert.deepEqual(await row(), before);
      assert.notEqual((await ask(bearerOf(a, url), id)).status, 404, 'its own tenant finds it');
    });
  }
});

describe('ids in bodies', () => {
  // The resource that each id refers to; null: none yet, the text is only stored.
  const KNOWN: Record<
    string,
    'customer' | 'property' | 'asset' | 'catalog' | 'location' | 'checkout' | 'content' | null
  > = {
    // The position of an entry, tested with trees.
    after: 'content',
    before: 'content',
    companyId: 'customer',
    // Tested with products.
    contentEntryId: 'catalog',
    customerId: 'customer',
    // In a transfer, it is a location.
    from: 'customer',
    // modules/content/review/reviews.test.ts tries members.
    reviewerId: 'content',
    // modules/content/comments/comments.test.ts tries threads.
    threadId: 'content',
    // modules/inventory/isolation.test.ts tries locations.
    locationId: 'location',
    // The id of a variant in a grid.
    id: 'catalog',
    // Tested with the logo.
    logoAssetId: 'asset',
    // The parent of a category, or of an entry.
    parentId: 'catalog',
    // In an order, only stored.
    productId: 'catalog',
    propertyId: 'property',
    // contract/storefront.carts.test.ts tries it.
    shippingOptionId: 'checkout',
    to: 'location',
    variantId: 'catalog',
  };

  function idsIn(schema: unknown): string[] {
    const { properties = {}, items } = (schema ?? {}) as {
      properties?: Record<string, object>;
      items?: object;
    };
    return [
      ...Object.entries(properties).flatMap(([name, field]) => [
        ...('format' in field && field.format === 'uuid' ? [name] : []),
        ...idsIn(field),
      ]),
      ...(items ? idsIn(items) : []),
    ];
  }

  it('are all covered by this test', () => {
    const names = new Set(routes.flatMap((route) => idsIn(route.schema.body)));
    assert.deepEqual([...names].sort(), Object.keys(KNOWN).sort(), 'Say in KNOWN where the new id leads.');
  });

  it("of another tenant's customer, in an order, get the answer of a customer that never existed", async () => {
    const place = (customerId: string) =>
      test.call('POST', '/v1/crm/orders', {
        token: b.key,
        body: { customerId, items: [{ sku: 'TEA', name: 'Tea' }] },
      });
    const foreign = await place(await a.customer());
    assert.equal(foreign.status, 404);
    assert.deepEqual(visible(foreign), visible(await place(crypto.randomUUID())));
  });

  it("of another tenant's property, in a redirect, get the answer of a property that never existed", async () => {
    const add = (propertyId: string) =>
      test.call('POST', '/v1/redirects', { token: b.key, body: { propertyId, from: '/a', to: '/b' } });
    const foreign = await add(await newProperty(a));
    assert.equal(foreign.status, 404);
    assert.deepEqual(visible(foreign), visible(await add(crypto.randomUUID())));
  });

  it("of another tenant's property, in a storefront key, get the answer of a property that never existed", async () => {
    const add = (propertyId: string) =>
      test.call('POST', '/v1/storefront-keys', { token: b.token, body: { propertyId, label: 'Shop' } });
    const foreign = await add(await newProperty(a));
    assert.equal(foreign.status, 404);
    assert.deepEqual(visible(foreign), visible(await add(crypto.randomUUID())));
  });

  it("of another tenant's product, category, variant or entry get the answer of one that never existed", async () => {
    const send = (method: string, url: string, body: object) =>
      test.call(method, url, { token: b.key, body });
    const list = await create(b, '/v1/catalog/price-lists', { name: 'Trade', currency: 'EUR' });
    const product = await create(b, '/v1/catalog/products', { title: 'Tea' });
    const newPage = async (by: Party) => {
      const url = '/v1/content/types/page';
      await test.call('PUT', url, { token: by.key, body: { title: 'Page', fields: [], order: 'tree' } });
      return create(by, '/v1/content/entries', { type: 'page', fields: {} });
    };
    const position = `/v1/content/entries/${await newPage(b)}/position`;
    const foreign = {
      page: await newPage(a),
      category: await create(a, '/v1/catalog/categories', { name: 'Mine' }),
      variant: await newVariant(a),
      entry: await newEntry(a),
      product: await create(a, '/v1/catalog/products', { title: 'Mine' }),
    };
    const tries: [(id: string) => Promise<Answer>, string][] = [
      [(id) => send('POST', '/v1/content/entries', { type: 'page', fields: {}, parentId: id }), foreign.page],
      [(id) => send('PUT', position, { parentId: id }), foreign.page],
      [(id) => send('PUT', position, { before: id }), foreign.page],
      [(id) => send('PUT', position, { after: id }), foreign.page],
      [(id) => send('POST', '/v1/catalog/variants', { productId: id, sku: 'X' }), foreign.product],
      [(id) => send('POST', '/v1/catalog/categories', { name: 'X', parentId: id }), foreign.category],
      [(id) => send('POST', '/v1/catalog/products', { title: 'X', categoryIds: [id] }), foreign.category],
      [(id) => send('POST', '/v1/catalog/products', { title: 'X', contentEntryId: id }), foreign.entry],
      [
        (id) => send('PUT', `/v1/catalog/products/${product}/variants`, { variants: [{ id, sku: 'X' }] }),
        foreign.variant,
      ],
      [
        (id) =>
          send('PUT', `/v1/catalog/price-lists/${list}/entries`, { entries: [{ variantId: id, amount: 1 }] }),
        foreign.variant,
      ],
    ];
    for (const [attempt, id] of tries) {
      const refused = await attempt(id);
      assert.ok([404, 422].includes(refused.status), refused.text);
      assert.deepEqual(visible(refused), visible(await attempt(crypto.randomUUID())));
    }
  });

  it('that name a tenant, also in a query or a header, change nothing', async () => {
    const name = `Stowaway ${++made}`;
    const stated = await test.call('POST', `/v1/crm/customers?tenantId=${b.id}`, {
      token: a.key,
      body: { name },
    });
    assert.equal(stated.status, 422, 'no route has such a parameter');
    const answer = await test.call('POST', '/v1/crm/customers', {
      token: a.key,
      headers: { 'x-tenant-id': b.id, 'x-service-tenant': b.slug },
      body: { name, tenantId: b.id, tenant_id: b.id },
    });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers['x-unknown-fields'], 'tenantId, tenant_id');
    const { rows } = await owner.query('select tenant_id from customers where name = $1', [name]);
    assert.deepEqual(rows, [{ tenant_id: a.id }]);
  });
});

describe('lists', () => {
  // Lists of a shopper, which no key of a server may call, are tried in contract/storefront.carts.test.ts.
  const isForKeys = (needs: RouteNeeds) => !needs.storefront || bearersOf(needs).includes('server');
  const lists = routes.filter(
    ({ schema, url, needs }) =>
      !url.includes(':') &&
      isForKeys(needs) &&
      'cursor' in ((schema.querystring as { properties?: object })?.properties ?? {}),
  );
  const page = async (by: Party, url: string, query: string) => {
    const answer = await test.call('GET', `${url}?${query}`, { token: bearerOf(by, url) });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const texts = (rows: unknown[]) => rows.map((row) => JSON.stringify(row));

  for (const { url } of lists) {
    it(`GET ${url} shows each tenant its own rows only, also with the other's cursor`, async () => {
      const maker = MAKERS[`${url}/:id`];
      for (const by of [a, b, a, b]) await maker?.make(by);
      const all = `limit=100${maker?.filter ?? ''}`;
      const [ofA, ofB] = [await page(a, url, all), await page(b, url, all)];
      assert.ok(ofA.data.length > 1 && ofB.data.length > 1, 'Each tenant needs two rows here.');
      const shared = new Set(texts(ofA.data)).intersection(new Set(texts(ofB.data)));
      assert.deepEqual([...shared], []);

      const { nextCursor } = (await page(a, url, `limit=1${maker?.filter ?? ''}`)).pagination;
      const continued = await page(b, url, `${all}&cursor=${nextCursor}`);
      const mine = new Set(texts(ofB.data));
      assert.ok(texts(continued.data).every((row) => mine.has(row)));
    });
  }

  it('are at least six', () => assert.ok(lists.length >= 6));

  it("include the audit log, which shows nothing for another tenant's actor or subject", async () => {
    const subject = await newKey(a);
    const [entry] = (await page(a, '/v1/audit-log', `subjectId=${subject}`)).data;
    assert.equal(entry.subject.id, subject);
    assert.deepEqual((await page(b, '/v1/audit-log', `subjectId=${subject}`)).data, []);
    assert.deepEqual((await page(b, '/v1/audit-log', `actorId=${entry.actor.id}`)).data, []);
  });
});

describe('tenants do not interfere with each other:', () => {
  it('an Idempotency-Key of one has no effect for the other, not even with the same body', async () => {
    const add = (by: Party) =>
      test.call('POST', '/v1/redirects', {
        token: by.key,
        headers: { 'idempotency-key': 'the-same-for-both' },
        body: { from: '/same', to: '/for-both' },
      });
    const [first, second] = [await add(a), await add(b)];
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.notEqual(first.body.data.id, second.body.data.id);
    assert.equal(second.headers['idempotent-replayed'], undefined);
    assert.equal((await add(a)).body.data.id, first.body.data.id);
  });

  it('both may use the same order number', async () => {
    for (const by of [a, b]) {
      const customerId = await by.customer();
      await create(by, '/v1/crm/orders', {
        customerId,
        orderNumber: 'A-1',
        items: [{ sku: 'T', name: 'T' }],
      });
    }
  });

  it('an account of one tenant cannot sign in to the other, and learns nothing from trying', async () => {
    const signIn = (email: string, tenant: string) =>
      test.call('POST', '/v1/auth/sign-in', { body: { email, password: 'correct horse battery', tenant } });
    const email = `owner@${a.slug}.example`;
    assert.equal((await signIn(email, a.slug)).status, 200);
    const other = await signIn(email, b.slug);
    assert.equal(other.status, 401);
    assert.deepEqual(visible(other), visible(await signIn(email, 'no-such-tenant')));
    assert.deepEqual(visible(other), visible(await signIn('nobody@nowhere.example', b.slug)));
  });
});
