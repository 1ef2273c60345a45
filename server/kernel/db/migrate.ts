/** Brings the database up to date: numbered, forward-only SQL files, each in its own transaction, or in several steps. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SetupError } from '#kernel/config.ts';
import { asRole, type DatabaseAddress, ROLES } from '#kernel/db/db.ts';
import { keepPartitions } from '#kernel/db/partitions.ts';
import { type Secrets, sha256 } from '#kernel/secrets.ts';

/** `worksWith`: programs that know the migrations up to this number work with the database after this migration. */
export type Migration = { number: number; name: string; sql: string; checksum: string; worksWith: number };

const SERVER = join(import.meta.dirname, '../..');
const MIN_VERSION = 150000;
/** Any number will do, as long as every Colonnade process uses the same. */
const LOCK = 4_021_973;
const RESTORE_LOCK = LOCK + 1;

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
  return { number, name, sql, checksum: sha256(sql).toString('hex'), worksWith: Number(said ?? number) };
}

/** Applies the missing migrations. Safe to run from several processes at once: a lock lets one of them run. */
export async function migrate(address: DatabaseAddress, secrets: Secrets): Promise<string[]> {
  const client = await connectAsOwner(address);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await takeStep(client, CREATE_SCHEMA_MIGRATIONS);
    const { missing } = await compareMigrations(client);
    const isNew = missing.length === listMigrations().length;
    // A wrong secret probably means the wrong database, so the check comes before any migration.
    if (!isNew) await keepSecret(client, secrets);
    for (const migration of missing) await apply(client, migration);
    if (isNew) await keepSecret(client, secrets);
    await openToRoles(client, address, secrets);
    await keepPartitions(client, Number.POSITIVE_INFINITY);
    return missing.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function openToRoles(client: pg.Client, address: DatabaseAddress, secrets: Secrets): Promise<void> {
  await closeDatabase(client);
  await openRoles(client, address, secrets);
}

/**
 * A restore marks its database by a row that no migration has. Programs that know restores name it; older ones take it for a
 * newer version's migration, and refuse it too.
 */
const RESTORE = { number: 2_147_483_647, name: 'a restore that is not over' };

/**
 * Empties the database if an earlier restore was broken off, and applies the migrations that the backup has. The mark stays until
 * `endRestore`.
 */
export async function beginRestore(
  client: pg.Client,
  address: DatabaseAddress,
  secrets: Secrets,
  upTo: number,
): Promise<void> {
  await client.query(`begin; ${DROP_ALL}; ${CREATE_SCHEMA_MIGRATIONS}`);
  await client.query(
    "insert into schema_migrations (number, name, checksum, works_with) values ($1, $2, '', $1)",
    [RESTORE.number, RESTORE.name],
  );
  await client.query('commit');
  for (const migration of listMigrations().slice(0, upTo)) await apply(client, migration);
  await keepSecret(client, secrets);
  // A role with the password of another secret is reported before rows are loaded for hours.
  await openToRoles(client, address, secrets);
}

/** Applies the migrations that are newer than the backup. */
export async function migrateRestored(
  client: pg.Client,
  address: DatabaseAddress,
  secrets: Secrets,
  from: number,
): Promise<void> {
  for (const migration of listMigrations().slice(from)) await apply(client, migration);
  // They may have created roles.
  await openToRoles(client, address, secrets);
  await keepPartitions(client, Number.POSITIVE_INFINITY);
}

export async function endRestore(client: pg.Client): Promise<void> {
  await client.query('delete from schema_migrations where number = $1', [RESTORE.number]);
}

/** Excludes other restores while the connection lasts. `broken off`: an earlier restore did not reach its end. */
export async function claimForRestore(client: pg.Client): Promise<'empty' | 'broken off' | 'in use'> {
  const { rows: locks } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    RESTORE_LOCK,
  ]);
  if (!locks[0]!.taken) throw new SetupError('Another restore into this database is under way.');
  const { rows } = await client.query<{ tables: number; migrations: string | null }>(
    `select count(*)::int as tables, to_regclass('public.schema_migrations')::text as migrations from pg_class c
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
       and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`,
  );
  const { tables, migrations } = rows[0]!;
  if (tables === 0) return 'empty';
  if (migrations === null) return 'in use';
  const { rowCount } = await client.query('select from schema_migrations where number = $1', [
    RESTORE.number,
  ]);
  return rowCount === 0 ? 'in use' : 'broken off';
}

// Only what migrations make: a restore began in an empty database.
const DROP_ALL = `
  do $$
  declare
    object record;
  begin
    for object in
      select c.oid::regclass::text as name, case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end as kind
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'r', 'p', 'S')
        and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
      -- The sequence of a column goes with its table.
      order by c.relkind = 'S'
    loop
      execute format('drop %s if exists %s cascade', object.kind, object.name);
    end loop;
    for object in
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
    loop
      execute format('drop function if exists %s cascade', object.name);
    end loop;
  end $$`;

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
  return { missing: known.slice(rows.length - later.length), later };
}

/**
 * A line `-- Step: …` ends a transaction, so that the lock on a busy table is short and does not last for all that follows. After
 * a failure all steps run again, so each but the last must be repeatable.
 */
export const stepsOf = ({ sql }: Migration): string[] => sql.split(/^(?=-- Step: )/m);

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const steps = stepsOf(migration);
  try {
    for (const step of steps.slice(0, -1)) await takeStep(client, step);
    await takeStep(client, steps.at(-1)!, async () => {
      const { number, name, checksum, worksWith } = migration;
      await client.query(
        'insert into schema_migrations (number, name, checksum, works_with) values ($1, $2, $3, $4)',
        [number, name, checksum, worksWith],
      );
    });
  } catch (error) {
    throw new SetupError(`Migration "${migration.name}" failed: ${(error as Error).message}`);
  }
}

const LOCK_TRIES = 150;
/** If transactions overlap without a gap, only a wait that is longer than they last gets the lock. */
const lockMs = (tries: number) => (tries <= 50 ? 200 : tries <= 100 ? 500 : 2_000);

/**
 * Every statement queues behind a waiting lock on a whole table, so a step gives up soon and tries again; later it waits longer.
 */
export async function takeStep(
  client: pg.Client,
  sql: string,
  record = async () => {},
  mostTries = LOCK_TRIES,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockMs(tries)}`);
      await client.query(sql);
      await record();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      const isBusy = ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');
      if (!isBusy) throw error;
      if (tries === mostTries) throw new Error(await busyTables(client));
      await sleep(250 + Math.random() * 500);
    }
  }
}

/** The oldest transaction is the most likely holder of the lock. */
async function busyTables(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select pid, coalesce(nullif(application_name, ''), usename) as name,
       extract(epoch from now() - xact_start)::int as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
       -- A process that waits for its own migration blocks no other.
       and wait_event is distinct from 'advisory'
     order by xact_start limit 1`,
  );
  const longest = rows.map(
    ({ pid, name, seconds }) => ` The longest is that of "${name}" (process ${pid}), begun ${seconds} s ago.`,
  );
  return `tables it changes are in use by other transactions.${longest.join('')} End them, and run it again.`;
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

async function canEnter(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
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
  const client = new pg.Client({
    connectionString: address.connectionString,
    connectionTimeoutMillis: 5_000,
    application_name: 'colonnade owner',
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new SetupError(`The database cannot be reached: ${reason(error)}`);
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

function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  const text = (error as Error).message || String((error as NodeJS.ErrnoException).code);
  return text.endsWith('.') ? text : `${text}.`;
}
