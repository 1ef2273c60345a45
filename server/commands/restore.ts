/** `restore`: loads a backup into an empty database and an empty media storage, and verifies what it loaded. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { damaged, type FileEnd, type Head, type Item, readArchive, SEAL } from '#kernel/backup/archive.ts';
import { type Loaded, loadInstallation } from '#kernel/backup/loading.ts';
import { connect } from '#kernel/db/db.ts';
import { findHoles } from '#kernel/db/inspect.ts';
import { connectAsOwner, listMigrations } from '#kernel/db/migrate.ts';
import { beginRestore, claimForRestore, endRestore, migrateRestored } from '#kernel/db/restoring.ts';
import { assertOwnSessions } from '#kernel/db/sessions.ts';
import { createLog } from '#kernel/log.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { SetupError } from '#kernel/setting.ts';
import { type OpenDatabase, openDatabase } from '../boot.ts';
import { LEFT_OUT, SHARED_TABLES } from '../facts.ts';
import { findBrokenLink } from '../modules/access/audit-log/audit-log.sql.ts';
import { listTenants } from '../modules/access/tenants/tenants.sql.ts';
import { openStorage } from '../modules/media/storage/open-storage.ts';
import { isKey, type Storage } from '../modules/media/storage/storage.ts';
import type { Settings } from '../settings.ts';
import { cannot } from './files.ts';
import { print } from './output.ts';
import { startProgress } from './progress.ts';

export async function restoreCommand(
  config: Settings,
  path: string,
  options: { json?: boolean },
  signal: AbortSignal,
): Promise<void> {
  if (config.secrets.length === 0 && !existsSync(join(config.dataDir, 'secret'))) {
    throw new SetupError(
      'A restore needs the secret of the installation that was backed up: set COLONNADE_SECRET, or put its file "secret" into the data directory.',
    );
  }
  let secrets: Secrets | undefined;
  const items = readArchive(bytesOf(path, signal), (digest, seal) => secrets!.isSigned(SEAL, digest, seal));
  try {
    const head = await readHead(items);
    const database = await openDatabase(config);
    secrets = database.secrets;
    try {
      if (!database.secrets.fingerprints.includes(head.fingerprint)) {
        throw new SetupError('The backup was made with another secret. Set COLONNADE_SECRET to that one.');
      }
      if (config.databaseUrl !== null) await assertOwnSessions(database.address);
      const { loaded, tenants, brokenLogs } = await restore(config, database, head, items);
      const { tables, rows, files, missing } = loaded;
      const text = [
        `The backup of ${head.takenAt} is restored and verified: ${tenants} tenants, ${tables} tables, ${rows} rows, ${files} files.`,
        'Staff sign in again: sessions are not part of a backup.',
        ...missing.map((key) => `Missing in the backup, though a row needs it: ${key}`),
        ...brokenLogs.map(
          (slug) => `The audit log of ${slug} was changed before the backup; see: npx colonnade audit verify`,
        ),
      ].join('\n');
      print(options, { takenAt: head.takenAt, tenants, tables, rows, files, missing, brokenLogs }, text);
      if (brokenLogs.length > 0) process.exitCode = 1;
    } finally {
      await database.stop();
    }
  } finally {
    await items.return(undefined);
  }
}

async function* bytesOf(path: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const input = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: 1024 * 1024 });
  const progress = startProgress(process.stderr, () => performance.now());
  let bytes = 0;
  try {
    for await (const piece of input) {
      signal.throwIfAborted();
      bytes += piece.length;
      if (process.stderr.isTTY) progress.show(null, `${(bytes / 1e6).toFixed(1)} MB read`);
      yield piece;
    }
  } catch (error) {
    throw cannot('be read', path, error);
  } finally {
    progress.end();
  }
}

/** Refuses a backup that this program does not understand. */
async function readHead(items: AsyncGenerator<Item>): Promise<Head> {
  const first = (await items.next()).value as Item;
  if (first.kind !== 'head' || !Array.isArray(first.value?.migrations))
    throw damaged('it does not begin with its head');
  const head = first.value;
  const known = listMigrations();
  const newer = head.migrations[known.length];
  if (newer !== undefined) {
    throw new SetupError(
      `The backup was made by a newer version of Colonnade (it has "${newer.name}"). Restore it with that version.`,
    );
  }
  const other = head.migrations.find(({ checksum }, index) => checksum !== known[index]!.checksum);
  if (other !== undefined) {
    throw new SetupError(`Migration "${other.name}" of the backup has other contents than this version's.`);
  }
  return head;
}

