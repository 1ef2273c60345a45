/** A new database: no table was ever analysed, and connections were made while all tables were empty. */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../testing.ts';

/** About two thousand orders are placed one by one, which is timed; the rest in bulk, which is faster. */
const ORDERS = 20_000;
const SINGLE = 500;
const BULK = 900;
const CUSTOMERS = 50;

const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());
const { rows: tables } = await owner.query<{ name: string }>(
  `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
);
for (const { name } of tables) await owner.query(`alter table ${name} set (autovacuum_enabled = off)`);

const shop = await newTenant(test);
const customers: string[] = [];
for (let n = 0; n < CUSTOMERS; n++) customers.push(await shop.customer(`Customer ${n}`));

const order = (n: number) => ({
  customerId: customers[n % CUSTOMERS],
  items: [{ sku: `SKU-${n % 50}`, name: 'Tea', unitPrice: 2 }],
});

let placed = 0;
async function place(n = placed++): Promise<void> {
  const headers: Record<string, string> = n % 2 === 0 ? { 'idempotency-key': `order ${n}` } : {};
  const answer = await test.call('POST', '/v1/crm/orders', { token: shop.key, body: order(n), headers });
  assert.equal(answer.status, 201, answer.text);
}

async function placeInBulk(): Promise<void> {
  const body = { orders: Array.from({ length: BULK }, () => order(placed++)) };
  const answer = await test.call('POST', '/v1/crm/orders/bulk', { token: shop.key, body });
  assert.equal(answer.body.data.created, BULK, answer.text);
}

/** Places fifty orders at a time, as many as a busy tenant has under way. Returns the seconds it took. */
async function placeSingly(count: number): Promise<number> {
  const begun = performance.now();
  let left = count;
  const one = async () => {
    while (left-- > 0) await place();
  };
  await Promise.all(Array.from({ length: 50 }, one));
  return (performance.now() - begun) / 1000;
}

/** Ends the other connections: a connection reports its statistics when it ends, at the latest. */
async function countEverything(): Promise<void> {
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  await owner.query(`select pg_terminate_backend(pid) ${others}`);
  while ((await owner.query(`select ${others}`)).rowCount! > 0) await sleep(20);
}

/** The scans of each index, and the blocks they read, insertions included. */
async function looksInto(table: string) {
  const { rows } = await owner.query<{ index: string; looks: number; blocks: number }>(
    `select s.indexrelname as index, s.idx_scan::int as looks, (io.idx_blks_hit + io.idx_blks_read)::int as blocks
     from pg_stat_user_indexes s join pg_statio_user_indexes io using (indexrelid) where s.relname = $1`,
    [table],
  );
  return new Map(rows.map((row) => [row.index, row]));
}

it('twenty thousand orders of one tenant are placed at an even rate, and each look-up uses its own index', async () => {
  const seconds: number[] = [];
  for (let quarter = 1; quarter <= 4; quarter++) {
    seconds.push(await placeSingly(SINGLE));
    while (placed + BULK <= (ORDERS / 4) * quarter) await placeInBulk();
    await placeSingly((ORDERS / 4) * quarter - placed);
  }
  await countEverything();
  const { rows } = await owner.query(
    'select count(*)::int as n from pg_stat_user_tables where last_autoanalyze is not null',
  );
  assert.equal(rows[0].n, 0, 'something was analysed, so this shows nothing');
  const told = `seconds for ${SINGLE} orders in each quarter: ${seconds.map((each) => each.toFixed(2)).join(' ')}`;
  // Quadratic cost would give a tenth; the margin above that allows for a busy machine.
  assert.ok(seconds[0]! / seconds[3]! >= 0.25, told);

  for (const table of ['orders', 'customers', 'idempotency_keys', 'order_lines', 'order_counters']) {
    const looks = [...(await looksInto(table)).values()];
    const shown = JSON.stringify(looks);
    // The first statements of a connection were planned while the tables were empty.
    for (const { index, looks: often } of looks) {
      if (table === 'orders' && !SERVES_LOOK_UPS.includes(index)) assert.ok(often < ORDERS / 10, shown);
    }
    for (const { blocks } of looks) assert.ok(blocks / ORDERS < 15, shown);
  }
});
const SERVES_LOOK_UPS = ['orders_pkey', 'order_number_is_unique_in_tenant'];
