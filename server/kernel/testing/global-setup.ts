/** Before any test: starts one real PostgreSQL with a migrated template database. After the last: removes it. */
import { accessSync, constants, globSync, rmSync, statfsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '#kernel/db/embedded.ts';
import { connectAsOwner, migrate } from '#kernel/db/migrate.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { TEMPLATE, TEST_SECRET } from '#kernel/testing/database.ts';
import { CACHE, cachedTemplate } from '#kernel/testing/template.ts';

let postgres: EmbeddedPostgres;
let folder: string;

export async function globalSetup({ durable = false } = {}): Promise<void> {
  folder = await mkdtemp(join(durable ? tmpdir() : quickFolder(), 'colonnade-test-'));
  const secrets = deriveSecrets([TEST_SECRET]);
  const password = secrets.databasePassword('owner');
  const start = async () => {
    // The data of a test run need not outlive it, so no write waits for the disk; fault tests need durable writes.
    postgres = await startEmbedded({
      dataDir: folder,
      password,
      durable,
      // The apps of all files of a process stay open until its end.
      flags: ['-c', 'max_connections=600'],
    });
    return `postgres://${postgres.user}:${password}@${postgres.host}:${postgres.port}`;
  };
  try {
    const cached = cachedTemplate('postgres');
    if (!(await cached.restore(folder))) {
      const server = await start();
      const owner = await connectAsOwner({ connectionString: `${server}/postgres` });
      await owner.query(`create database ${TEMPLATE}`);
      await owner.end();
      await migrate({ connectionString: `${server}/${TEMPLATE}` }, secrets);
      await postgres.stop();
      await cached.keep(folder);
    }
    // The files of a run are separate processes and inherit these.
    process.env.TEST_POSTGRES = await start();
  } catch (error) {
    // A failed migration must not leave a server behind.
    await globalTeardown();
    throw error;
  }
  process.env.NODE_COMPILE_CACHE = join(CACHE, 'compiled');
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}

const SHARED_MEMORY = '/dev/shm';
/** A whole run needs less than a gigabyte at once. */
const MIN_FREE_BYTES = 4 * 2 ** 30;

/** A folder in memory, if there is plenty: a database of a test is nearly a thousand small files, which a disk takes long to make. */
function quickFolder(): string {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    removeOrphans(SHARED_MEMORY);
    const isRoomy = bavail * bsize >= MIN_FREE_BYTES && process.availableMemory() >= 2 * MIN_FREE_BYTES;
    return isRoomy ? SHARED_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

const DAY_MS = 86_400_000;

/** A killed run leaves its folder behind, which would fill the memory until the next start of the machine. */
function removeOrphans(parent: string): void {
  for (const name of globSync('colonnade-test-*', { cwd: parent })) {
    const path = join(parent, name);
    if (Date.now() - statSync(path).mtimeMs > DAY_MS) rmSync(path, { recursive: true, force: true });
  }
}
