/** Orders that were placed before search and metrics existed. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useDatabaseBefore } from '#kernel/testing/upgrade.ts';

const { fill, upgradeTo, read } = await useDatabaseBefore('order-lists');
const [tenant, seen, waiting, event] = Array.from({ length: 4 }, () => crypto.randomUUID());

it('old orders become searchable and counted, except those whose event is still queued, since that will add them', async () => {
  const order = (id: string | undefined, number: string): [string, unknown[]] => [
    `insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal,
       shipping_total, discount_total, tax_total, total, metadata, created_at)
     values ($1, $2, $3, 'placed', 'unpaid', $1, 'JPY', 500, 0, 0, 0, 500, '{"from":"fair"}', '2030-01-01T12:00:00Z')`,
    [tenant, id, number],
  ];
  await fill(
    ['tenants', 'customers', 'orders', 'order_lines', 'events', 'event_queue'],
    [
      [`insert into tenants (id, name, slug, created_at) values ($1, 'T', 't', now())`, [tenant]],
      [
        `insert into customers (tenant_id, id, name, created_at, updated_at) values ($1, $1, 'Ada Lovelace', now(), now())`,
        [tenant],
      ],
      order(seen, '1001'),
      order(waiting, '1002'),
      [
        `insert into order_lines (tenant_id, order_id, line, sku, name, quantity, unit_price, amount)
         select $1, id, 1, 'TEA-1', 'Green Tea', 1, 500, 500 from unnest($2::uuid[]) id`,
        [tenant, [seen, waiting]],
      ],
      [
        `insert into events (tenant_id, id, type, data, created_at)
         values ($1, $2, 'order.placed', json_build_object('id', $3::uuid), '2030-01-01')`,
        [tenant, event, waiting],
      ],
      [
        `insert into event_queue (tenant_id, id, at, type, next_at) values ($1, $2, '2030-01-01', 'order.placed', now())`,
        [tenant, event],
      ],
    ],
  );
  await upgradeTo('order-lists');
  const wordsOf = (subject: string) =>
    read(`select word, subject_id from search_words where subject = '${subject}' order by word`);
  assert.deepEqual(await wordsOf('order'), [
    ['1', seen],
    ['1001', seen],
    ['green', seen],
    ['tea', seen],
  ]);
  assert.deepEqual(await wordsOf('customer'), [
    ['ada', tenant],
    ['lovelace', tenant],
  ]);
  assert.deepEqual(await read('select order_id, key, value from order_metadata order by order_id'), [
    ...[seen, waiting].toSorted().map((id) => [id, 'from', 'fair']),
  ]);
  assert.deepEqual(
    await read('select day::text, currency, channel, orders::int, placed_total::float8 from order_rollups'),
    [['2030-01-01', 'JPY', '-', 1, 500]],
  );
});
