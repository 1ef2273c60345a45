/** Customers and orders from before there was one search for everything. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDatabaseBefore } from '#kernel/testing/upgrade.ts';

const { fill, upgradeTo, read } = await useDatabaseBefore('search');
const [tenant, live, erased, order, waiting] = Array.from({ length: 5 }, () => crypto.randomUUID());

it('older customers and orders are found by title and text, without accents and by slips; erased and pending ones are not', async () => {
  const customer = (id: string | undefined, name: string, erasedAt: string | null): [string, unknown[]] => [
    `insert into customers (tenant_id, id, name, emails, erased_at, created_at, updated_at)
     values ($1, $2, $3, '{jose@mail.example}', $4, now(), now())`,
    [tenant, id, name, erasedAt],
  ];
  const placed = (id: string | undefined, number: string): [string, unknown[]] => [
    `with placed as (
       insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal,
         shipping_total, discount_total, tax_total, total, created_at)
       values ($1, $2, $3, 'placed', 'unpaid', $4, 'USD', 0, 0, 0, 0, 0, now()))
     insert into order_lines (tenant_id, order_id, line, sku, name, quantity, unit_price, amount)
     values ($1, $2, 1, 'TEA-1', 'Thé vert', 1, 0, 0)`,
    [tenant, id, number, live],
  ];
  await fill(
    ['tenants', 'customers', 'orders', 'order_lines', 'search_texts', 'search_words'],
    [
      [`insert into tenants (id, name, slug, created_at) values ($1, 'T', 't', now())`, [tenant]],
      customer(live, 'José', null),
      customer(erased, 'Erased customer', '2030-01-01'),
      placed(order, '1001'),
      placed(waiting, '1002'),
      [
        `insert into search_texts (tenant_id, subject, subject_id, words) values ($1, 'order', $2, ' 1001 1 tea thé vert ')`,
        [tenant, order],
      ],
    ],
  );
  await upgradeTo('search');
  const words = (id: string | undefined, inTitle: boolean) =>
    read(
      `select string_agg(word, ' ' order by word) from search_words where subject_id = '${id}' and in_title = ${inTitle}`,
    );
  assert.deepEqual(
    [await words(live, true), await words(live, false)],
    [[['jose']], [['example jose mail']]],
  );
  assert.deepEqual([await words(order, true), await words(order, false)], [[['1001']], [['1 tea the vert']]]);
  for (const id of [erased, waiting]) {
    assert.deepEqual(await read(`select from search_texts where subject_id = '${id}'`), []);
    assert.deepEqual(await words(id, true), [[null]]);
  }
  assert.deepEqual(await read(`select string_agg(distinct word, ' ' order by word) from search_trigrams`), [
    ['example jose mail tea the vert'],
  ]);
});
