/** `backup`: saves the rows of all tenants and their files as one file, while everything runs. */
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { type Item, type Last, SEAL, writeArchive } from '#kernel/backup/archive.ts';
import { type BackupFiles, readInstallation } from '#kernel/backup/writing.ts';
import { asRole, ROLES } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { toPrimary } from '#kernel/db/primary.ts';
import { SetupError } from '#kernel/setting.ts';
import about from '../../package.json' with { type: 'json' };
import {
  assertDatabaseExists,
  assertEntry,
  findMigrations,
  type OpenDatabase,
  openDatabase,
} from '../boot.ts';
import { LEFT_OUT } from '../facts.ts';
import { listNeededFiles } from '../modules/media/files/files.sql.ts';
import { openStorage } from '../modules/media/storage/open-storage.ts';
import { isMissing } from '../modules/media/storage/storage.ts';
import type { Settings } from '../settings.ts';
import { cannot, openPart } from './files.ts';
import { plain, print } from './output.ts';
import { startProgress } from './progress.ts';

export async function backupCommand(
  config: Settings,
  path: string,
  options: { json?: boolean },
  signal: AbortSignal,
): Promise<void> {
  assertDatabaseExists(config);
  const database = await openDatabase(config);
  try {
    await assertReady(database);
    const { last, bytes } = await backUp(config, database, path, signal);
    const { rows, files, missing } = last;
    const text = [
      `${rows} rows and ${files} files are saved, ${(bytes / 1e6).toFixed(1)} MB.`,
      'The secret is not in the backup. A restore needs it: keep COLONNADE_SECRET, or the file "secret" of the data directory, elsewhere.',
      ...missing.map((key) => `Missing in the storage, though a row needs it: ${key}`),
    ].join('\n');
    // Standard output is the backup itself.
    if (path === '-') console.error(plain(text));
    else print(options, { rows, files, bytes, missing }, text);
    // For scripts: only a complete backup is a success.
    if (missing.length > 0) process.exitCode = 1;
  } finally {
    await database.stop();
  }
}

async function assertReady({ address, secrets }: OpenDatabase): Promise<void> {
  const owner = await connectAsOwner(address);
  try {
    // Refuses a database that is being restored.
    await findMigrations(owner);
    await assertEntry(owner, address, secrets);
  } catch (error) {
    if ((error as { code?: string }).code !== '42P01') throw error;
    throw new SetupError('The database is empty. There is nothing to back up.');
  } finally {
    await owner.end();
  }
}

async function backUp(
  config: Settings,
  { address, secrets }: OpenDatabase,
  path: string,
  signal: AbortSignal,
) {
  const storage = openStorage(config.media);
  const files: BackupFiles = {
    list: listNeededFiles,
    read: (key) =>
      storage.read(key).catch((error) => {
        if (isMissing(error)) return null;
        throw error;
      }),
  };
  const { Client, connectionString } = toPrimary(
    asRole(address, ROLES.backup, secrets.databasePassword(ROLES.backup)),
  );
  const reader = new Client({
    connectionString,
    application_name: 'colonnade backup',
    connectionTimeoutMillis: 5_000,
    // The connection is idle while files are copied.
    keepAlive: true,
  });
  let isLost = false;
  reader
    .on('error', () => {})
    .once('end', () => {
      isLost = true;
    });
  let last: Last | undefined;
  const watched = async function* (items: AsyncIterable<Item>) {
    for await (const item of items) {
      if (item.kind === 'last') last = item.value;
      yield item;
    }
  };
  const aboutIt = { program: about.version, fingerprint: secrets.fingerprints[0]! };
  try {
    await reader.connect();
    const items = watched(readInstallation(reader, aboutIt, LEFT_OUT, files));
    const archive = writeArchive(items, (digest) => secrets.sign(SEAL, digest));
    const bytes = await (path === '-' ? writeOut(archive, signal) : saveTo(path, archive, signal));
    return { last: last!, bytes };
  } catch (error) {
    if (error instanceof pg.DatabaseError || isLost)
      throw new SetupError(`The database broke off the backup: ${(error as Error).message}.`);
    throw error;
  } finally {
    await reader.end();
  }
}

async function writeOut(pieces: AsyncIterable<Buffer>, signal: AbortSignal): Promise<number> {
  let bytes = 0;
  const counted = async function* () {
    for await (const piece of pieces) {
      bytes += piece.length;
      yield piece;
    }
  };
  try {
    await pipeline(counted, process.stdout, { end: false, signal });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE')
      throw cannot('be written', 'Standard output', error);
    throw new SetupError('The reader of standard output ended before the backup did.');
  }
  return bytes;
}

/** Writes under another name until the file is complete and on the disk, so that half a backup is never mistaken for one. */
async function saveTo(path: string, pieces: AsyncIterable<Buffer>, signal: AbortSignal): Promise<number> {
  const before = await stat(path).catch(() => null);
  if (before !== null && !before.isFile()) throw new SetupError(`${path} cannot be written: it is no file.`);
  const { part, file } = await openPart(path, 0o600).catch((error) => {
    throw cannot('be written', path, error);
  });
  const progress = startProgress(process.stderr, () => performance.now());
  try {
    let bytes = 0;
    for await (const piece of pieces) {
      signal.throwIfAborted();
      await file.writeFile(piece);
      bytes += piece.length;
      if (process.stderr.isTTY) progress.show(null, `${(bytes / 1e6).toFixed(1)} MB saved`);
    }
    await file.sync();
    await rename(part, path);
    const folder = await open(dirname(path));
    await folder.sync().finally(() => folder.close());
    return bytes;
  } catch (error) {
    await rm(part, { force: true });
    throw cannot('be written', path, error);
  } finally {
    await file.close();
    progress.end();
  }
}
