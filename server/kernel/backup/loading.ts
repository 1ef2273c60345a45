/** Loads the rows of a backup into a migrated, empty database: one transaction, so that it is loaded whole or not at all. */
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import {
  type Counter,
  damaged,
  type FileEnd,
  type Head,
  type Item,
  type Last,
  type TableEnd,
} from '#kernel/backup/archive.ts';
import { RowDigest, readRows, SAME_TEXT, type TableColumns, writeRows } from '#kernel/backup/rows.ts';
import { listCounters, listTables } from '#kernel/backup/writing.ts';
import { makePartition } from '#kernel/db/partitions.ts';

export type Loaded = { tables: number; rows: number; files: number; missing: string[] };

/** Stores a file; `whole` is called before the file is put into its place, and throws if the backup promised other bytes. */
type StoreFile = (
  key: string,
  content: AsyncIterable<Buffer>,
  whole: (end: FileEnd) => void,
) => Promise<void>;

/**
 * Loads everything that follows the head, verifies it against the backup, and commits. `leftOut` names tables whose rows this
 * program does not take along, also if the backup has them.
 */
export async function loadInstallation(
  client: pg.Client,
  head: Head,
  items: AsyncIterator<Item>,
  leftOut: string[],
  storeFile: StoreFile,
): Promise<Loaded> {
  await client.query(`${SAME_TEXT}; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
     begin; set local maintenance_work_mem = '256MB'`);
  const tables = await listTables(client, leftOut);
  assertAll('table', tables, [...head.tables, ...head.leftOut.map((name) => ({ name }))]);
  const resumeRules = await suspendRules(client);
  for (const { parent, name, from, until } of head.partitions) {
    await makePartition(client, { parent, name, from: new Date(from), until: new Date(until) });
  }
  const ends = new Map<TableColumns, TableEnd>();
  const read = { rows: 0, files: 0 };
  const last = await readParts(items, {
    async table(name, content) {
      const table = head.tables.find((each) => each.name === name);
      if (table === undefined) throw damaged(`table ${name} is unknown`);
      const digest = new RowDigest();
      const rows = digested(content.pieces(), digest);
      if (leftOut.includes(name)) for await (const _ of rows);
      else {
        const known = knownTable(table, tables);
        // A migration may have written rows, such as the announcement of a change; the backup has them too.
        await client.query(`delete from ${pg.escapeIdentifier(known.name)}`);
        await pipeline(rows, writeRows(client, known));
      }
      const end = digest.end();
      assertSame(`table ${name}`, end, content.end);
      ends.set(table, end);
      read.rows += end.rows;
    },
    async file(key, content) {
      await storeFile(key, content.pieces(), (end) => assertSame(`file ${key}`, end, content.end));
      read.files += 1;
    },
  });
  if (last.rows !== read.rows || last.files !== read.files || ends.size !== head.tables.length)
    throw damaged('tables or files are missing');
  const counters = (await listCounters(client)).map((name) => ({ name }));
  assertAll('sequence', counters, last.counters);
  await setCounters(client, last.counters);
  for (const [table, end] of ends) if (!leftOut.includes(table.name)) await verify(client, table, end);
  await resumeRules();
  await client.query('commit');
  // Until the planner knows the sizes of the tables, it may read a whole table for one row.
  await client.query(`analyze ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
  return { tables: ends.size, ...read, missing: last.missing };
}

type Content = { pieces(): AsyncGenerator<Buffer>; end: unknown };
type PartReader = (name: string, content: Content) => Promise<void>;

async function readParts(
  items: AsyncIterator<Item>,
  read: { table: PartReader; file: PartReader },
): Promise<Last> {
  for (;;) {
    const item = (await items.next()).value as Item;
    if (item.kind === 'table') await read.table(item.value.name, contentOf(items));
    else if (item.kind === 'file') await read.file(item.value.key, contentOf(items));
    else if (item.kind === 'last') return item.value;
    else throw damaged(`it has a record "${item.kind}" in the wrong place`);
  }
}

/** The bytes of a table or file; `end` is set when they have been read. */
function contentOf(items: AsyncIterator<Item>): Content {
  const content: Content = {
    end: undefined,
    async *pieces() {
      for (;;) {
        const item = (await items.next()).value as Item;
        if (item.kind === 'data') yield item.value;
        else if (item.kind !== 'end') throw damaged(`it has a record "${item.kind}" in the wrong place`);
        else {
          content.end = item.value;
          return;
        }
      }
    },
  };
  return content;
}

async function* digested(pieces: AsyncIterable<Buffer>, digest: RowDigest): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    digest.update(piece);
    yield piece;
  }
}

function assertSame(what: string, found: TableEnd | FileEnd, promised: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(promised)) throw damaged(`${what} differs from its digest`);
}

/** A backup says of each table and sequence of its migrations what is in it: otherwise it would be restored without a word. */
function assertAll(kind: string, needed: { name: string }[], found: { name: string }[]): void {
  const names = new Set(found.map(({ name }) => name));
  const lacking = needed.find(({ name }) => !names.has(name));
  if (lacking !== undefined) throw damaged(`${kind} ${lacking.name} is missing`);
}

/** The names of tables and columns are this database's: nothing of the file becomes SQL. */
function knownTable(table: TableColumns, tables: TableColumns[]): TableColumns {
  const known = tables.find(({ name }) => name === table.name);
  if (known === undefined || table.columns.some((column) => !known.columns.includes(column)))
    throw damaged(`table ${table.name} is not one of its migrations`);
  return table;
}

/**
 * Rows are loaded as they were: no trigger acts on them, and the owner sees them. Foreign keys are checked and indexes are made
 * once, at the end, instead of row by row. Returns the function that puts everything back.
 */
async function suspendRules(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity and not relispartition`,
  );
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  );
  // An index "on only" a table would leave out its partitions.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relrowsecurity and not c.relispartition
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  );
  const run = (statements: string[]) => client.query(statements.join(';'));
  await run([
    ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...indexes.map(({ name }) => `drop index ${name}`),
    ...tables.map(({ name }) => `alter table ${name} no force row level security, disable trigger user`),
  ]);
  return async () => {
    for (const { definition } of indexes) await client.query(definition);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    await run(tables.map(({ name }) => `alter table ${name} enable trigger user, force row level security`));
  };
}

async function setCounters(client: pg.Client, counters: Counter[]): Promise<void> {
  for (const { name, value, isCalled } of counters)
    await client.query('select setval(quote_ident($1)::regclass, $2, $3)', [name, value, isCalled]);
}

/** Reads a table again and compares it with the backup. */
async function verify(client: pg.Client, table: TableColumns, end: TableEnd): Promise<void> {
  const digest = new RowDigest();
  for await (const piece of readRows(client, table)) digest.update(piece);
  const found = digest.end();
  if (JSON.stringify(found) !== JSON.stringify(end)) {
    throw new Error(
      `table ${table.name} has other rows than the backup: ${found.rows} instead of ${end.rows}`,
    );
  }
}
