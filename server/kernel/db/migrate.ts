/** Brings the database up to date: numbered, forward-only SQL files, each in its own transaction, or in several steps. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DatabaseAddress } from '#kernel/db/db.ts';
import { keepPartitions } from '#kernel/db/partitions.ts';
import { reasonOf, toPrimary } from '#kernel/db/primary.ts';
import { openToRoles } from '#kernel/db/role-entry.ts';
import { faultOf, stepsOf, type Tell, takeStep } from '#kernel/db/steps.ts';
import { type Secrets, sha256 } from '#kernel/secrets.ts';
import { SetupError } from '#kernel/setting.ts';

/** `worksWith`: programs that know the migrations up to this number work with the database after this migration. */
export type Migration = {
  number: number;
  name: string;
  sql: string;
  checksum: string;
  worksWith: number;
  /** The change of rows that must be done before. */
  needs?: string;
};

const SERVER = join(import.meta.dirname, '../..');
const MIN_VERSION = 150000;
/** Any number will do, as long as every Colonnade process uses the same. */
export const LOCK = 4_021_973;

type Queryable = {
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
};

// A row without `works_with` works only with programs that know its migration.
export const CREATE_SCHEMA_MIGRATIONS = `
  create table if not exists schema_migrations (
    number int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now());
  do $$ begin
    if not exists (select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'works_with') then
      alter table schema_migrations add column works_with int;
    end if;
  end $$`;

/** From this number on, each migration declares which programs work with it. */
const FIRST_TO_SAY = 40;

let known: Migration[] | undefined;

export function listMigrations(): Migration[] {
  known ??= readMigrations();
  return known;
}

function readMigrations(): Migration[] {
  const migrations = globSync('**/migrations/*.sql', { cwd: SERVER })
    .map((path) => {
      const name = basename(path, '.sql');
      return readMigration(name, readFileSync(join(SERVER, path), 'utf8'));
    })
    .sort((a, b) => a.number - b.number);
  migrations.forEach((migration, index) => {
    if (migration.number !== index + 1) throw new Error(`migration ${migration.name} is out of sequence`);
  });
  return migrations;
}

export function readMigration(name: string, sql: string): Migration {
  const number = Number(name.slice(0, 4));
  const said = /^-- Works with: (\d+)$/m.exec(sql)?.[1];
  if (said === undefined && number >= FIRST_TO_SAY) {
    throw new Error(
      `migration ${name} lacks the line "-- Works with: NN", which names the oldest program that it suits`,
    );
  }
  const fault = faultOf(stepsOf({ sql }));
  if (fault !== null) throw new Error(`migration ${name} ${fault}`);
  return {
    number,
    name,
    sql,
    checksum: sha256(sql).toString('hex'),
    worksWith: Number(said ?? number),
    needs: /^-- Needs: (\S+)$/m.exec(sql)?.[1],
  };
}

/** Applies the missing migrations. Safe to run from several processes at once: a lock lets one of them run. */
export async function migrate(
  address: DatabaseAddress,
  secrets: Secrets,
  tell: Tell = () => {},
): Promise<string[]> {
  const client = await connectAsOwner(address);
  try {
    await waitForTurn(client, tell);
    await takeStep(client, CREATE_SCHEMA_MIGRATIONS);
    const { missing } = await compareMigrations(client);
    const isNew = missing.length === listMigrations().length;
    // A wrong secret probably means the wrong database, so the check comes before any migration.
    if (!isNew) await keepSecret(client, secrets);
    for (const migration of missing) {
      if (!isNew) await assertChanged(client, migration);
      await apply(client, migration, tell);
    }
    if (isNew) {
      await keepSecret(client, secrets);
      await client.query('update row_changes set done_at = now()');
    }
    await openToRoles(client, address, secrets);
    await keepPartitions(client, Number.POSITIVE_INFINITY);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

/**
 * A restore marks its database by a row that no migration has. Programs that know restores name it; older ones take it for a
 * newer version's migration, and refuse it too.
 */
export const RESTORE = { number: 2_147_483_647, name: 'a restore that is not over' };

/**
 * Asks again and again: while a session waits inside PostgreSQL, it has a snapshot, and the building of an index would wait for
 * that one in turn.
 */
async function waitForTurn(client: pg.Client, tell: Tell): Promise<void> {
  for (let tries = 1; ; tries++) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      LOCK,
    ]);
    if (rows[0]!.isOurs) return;
    if (tries === 20) tell('Another process migrates this database. This one waits for it.');
    await sleep(100);
  }
}

