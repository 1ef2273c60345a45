/**
 * From settings to a running kernel: opens the database (embedded or not), migrates it, checks its isolation, and closes it
 * again.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import pg from 'pg';
import { followDatabase } from '#kernel/clock.ts';
import { asRole, connect, type DatabaseAddress, leastTwo, mostConnections, ROLES } from '#kernel/db/db.ts';
import { startEmbedded } from '#kernel/db/embedded.ts';
import { findHoles } from '#kernel/db/inspect.ts';
import { compareMigrations, connectAsOwner, migrate } from '#kernel/db/migrate.ts';
import { toPrimary } from '#kernel/db/primary.ts';
import { assertOwnSessions } from '#kernel/db/sessions.ts';
import { createLog } from '#kernel/log.ts';
import { terminal } from '#kernel/log-text.ts';
import { createMetrics } from '#kernel/metrics.ts';
import type { Kernel } from '#kernel/module.ts';
import { loadSecrets, type Secrets } from '#kernel/secrets.ts';
import { SetupError } from '#kernel/setting.ts';
import { self } from '#kernel/siblings/siblings.ts';
import { startTracing } from '#kernel/tracing.ts';
import { Poller } from '#kernel/work/poller.ts';
import { FACTS, SHARED_TABLES } from './facts.ts';
import type { Settings } from './settings.ts';

export type Booted = {
  kernel: Kernel<Settings>;
  address: DatabaseAddress;
  /** Sends the last traces, and stops the embedded database if no other process uses it. The kernel's connections are closed before. */
  stopDatabase(): Promise<void>;
};

const EMBEDDED_DATABASE = 'colonnade';
const LEAST_CONNECTIONS = 5;

/** Processes of one supervisor share the connections and the processors. */
function shareOfProcess({ databaseConnections, processes }: Settings) {
  const among = self.name === null ? 1 : processes;
  return {
    connections: connectionsAmong(databaseConnections, among),
    processors: Math.ceil(leastTwo(availableParallelism()) / among),
  };
}

const connectionsAmong = (databaseConnections: number, processes: number): number =>
  Math.max(Math.min(LEAST_CONNECTIONS, databaseConnections), Math.ceil(databaseConnections / processes));

/** The most that `api` and `worker` of one machine open together. */
export const connectionsOfMachine = ({ databaseConnections, processes }: Settings): number =>
  processes * mostConnections(connectionsAmong(databaseConnections, processes)) +
  mostConnections(databaseConnections);

