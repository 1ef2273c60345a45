/** The database itself refuses to be tampered with, each time by the constraint that says so. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newId } from '#kernel/id.ts';
import { useApp } from '../../testing.ts';
import { createReserving } from './reservations/reserving.ts';
import { openStock } from './testing/stock.ts';

const test = await useApp();
const stock = await openStock(test);
const { tenant } = stock;
const sku = await stock.stocked(10);
await stock.count(sku, 8);
const orderId = newId();
const reserve = createReserving(test.db, test.now);
await reserve({ tenantId: tenant.id, orderId, expiresAt: null, lines: [{ sku, quantity: 3 }] });
const other = newId();
await reserve({ tenantId: tenant.id, orderId: other, expiresAt: null, lines: [{ sku, quantity: 1 }] });

// A superuser, whom row-level security does not bind.
const owner = await connectAsOwner(test.database);
after(() => owner.end());

const refusalOf = (work: () => Promise<unknown>): Promise<string> =>
  work().then(
    () => 'nothing',
    (error: { constraint?: string; code?: string }) => error.constraint ?? error.code ?? String(error),
  );
const asOwner = (sql: string) => refusalOf(() => owner.query(sql));
const asApp = (sql: string) => refusalOf(() => test.db.inTenant(tenant.id, (tx) => tx.query(sql)));
const NOT_ALLOWED = '42501';

const ledger = (seq: number, before: number, change: number, sum = before + change) =>
  `insert into stock_movements (tenant_id, item_id, location_id, seq, id, kind, change, before, after, by, at)
   select tenant_id, item_id, location_id, ${seq}, gen_random_uuid(), 'adjusted', ${change}, ${before}, ${sum}, '{}', now()
   from stock_levels`;

const REFUSED: Record<string, [sql: string, constraint: string]> = {
  'a stock that no movement leads to': [
    'update stock_levels set on_hand = 99',
    'on_hand_is_where_the_movements_end',
  ],
  'a stock without a movement': [
    'update stock_levels set movements = null',
    'nothing_is_there_without_a_movement',
  ],
  'more reserved than there is': [
    'update stock_levels set reserved = 9',
    'nothing_is_reserved_that_is_not_there',
  ],
  'fewer than none reserved': ['update stock_levels set reserved = -1', 'reserved_is_not_negative'],
  'fewer than none short': ['update stock_levels set short = -1', 'short_is_not_negative'],
  'a movement that does not add up': [
    'update stock_movements set change = 5 where seq = 1',
    'movement_adds_up',
  ],
  'another end of a movement that others go on from': [
    'update stock_movements set change = 5, after = 5 where seq = 1',
    'movement_goes_on_where_the_last_one_ended',
  ],
  'a movement that goes on from elsewhere': [ledger(3, 7, 1), 'movement_goes_on_where_the_last_one_ended'],
  'a movement that leaves a gap': [ledger(4, 8, 1), 'movement_goes_on_where_the_last_one_ended'],
  'a second movement with the same number': [ledger(2, 10, 1), 'stock_movements_pkey'],
  'a first movement that begins with something': [ledger(1, 1, 1), 'first_movement_starts_from_nothing'],
  'a level at a location that is none': [
    `insert into stock_levels (tenant_id, item_id, location_id)
       select l.tenant_id, l.item_id, gen_random_uuid() from stock_levels l`,
    'level_is_at_a_location_of_its_tenant',
  ],
  'a movement of nothing': [ledger(3, 8, 0), 'movement_changes_something'],
  'a missing movement': ['delete from stock_movements where seq = 2', 'on_hand_is_where_the_movements_end'],
  'more shipped than reserved': [
    `update stock_reservations set shipped = 4 where order_id = '${orderId}'`,
    'no_more_is_shipped_than_reserved',
  ],
  'a reservation of nothing': [
    `update stock_reservations set quantity = 0 where order_id = '${orderId}'`,
    'reservation_is_of_something',
  ],
  'a reservation where there is no level': [
    `update stock_reservations set location_id = gen_random_uuid() where order_id = '${orderId}'`,
    'reservation_is_of_a_level',
  ],
  'a step that ships twice': [
    `insert into stock_movements (tenant_id, item_id, location_id, seq, id, kind, change, before, after, by, at, order_id,
       history_version)
     select l.tenant_id, l.item_id, l.location_id, 2 + n, gen_random_uuid(), 'shipped', -1, 9 - n, 8 - n, '{}', now(),
       '${orderId}', 2
     from stock_levels l, generate_series(1, 2) n`,
    'a_step_ships_once',
  ],
  'a return that restocks twice': [
    `insert into stock_movements (tenant_id, item_id, location_id, seq, id, kind, change, before, after, by, at, return_id, line)
     select l.tenant_id, l.item_id, l.location_id, 2 + n, gen_random_uuid(), 'returned', 1, 7 + n, 8 + n, '{}', now(),
       '${orderId}', 1
     from stock_levels l, generate_series(1, 2) n`,
    'a_return_restocks_once',
  ],
  'a kind that is unknown': [
    "update stock_movements set kind = 'lost' where seq = 2",
    'movement_kind_is_known',
  ],
  'a second item of a SKU': [
    `insert into inventory_items (tenant_id, id, sku, created_at, updated_at)
       select tenant_id, gen_random_uuid(), sku, now(), now() from inventory_items`,
    'a_sku_is_one_item',
  ],
};

describe('the database refuses', () => {
  for (const [what, [sql, constraint]] of Object.entries(REFUSED)) {
    it(what, async () => {
      assert.equal(await asOwner(sql), constraint);
      assert.deepEqual(await stock.figures(sku), [8, 4, 0]);
    });
  }
});

describe('the role of requests may not', () => {
  const SQL: Record<string, string> = {
    'change a movement': 'update stock_movements set reason = null',
    'delete a movement': 'delete from stock_movements',
    'begin a level with stock': `insert into stock_levels (tenant_id, item_id, location_id, on_hand, movements)
      select tenant_id, item_id, location_id, 1, 1 from stock_levels`,
    'delete a level': 'delete from stock_levels',
    'give a reservation to another order': `update stock_reservations set order_id = '${newId()}'`,
  };
  for (const [what, sql] of Object.entries(SQL)) {
    it(what, async () => assert.equal(await asApp(sql), NOT_ALLOWED));
  }
  it('delete an item that has a level', async () => {
    assert.equal(await asApp('delete from inventory_items'), 'level_is_of_an_item_of_its_tenant');
    assert.deepEqual(await stock.figures(sku), [8, 4, 0]);
  });
});
