/** Brings the database up to date: numbered, forward-only SQL files, each in its own transaction, or in several steps. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SetupError } from '#kernel/config.ts';
import { asRole, type DatabaseAddress, ROLES } from '#kernel/db/db.ts';
import { keepPartitions } from '#kernel/db/partitions.ts';
import { reasonOf, toPrimary } from '#kernel/db/primary.ts';
import { faultOf, stepsOf, type Tell, takeStep } from '#kernel/db/steps.ts';
import { type Secrets, sha256 } from '#kernel/secrets.ts';

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
const LOCK = 4_021_973;

type Queryable = {
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
};

// A row without `works_with` works only with programs that know its migration.
const CREATE_SCHEMA_MIGRATIONS = `
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
    await closeDatabase(client);
    await openRoles(client, address, secrets);
    await keepPartitions(client, Number.POSITIVE_INFINITY);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

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
async function assertChanged(client: Queryable, { name, needs }: Migration): Promise<void> {
  if (needs === undefined) return;
  const { rows } = await client.query('select from row_changes where name = $1 and done_at is not null', [
    needs,
  ]);
  if (rows.length === 1) return;
  throw new SetupError(
    `Migration "${name}" needs the change "${needs}" of all rows, which is not done yet. ` +
      'Run a worker of the version before until `doctor` no longer names it.',
  );
}

async function apply(client: pg.Client, migration: Migration, tell: Tell): Promise<void> {
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
async function keepSecret(client: pg.Client, secrets: Secrets): Promise<void> {
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

/**
 * PostgreSQL lets every role connect to a new database and create temporary tables there. This one admits its own roles only, and
 * they create no tables. Unchanged rights are not written again: other processes may be writing the same row of pg_database.
 */
export async function closeDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select d.datname as name from pg_database d
     where d.datname = current_database() and pg_has_role(d.datdba, 'usage') and (
       exists (
         select from aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) g
         where g.grantee = 0 or g.grantee = any($1::regrole[]) and g.privilege_type = 'TEMPORARY')
       or exists (select from unnest($1::regrole[]) role where not has_database_privilege(role, d.oid, 'connect')))`,
    [Object.values(ROLES)],
  );
  if (rows.length === 0) return;
  const database = pg.escapeIdentifier(rows[0]!.name);
  const roles = Object.values(ROLES).join(', ');
  await client.query(`
    revoke connect, temporary on database ${database} from public;
    revoke temporary on database ${database} from ${roles};
    grant connect on database ${database} to ${roles}`);
}

/** Gives the roles the passwords that our secret derives, unless they have them already. */
async function openRoles(client: pg.Client, address: DatabaseAddress, secrets: Secrets): Promise<void> {
  for (const role of Object.values(ROLES)) {
    const password = secrets.databasePassword(role);
    const enters = () => canEnter(asRole(address, role, password));
    if (await enters()) continue;
    await assertNotAnothers(client, role, secrets);
    try {
      await client.query(
        `alter role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(password)};
         comment on role ${pg.escapeIdentifier(role)} is ${pg.escapeLiteral(KEEPER + secrets.fingerprints[0])}`,
      );
    } catch (error) {
      // Another Colonnade database on the same server may have done it at the same moment.
      if (await enters()) continue;
      throw new SetupError(
        `The role "${role}" does not have the password that our secret gives it, and "${client.user}" may not ` +
          `change that: ${(error as Error).message}. Use the secret it was made with, ` +
          `or let a superuser run: grant ${role} to "${client.user}" with admin option`,
      );
    }
    if (!(await enters())) {
      throw new SetupError(
        `The database does not let the role "${role}" in with a password. Allow it in pg_hba.conf (method scram-sha-256).`,
      );
    }
  }
}

/** Roles belong to the whole server; a comment on each names the secret that its password comes from. */
const KEEPER = 'Colonnade, secret ';

async function assertNotAnothers(client: pg.Client, role: string, secrets: Secrets): Promise<void> {
  const { rows } = await client.query<{ note: string | null }>(
    "select shobj_description(oid, 'pg_authid') as note from pg_roles where rolname = $1",
    [role],
  );
  const note = rows[0]?.note ?? '';
  if (!note.startsWith(KEEPER) || secrets.fingerprints.includes(note.slice(KEEPER.length))) return;
  throw new SetupError(
    `The role "${role}" of this PostgreSQL server serves a Colonnade with another secret, which this one would lock ` +
      'out. Give both the same COLONNADE_SECRET, or use another server.',
  );
}

async function canEnter(address: string): Promise<boolean> {
  const { Client, connectionString } = toPrimary(address);
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
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