export async function boot(config: Settings, options: { migrate: boolean }): Promise<Booted> {
  const log = createLog(config.logLevel, terminal(process.stdout) ?? undefined);
  const { secrets, address, stop } = await openDatabase(config, (failure) => {
    if (failure === null) return log.warn('the embedded PostgreSQL had died and runs again');
    // The process cannot work without its database, and its supervisor can do more about it.
    console.error(`colonnade: The embedded PostgreSQL died and cannot be started again: ${failure.message}`);
    process.exit(1);
  });
  try {
    if (config.databaseUrl !== null) await assertOwnSessions(address);
    if (options.migrate) await bringUpToDate(address, secrets);
    await assertSound(address, secrets);
    const stopTracing = config.tracing === null ? null : startTracing(config.tracing, log);
    const db = connect({ address, secrets, ...shareOfProcess(config), log });
    const clock = await followDatabase(db);
    const poller = new Poller({ db, clock, log });
    const kernel = { config, db, clock, log, metrics: createMetrics(), secrets, facts: FACTS, poller };
    const stopDatabase = async () => {
      await stopTracing?.();
      await stop();
    };
    return { kernel, address, stopDatabase };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A command that works on a database makes none: a wrong DATA_DIR would otherwise look like an installation without tenants. */
export function assertDatabaseExists({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl !== null || existsSync(join(dataDir, 'postgres/PG_VERSION'))) return;
  throw new SetupError(
    `There is no database in ${resolve(dataDir)}. DATA_DIR names the folder, DATABASE_URL a database elsewhere; ` +
      'npx colonnade start, migrate or tenant create makes one.',
  );
}

export type OpenDatabase = { secrets: Secrets; address: DatabaseAddress; stop(): Promise<void> };

export async function openDatabase(
  config: Settings,
  onRevived?: (failure: Error | null) => void,
): Promise<OpenDatabase> {
  const secrets = readSecrets(config);
  if (config.databaseUrl !== null) {
    return { secrets, address: { connectionString: config.databaseUrl }, stop: async () => {} };
  }
  const postgres = await startEmbedded({
    dataDir: config.dataDir,
    password: secrets.databasePassword('owner'),
    onRevived,
  }).catch((error) => {
    throw new SetupError((error as Error).message);
  });
  const at = (database: string) => ({
    connectionString: `postgres://${postgres.user}:${postgres.password}@${postgres.host}:${postgres.port}/${database}`,
  });
  try {
    await ensureDatabase(at('postgres'));
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { secrets, address: at(EMBEDDED_DATABASE), stop: () => postgres.stop() };
}

function readSecrets(config: Settings): Secrets {
  try {
    // The folder is needed for the embedded database, and for the secret when none is set.
    if (config.databaseUrl === null || config.secrets.length === 0) makeFolder(config.dataDir);
    closeFolders(config);
    return loadSecrets(config);
  } catch (error) {
    const { errno, message } = error as NodeJS.ErrnoException;
    const reason = errno === undefined ? message : getSystemErrorMessage(errno);
    throw new SetupError(`The data directory ${config.dataDir} cannot be used: ${reason}.`);
  }
}

/** The entries of a data directory. A volume of its own has `lost+found`. */
const ENTRIES = ['secret', 'postgres', 'postgres.locks', 'postgres.log', 'media', 'lost+found'];

const isOursAlone = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true &&
  readdirSync(folder).every((name) => ENTRIES.includes(name));

/**
 * The folders are private: also if an earlier version, or a person, left them open. A folder with other entries, such as /tmp named
 * by mistake, stays as it is.
 */
function closeFolders({ dataDir, databaseUrl, media }: Settings): void {
  if (!isOursAlone(dataDir)) return;
  // Started by root, the embedded PostgreSQL runs as another user, who must pass through to its own folder but need not list this
  // one.
  const isPassage = databaseUrl === null && process.getuid?.() === 0;
  for (const [folder, wanted] of [
    [dataDir, isPassage ? 0o711 : 0o700],
    [media.dir, 0o700],
    [media.spoolDir, 0o700],
  ] as const) {
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found?.uid === process.getuid?.() && (found!.mode & 0o777) !== wanted) chmodSync(folder, wanted);
  }
}

/** Not mkdir's own `recursive`: in a file system without new folders, such as /proc, Node would try for ever. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function ensureDatabase(address: DatabaseAddress): Promise<void> {
  const client = await connectAsOwner(address);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      EMBEDDED_DATABASE,
    ]);
    await closeOtherDatabases(client);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(EMBEDDED_DATABASE)}`);
  } catch (error) {
    // Two processes start for the first time: the other one created it.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

/** In the embedded server, only the superuser may connect to the databases that it came with. */
async function closeOtherDatabases(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database d, aclexplode(coalesce(datacl, acldefault('d', datdba))) granted
     where datname in ('postgres', 'template1') and granted.grantee = 0 and granted.privilege_type = 'CONNECT'`,
  );
  for (const { name } of rows) {
    await client.query(`revoke connect on database ${name} from public`).catch((error) => {
      // Two processes start at once: the other one does it.
      if (error.code !== 'XX000') throw error;
    });
  }
}

export async function bringUpToDate(address: DatabaseAddress, secrets: Secrets): Promise<string[]> {
  try {
    return await migrate(address, secrets, (sentence) => process.stderr.write(`${sentence}\n`));
  } catch (error) {
    // Mostly a missing right of the owner: something to grant, not to debug.
    if (error instanceof pg.DatabaseError) {
      throw new SetupError(`The database refuses to be set up: ${error.message}.`);
    }
    throw error;
  }
}

/** The server does not start on a database that is not migrated, or whose tenants are not isolated. */
async function assertSound(address: DatabaseAddress, secrets: Secrets): Promise<void> {
  const owner = await connectAsOwner(address);
  try {
    const { missing, later } = await findMigrations(owner);
    if (missing.length > 0) throw new SetupError('The database is not migrated. Run: npx colonnade migrate');
    await assertEntry(owner, address, secrets);
    // This version does not know the tables of a newer one; that version has checked them.
    const holes = later.length > 0 ? [] : await findHoles(owner, SHARED_TABLES);
    if (holes.length > 0) {
      const more = holes.length > 1 ? ' See: npx colonnade doctor' : '';
      throw new SetupError(`The database does not isolate tenants. ${holes[0]}${more}`);
    }
  } finally {
    await owner.end();
  }
}

/** The names of the migrations. */
export async function findMigrations(owner: pg.Client): Promise<{ missing: string[]; later: string[] }> {
  try {
    const { missing, later } = await compareMigrations(owner);
    return { missing: missing.map(({ name }) => name), later };
  } catch (error) {
    const isEmptyDatabase = (error as { code?: string }).code === '42P01';
    if (isEmptyDatabase) return { missing: ['all of them'], later: [] };
    throw error;
  }
}

/** Logs in as each role: a wrong secret, or an address that makes every role the owner, is found before any request. */
export async function assertEntry(
  owner: pg.Client,
  address: DatabaseAddress,
  secrets: Secrets,
): Promise<void> {
  const { rows } = await owner.query<{ fingerprint: string }>(
    'select secret_fingerprint as fingerprint from installation',
  );
  if (!secrets.fingerprints.includes(rows[0]?.fingerprint ?? '')) {
    throw new SetupError(
      'This database was set up with another secret: set COLONNADE_SECRET to that one, ' +
        'or use the data directory that was used first.',
    );
  }
  await Promise.all(Object.values(ROLES).map((role) => assertEnters(role, address, secrets)));
}

async function assertEnters(role: string, address: DatabaseAddress, secrets: Secrets): Promise<void> {
  const actual = await enterAs(role, asRole(address, role, secrets.databasePassword(role)));
  // A connection pooler may map every user to one role.
  if (actual !== role) {
    throw new SetupError(`The database does not isolate tenants: it takes the role ${role} for ${actual}.`);
  }
}

async function enterAs(role: string, address: string): Promise<string> {
  const { Client, connectionString } = toPrimary(address);
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return rows[0]!.name;
  } catch (error) {
    throw new SetupError(
      `The database does not let the role ${role} in: ${(error as Error).message}. ` +
        'If the secret was changed, run: npx colonnade migrate',
    );
  } finally {
    await client.end().catch(() => {});
  }
}