/** The mark of an unfinished restore, which no server starts on, stays until everything is verified. */
async function restore(
  config: Settings,
  { address, secrets }: OpenDatabase,
  head: Head,
  items: AsyncGenerator<Item>,
): Promise<{ loaded: Loaded; tenants: number; brokenLogs: string[] }> {
  const storage = openStorage(config.media);
  const owner = await connectAsOwner(address);
  let isLost = false;
  owner.once('end', () => {
    isLost = true;
  });
  try {
    const state = await assertEmpty(owner, storage);
    await beginRestore(owner, address, secrets, state, head.migrations.length);
    const loaded = await loadInstallation(owner, head, items, LEFT_OUT, (key, content, whole) =>
      storeFile(storage, config.media.spoolDir, key, content, whole),
    );
    await migrateRestored(owner, address, secrets, head.migrations.length);
    const holes = await findHoles(owner, SHARED_TABLES);
    if (holes.length > 0) throw new SetupError(`The restored database does not isolate tenants. ${holes[0]}`);
    const logs = await verifyAuditLogs({ address, secrets });
    await endRestore(owner);
    return { loaded, ...logs };
  } catch (error) {
    // Mostly a full disk.
    if (error instanceof pg.DatabaseError || isLost)
      throw new SetupError(`The database refuses the backup: ${(error as Error).message}.`);
    throw error;
  } finally {
    await owner.end();
  }
}

async function assertEmpty(owner: pg.Client, storage: Storage): Promise<'empty' | 'broken off'> {
  const state = await claimForRestore(owner);
  if (state === 'in use') {
    throw new SetupError('The database is not empty. Restore into a new one, or into a new data directory.');
  }
  // The files of a restore that was broken off are replaced.
  if (state === 'empty' && !(await storage.isEmpty())) {
    throw new SetupError('The media storage is not empty. Restore into a new data directory or bucket.');
  }
  return state;
}

async function storeFile(
  storage: Storage,
  spoolDir: string,
  key: string,
  content: AsyncIterable<Buffer>,
  whole: (end: FileEnd) => void,
): Promise<void> {
  if (!isKey(key)) throw damaged(`${JSON.stringify(key)} is not the name of a file`);
  await mkdir(spoolDir, { recursive: true, mode: 0o700 }).catch((error) => {
    throw cannot('be written', spoolDir, error);
  });
  const path = join(spoolDir, `restored-${randomUUID()}`);
  const file = await open(path, 'wx', 0o600);
  const sha256 = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of content) {
      sha256.update(piece);
      bytes += piece.length;
      await file.writeFile(piece);
    }
    whole({ bytes, sha256: sha256.digest('hex') });
    await storage.put(key, path);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

/** The rows are those of the backup; a broken chain was broken before, and is reported. */
async function verifyAuditLogs({ address, secrets }: Pick<OpenDatabase, 'address' | 'secrets'>) {
  const db = connect({ address, secrets, connections: 2, log: createLog('silent') });
  try {
    const tenants = await listTenants(db);
    const brokenLogs: string[] = [];
    for (const { id, slug } of tenants) {
      const { brokenAt } = await db.inTenant(id, (tx) => findBrokenLink(tx));
      if (brokenAt !== null) brokenLogs.push(slug);
    }
    return { tenants: tenants.length, brokenLogs };
  } finally {
    await db.close();
  }
}
