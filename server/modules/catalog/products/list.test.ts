import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { catalogOf, problemsOf } from '../testing/catalog.ts';
import { MAX_CHECKED, MAX_GATHERED } from './list.sql.ts';
import { findProducts, readSearch } from './list.ts';
import type { ProductQuery } from './list-fields.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { ask, call, newProduct, gridOf } = catalogOf(test, tenant);

const price = (amount: number, currency = 'EUR') => ({ prices: [{ currency, amount }] });
const teas = await ask('POST', 'categories', { name: 'Teas' });
const green = await ask('POST', 'categories', { name: 'Green', parentId: teas.id });
const newSite = async (name: string) =>
  (await test.call('POST', '/v1/properties', { token: tenant.key, body: { name } })).body.data;
const [site, elsewhere] = [await newSite('Shop'), await newSite('Elsewhere')];
await newProduct({
  title: 'Sencha',
  vendor: 'Kyōto',
  productType: 'Tea',
  tags: ['organic'],
  categoryIds: [green.id],
  status: 'active',
  variants: [{ sku: 'SEN-100', barcode: '4006381', ...price(9) }],
});
await newProduct({
  title: 'assam',
  vendor: 'Acme',
  productType: 'Tea',
  tags: ['Organic', 'black'],
  categoryIds: [teas.id],
  propertyIds: [site.id],
  variants: [{ sku: 'ass-100', ...price(4.5) }],
});
await newProduct({
  title: 'Éclair pot',
  vendor: 'acme',
  productType: 'Pot',
  kind: 'physical',
  options: [{ name: 'Size', values: ['S', 'L'] }],
  variants: [
    { sku: 'POT-1', optionValues: ['S'], ...price(20) },
    { sku: 'POT-2', optionValues: ['L'], status: 'archived', ...price(1) },
  ],
});
await newProduct({ title: 'زعفران', variants: [{ sku: 'ZAF', ...price(900, 'JPY') }] });

const titles = async (query: string): Promise<string[]> => {
  const { status, body, text } = await call('GET', `products?${query}`);
  assert.equal(status, 200, text);
  return body.data.map(({ title }: { title: string }) => title);
};

describe('a list of products', () => {
  const FILTERS: [query: string, expected: string[]][] = [
    ['', ['زعفران', 'Éclair pot', 'assam', 'Sencha']],
    ['status=active', ['Sencha']],
    ['tag=ORGANIC', ['assam', 'Sencha']],
    ['tag=organic&status=draft', ['assam']],
    ['vendor=ACME', ['Éclair pot', 'assam']],
    ['vendor=kyoto', ['Sencha']],
    ['type=tea&vendor=acme', ['assam']],
    [`categoryId=${teas.id}`, ['assam', 'Sencha']],
    [`categoryId=${green.id}`, ['Sencha']],
    [`categoryId=${crypto.randomUUID()}`, []],
    [`propertyId=${site.id}`, ['زعفران', 'Éclair pot', 'assam', 'Sencha']],
    [`propertyId=${elsewhere.id}`, ['زعفران', 'Éclair pot', 'Sencha']],
    ['currency=EUR&priceFrom=4.5&priceTo=9', ['assam', 'Sencha']],
    ['currency=EUR&priceTo=4.499999', []],
    ['currency=JPY&priceFrom=900', ['زعفران']],
    ['q=ecl', ['Éclair pot']],
    ['q=tea%20organ', []],
    ['q=kyoto%20sen', ['Sencha']],
    ['q=ass-1', ['assam']],
    ['q=4006381', ['Sencha']],
    ['q=%D8%B2%D8%B9%D9%81', ['زعفران']],
    ['q=zaf', ['زعفران']],
    ['sku=POT-2,SEN-100', ['Éclair pot', 'Sencha']],
    ['sort=title', ['assam', 'Éclair pot', 'Sencha', 'زعفران']],
    ['sort=title&order=desc&type=tea', ['Sencha', 'assam']],
    ['sort=price&currency=EUR', ['assam', 'Sencha', 'Éclair pot']],
    ['sort=price&currency=EUR&order=desc', ['Éclair pot', 'Sencha', 'assam']],
    ['sort=new&order=asc&tag=organic', ['Sencha', 'assam']],
  ];
  for (const [query, expected] of FILTERS) {
    it(`with ${decodeURIComponent(query) || 'no filter'} is ${expected.join(', ') || 'empty'}`, async () => {
      assert.deepEqual(await titles(query), expected);
      const { data } = (await call('GET', `products/count?${query.replace(/&?(sort|order)=\w+/g, '')}`)).body;
      const isSortedByPrice = query.includes('sort=price');
      assert.deepEqual(data, { count: isSortedByPrice ? data.count : expected.length, isExact: true });
    });
  }

  it('shows the prices of active variants, and follows every change', async () => {
    const { id } = await newProduct({ title: 'Follow', variants: [{ sku: 'FOL-1', ...price(3) }] });
    const [{ id: variant }] = (await gridOf(id)).variants;
    assert.deepEqual(await titles('currency=EUR&priceTo=3&q=follow'), ['Follow']);
    await ask('PATCH', `variants/${variant}`, { sku: 'NEW-1', ...price(7) });
    assert.deepEqual(await titles('currency=EUR&priceTo=3&q=follow'), []);
    assert.deepEqual([await titles('q=new-1'), await titles('q=fol-1')], [['Follow'], []]);
    await ask('PATCH', `products/${id}`, { title: 'Moved', handle: 'moved' });
    assert.deepEqual([await titles('q=follow'), await titles('sort=updatedAt&limit=1')], [[], ['Moved']]);
    await ask('DELETE', `products/${id}`);
    assert.deepEqual(await titles('q=moved'), []);
    const left = 'select key from catalog_index where tenant_id = current_tenant() and product_id = $1';
    const { rows } = await test.db.inTenant(tenant.id, (tx) => tx.query(left, [id]));
    assert.deepEqual(rows, []);
  });

  it('is read page by page in every order, each product once', async () => {
    for (const order of [
      'sort=title',
      'sort=price&currency=EUR&order=desc',
      'sort=new',
      'status=draft&sort=title',
    ]) {
      const all = await titles(order);
      const read: string[] = [];
      let cursor = '';
      do {
        const { body } = await call('GET', `products?${order}&limit=1${cursor}`);
        read.push(...body.data.map(({ title }: { title: string }) => title));
        cursor = body.pagination.nextCursor === null ? '' : `&cursor=${body.pagination.nextCursor}`;
      } while (cursor !== '');
      assert.deepEqual(read, all, order);
    }
  });

  it('names what is wrong with the query; a cursor belongs to its sort', async () => {
    assert.deepEqual(problemsOf(await call('GET', 'products?priceFrom=1.0000001&sort=price')), [
      'currency required',
      'priceFrom too_many_decimals',
    ]);
    const { nextCursor } = (await call('GET', 'products?sort=title&limit=1')).body.pagination;
    assert.equal((await call('GET', `products?sort=new&cursor=${nextCursor}`)).status, 400);
  });
});

