/** Checks how much a page of products reads, as the app's role under row-level security, with statistics and without. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { findProducts, readSearch } from './list.ts';
import type { ProductQuery } from './list-fields.ts';

const PRODUCTS = 12_000;

const test = await useApp();
const tenants = [await newTenant(test), await newTenant(test)];
const owner = await connectAsOwner(test.database);
after(() => owner.end());
// Disables triggers and foreign keys, which would check every row.
await owner.query("set session_replication_role = 'replica'");
for (const { id } of tenants) {
  await owner.query(
    `insert into products (tenant_id, id, title, handle, status, kind, created_at, updated_at)
     select $1, ('01920000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'P ' || md5(n::text), 'p-' || n, 'active', 'physical',
       now(), now() from generate_series(1, ${PRODUCTS}) n`,
    [id],
  );
  // Prices rise with n: the products of the tag "dear" are the last by price, those of "few" the last of all.
  await owner.query(
    `insert into catalog_index (tenant_id, key, value, product_id)
     select p.tenant_id, k.key, k.value, p.id from products p cross join lateral (select substr(p.handle, 3)::int as n) n
     cross join lateral (values ('status', 'active'), ('title', lower(p.title)), ('price:EUR', lpad(n.n || '000000', 15, '0')),
       ('type', 't' || n.n % 4), ('vendor', 'v' || n.n % 6), ('word', 'word' || n.n), ('word', 'tea'),
       ('tag', case when n.n > ${PRODUCTS - 3_000} then 'dear' end), ('tag', case when n.n > ${PRODUCTS - 400} then 'few' end)) k (key, value)
     where p.tenant_id = $1 and k.value is not null`,
    [id],
  );
  await owner.query(
    `insert into variants (tenant_id, id, product_id, sku, sku_key, option_values, requires_shipping, position, status,
       created_at, updated_at)
     select tenant_id, gen_random_uuid(), id, 'S-' || substr(handle, 3), 's-' || substr(handle, 3), '{}', true, 0, 'active', now(), now()
     from products where tenant_id = $1`,
    [id],
  );
}

const PAGES: Partial<ProductQuery>[] = [
  { status: 'active' },
  { status: 'active', tag: 'dear', sort: 'price', currency: 'EUR' },
  { status: 'active', tag: 'few', sort: 'price', currency: 'EUR' },
  { status: 'active', tag: 'few', sort: 'title' },
  { status: 'active', type: 't1', vendor: 'v0', sort: 'title' },
  { status: 'active', type: 't1', vendor: 'v0' },
  { status: 'active', type: 't1', currency: 'EUR', priceFrom: 11_000, sort: 'price' },
  { status: 'draft', type: 't1', sort: 'title' },
  { status: 'active', q: 'tea word11', sort: 'title' },
  { q: 's-1' },
  { q: 's-777' },
  { sku: 'S-5,S-6', sort: 'title' },
];

/** The blocks that a page reads, and the products that it shows. */
async function read(query: Partial<ProductQuery>): Promise<{ blocks: number; shown: number }> {
  let [blocks, shown] = [0, 0];
  await test.db.readInTenant(tenants[0]!.id, async (tx) => {
    const explaining: typeof tx = {
      ...tx,
      query: async (statement, values) => {
        const text = typeof statement === 'string' ? statement : statement.text;
        if (typeof statement === 'string') {
          const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
            `explain (analyze, buffers, format json) ${text}`,
            values,
          );
          const plan = rows[0]!['QUERY PLAN'];
          assert.doesNotMatch(plan, /"Seq Scan",[^{}]*"(products|catalog_index|variants)"/);
          const [{ Plan: whole }] = JSON.parse(plan);
          blocks += whole['Shared Hit Blocks'] + whole['Shared Read Blocks'];
        }
        return tx.query(statement, values);
      },
    };
    shown = (await findProducts(explaining, readSearch({ limit: 24, ...query }, 24))).shown.length;
  });
  return { blocks, shown };
}

describe('a page of 12,000 products', () => {
  for (const [state, prepare, most] of [
    // Before the first vacuum, each row of an index leads to the row of its table too.
    ['never analysed', 'select 1', 9_000],
    ['analysed', 'vacuum analyze', 3_600],
  ] as const) {
    it(`reads few blocks with any filter and sort, ${state}`, async () => {
      await owner.query(prepare);
      for (const query of PAGES) {
        const { blocks } = await read(query);
        assert.ok(blocks <= most, `${JSON.stringify(query)}: ${blocks} blocks`);
      }
    });
  }

  it('is full although the products of its filter are the last of its sort', async () => {
    for (const tag of ['dear', 'few']) {
      const { shown } = await read({ status: 'active', tag, sort: 'price', currency: 'EUR' });
      assert.equal(shown, 24, tag);
    }
  });
});
