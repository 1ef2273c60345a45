import type { Queryable, Tx } from '#kernel/db/db.ts';
import { deleteFile, type ErrorRow } from '#kernel/imports/imports.sql.ts';
import {
  type Claimed,
  columnsOf,
  type Held,
  type ImportTables,
  type Own,
  type Tables,
} from '#kernel/imports/record.ts';
import { dueIf } from '#kernel/work/poller.ts';

const IS_DUE = `status in ('receiving', 'queued', 'running') and lease_until <= $1`;
export const importDue = ({ imports }: Tables): string => dueIf(`from ${imports} where ${IS_DUE}`);

/**
 * Claims the import that has waited longest and has no valid lease, if any. The other waiting imports of its tenant go behind those
 * of other tenants, so that tenants take turns however many files one of them sends.
 */
export async function claimImport<C extends Own>(
  worker: Queryable,
  tables: ImportTables<C>,
  now: Date,
  leaseUntil: Date,
): Promise<Claimed<C> | undefined> {
  const { imports } = tables;
  const { rows } = await worker.query<Claimed<C>>(
    `with next as materialized (
       select tenant_id, id from ${imports}
       where ${IS_DUE}
       order by lease_until, id limit 1 for update skip locked),
     waiting as materialized (
       select i.tenant_id, i.id from ${imports} i join next on next.tenant_id = i.tenant_id and next.id <> i.id
       where i.status in ('queued', 'running') and i.lease_until <= $1 for update of i skip locked),
     moved as (
       update ${imports} i set lease_until = $1 from waiting w where (i.tenant_id, i.id) = (w.tenant_id, w.id))
     update ${imports} set claim = claim + 1, lease_until = $2,
       status = case status when 'receiving' then status else 'running' end, started_at = coalesce(started_at, $1)
     where (tenant_id, id) = (select tenant_id, id from next)
     returning tenant_id, ${columnsOf(tables)}`,
    [now, leaseUntil],
  );
  return rows[0];
}

/**
 * Deletes imports that ended long ago, with their errors. The oldest are deleted first, and only as many as one transaction
 * deletes in time; the next round continues.
 */
export async function deleteOldImports(worker: Queryable, { imports }: Tables, before: Date): Promise<void> {
  await worker.query(
    `delete from ${imports} where (tenant_id, id) in (
       select tenant_id, id from (
         select tenant_id, id, sum(errors_kept) over (order by finished_at, id) - errors_kept as errors_before
         from ${imports} where finished_at < $1 order by finished_at, id limit 100) old
       where errors_before < 50000)`,
    [before],
  );
}

const STILL_OURS = `tenant_id = current_tenant() and id = $1 and claim = $2`;

/**
 * Locks the import until commit. False when the claim is lost: the import was cancelled, or another worker claimed it after this
 * one was delayed.
 */
export async function holdImport(
  tx: Tx,
  { imports }: Tables,
  { id, claim }: Held,
  leaseUntil: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update ${imports} set lease_until = $3 where ${STILL_OURS} and status = 'running'`,
    [id, claim, leaseUntil],
  );
  return rowCount === 1;
}

export type Progress = {
  reachedByte: number;
  rows: number;
  errors: number;
  /** The amounts by which the batch raises the counts of the module, and its marks. */
  own: Record<string, number | boolean>;
};

/** False when the claim is lost, as `holdImport`. */
export async function advanceImport(
  tx: Tx,
  { imports, failures }: Tables,
  { id, claim }: Held,
  { reachedByte, rows, errors, own }: Progress,
  leaseUntil: Date,
): Promise<boolean> {
  const changes = Object.entries(own).map(
    ([column, value], n) => `${column} = ${typeof value === 'number' ? `${column} + ` : ''}$${n + 7}`,
  );
  const { rowCount } = await tx.query(
    `update ${imports} set reached_byte = $3, rows_done = rows_done + $4, errors_kept = errors_kept + $5, lease_until = $6,
       ${failures} = 0, ${changes.join(', ')}
     where ${STILL_OURS} and status = 'running'`,
    [id, claim, reachedByte, rows, errors, leaseUntil, ...Object.values(own)],
  );
  return rowCount === 1;
}

export async function insertErrors(tx: Tx, tables: Tables, id: string, errors: ErrorRow[]): Promise<void> {
  if (errors.length === 0) return;
  await tx.query(
    `insert into ${tables.errors} (tenant_id, import_id, row_number, entry, field, code, message)
     select current_tenant(), $1, * from unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[])`,
    [
      id,
      errors.map((error) => error.row_number),
      errors.map((error) => error.entry),
      errors.map((error) => error.field),
      errors.map((error) => error.code),
      errors.map((error) => error.message),
    ],
  );
}

export async function noteWarnings(
  tx: Tx,
  { imports }: Tables,
  { id, claim }: Held,
  warnings: string[],
): Promise<void> {
  await tx.query(`update ${imports} set warnings = $3 where ${STILL_OURS}`, [
    id,
    claim,
    JSON.stringify(warnings),
  ]);
}

/** The check found no errors: restarts from the beginning and writes. */
export async function startWriting(
  tx: Tx,
  { imports, counts }: Tables,
  { id, claim }: Held,
  now: Date,
): Promise<void> {
  const reset = ['reached_byte', 'rows_done', ...counts].map((column) => `${column} = 0`);
  await tx.query(
    `update ${imports} set pass = 'write', lease_until = $3, ${reset.join(', ')}
     where ${STILL_OURS} and status = 'running'`,
    [id, claim, now],
  );
}

export async function endImport(
  tx: Tx,
  tables: Tables,
  { id, claim }: Held,
  status: 'finished' | 'failed',
  now: Date,
  reason: string | null,
): Promise<void> {
  const { rowCount } = await tx.query(
    `update ${tables.imports} set status = $3, finished_at = $4, reason = $5
     where ${STILL_OURS} and status in ('receiving', 'running')`,
    [id, claim, status, now, reason],
  );
  if (rowCount === 1) await deleteFile(tx, tables, id);
}

/** Releases the import; any worker may claim it from `at` on. */
export async function releaseImport(
  tx: Tx,
  { imports, failures: column }: Tables,
  { id, claim }: Held,
  at: Date,
  failures: number,
): Promise<void> {
  await tx.query(
    `update ${imports} set lease_until = $3, ${column} = $4 where ${STILL_OURS} and status = 'running'`,
    [id, claim, at, failures],
  );
}

/** A turn that ends soon has not read a whole chunk; chunks are stored so that a part of one is read by itself. */
const PIECE = 256 * 1024;

/** The bytes of the file from there on, at most to the end of their chunk. */
export async function findBytes(
  tx: Tx,
  { chunks }: Tables,
  id: string,
  byte: number,
): Promise<Buffer | undefined> {
  const { rows } = await tx.query<{ bytes: Buffer }>(
    `select substr(bytes, ($2::bigint - start_byte)::int + 1, ${PIECE}) as bytes from ${chunks}
     where tenant_id = current_tenant() and import_id = $1 and start_byte <= $2 order by start_byte desc limit 1`,
    [id, byte],
  );
  return rows[0]?.bytes;
}
