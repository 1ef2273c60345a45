/** From settings to a running kernel: the database (embedded or not), its migrations, its walls, and the way back down. */
import pg from 'pg';
import { type Config, SetupError } from '#kernel/config.ts';
import { connect, type DatabaseAddress } from '#kernel/db/db.ts';
import { startEmbedded } from '#kernel/db/embedded.ts';
import { findHoles } from '#kernel/db/inspect.ts';
import { connectAsOwner, migrate, pendingMigrations } from '#kernel/db/migrate.ts';
import { createLog } from '#kernel/log.ts';
import { createMetrics } from '#kernel/metrics.ts';
import type { Kernel } from '#kernel/module.ts';
import { loadSecrets, type Secrets } from '#kernel/secrets.ts';

export type Booted = { kernel: Kernel; address: DatabaseAddress; close(): Promise<void> };

const EMBEDDED_DATABASE = 'colonnade';

export async function boot(config: Config, options: { migrate: boolean }): Promise<Booted> {
  const secrets = readSecrets(config);
  const { address, stop } = await openDatabase(config, secrets);
  try {
    if (options.migrate) await migrate(address, secrets);
    await assertSound(address);
    const log = createLog(config.logLevel);
    const db = connect({ address, secrets, connections: config.databaseConnections, log });
    const kernel = { config, db, clock: () => new Date(), log, metrics: createMetrics(), secrets };
    return {
      kernel,
      address,
      close: async () => {
        await db.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readSecrets(config: Config): Secrets {
  try {
    return loadSecrets(config);
  } catch (error) {
    throw new SetupError(`The data directory cannot be used: ${(error as Error).message}.`);
  }
}

export async function openDatabase(config: Config, secrets: Secrets) {
  if (config.databaseUrl !== null) {
    return { address: { connectionString: config.databaseUrl }, stop: async () => {} };
  }
  const postgres = await startEmbedded({
    dataDir: config.dataDir,
    password: secrets.databasePassword('owner'),
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
  return { address: at(EMBEDDED_DATABASE), stop: () => postgres.stop() };
}

async function ensureDatabase(address: DatabaseAddress): Promise<void> {
  const client = await connectAsOwner(address);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [
      EMBEDDED_DATABASE,
    ]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(EMBEDDED_DATABASE)}`);
  } catch (error) {
    // Two first starts at once: the other one made it.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

/** The server does not start on a database that is not migrated or whose walls have holes. */
async function assertSound(address: DatabaseAddress): Promise<void> {
  const owner = await connectAsOwner(address);
  try {
    const missing = await pendingMigrations(owner).catch((error) => {
      if ((error as { code?: string }).code === '42P01') return [{ name: 'all' }];
      throw error;
    });
    if (missing.length > 0) throw new SetupError('The database is not migrated. Run: npx colonnade migrate');
    const holes = await findHoles(owner);
    if (holes.length > 0) throw new SetupError(`The database would let tenants meet. ${holes.join(' ')}`);
  } finally {
    await owner.end();
  }
}
