/** An upgrade of a database that is in use: no transaction waits for longer than a moment. */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { deriveSecrets } from '#kernel/secrets.ts';
import { cloneDatabase, TEST_SECRET } from '#kernel/testing/database.ts';
import { useDatabaseBefore } from '#kernel/testing/upgrade.ts';
import { connectAsOwner, listMigrations, migrate } from './migrate.ts';
import { stepsOf, takeStep } from './steps.ts';

/** The tables that this transaction has locked exclusively, and the rows that it has read of each. */
const KEPT = `
  select c.relname as name, s.seq_tup_read + coalesce(s.idx_tup_fetch, 0) as read
  from pg_stat_xact_user_tables s join pg_class c on c.oid = s.relid and c.relpersistence = 'p'
  where not $1 or exists (
    select from pg_locks l where l.pid = pg_backend_pid() and l.mode = 'AccessExclusiveLock' and l.relation = c.oid)`;

const waited: string[] = [];
async function runStep(owner: pg.Client, sql: string): Promise<void> {
  const look = async (isKept: boolean) =>
    (await owner.query<{ name: string; read: string }>(KEPT, [isKept])).rows;
  await owner.query('begin');
  // PostgreSQL sometimes adds the reads of earlier transactions to those of this one.
  const before = new Map((await look(false)).map(({ name, read }) => [name, read]));
  await owner.query(sql);
  const kept = await look(true);
  await owner.query('commit');
  waited.push(...kept.filter(({ name, read }) => read !== (before.get(name) ?? '0')).map(({ name }) => name));
}

it('no step of an upgrade reads a table that it has locked exclusively', async () => {
  const old = await useDatabaseBefore('invitations', runStep);
  waited.length = 0;
  const tenant = crypto.randomUUID();
  await old.fill(
    ['tenants', 'people', 'memberships', 'sessions', 'audit_log', 'idempotency_keys'],
    [
      [`insert into tenants (id, name, slug, created_at) values ($1, 'A', 'acme', now())`, [tenant]],
      [
        `insert into people (id, email, password_hash, created_at, password_changed_at)
         select gen_random_uuid(), 'p' || n, 'x', now(), now() from generate_series(1, 20) n`,
        [],
      ],
      [
        `insert into memberships (tenant_id, id, person_id, name, role, created_at)
         select $1, gen_random_uuid(), id, email, 'owner', now() from people`,
        [tenant],
      ],
      [
        `insert into sessions (id, tenant_id, member_id, family_hash, refresh_hash, rotated_at, created_at, expires_at)
         select gen_random_uuid(), $1, id, '', '', now(), now(), now() from memberships`,
        [tenant],
      ],
      [
        `insert into audit_log (tenant_id, seq, at, actor_type, actor_name, action, subject_type, subject_id, details, previous_hash, hash)
         select $1, 0, now(), 'operator', 'x', 'staff.added', 'staff', id::text, '{}', '', '' from memberships`,
        [tenant],
      ],
      [
        `insert into idempotency_keys (tenant_id, actor_id, request_digest, body_digest, answer, created_at)
         select $1, gen_random_uuid(), '\\x01', '\\x02', '{}', now() from generate_series(1, 20)`,
        [tenant],
      ],
    ],
  );
  await old.upgradeTo(listMigrations().at(-1)!.name);
  // One row per tenant, and per account of their staff: they are few enough to be read in a moment.
  assert.deepEqual(new Set(waited).difference(new Set(['tenants', 'people'])), new Set());
  assert.deepEqual(await old.read('select count(*)::int from memberships where email is not null'), [[20]]);
});

it('a migration of several steps that was cut off before its last step runs again, and repeats no effect', async () => {
  const old = await useDatabaseBefore('invitations');
  const [tenant, person] = [crypto.randomUUID(), crypto.randomUUID()];
  await old.fill(
    ['tenants', 'people', 'memberships'],
    [
      [`insert into tenants (id, name, slug, created_at) values ($1, 'A', 'acme', now())`, [tenant]],
      [
        `insert into people (id, email, password_hash, created_at, password_changed_at) values ($1, 'p', 'x', now(), now())`,
        [person],
      ],
      // Long after the account was created, by another person.
      [
        `insert into memberships (tenant_id, id, person_id, name, role, created_at)
         values ($1, gen_random_uuid(), $2, 'p', 'owner', now() + interval '1 day')`,
        [tenant, person],
      ],
    ],
  );
  const invitations = listMigrations().find(({ name }) => name.includes('invitations'))!;
  for (const step of stepsOf(invitations).slice(0, -1)) await old.owner.query(step);
  await old.upgradeTo('invitations');
  const told = `select count(*)::int from audit_log where action = 'staff.invitation_needed'`;
  assert.deepEqual(await old.read(told), [[1]]);
  assert.deepEqual(await old.read('select email, person_id from memberships'), [['p', null]]);
  assert.deepEqual(
    await old.read(
      `select relname from pg_class where relname in ('people', 'memberships', 'sessions', 'audit_log') and not relforcerowsecurity`,
    ),
    [],
  );
});

