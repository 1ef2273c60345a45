/** Before any test: starts one real PostgreSQL with a migrated template database. After the last: removes it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '#kernel/db/embedded.ts';
import { connectAsOwner, migrate } from '#kernel/db/migrate.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { TEMPLATE, TEST_SECRET } from '#kernel/testing/database.ts';

let postgres: EmbeddedPostgres;
let folder: string;

export async function globalSetup({ durable = false } = {}): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'colonnade-test-'));
  const secrets = deriveSecrets([TEST_SECRET]);
  const password = secrets.databasePassword('owner');
  // The data of a test run need not outlive it, so no write waits for the disk; fault tests need durable writes.
  postgres = await startEmbedded({
    dataDir: folder,
    password,
    durable,
    // The apps of all files of a process stay open until its end.
    flags: ['-c', 'max_connections=600'],
  });
  const server = `postgres://${postgres.user}:${password}@${postgres.host}:${postgres.port}`;
  try {
    const owner = await connectAsOwner({ connectionString: `${server}/postgres` });
    await owner.query(`create database ${TEMPLATE}`);
    await owner.end();
    await migrate({ connectionString: `${server}/${TEMPLATE}` }, secrets);
  } catch (error) {
    // A failed migration must not leave a server behind.
    await globalTeardown();
    throw error;
  }
  // The files of a run are separate processes and inherit these.
  process.env.TEST_POSTGRES = server;
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
}

export async function globalTeardown(): Promise<void> {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
