/** Reads everything that a backup contains, in one snapshot and without keeping anybody waiting. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Counter, Head, Item } from '#kernel/backup/archive.ts';
import { RowDigest, readRows, SAME_TEXT, type TableColumns } from '#kernel/backup/rows.ts';
import { listPartitions } from '#kernel/db/partitions.ts';
import { SetupError } from '#kernel/setting.ts';

export type BackupFiles = {
  /** The keys of all files that the rows of this snapshot need. */
  list(snapshot: pg.Client): AsyncIterable<string>;
  /** Null if the storage does not have it. */
  read(key: string): Promise<AsyncIterable<Buffer> | null>;
};

type About = { program: string; fingerprint: string };

/**
 * Everything that a backup contains. The connection is the backup role's; `leftOut` names tables whose rows mean nothing on
 * another server.
 */
export async function* readInstallation(
  client: pg.Client,
  { program, fingerprint }: About,
  leftOut: string[],
  files: BackupFiles,
): AsyncGenerator<Item> {
  await client.query(SAME_TEXT);
  const tables = await beginSnapshot(client, leftOut);
  yield {
    kind: 'head',
    value: { program, fingerprint, tables, leftOut, ...(await describeDatabase(client)) },
  };
  let rows = 0;
  for (const table of tables) {
    yield { kind: 'table', value: { name: table.name } };
    const digest = new RowDigest();
    for await (const value of readRows(client, table)) {
      digest.update(value);
      yield { kind: 'data', value };
    }
    const end = digest.end();
    rows += end.rows;
    yield { kind: 'end', value: end };
  }
  let count = 0;
  const missing: string[] = [];
  for await (const key of files.list(client)) {
    const bytes = await files.read(key);
    if (bytes === null) missing.push(key);
    else yield* readFile(key, bytes);
    if (bytes !== null) count += 1;
  }
  // Sequences belong to no snapshot. Read last, they are beyond every number that a row of the snapshot has.
  yield { kind: 'last', value: { counters: await readCounters(client), rows, files: count, missing } };
  await client.query('commit');
}

async function* readFile(key: string, content: AsyncIterable<Buffer>): AsyncGenerator<Item> {
  yield { kind: 'file', value: { key } };
  const sha256 = createHash('sha256');
  let bytes = 0;
  for await (const value of content) {
    sha256.update(value);
    bytes += value.length;
    yield { kind: 'data', value };
  }
  yield { kind: 'end', value: { bytes, sha256: sha256.digest('hex') } };
}

const LOCK_MS = 10_000;

/** A backup has this lock, shared, from before its snapshot to its end. Files that rows of the snapshot need stay meanwhile. */
export const FILES_LOCK = "hashtext('the files of a backup')";

/**
 * Begins the transaction that sees one moment, and returns its tables. All tables are locked before that moment, against
 * changes of their structure alone: a migration could rewrite a table so that this snapshot sees it empty.
 */
async function beginSnapshot(client: pg.Client, leftOut: string[]): Promise<TableColumns[]> {
  // The session has the lock, because a query within the transaction would begin the snapshot before the tables are locked.
  await client.query(`select pg_advisory_lock_shared(${FILES_LOCK})`);
  const tables = await listTables(client, leftOut);
  const names = tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  await client.query(
    `begin isolation level repeatable read read only;
     set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = ${LOCK_MS}`,
  );
  try {
    await client.query(`lock table ${names} in access share mode`);
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error;
    throw new SetupError('A migration has locked a table. Take the backup again when it is over.');
  }
  const locked = await listTables(client, leftOut);
  await assertVisible(client);
  if (JSON.stringify(locked) !== JSON.stringify(tables)) {
    throw new SetupError('A migration ended while the backup began. Take the backup again.');
  }
  return tables;
}

const PERMANENT = `c.relnamespace = 'public'::regnamespace and c.relpersistence = 'p'
  and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`;

/** Without its policy, a table would look empty. */
async function assertVisible(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where ${PERMANENT} and c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity and not exists (
       select from pg_policy p
       where p.polrelid = c.oid and current_user::regrole = any(p.polroles) and pg_get_expr(p.polqual, p.polrelid) = 'true')`,
  );
  if (rows.length === 0) return;
  throw new SetupError(
    `The backup role does not see all rows of ${rows[0]!.name}. See: npx colonnade doctor`,
  );
}

/** Tables that describe this database and not what is in it. Any other table is read, or the backup fails. */
const OF_THIS_DATABASE = ['installation', 'relay', 'schema_migrations'];

/** Generated columns are computed again by the database that the rows are loaded into. */
export async function listTables(client: pg.Client, leftOut: string[]): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where ${PERMANENT} and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1)
     group by c.oid, c.relname order by c.relname`,
    [[...leftOut, ...OF_THIS_DATABASE]],
  );
  return rows;
}

async function describeDatabase(
  client: pg.Client,
): Promise<Pick<Head, 'takenAt' | 'migrations' | 'partitions'>> {
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by number',
  );
  const { rows: times } = await client.query<{ now: Date }>('select now()');
  const partitions = (await listPartitions(client)).flatMap(({ parent, partition, from, until }) =>
    from === null || until === null
      ? []
      : [{ parent, name: partition, from: from.toISOString(), until: until.toISOString() }],
  );
  return { takenAt: times[0]!.now.toISOString(), migrations, partitions };
}

export async function listCounters(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c where ${PERMANENT} and c.relkind = 'S' order by c.relname`,
  );
  return rows.map(({ name }) => name);
}

async function readCounters(client: pg.Client): Promise<Counter[]> {
  const counters: Counter[] = [];
  for (const name of await listCounters(client)) {
    const { rows: values } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${pg.escapeIdentifier(name)}`,
    );
    counters.push({ name, ...values[0]! });
  }
  return counters;
}