it('a migration that waits behind a long reader lets others pass, and tries again', async () => {
  const database = await cloneDatabase('template0');
  const [owner, reader] = [await connectAsOwner(database), await connectAsOwner(database)];
  after(async () => {
    await owner.end();
    await reader.end();
    await database.drop();
  });
  const secrets = deriveSecrets([TEST_SECRET]);
  await migrate(database, secrets);
  // The state before the last migration, with only its record missing: its first statement needs a table that is being read.
  const last = listMigrations().at(-1)!;
  const known = { sql: last.sql };
  last.sql = '-- Why: a test.\nalter table tenants add column if not exists nickname text;';
  try {
    await owner.query('delete from schema_migrations where number = $1', [last.number]);
    await reader.query('begin; select from tenants');
    const upgrade = migrate(database, secrets);
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like '%nickname%'`;
    while ((await owner.query(isWaiting)).rowCount === 0) await sleep(10);
    // It queues behind the migration that waits, which gives up before this timeout.
    await owner.query("set lock_timeout = '120s'; select from tenants");
    assert.equal(
      (await owner.query('select from schema_migrations where number = $1', [last.number])).rowCount,
      0,
    );
    await reader.query('commit');
    assert.deepEqual(await upgrade, [last.name]);
  } finally {
    last.sql = known.sql;
  }
});

it('a migration that never gets its lock names the transaction in its way', async () => {
  const database = await cloneDatabase();
  const [owner, reader] = [await connectAsOwner(database), await connectAsOwner(database)];
  after(async () => {
    await owner.end();
    await reader.end();
    await database.drop();
  });
  await reader.query("set application_name = 'a long report'; begin; select from tenants");
  await assert.rejects(takeStep(owner, 'alter table tenants add column nickname text', { mostTries: 2 }), {
    message:
      /^tables it changes are in use by other transactions\. The longest is that of "a long report" \(process \d+\), begun \d+ s ago\. End them, and run it again\.$/,
  });
});

const INDEX = `-- Outside a transaction: a test.
create index concurrently if not exists tenants_by_nickname on tenants (name);`;

it('an index outside a transaction is built while rows change, and again if its building was cut off', async () => {
  const database = await cloneDatabase();
  const [owner, writer] = [await connectAsOwner(database), await connectAsOwner(database)];
  after(async () => {
    await owner.end();
    await writer.end();
    await database.drop();
  });
  const state = async () =>
    (
      await writer.query<{ indisvalid: boolean }>(
        "select indisvalid from pg_index where indexrelid = to_regclass('tenants_by_nickname')",
      )
    ).rows.map(({ indisvalid }) => indisvalid);
  await writer.query('begin');
  await writer.query('alter table tenants no force row level security');
  await writer.query('commit; begin');
  await writer.query("update tenants set name = name || '.'");
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cutOff = assert.rejects(takeStep(owner, INDEX), { code: '57014' });
  const isWaiting = "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'";
  while ((await writer.query(isWaiting, [rows[0]!.pid])).rowCount === 0) await sleep(10);
  await writer.query("update tenants set name = name || '.'");
  await writer.query('select pg_cancel_backend($1)', [rows[0]!.pid]);
  await cutOff;
  assert.deepEqual(await state(), [false], 'the left-over');
  await writer.query('commit');
  await takeStep(owner, INDEX);
  assert.deepEqual(await state(), [true]);
});

it('two processes that migrate at once build an index once, and neither waits for the other for ever', async () => {
  const database = await cloneDatabase();
  const owner = await connectAsOwner(database);
  after(async () => {
    await owner.end();
    await database.drop();
  });
  const last = listMigrations().at(-1)!;
  const known = { sql: last.sql };
  last.sql = `-- Why: a test.\n${INDEX}\n-- Step: the end.\nselect 1;`;
  try {
    await owner.query('delete from schema_migrations where number = $1', [last.number]);
    const secrets = deriveSecrets([TEST_SECRET]);
    const applied = await Promise.all([migrate(database, secrets), migrate(database, secrets)]);
    assert.deepEqual(applied.flat(), [last.name]);
  } finally {
    last.sql = known.sql;
  }
});

it('the upgrade that first records compatible programs lets other transactions pass, too', async () => {
  const database = await cloneDatabase();
  const [owner, reader] = [await connectAsOwner(database), await connectAsOwner(database)];
  after(async () => {
    await owner.end();
    await reader.end();
    await database.drop();
  });
  await owner.query('alter table schema_migrations drop column works_with');
  await reader.query('begin; select from schema_migrations');
  const upgrade = migrate(database, deriveSecrets([TEST_SECRET]));
  const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%works_with%'`;
  while ((await owner.query(isWaiting)).rowCount === 0) await sleep(10);
  await owner.query("set lock_timeout = '120s'; select from schema_migrations");
  await reader.query('commit');
  assert.deepEqual(await upgrade, []);
});
