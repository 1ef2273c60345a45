/** The plans of PostgreSQL for each list, made as the app's role and under row-level security. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../../../testing.ts';
import { assertByIndex, rowsOf, scansFor } from '../../testing/scans.ts';
import type { OrderQuery } from './list-fields.ts';

const ORDERS = 6_000;
const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());
const tenants = [await newTenant(test), await newTenant(test), await newTenant(test)];
const tenant = tenants[1]!;
await seed(tenants.map(({ id }) => id));

/** Disables triggers and foreign keys, which would read every row. */
async function seed(ids: string[]): Promise<void> {
  await owner.query("set session_replication_role = 'replica'");
  const statements = [
    `insert into customers (tenant_id, id, name, created_at, updated_at)
     select t, md5(t::text || n)::uuid, 'Customer ' || n, now(), now() from unnest($1::uuid[]) t, generate_series(0, 299) n`,
    `insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, channel, property_id, currency,
       subtotal, shipping_total, discount_total, tax_total, total, created_at)
     select t, md5(t::text || n)::uuid, n::text, case when n % 500 = 0 then 'cancelled' else 'placed' end, 'unpaid',
       md5(t::text || n % 300)::uuid, case when n % 3 = 0 then 'mcp' end, case n % 600 when 0 then 'rare' else 'shop' end,
       'USD', n % 997, 0, 0, 0, n % 997, date_trunc('milliseconds', now() - n * interval '1 minute')
     from unnest($1::uuid[]) t, generate_series(1, ${ORDERS}) n`,
    `insert into order_lines (tenant_id, order_id, line, sku, name, quantity, unit_price, amount)
     select tenant_id, id, 1, 'TEA', 'Tea', 1, 1, 1 from orders where tenant_id = any ($1)`,
    `insert into order_metadata (tenant_id, order_id, key, value)
     select tenant_id, id, 'all', order_number from orders where tenant_id = any ($1)`,
    `insert into search_texts (tenant_id, subject, subject_id, words)
     select tenant_id, 'order', id, ' tea ' || order_number || case when order_number::int > 3100 then ' old ' else ' ' end
     from orders where tenant_id = any ($1)
     union all select tenant_id, 'customer', id, ' ' || lower(name) || ' ' from customers where tenant_id = any ($1)`,
    `insert into search_words (tenant_id, subject, word, subject_id, at)
     select tenant_id, subject, word, subject_id, now() from search_texts, string_to_table(trim(words), ' ') word
     where tenant_id = any ($1)`,
  ];
  for (const sql of statements) await owner.query(sql, [ids]);
  await owner.query('analyze');
}

const customerId = (
  await owner.query('select customer_id from orders where tenant_id = $1 limit 1', [tenant.id])
).rows[0].customer_id;
const day = new Date(Date.now() - 2 * 86_400_000).toISOString();
const nextDay = new Date(Date.now() - 86_400_000).toISOString();
const sixHoursAgo = new Date(Date.now() - 6 * 3_600_000).toISOString();
/** A cursor position in the middle of each sort. */
const middle = (sort: string, descending: boolean) => {
  const keys = { createdAt: String(Date.now() - 3_000 * 60_000), total: '500', orderNumber: '043000' };
  const place = [sort, descending, keys[sort as keyof typeof keys], crypto.randomUUID()];
  return Buffer.from(JSON.stringify(place)).toString('base64url');
};

