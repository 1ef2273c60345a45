import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner, listMigrations, migrate } from '#kernel/db/migrate.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { newTenant, useApp } from '../../testing.ts';
import { findUnfinished, type RowChange, startRowChanges } from './row-changes.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());
const tenants = [await newTenant(test), await newTenant(test), await newTenant(test)];
const ROWS = 5;
for (const tenant of tenants) {
  for (let n = 0; n < ROWS; n++) {
    const body = { email: `${n}@customers.example`, name: 'old' };
    assert.equal((await test.call('POST', '/v1/crm/customers', { token: tenant.key, body })).status, 201);
  }
}

/** Renames two customers at a time. */
const rename = (name: string, before = async () => {}): RowChange => ({
  name,
  async batch(tx, place) {
    await before();
    const { rows } = await tx.query<{ id: string }>(
      `update customers c set name = c.name || $2 from (
         select id from customers where tenant_id = current_tenant() and ($1::uuid is null or id > $1) order by id limit 2) due
       where c.tenant_id = current_tenant() and c.id = due.id returning c.id`,
      [place, `, ${name}`],
    );
    const ids = rows.map(({ id }) => id).sort();
    return ids.length < 2 ? null : ids.at(-1)!;
  },
});

const announce = (name: string) => owner.query('insert into row_changes (name) values ($1)', [name]);
const unfinished = () => findUnfinished(test.db);
const namesOf = async ({ key: token }: { key: string }) =>
  (await test.call('GET', '/v1/crm/customers', { token })).body.data.map(
    ({ name }: { name: string }) => name,
  );
async function untilDone(): Promise<void> {
  while ((await unfinished()).length > 0) await sleep(20);
}

it('a change reaches every row of every tenant once, by two workers at once', async () => {
  await announce('a');
  const workers = [startRowChanges(test.kernel, [rename('a')]), startRowChanges(test.kernel, [rename('a')])];
  await untilDone();
  await Promise.all(workers.map((worker) => worker.stop()));
  for (const tenant of tenants) assert.deepEqual(await namesOf(tenant), Array(ROWS).fill('old, a'));
});

it('a change that fails says so, waits, and goes on where it was; one that nobody knows is left alone', async () => {
  await announce('b');
  await announce('c, of a newer version');
  let batches = 0;
  const failing = rename('b', async () => {
    batches += 1;
    if (batches === 3) throw new Error('a hitch');
  });
  const worker = startRowChanges(test.kernel, [failing]);
  while ((await unfinished())[0]!.lastError === null) await sleep(20);
  assert.equal(batches, 3, 'it is not repeated at once');
  const [first] = tenants;
  assert.deepEqual(
    (await namesOf(first!)).filter((name: string) => name.endsWith(', b')).length,
    4,
    'two batches were done',
  );
  await owner.query("update row_changes set next_at = '-infinity' where name = 'b'");
  worker.wake();
  while ((await unfinished()).length > 1) await sleep(20);
  await worker.stop();
  assert.deepEqual(await unfinished(), [{ name: 'c, of a newer version', tenants: 3, lastError: null }]);
  await owner.query("delete from row_changes where name like 'c%'");
  for (const tenant of tenants) assert.deepEqual(await namesOf(tenant), Array(ROWS).fill('old, a, b'));
});

it('a worker that loses its connection within a batch repeats that batch and no other', async () => {
  await announce('d');
  let batches = 0;
  const worker = startRowChanges(test.kernel, [
    rename('d', async () => {
      batches += 1;
      if (batches !== 2) return;
      await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename = 'colonnade_worker' and state = 'idle in transaction'`,
      );
    }),
  ]);
  await untilDone();
  await worker.stop();
  const names = (await Promise.all(tenants.map(namesOf))).flat().map((name) => name.split(', d').length - 1);
  assert.deepEqual(names.toSorted(), [...Array(3 * ROWS - 2).fill(1), 2, 2]);
});

it('a migration that depends on a change is refused until the change is done', async () => {
  const last = listMigrations().at(-1)!;
  const known = { needs: last.needs, sql: last.sql };
  Object.assign(last, { needs: 'e', sql: '-- Why: a test.\nselect 1;' });
  try {
    await announce('e');
    await owner.query('delete from schema_migrations where number = $1', [last.number]);
    const secrets = deriveSecrets([TEST_SECRET]);
    await assert.rejects(
      migrate(test.database, secrets),
      /needs the change "e" of all rows, which is not done/,
    );
    const worker = startRowChanges(test.kernel, [rename('e')]);
    await untilDone();
    await worker.stop();
    assert.deepEqual(await migrate(test.database, secrets), [last.name]);
  } finally {
    Object.assign(last, known);
  }
});
