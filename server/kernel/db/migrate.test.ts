import assert from 'node:assert/strict';
import { after, it, type TestContext } from 'node:test';
import pg from 'pg';
import { deriveSecrets } from '#kernel/secrets.ts';
import { SetupError } from '#kernel/setting.ts';
import { cloneDatabase, TEST_SECRET } from '#kernel/testing/database.ts';
import { compareMigrations, connectAsOwner, listMigrations, migrate, readMigration } from './migrate.ts';

const secrets = deriveSecrets([TEST_SECRET]);
const ALL = listMigrations().map((migration) => migration.name);
const server = process.env.TEST_POSTGRES;
const cluster = await connectAsOwner({ connectionString: `${server}/postgres` });
after(() => cluster.end());

async function emptyDatabase(t: TestContext) {
  const name = pg.escapeIdentifier(`empty_${crypto.randomUUID()}`);
  await cluster.query(`create database ${name}`);
  t.after(() => cluster.query(`drop database ${name} with (force)`));
  return { connectionString: `${server}/${name.slice(1, -1)}` };
}

async function migratedDatabase(t: TestContext) {
  const database = await cloneDatabase();
  t.after(database.drop);
  return database;
}

async function asOwner(address: { connectionString: string }, sql: string) {
  const owner = await connectAsOwner(address);
  return owner.query(sql).finally(() => owner.end());
}

function refusal(sentence: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof SetupError, String(error));
    assert.match(error.message, sentence);
    return true;
  };
}

it('an empty database gets every migration in order, and a second run applies nothing', async (t) => {
  const database = await emptyDatabase(t);
  assert.deepEqual(await migrate(database, secrets), ALL);
  assert.deepEqual(await migrate(database, secrets), []);
  const { rows } = await asOwner(database, 'select name from schema_migrations order by number');
  assert.deepEqual(
    rows.map((row) => row.name),
    ALL,
  );
});

it('two processes that migrate at once take turns: one applies all, the other finds nothing to do', async (t) => {
  const database = await emptyDatabase(t);
  const outcomes = await Promise.all([migrate(database, secrets), migrate(database, secrets)]);
  assert.deepEqual(
    outcomes.sort((a, b) => a.length - b.length),
    [[], ALL],
  );
});

it('a migration that fails leaves no trace, is named, and is tried again the next time', async (t) => {
  const database = await emptyDatabase(t);
  await asOwner(database, 'create table redirects (in_the_way int)');
  await assert.rejects(
    migrate(database, secrets),
    refusal(/^Migration "0007-redirects" failed: relation "redirects" already exists/),
  );
  await asOwner(database, 'drop table redirects');
  assert.deepEqual(await migrate(database, secrets), ALL.slice(6));
});

it('a migration that was applied with other contents is refused by name', async (t) => {
  const database = await migratedDatabase(t);
  await asOwner(database, "update schema_migrations set checksum = 'other' where number = 3");
  await assert.rejects(
    migrate(database, secrets),
    refusal(/^Migration "0003-audit-log" was applied with other contents than this version has\.$/),
  );
});

it('a database from a newer version is refused, and the error names the version to start', async (t) => {
  const database = await migratedDatabase(t);
  await asOwner(database, "insert into schema_migrations values (9999, '9999-from-the-future', 'x')");
  await assert.rejects(
    migrate(database, secrets),
    refusal(/newer version of Colonnade \(it has "9999-from-the-future"\)\. Please start that version\.$/),
  );
});

it('a program works with a database that a newer one has migrated, as far as the migrations allow it', async (t) => {
  const database = await migratedDatabase(t);
  const mine = ALL.length;
  const later = (number: number, worksWith: number) =>
    asOwner(
      database,
      `insert into schema_migrations (number, name, checksum, works_with)
       values (${number}, '${number}-later', 'x', ${worksWith})`,
    );
  await later(mine + 1, mine);
  await later(mine + 2, mine - 1);
  assert.deepEqual(await migrate(database, secrets), []);
  const owner = await connectAsOwner(database);
  t.after(() => owner.end());
  assert.deepEqual(await compareMigrations(owner), {
    missing: [],
    later: [`${mine + 1}-later`, `${mine + 2}-later`],
  });
  await later(mine + 3, mine + 1);
  await assert.rejects(migrate(database, secrets), refusal(new RegExp(`it has "${mine + 3}-later"`)));
});

it('a database whose recorded migrations do not name compatible programs is compared all the same', async (t) => {
  const database = await migratedDatabase(t);
  await asOwner(database, 'alter table schema_migrations drop column works_with');
  const owner = await connectAsOwner(database);
  const found = await compareMigrations(owner).finally(() => owner.end());
  assert.deepEqual(found, { missing: [], later: [] });
  await asOwner(database, "insert into schema_migrations values (9999, '9999-later', 'x')");
  await assert.rejects(migrate(database, secrets), refusal(/Please start that version\.$/));
});

it('a new migration declares the programs that it works with', () => {
  const { worksWith } = readMigration('0040-more', '-- Why: a test.\n-- Works with: 39\nselect 1;');
  assert.equal(worksWith, 39);
  assert.throws(
    () => readMigration('0040-more', '-- Why: a test.\nselect 1;'),
    /lacks the line "-- Works with: NN"/,
  );
  assert.equal(readMigration('0039-usage', 'select 1;').worksWith, 39);
});

it('a migration that could not be repeated or recorded is refused before any runs', () => {
  const read = (sql: string) => readMigration('0050-more', `-- Why: a test.\n-- Works with: 49\n${sql}`);
  const build = 'create index concurrently if not exists a on orders (version);';
  assert.equal(read(`-- Outside a transaction: x.\n${build}\n-- Step: y.\nselect 1;`).worksWith, 49);
  assert.throws(() => read(`-- Outside a transaction: x.\n${build}`), /ends outside a transaction/);
  for (const other of [build.replace(' if not exists', ''), `${build}\nselect 1;`, 'vacuum orders;'])
    assert.throws(
      () => read(`-- Outside a transaction: x.\n${other}\n-- Step: y.\nselect 1;`),
      /not one "create index concurrently if not exists"/,
    );
});

it('missing migrations are known before any is applied', async (t) => {
  const database = await migratedDatabase(t);
  const last = listMigrations().at(-1)!;
  await asOwner(database, `delete from schema_migrations where number = ${last.number}`);
  const owner = await connectAsOwner(database);
  const found = await compareMigrations(owner).finally(() => owner.end());
  assert.deepEqual(found, { missing: [last], later: [] });
});

it('a database that was set up with another secret is refused before it is changed', async (t) => {
  const database = await migratedDatabase(t);
  const last = listMigrations().length;
  // Applying this migration again would fail with another error.
  await asOwner(database, `delete from schema_migrations where number = ${last}`);
  await assert.rejects(
    migrate(database, deriveSecrets(['another secret, which is long enough too'])),
    refusal(/^This database was set up with another secret\. Set COLONNADE_SECRET to that one/),
  );
});

it('a server that cannot be reached and a wrong password are reported in one sentence each', async () => {
  const nowhere = { connectionString: 'postgres://colonnade:x@127.0.0.1:1/colonnade' };
  await assert.rejects(
    migrate(nowhere, secrets),
    refusal(/^The database cannot be reached: .*ECONNREFUSED.*\.$/),
  );
  const wrong = new URL(`${server}/postgres`);
  wrong.password = 'wrong';
  await assert.rejects(
    migrate({ connectionString: wrong.toString() }, secrets),
    refusal(/^The database cannot be reached: password authentication failed for user "colonnade"\.$/),
  );
});
