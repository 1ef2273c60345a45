/** The cost of an erasure depends on the customer's orders, not on the size of the tables. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { newTenant, useApp } from '../../../../testing.ts';
import { anonymiseEvents } from './erase.sql.ts';

const test = await useApp();
const tenant = await newTenant(test);
const [customer, other] = [await tenant.customer(), await tenant.customer()];
const owner = await connectAsOwner(test.database);
await owner.query(
  `with placed as (
     insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal, shipping_total,
       discount_total, tax_total, total, created_at)
     select $1, gen_random_uuid(), 'P-' || n, 'placed', 'paid', case when n % 10 = 0 then $2::uuid else $3::uuid end, 'USD', 0, 0,
       0, 0, 0, date_trunc('milliseconds', now()) - n * interval '1 second'
     from generate_series(1, 20000) n
     returning id, created_at),
   paid as (
     insert into order_history (tenant_id, order_id, version, action, actor_type, actor_name, status, payment_status, details, created_at)
     select $1, id, 2, 'payment', 'system', 'Test', 'placed', 'paid', '{"method":"card"}', created_at from placed)
   insert into events (tenant_id, id, type, data, created_at)
   select $1, gen_random_uuid(), type, json_build_object('id', id, 'method', 'card'), created_at
   from placed, unnest(array['order.placed', 'order.paid']) type`,
  [tenant.id, customer, other],
);
await owner.query('analyze orders, order_history, events');

it("events of a customer's orders are found by an index, even with thousands of events and orders", async () => {
  const plan: string[] = [];
  await test.db.inTenant(tenant.id, async (tx) => {
    const explain: Tx['query'] = async (sql, values) => {
      const explained = await tx.query(`explain analyze ${sql}`, values);
      plan.push(...explained.rows.map((row) => String(row['QUERY PLAN'])));
      return explained as never;
    };
    planByIndex(tx);
    const { rows } = await tx.query<{ id: string }>('select id from orders where customer_id = $1', [
      customer,
    ]);
    await anonymiseEvents(
      { ...tx, query: explain },
      rows.map((row) => row.id),
    );
  });
  const text = plan.join('\n');
  assert.match(text, /events_\w+_tenant_id_created_at_idx/);
  assert.doesNotMatch(text, /Seq Scan/);
  const left = `select from events where type = 'order.paid' and data ->> 'method' = 'card'`;
  const { rowCount } = await owner.query(left);
  await owner.end();
  assert.equal(rowCount, 18_000);
});