describe('a list of many products', async () => {
  const many = await newTenant(test);
  const TOTAL = MAX_CHECKED + 500;
  await test.db.inTenant(many.id, async (tx) => {
    await tx.query(
      `insert into products (tenant_id, id, title, handle, status, kind, created_at, updated_at)
       select current_tenant(), ('01920000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'P ' || lpad(n::text, 6, '0'), 'p-' || n,
         'active', 'physical', now(), now() from generate_series(1, $1) n`,
      [TOTAL],
    );
    // The tag is on the last products by title only, and on more of them than are gathered.
    await tx.query(
      `insert into catalog_index (tenant_id, key, value, product_id)
       select p.tenant_id, k.key, k.value, p.id from products p
       cross join lateral (values ('status', 'active'), ('title', lower(p.title)), ('tag', 'late')) k (key, value)
       where p.tenant_id = current_tenant() and (k.key <> 'tag' or p.title > 'P ' || lpad(($1::int - $2::int)::text, 6, '0'))`,
      [TOTAL, MAX_GATHERED + 200],
    );
  });
  const ofMany = catalogOf(test, many);

  it('reads a bounded number of rows: a short page has a cursor that goes on, and nothing is missed', async () => {
    for (const query of [
      'tag=late&sort=title',
      'tag=late&status=active&sort=new',
      'status=active&sort=title&order=desc',
    ]) {
      let [count, pages, cursor] = [0, 0, ''];
      do {
        const { body } = await ofMany.call('GET', `products?limit=100&${query}${cursor}`);
        count += body.data.length;
        pages += 1;
        cursor = body.pagination.hasMore ? `&cursor=${body.pagination.nextCursor}` : '';
      } while (cursor !== '');
      assert.equal(count, query.startsWith('tag') ? MAX_GATHERED + 200 : TOTAL, query);
      assert.ok(pages <= TOTAL / 100 + 2);
    }
    const first = (await ofMany.call('GET', 'products?limit=24&tag=late&sort=title')).body;
    assert.deepEqual([first.data.length, first.pagination.hasMore], [24, true]);
  });

  it('takes at most three statements beside its settings, whatever the filters, the sort and the size of the page', async () => {
    const queries: Partial<ProductQuery>[] = [
      {},
      { status: 'active', sort: 'title' },
      { tag: 'late', status: 'active', sort: 'title' },
      { tag: 'late', categoryId: crypto.randomUUID(), q: 'p 0001', sort: 'updatedAt' },
      { q: 'p', sort: 'title', order: 'desc' },
    ];
    for (const query of queries) {
      for (const limit of [24, 100]) {
        await test.db.inTenant(many.id, async (tx) => {
          const asked: unknown[] = [];
          const counting: typeof tx = {
            ...tx,
            query: (statement, values) => {
              asked.push(typeof statement === 'string' ? statement : statement.name);
              return tx.query(statement, values);
            },
          };
          await findProducts(counting, readSearch({ limit, ...query }, limit));
          assert.ok(asked.filter((one) => one !== 'plan_by_index').length <= 3, JSON.stringify(query));
        });
      }
    }
  });

  it('is refused for a site that the tenant does not have', async () => {
    for (const path of ['products', 'products/count']) {
      const answer = await call('GET', `${path}?propertyId=${crypto.randomUUID()}`);
      assert.deepEqual(problemsOf(answer), ['propertyId not_found']);
    }
  });

  it('is counted up to a thousand', async () => {
    const { data } = (await ofMany.call('GET', 'products/count?status=active')).body;
    assert.deepEqual(data, { count: 1_000, isExact: false });
  });
});
