import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import pg from 'pg';
import { asRole, ROLES } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';
import { useApp } from '../../../testing.ts';
import { openStock } from '../testing/stock.ts';
import { basketColumns, RESERVE } from './reserving.sql.ts';

const test = await useApp();
const stock = await openStock(test);

const batch = new pg.Client({
  connectionString: asRole(test.database, ROLES.batch, test.kernel.secrets.databasePassword(ROLES.batch)),
  options: '-c plan_cache_mode=force_generic_plan -c jit=off',
});
batch.on('error', () => {});
await batch.connect();
after(() => batch.end());

it('a basket is looked up by its keys in a database that was never analysed', async () => {
  const [sku] = await stock.manyItems(3_000);
  await stock.adjust([{ sku, locationId: stock.location, change: 5 }]);
  const lines = [{ sku: sku!, quantity: 1 }];
  const basket = { tenantId: stock.tenant.id, orderId: newId(), lines, expiresAt: null };
  const { rows } = await batch.query(`explain ${RESERVE.text}`, basketColumns([basket], test.now()));
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const indexOf = (table: string) =>
    [...plan.matchAll(new RegExp(`using (\\w+) on ${table}`, 'g'))].map(([, name]) => name);
  assert.deepEqual(new Set(indexOf('inventory_items')), new Set(['a_sku_is_one_item']));
  assert.doesNotMatch(plan, /Seq Scan on (inventory_items|stock_levels|stock_reservations)/);
  assert.ok(!indexOf('stock_reservations').includes('stock_reservations_of_item'), plan);
});
