/** Old data: names with different apostrophes, and erased customers whose personal data is still in events and timelines. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDatabaseBefore } from '#kernel/testing/upgrade.ts';

const { fill, upgradeTo, read } = await useDatabaseBefore('merge-and-erase-in-full');
const tenant = crypto.randomUUID();

it('the migration erases customers from events and timelines too, and unifies apostrophes', async () => {
  await fill(
    [
      'tenants',
      'customers',
      'orders',
      'order_history',
      'events',
      'customer_terms',
      'search_texts',
      'search_words',
      'search_trigrams',
    ],
    [
      [`insert into tenants (id, name, slug, created_at) values ($1, 'T', 't', now())`, [tenant]],
      ...['Erased customer', 'Ada'].map((name): [string, unknown[]] => [
        `with customer as (
           insert into customers (tenant_id, id, name, created_at, updated_at, erased_at)
           values ($1, gen_random_uuid(), $2, now(), now(), case when $2 <> 'Ada' then now() end) returning id, name),
         placed as (
           insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal,
             shipping_total, discount_total, tax_total, total, created_at)
           select $1, gen_random_uuid(), name, 'placed', 'paid', id, 'USD', 0, 0, 0, 0, 0, now() from customer returning id),
         paid as (
           insert into order_history (tenant_id, order_id, version, action, actor_type, actor_name, status, payment_status,
             details, created_at)
           select $1, id, 2, 'payment', 'system', 'T', 'placed', 'paid', '{"amount":3,"method":"card of Eve"}', '2030-01-01'
           from placed)
         insert into events (tenant_id, id, type, data, created_at)
         select $1, gen_random_uuid(), 'order.paid', json_build_object('orderNumber', $2::text, 'id', id, 'method', 'card of Eve'),
           '2030-01-01'
         from placed`,
        [tenant, name],
      ]),
      [
        `insert into customer_terms (tenant_id, kind, term, customer_id)
         select tenant_id, 'word', 'o’brien', id from customers where name = 'Ada'`,
        [],
      ],
    ],
  );
  await upgradeTo('merge-and-erase-in-full');
  assert.deepEqual(await read('select term from customer_terms order by 1'), [["o'brien"], ['o’brien']]);
  assert.deepEqual(
    await read(
      `select o.order_number, h.details, e.data ->> 'method' from orders o
       join order_history h on h.order_id = o.id join events e on e.data ->> 'id' = o.id::text order by 1`,
    ),
    [
      ['Ada', { amount: 3, method: 'card of Eve' }, 'card of Eve'],
      ['Erased customer', { amount: 3 }, null],
    ],
  );
});
