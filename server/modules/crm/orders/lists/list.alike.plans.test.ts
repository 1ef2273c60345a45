/** Lists of a tenant whose orders are all alike, as after an import: by the statistics, every value matches all of them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../../../testing.ts';
import { assertByIndex, rowsOf, scansFor } from '../../testing/scans.ts';
import type { OrderQuery } from './list-fields.ts';

const ORDERS = 20_000;
const test = await useApp();
const tenant = await newTenant(test);
const [customer, nobody] = [await tenant.customer('Ada'), await tenant.customer('Grace')];
const owner = await connectAsOwner(test.database);
await owner.query("set session_replication_role = 'replica'");
await owner.query(
  `insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, channel, property_id, currency,
     subtotal, shipping_total, discount_total, tax_total, total, created_at)
   select $1, gen_random_uuid(), n::text, 'placed', 'unpaid', $2, 'storefront', 'shop', 'USD', 0, 0, 0, 0, 0,
     date_trunc('milliseconds', now() - n * interval '1 minute')
   from generate_series(1, ${ORDERS}) n`,
  [tenant.id, customer],
);
for (const sql of [
  `insert into order_metadata (tenant_id, order_id, key, value) select tenant_id, id, 'from', 'file' from orders`,
  'delete from search_words',
  'delete from search_texts',
  `insert into search_texts (tenant_id, subject, subject_id, words)
   select tenant_id, 'order', id, ' tea ' from orders
   union all select tenant_id, 'customer', id, concat(' ', lower(name), ' ') from customers`,
  `insert into search_words (tenant_id, subject, word, subject_id, at)
   select tenant_id, subject, trim(words), subject_id, now() from search_texts`,
]) {
  await owner.query(sql);
}
await owner.query('vacuum analyze orders, order_metadata, search_texts, search_words, customers');
await owner.end();

const LISTS: [query: Partial<OrderQuery>, most: number][] = [
  [{ status: 'placed' }, 200],
  [{ status: 'placed', order: 'asc' }, 200],
  [{ status: 'cancelled' }, 10],
  [{ paymentStatus: ['failed', 'voided'], channel: 'mcp' }, 10],
  [{ status: 'cancelled', sort: 'orderNumber' }, 10],
  [{ channel: 'storefront' }, 200],
  [{ customerId: customer }, 5_200],
  [{ customerId: nobody }, 10],
  [{ propertyId: 'shop' }, 5_200],
  [{ propertyId: 'none' }, 10],
  [{ propertyId: 'none', sort: 'orderNumber' }, 10],
  [{ currency: 'EUR', sort: 'total' }, 10],
  [{ metadataKey: 'from' }, 10_000],
  [{ metadataKey: 'none' }, 10],
  [{ q: 'tea' }, 3_000],
  [{ q: 'ada' }, 10_000],
  [{ q: 'grace' }, 10],
  [{ q: 'none', status: 'placed' }, 2_100],
];

describe('a list reads a bounded number of orders, even if all are alike:', () => {
  for (const [query, most] of LISTS) {
    const { customerId, ...rest } = query;
    const told = {
      ...rest,
      ...(customerId && { customerId: customerId === nobody ? 'of nobody' : 'of all' }),
    };
    it(JSON.stringify(told), async () => {
      const scans = await scansFor(test.db, tenant.id, query);
      assertByIndex(scans);
      const rows = rowsOf(scans);
      assert.ok(rows <= most, `${rows} rows were looked at: ${JSON.stringify(scans, null, 1)}`);
    });
  }
});
