/** The products and categories of a site as shoppers see them, with the stock of the inventory. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop } from '../modules/access/testing/shoppers.ts';
import { browse, readBrowse } from '../modules/catalog/storefront/browse.ts';
import { catalogOf, problemsOf } from '../modules/catalog/testing/catalog.ts';
import { availabilityOf } from '../modules/inventory/module.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const shop = await openShop(test, tenant);
const { ask, newProduct, gridOf } = catalogOf(test, tenant);
const elsewhere = (
  await test.call('POST', '/v1/properties', { token: tenant.key, body: { name: 'Elsewhere' } })
).body.data;

const eur = (amount: number, compareAt?: number) => ({ prices: [{ currency: 'EUR', amount, compareAt }] });
const teas = await ask('POST', 'categories', { name: 'Teas', translations: { de: { name: 'Tees' } } });
const green = await ask('POST', 'categories', { name: 'Green', parentId: teas.id });
const sencha = await newProduct({
  title: 'Sencha',
  handle: 'sencha',
  status: 'active',
  tags: ['organic'],
  vendor: 'Kyoto',
  categoryIds: [green.id],
  description: 'A green tea.',
  metadata: { cost: 1 },
  translations: { de: { title: 'Grüner Tee', description: 'Ein grüner Tee.', handle: 'gruener-tee' } },
  options: [{ name: 'Size', values: ['S', 'L'] }],
  variants: [
    { sku: 'SEN-S', optionValues: ['S'], ...eur(9, 12), barcode: '400' },
    { sku: 'SEN-L', optionValues: ['L'], ...eur(20) },
  ],
});
await newProduct({
  title: 'Assam',
  handle: 'assam',
  status: 'active',
  propertyIds: [shop.propertyId],
  categoryIds: [teas.id],
  options: [{ name: 'Size', values: ['S'] }],
  variants: [{ sku: 'ASS-S', optionValues: ['S'], ...eur(4.5) }],
});
await newProduct({
  title: 'Hidden',
  status: 'active',
  propertyIds: [elsewhere.id],
  variants: [{ sku: 'HID' }],
});
await newProduct({ title: 'Unfinished', handle: 'unfinished', variants: [{ sku: 'DRA', ...eur(1) }] });
await newProduct({
  title: 'Recipe',
  handle: 'recipe',
  kind: 'digital',
  status: 'active',
  variants: [{ sku: 'REC', ...eur(2) }],
});

const { id: locationId } = (
  await test.call('POST', '/v1/inventory/locations', {
    token: await tenant.staff('owner'),
    body: { name: 'Shelf', code: 'A' },
  })
).body.data;
const stock = async (sku: string, change: number, rules: object = {}) => {
  const changed = await test.call('PATCH', `/v1/inventory/items/${sku}`, { token: tenant.key, body: rules });
  assert.equal(changed.status, 200, changed.text);
  if (change === 0) return;
  const body = { reason: 'Delivery', lines: [{ sku, locationId, change }] };
  const answer = await test.call('POST', '/v1/inventory/adjustments', { token: tenant.key, body });
  assert.ok(answer.status < 300, answer.text);
};

const see = (path: string, headers = {}, token = shop.bearers.publishable) =>
  test.call('GET', `/v1/storefront/${path}`, { token, headers });
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the data
const seen = async (path: string): Promise<any> => {
  const answer = await see(path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
const titles = async (query: string): Promise<string[]> =>
  (await seen(`products?currency=EUR&${query}`)).map(({ title }: { title: string }) => title);

describe('a page of products for shoppers', () => {
  const CASES: [query: string, expected: string[]][] = [
    ['', ['Recipe', 'Assam', 'Sencha']],
    ['category=teas', ['Assam', 'Sencha']],
    ['category=green', ['Sencha']],
    ['category=unknown', []],
    ['tag=organic', ['Sencha']],
    ['vendor=kyoto', ['Sencha']],
    ['priceFrom=4.5&priceTo=9', ['Assam', 'Sencha']],
    ['option.size=s', ['Assam', 'Sencha']],
    ['option.Size=L', ['Sencha']],
    ['option.Size=L&option.Colour=red', []],
    ['q=sen', ['Sencha']],
    ['q=unfinished', []],
    ['q=hidden', []],
    ['sort=price', ['Recipe', 'Assam', 'Sencha']],
    ['sort=price&order=desc', ['Sencha', 'Assam', 'Recipe']],
    ['sort=title', ['Assam', 'Recipe', 'Sencha']],
    ['sort=new&order=asc', ['Sencha', 'Assam', 'Recipe']],
  ];
  for (const [query, expected] of CASES) {
    it(`with ${query || 'no filter'} has the active products of the site that match: ${expected.join(', ') || 'none'}`, async () => {
      assert.deepEqual(await titles(query), expected);
    });
  }

  it('has prices, media and texts, and nothing that only the business knows', async () => {
    const [product] = await seen('products?currency=EUR&q=sencha');
    assert.deepEqual(product, {
      ...{ id: sencha.id, handle: 'sencha', title: 'Sencha', kind: 'physical', vendor: 'Kyoto' },
      ...{ productType: null, tags: ['organic'], media: [], categoryIds: [green.id] },
      ...{ rating: { count: 0, average: null }, currency: 'EUR', availability: 'sold_out' },
      price: { from: 9, to: 20, compareAt: 12 },
      options: [{ name: 'Size', values: ['S', 'L'] }],
    });
    const [inDollars] = await seen('products?currency=USD&q=sencha');
    assert.deepEqual([inDollars.price, inDollars.currency], [null, 'USD']);
  });

  it('is read page by page, each product once', async () => {
    const read: string[] = [];
    let cursor = '';
    do {
      const { body } = await see(`products?limit=1&sort=price&currency=EUR${cursor}`);
      read.push(...body.data.map(({ title }: { title: string }) => title));
      cursor = body.pagination.nextCursor === null ? '' : `&cursor=${body.pagination.nextCursor}`;
    } while (cursor !== '');
    assert.deepEqual(read, ['Recipe', 'Assam', 'Sencha']);
  });

  it('is answered with 304 while it has not changed', async () => {
    const first = await see('products?q=assam');
    const etag = String(first.headers.etag);
    assert.equal((await see('products?q=assam', { 'if-none-match': etag })).status, 304);
    const [{ id }] = first.body.data;
    await ask('PATCH', `products/${id}`, { vendor: 'Other' });
    assert.equal((await see('products?q=assam', { 'if-none-match': etag })).status, 200);
    await ask('PATCH', `products/${id}`, { vendor: null });
  });

  it('names what is wrong with the query', async () => {
    assert.deepEqual(problemsOf(await see('products?priceFrom=1.0000001')), ['priceFrom too_many_decimals']);
    assert.deepEqual(problemsOf(await see('products?colour=red')), ['colour unknown_parameter']);
    assert.equal((await see('products?sort=title&cursor=abc')).status, 400);
  });

  it('takes three statements at most, whatever its size and its filters', async () => {
    const site = { propertyId: shop.propertyId, currency: 'EUR', availabilityOf };
    const shown = { tenantId: tenant.id, publicUrl: '', locale: '', currency: 'EUR' };
    for (const query of [
      {},
      { category: 'teas', tag: 'organic', q: 'sen', sort: 'price', available: 'true', 'option.size': 'S' },
      { vendor: 'kyoto', sort: 'title' },
    ] as const) {
      for (const limit of [1, 24, 100]) {
        await test.db.readInTenant(tenant.id, async (tx) => {
          let asked = 0;
          const counting: typeof tx = {
            ...tx,
            query: (statement, values) => {
              if (typeof statement === 'string' || statement.name !== 'plan_by_index') asked += 1;
              return tx.query(statement, values);
            },
          };
          await browse(counting, readBrowse({ limit, ...query }, site), site, shown, test.now());
          assert.ok(asked <= 3, `${asked} statements`);
        });
      }
    }
  });
});

describe('a product for shoppers', () => {
  it('has its variants with their prices, and nothing that only the business knows', async () => {
    const product = await seen('products/sencha?currency=EUR');
    assert.deepEqual(Object.keys(product).sort(), [
      ...[
        'availability',
        'categoryIds',
        'currency',
        'description',
        'handle',
        'id',
        'kind',
        'media',
        'options',
      ],
      ...['price', 'productType', 'rating', 'seo', 'tags', 'title', 'updatedAt', 'variants', 'vendor'],
    ]);
    assert.deepEqual(
      product.variants.map(({ id: _, ...variant }: { id: string }) => variant),
      [
        { sku: 'SEN-S', optionValues: ['S'], price: { amount: 9, compareAt: 12 }, availability: 'sold_out' },
        {
          sku: 'SEN-L',
          optionValues: ['L'],
          price: { amount: 20, compareAt: null },
          availability: 'sold_out',
        },
      ],
    );
  });

  it('is shown in the language that is asked for, under its handle there', async () => {
    for (const path of ['gruener-tee?locale=de', 'gruener-tee?locale=de-AT', 'sencha?locale=de']) {
      const { title, description, handle } = await seen(`products/${path}`);
      assert.deepEqual([title, description, handle], ['Grüner Tee', 'Ein grüner Tee.', 'gruener-tee'], path);
    }
    assert.equal((await seen('products/sencha?locale=fr')).title, 'Sencha');
    assert.equal((await see('products/gruener-tee')).status, 404);
    assert.deepEqual((await seen('products?q=sencha&locale=de'))[0].title, 'Grüner Tee');
  });

  it('is not found as a draft, on another site, or in another tenant', async () => {
    for (const handle of ['unfinished', 'hidden', 'nothing'])
      assert.equal((await see(`products/${handle}`)).status, 404);
    const other = await newTenant(test);
    const theirs = await openShop(test, other);
    assert.equal((await see('products/sencha', {}, theirs.bearers.publishable)).status, 404);
  });

  it('is found although a draft has its handle in the language that is asked for', async () => {
    await newProduct({ title: 'Shadow', handle: 'shadow', translations: { de: { handle: 'sencha' } } });
    assert.equal((await seen('products/sencha?locale=de')).id, sencha.id);
  });

  it('is read together with those of other tenants, each from its own', async () => {
    const other = await newTenant(test);
    const theirs = await openShop(test, other);
    await catalogOf(test, other).newProduct({
      title: 'Theirs',
      handle: 'sencha',
      status: 'active',
      variants: [],
    });
    const read = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const token = (n % 2 === 0 ? shop : theirs).bearers.publishable;
        return (await see('products/sencha', {}, token)).body.data.title;
      }),
    );
    assert.deepEqual(
      read,
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 'Sencha' : 'Theirs')),
    );
  });

  it('has the price of the list that is for its site, in pages too', async () => {
    const lists = await Promise.all(
      [shop.propertyId, elsewhere.id].map((propertyId, n) =>
        ask('POST', 'price-lists', {
          ...{ name: `List ${n}`, currency: 'EUR', priority: n, propertyIds: [propertyId] },
        }),
      ),
    );
    const { variants } = await gridOf(sencha.id);
    for (const [n, { id }] of lists.entries()) {
      await ask('PUT', `price-lists/${id}/entries`, {
        entries: [{ variantId: variants[0].id, minQuantity: 1, amount: 7 - n }],
      });
    }
    const product = await seen('products/sencha?currency=EUR');
    assert.deepEqual([product.price.from, product.variants[0].price.amount], [7, 7]);
    assert.equal((await seen('products?currency=EUR&q=sencha'))[0].price.from, 7);
  });
});

describe('the availability of a product', () => {
  it('is that of its best variant, a word for each, and never a number', async () => {
    const states = async () => {
      const product = await seen('products/sencha');
      const [listed] = await seen('products?q=sencha');
      assert.equal(listed.availability, product.availability);
      return [
        product.availability,
        ...product.variants.map((one: { availability: string }) => one.availability),
      ];
    };
    assert.deepEqual(await states(), ['sold_out', 'sold_out', 'sold_out']);
    assert.deepEqual(await titles('available=true'), ['Recipe']);
    await stock('SEN-S', 0, { backorderLimit: 5 });
    assert.deepEqual(await states(), ['backorder', 'backorder', 'sold_out']);
    await stock('SEN-L', 3, { lowAt: 3 });
    assert.deepEqual(await states(), ['low', 'backorder', 'low']);
    await stock('SEN-L', 1);
    assert.deepEqual(await states(), ['in_stock', 'backorder', 'in_stock']);
    assert.deepEqual(await titles('available=true'), ['Recipe', 'Sencha']);
    assert.deepEqual(await titles('available=true&option.size=L'), ['Sencha']);
  });

  it('is in_stock for every product of a tenant without the inventory', async () => {
    const other = await newTenant(test);
    const theirs = await openShop(test, other);
    await catalogOf(test, other).newProduct({ handle: 'tea', status: 'active', variants: [{ sku: 'T' }] });
    const token = await other.staff('owner');
    assert.equal((await test.call('POST', '/v1/modules/inventory/deactivate', { token })).status, 200);
    const { body } = await see('products/tea', {}, theirs.bearers.publishable);
    assert.equal(body.data.availability, 'in_stock');
    const page = await see('products?available=true', {}, theirs.bearers.publishable);
    assert.equal(page.body.data[0].availability, 'in_stock');
  });
});

it('categories for shoppers are a tree in their language, page by page', async () => {
  const all = await seen('categories?locale=de');
  assert.deepEqual(
    all.map(({ name, parentId }: { name: string; parentId: string | null }) => [name, parentId]),
    [
      ['Tees', null],
      ['Green', teas.id],
    ],
  );
  const { body } = await see('categories?limit=1');
  assert.equal(body.data.length, 1);
  const rest = await seen(`categories?limit=1&cursor=${body.pagination.nextCursor}`);
  assert.deepEqual(rest[0].id, green.id);
  assert.equal((await see('categories?cursor=abc')).status, 400);
});
