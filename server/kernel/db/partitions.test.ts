import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type pg from 'pg';
import { cloneDatabase } from '#kernel/testing/database.ts';
import { SHARED_TABLES } from '../../facts.ts';
import { findHoles } from './inspect.ts';
import { connectAsOwner } from './migrate.ts';
import { keepPartitions } from './partitions.ts';

const DAY = 86_400_000;
const TENANT = '00000000-0000-4000-8000-000000000001';

async function open(t: TestContext) {
  const database = await cloneDatabase();
  const owner = await connectAsOwner(database);
  t.after(() => owner.end().then(database.drop));
  return {
    owner,
    keep: (days: number, retention = 30, perSlice = 20_000) =>
      keepPartitions(owner, retention, { ahead: days * DAY, perSlice }),
    weeks: async () => {
      const { rows } = await owner.query<{ name: string }>(
        "select relname as name from pg_class where relname ~ '^events_\\d{8}$' order by relname",
      );
      return rows.map((row) => row.name);
    },
    /** Inserts rows of a day, relative to today. */
    fill: (days: number, count = 1) => fill(owner, days, count),
    count: async () => (await owner.query('select count(*)::int as n from events')).rows[0].n,
  };
}

const fill = (owner: pg.Client, days: number, count: number) =>
  owner.query(
    `insert into events (tenant_id, id, type, data, created_at)
     select $1, gen_random_uuid(), 'redirect.added', '{}', now() + $2 * interval '1 day' + n * interval '1 second'
     from generate_series(1, $3) n`,
    [TENANT, days, count],
  );

it('old weeks are dropped whole, one at a time, and not a day too early', async (t) => {
  const { keep, weeks } = await open(t);
  const [oldest, second] = await weeks();
  assert.deepEqual((await keep(0)).dropped, []);
  // This week ends within seven days, so after 30 more it is at most 37 days old at its beginning.
  assert.deepEqual((await keep(29)).dropped, []);
  const ofEvents = async (days: number) =>
    (await keep(days)).dropped.filter((name) => name.startsWith('events_'));
  assert.deepEqual(await ofEvents(45), [oldest]);
  assert.deepEqual(await ofEvents(45), [second]);
  assert.deepEqual(await ofEvents(45), []);
  assert.ok(!(await weeks()).includes(oldest!));
});

it('a table may be kept for a shorter time than the others', async (t) => {
  const { owner } = await open(t);
  const { dropped } = await keepPartitions(owner, 30, { ahead: 20 * DAY, daysOf: { request_log: 7 } });
  assert.deepEqual([...new Set(dropped.map((name) => name.replace(/_\d+$/, '')))], ['request_log']);
});

it('a week with rows stays until the table has rows of a later week', async (t) => {
  const { keep, fill, count } = await open(t);
  await fill(0, 3);
  await keep(60);
  await keep(60);
  assert.equal(await count(), 3);
  await fill(60, 1);
  await keep(60);
  assert.equal(await count(), 1);
});

it('weeks are created ahead, with the same row-level security, and creating them twice changes nothing', async (t) => {
  const { owner, keep } = await open(t);
  const first = await keep(60, 365);
  assert.ok(first.made.length > 0);
  assert.deepEqual((await keep(60, 365)).made, []);
  assert.deepEqual(await findHoles(owner, SHARED_TABLES), []);
});

it('ten times as many rows without a week need no more slices, so that the work grows only with the rows', async (t) => {
  const { owner, keep, count } = await open(t);
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relname ~ '^events_\\d{8}$'",
  );
  for (const { name } of rows) await owner.query(`drop table ${name}`);
  await fill(owner, -20, 5_000);
  const { made, moved } = await keep(0, 365, 10);
  assert.equal(moved, 5_000);
  assert.ok(made.length < 100, `${made.length} partitions were made`);
  assert.equal(await count(), 5_000);
});

it('rows without a week are moved to weeks of their own, a few at a time, and then expire like all others', async (t) => {
  const { owner, keep, fill, count } = await open(t);
  // Simulates a mistake, or weeks without a worker: this week is missing, and so are those after the last that was created.
  const { rows } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relname ~ '^events_\\d{8}$'",
  );
  for (const { name } of rows) await owner.query(`drop table ${name}`);
  await fill(0, 25);
  await fill(-20, 5);
  const { made, moved } = await keep(0, 365, 10);
  assert.equal(moved, 30);
  // Two slices of ten and the rest; the week of three weeks ago; three weeks ahead.
  assert.equal(made.filter((name) => name.startsWith('events_')).length, 7);
  assert.equal((await owner.query('select from events_default')).rowCount, 0);
  assert.equal(await count(), 30);
  assert.deepEqual(await keep(0, 365), { made: [], dropped: [], moved: 0 });
  assert.deepEqual(await findHoles(owner, SHARED_TABLES), []);
  await fill(60, 1);
  for (let round = 0; round < 3; round++) await keep(60);
  assert.equal(await count(), 1);
});