/** The index that each list must use, and the most rows that all of it may touch. */
const LISTS: [query: Partial<OrderQuery>, index: string, rows: number][] = [
  [{}, 'orders_newest_first', 200],
  [{ order: 'asc' }, 'orders_newest_first', 200],
  [{ cursor: middle('createdAt', true) }, 'orders_newest_first', 200],
  [{ sort: 'total', currency: 'USD' }, 'orders_by_total', 200],
  [{ sort: 'total', currency: 'USD', cursor: middle('total', true) }, 'orders_by_total', 200],
  [{ sort: 'orderNumber' }, 'orders_by_number', 200],
  [{ sort: 'orderNumber', order: 'asc', cursor: middle('orderNumber', false) }, 'orders_by_number', 200],
  [{ status: 'placed' }, 'orders_by_facet', 400],
  [{ status: 'cancelled' }, 'orders_by_facet', 400],
  [{ paymentStatus: ['unpaid', 'paid'], channel: 'mcp' }, 'orders_by_facet', 400],
  [{ status: 'cancelled', order: 'asc', cursor: middle('createdAt', false) }, 'orders_by_facet', 400],
  [{ owed: 'true' }, 'orders_owed', 200],
  [{ owed: 'true', order: 'asc', cursor: middle('createdAt', false) }, 'orders_owed', 200],
  [{ owed: 'true', paymentStatus: 'unpaid' }, 'orders_owed', 2_000],
  [{ owed: 'true', sort: 'orderNumber' }, 'orders_by_number', 2_000],
  [{ status: 'cancelled', sort: 'orderNumber' }, 'orders_by_facet', 400],
  [{ status: 'placed', sort: 'orderNumber' }, 'orders_by_number', 2_000],
  [{ customerId }, 'orders_of_customer', 400],
  [{ propertyId: 'rare' }, 'orders_of_property', 400],
  [{ propertyId: 'shop' }, 'orders_newest_first', 2_000],
  [{ orderNumber: '77' }, 'order_number_is_unique_in_tenant', 20],
  [{ createdFrom: day, createdTo: nextDay }, 'orders_newest_first', 200],
  [{ createdFrom: sixHoursAgo, sort: 'orderNumber' }, 'orders_newest_first', 1_500],
  [{ currency: 'USD', totalFrom: 1, totalTo: 1.05 }, 'orders_by_total', 400],
  [{ metadataKey: 'all', metadataValue: '77' }, 'order_metadata_by_key', 50],
  [{ metadataKey: 'all' }, 'orders_newest_first', 2_000],
  [{ q: 'tea' }, 'orders_newest_first', 4_000],
  [{ q: '5999' }, 'search_words_pkey', 50],
  [{ q: 'customer 77' }, 'search_words_pkey', 6_000],
  [{ q: 'tea', status: 'cancelled' }, 'orders_by_facet', 4_000],
  [{ q: 'nothing' }, 'search_words_pkey', 10],
];

const told = (query: Partial<OrderQuery>) =>
  JSON.stringify({
    ...query,
    ...(query.cursor && { cursor: '…' }),
    ...(query.customerId && { customerId: '…' }),
  });

describe('a list uses an index that begins with the tenant, and reads a bounded number of rows:', () => {
  for (const [query, index, most] of LISTS) {
    it(`${told(query)}: ${index}`, async () => {
      const scans = await scansFor(test.db, tenant.id, query);
      const shown = JSON.stringify(scans, null, 1);
      assertByIndex(scans);
      assert.ok(
        scans.some((scan) => scan.index === index),
        `${index} was not used: ${shown}`,
      );
      const rows = rowsOf(scans);
      assert.ok(rows <= most, `${rows} rows were looked at: ${shown}`);
    });
  }
});

it('a page whose scan ends at its limit has a cursor from which the next page continues', async () => {
  let url = '/v1/crm/orders?limit=10&q=old';
  for (let empty = 0; ; empty++) {
    const { data, pagination } = (await test.call('GET', url, { token: tenant.key })).body;
    const numbers = data.map((order: { orderNumber: string }) => order.orderNumber);
    if (numbers.length > 0) {
      assert.deepEqual(
        numbers,
        Array.from({ length: 10 }, (_, n) => String(3_101 + n)),
      );
      assert.equal(empty, 2);
      break;
    }
    assert.equal(pagination.hasMore, true);
    url = `/v1/crm/orders?limit=10&q=old&cursor=${pagination.nextCursor}`;
  }
});

describe('a list of a small tenant is not sorted if an index has its order:', () => {
  before(async () => {
    await owner.query('delete from orders where order_number::int > 1200');
    await owner.query('vacuum analyze orders');
  });
  for (const [query] of LISTS) {
    it(told(query), async () => assertByIndex(await scansFor(test.db, tenant.id, query)));
  }
});
