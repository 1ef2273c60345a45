/** A durable PostgreSQL for one row, which may stop, kill, starve and fill it; its port stays the same. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '#kernel/db/embedded.ts';
import { connectAsOwner, migrate } from '#kernel/db/migrate.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { freePort } from './program.ts';
import type { Stage } from './stage.ts';

export type OwnPostgres = {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
};

export function newFolder(stage: Stage): string {
  const folder = mkdtempSync(join(tmpdir(), 'colonnade-fault-'));
  stage.cleanUp(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export async function ownPostgres(
  stage: Stage,
  options: { dataDir?: string; settings?: string[] } = {},
): Promise<OwnPostgres> {
  const dataDir = options.dataDir ?? newFolder(stage);
  const secrets = deriveSecrets([TEST_SECRET]);
  const password = secrets.databasePassword('owner');
  const port = await freePort();
  // The last setting of a name wins.
  const flags = [`port=${port}`, ...(options.settings ?? [])].flatMap((setting) => ['-c', setting]);
  let running: EmbeddedPostgres | null = null;
  const start = async () => {
    running = await startEmbedded({ dataDir, password, flags });
  };
  const stop = async () => {
    await running?.stop();
    running = null;
  };
  stage.cleanUp(stop);
  await start();
  const server = `postgres://${running!.user}:${password}@127.0.0.1:${port}`;
  const owner = await connectAsOwner({ connectionString: `${server}/postgres` });
  await owner.query('create database colonnade').finally(() => owner.end());
  const url = `${server}/colonnade`;
  await migrate({ connectionString: url }, secrets);
  return { url, start, stop };
}