/**
 * `missing`: migrations that this program knows and the database does not have. `later`: those of a newer program, if they work
 * with this program; otherwise the database is refused.
 */
export async function compareMigrations(
  client: Queryable,
): Promise<{ missing: Migration[]; later: string[] }> {
  const { rows } = await client.query<{ number: number; name: string; checksum: string; works_with: number }>(
    // Reads the row as JSON, because the column does not exist before the first program that writes it has migrated.
    `select number, name, checksum, coalesce((to_jsonb(m) ->> 'works_with')::int, number) as works_with
     from schema_migrations m order by number`,
  );
  const known = listMigrations();
  for (const row of rows) {
    if (row.number === RESTORE.number) {
      throw new SetupError(
        'A restore into this database is under way, or was broken off. If it was, run it again: npx colonnade restore',
      );
    }
    const match = known[row.number - 1];
    if (match === undefined && row.works_with > known.length) {
      throw new SetupError(
        `The database was migrated by a newer version of Colonnade (it has "${row.name}"). Please start that version.`,
      );
    }
    if (match !== undefined && match.checksum !== row.checksum) {
      throw new SetupError(`Migration "${row.name}" was applied with other contents than this version has.`);
    }
  }
  const later = rows.filter((row) => row.number > known.length).map((row) => row.name);
  const applied = new Set(rows.map(({ number }) => number));
  return { missing: known.filter(({ number }) => !applied.has(number)), later };
}

/** A worker of the version before changes the rows; until it is done, nothing may depend on it. */
export async function assertChanged(
  client: Queryable,
  { name, needs }: Migration,
  remedy = 'Run a worker of the version before until `doctor` no longer names it.',
): Promise<void> {
  if (needs === undefined) return;
  const { rows } = await client.query('select from row_changes where name = $1 and done_at is not null', [
    needs,
  ]);
  if (rows.length === 1) return;
  throw new SetupError(
    `Migration "${name}" needs the change "${needs}" of all rows, which is not done yet. ${remedy}`,
  );
}

export async function apply(client: pg.Client, migration: Migration, tell: Tell = () => {}): Promise<void> {
  const steps = stepsOf(migration);
  const record = async () => {
    const { number, name, checksum, worksWith } = migration;
    await client.query(
      'insert into schema_migrations (number, name, checksum, works_with) values ($1, $2, $3, $4)',
      [number, name, checksum, worksWith],
    );
  };
  try {
    for (const step of steps.slice(0, -1)) await takeStep(client, step, { tell });
    await takeStep(client, steps.at(-1)!, { record, tell });
  } catch (error) {
    throw new SetupError(`Migration "${migration.name}" failed: ${(error as Error).message}`);
  }
}

/** A process with another secret could neither read what the first one sealed nor log in as its roles, so it fails at once. */
export async function keepSecret(client: pg.Client, secrets: Secrets): Promise<void> {
  const [current, ...former] = secrets.fingerprints;
  await client.query('insert into installation (secret_fingerprint) values ($1) on conflict do nothing', [
    current,
  ]);
  const { rowCount } = await client.query(
    'update installation set secret_fingerprint = $1 where secret_fingerprint = any($2)',
    [current, [current, ...former]],
  );
  if (rowCount === 0) {
    throw new SetupError(
      'This database was set up with another secret. Set COLONNADE_SECRET to that one ' +
        '(it is in the file "secret" of the data directory that was used first), ' +
        'or name it in COLONNADE_SECRET_PREVIOUS to move to a new one.',
    );
  }
}

/** Connects as the owner, and turns each possible failure into one sentence. */
export async function connectAsOwner(address: DatabaseAddress): Promise<pg.Client> {
  const client = ownerClient(address);
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new SetupError(`The database cannot be reached: ${sentence(reasonOf(error))}`);
  }
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  if (rows[0]!.version < MIN_VERSION) {
    await client.end();
    throw new SetupError(
      `PostgreSQL 15 or newer is needed; this database is version ${Math.floor(rows[0]!.version / 10000)}.`,
    );
  }
  return client;
}

/** Reads the files that the address names, such as the one of `sslrootcert`. */
function ownerClient(address: DatabaseAddress): pg.Client {
  try {
    const { Client, connectionString } = toPrimary(address.connectionString);
    return new Client({
      connectionString,
      connectionTimeoutMillis: 5_000,
      application_name: 'colonnade owner',
    });
  } catch (error) {
    throw new SetupError(`DATABASE_URL cannot be used: ${sentence(reasonOf(error))}`);
  }
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);
