import type { Queryable, Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';

export type ImportRow = {
  id: string;
  format: 'csv' | 'ndjson';
  /** JSON. */
  options: string;
  dry_run: boolean;
  error_policy: 'reject_all' | 'reject_failed';
  status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled';
  pass: 'check' | 'write';
  received_bytes: bigint;
  reached_byte: bigint;
  rows_done: bigint;
  created: bigint;
  updated: bigint;
  unchanged: bigint;
  failed: bigint;
  variants: bigint;
  errors_kept: number;
  warnings: string;
  reason: string | null;
  claim: number;
  failures: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
};
export type ClaimedImport = ImportRow & { tenant_id: string };

const COLUMNS = `
  id, format, options, dry_run, error_policy, status, pass, received_bytes, reached_byte, rows_done, created, updated, unchanged,
  failed, variants, errors_kept, warnings, reason, claim, failures, created_at, started_at, finished_at`;

/** False when the tenant has as many open imports as it may. */
export async function insertImport(
  tx: Tx,
  row: Pick<ImportRow, 'id' | 'format' | 'options' | 'dry_run' | 'error_policy' | 'pass'>,
  now: Date,
  limits: { leaseUntil: Date; mostOpen: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into catalog_imports (tenant_id, id, format, options, dry_run, error_policy, status, pass, lease_until, created_at)
     select current_tenant(), $1, $2, $3, $4, $5, 'receiving', $6, $7, $8
     where (select count(*) from catalog_imports
       where tenant_id = current_tenant() and status in ('receiving', 'queued', 'running')) < $9`,
    [
      row.id,
      row.format,
      row.options,
      row.dry_run,
      row.error_policy,
      row.pass,
      limits.leaseUntil,
      now,
      limits.mostOpen,
    ],
  );
  return rowCount > 0;
}

/** False when the import is no longer being received, because it was cancelled. */
export async function insertChunk(
  tx: Tx,
  id: string,
  startByte: number,
  bytes: Buffer,
  leaseUntil: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update catalog_imports set received_bytes = $2, lease_until = $3
     where tenant_id = current_tenant() and id = $1 and status = 'receiving'`,
    [id, startByte + bytes.length, leaseUntil],
  );
  if (rowCount === 0) return false;
  await tx.query(
    `insert into catalog_import_chunks (tenant_id, import_id, start_byte, bytes) values (current_tenant(), $1, $2, $3)`,
    [id, startByte, bytes],
  );
  return true;
}

export async function queueImport(tx: Tx, id: string, now: Date): Promise<ImportRow | undefined> {
  const { rows } = await tx.query<ImportRow>(
    `update catalog_imports set status = 'queued', lease_until = $2
     where tenant_id = current_tenant() and id = $1 and status = 'receiving' returning ${COLUMNS}`,
    [id, now],
  );
  return rows[0];
}

export async function deleteImport(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from catalog_imports where tenant_id = current_tenant() and id = $1', [id]);
}

export async function findImport(tx: Tx, id: string): Promise<ImportRow | undefined> {
  const { rows } = await tx.query<ImportRow>(
    `select ${COLUMNS} from catalog_imports where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0];
}

export const listImports = (tx: Tx, limit: number, after: Position | null) =>
  listNewestFirst<ImportRow>(
    tx,
    `select ${COLUMNS} from catalog_imports where tenant_id = current_tenant()`,
    [],
    limit,
    after,
  );

/** Undefined when the import has already ended. */
export async function cancelImport(tx: Tx, id: string, now: Date): Promise<ImportRow | undefined> {
  const { rows } = await tx.query<ImportRow>(
    `update catalog_imports set status = 'cancelled', finished_at = $2
     where tenant_id = current_tenant() and id = $1 and status in ('receiving', 'queued', 'running') returning ${COLUMNS}`,
    [id, now],
  );
  if (rows[0] !== undefined) await deleteFile(tx, id);
  return rows[0];
}

async function deleteFile(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from catalog_import_chunks where tenant_id = current_tenant() and import_id = $1', [
    id,
  ]);
}

/**
 * Claims the import that has waited longest and has no valid lease, if any. The other waiting imports of its tenant go behind those
 * of other tenants, so that tenants take turns however many files one of them sends.
 */
export async function claimImport(
  worker: Queryable,
  now: Date,
  leaseUntil: Date,
): Promise<ClaimedImport | undefined> {
  const { rows } = await worker.query<ClaimedImport>(
    `with next as materialized (
       select tenant_id, id from catalog_imports
       where status in ('receiving', 'queued', 'running') and lease_until <= $1
       order by lease_until, id limit 1 for update skip locked),
     waiting as materialized (
       select i.tenant_id, i.id from catalog_imports i join next on next.tenant_id = i.tenant_id and next.id <> i.id
       where i.status in ('queued', 'running') and i.lease_until <= $1 for update of i skip locked),
     moved as (
       update catalog_imports i set lease_until = $1 from waiting w where (i.tenant_id, i.id) = (w.tenant_id, w.id))
     update catalog_imports set claim = claim + 1, lease_until = $2,
       status = case status when 'receiving' then status else 'running' end, started_at = coalesce(started_at, $1)
     where (tenant_id, id) = (select tenant_id, id from next)
     returning tenant_id, ${COLUMNS}`,
    [now, leaseUntil],
  );
  return rows[0];
}

/** Deletes imports that ended long ago, with their errors; the next round continues. */
export async function deleteOldImports(worker: Queryable, before: Date): Promise<void> {
  await worker.query(
    `delete from catalog_imports where (tenant_id, id) in (
       select tenant_id, id from catalog_imports where finished_at < $1 order by finished_at limit 20)`,
    [before],
  );
}

const STILL_OURS = 'tenant_id = current_tenant() and id = $1 and claim = $2';
type Held = Pick<ImportRow, 'id' | 'claim'>;

export type Progress = {
  reachedByte: number;
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  variants: number;
  errors: number;
};

/** False when the claim is lost: the import was cancelled, or another worker claimed it. */
export async function advanceImport(
  tx: Tx,
  { id, claim }: Held,
  by: Progress,
  leaseUntil: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update catalog_imports set reached_byte = $3, rows_done = rows_done + $4, created = created + $5, updated = updated + $6,
       unchanged = unchanged + $7, failed = failed + $8, variants = variants + $9, errors_kept = errors_kept + $10,
       lease_until = $11, failures = 0
     where ${STILL_OURS} and status = 'running'`,
    [
      id,
      claim,
      by.reachedByte,
      by.rows,
      by.created,
      by.updated,
      by.unchanged,
      by.failed,
      by.variants,
      by.errors,
      leaseUntil,
    ],
  );
  return rowCount === 1;
}

export async function noteWarnings(tx: Tx, { id, claim }: Held, warnings: string[]): Promise<void> {
  await tx.query(`update catalog_imports set warnings = $3 where ${STILL_OURS}`, [
    id,
    claim,
    JSON.stringify(warnings),
  ]);
}

/** The check found no errors: restarts from the beginning and writes. */
export async function startWriting(tx: Tx, { id, claim }: Held, now: Date): Promise<void> {
  await tx.query(
    `update catalog_imports set pass = 'write', reached_byte = 0, rows_done = 0, created = 0, updated = 0, unchanged = 0,
       variants = 0, lease_until = $3
     where ${STILL_OURS} and status = 'running'`,
    [id, claim, now],
  );
}

export async function endImport(
  tx: Tx,
  { id, claim }: Held,
  status: 'finished' | 'failed',
  now: Date,
  reason: string | null,
): Promise<void> {
  const { rowCount } = await tx.query(
    `update catalog_imports set status = $3, finished_at = $4, reason = $5
     where ${STILL_OURS} and status in ('receiving', 'running')`,
    [id, claim, status, now, reason],
  );
  if (rowCount === 1) await deleteFile(tx, id);
}

/** Releases the import; any worker may claim it from `at` on. */
export async function releaseImport(tx: Tx, { id, claim }: Held, at: Date, failures: number): Promise<void> {
  await tx.query(
    `update catalog_imports set lease_until = $3, failures = $4 where ${STILL_OURS} and status = 'running'`,
    [id, claim, at, failures],
  );
}

/** A turn that ends soon has not read a whole chunk; chunks are stored so that a part of one is read by itself. */
const PIECE = 256 * 1024;

/** The bytes of the file from there on, at most to the end of their chunk. */
export async function findBytes(tx: Tx, id: string, byte: number): Promise<Buffer | undefined> {
  const { rows } = await tx.query<{ bytes: Buffer }>(
    `select substr(bytes, ($2::bigint - start_byte)::int + 1, ${PIECE}) as bytes from catalog_import_chunks
     where tenant_id = current_tenant() and import_id = $1 and start_byte <= $2 order by start_byte desc limit 1`,
    [id, byte],
  );
  return rows[0]?.bytes;
}

export type ErrorRow = { row_number: bigint; entry: number; field: string; code: string; message: string };

export async function insertErrors(tx: Tx, id: string, errors: ErrorRow[]): Promise<void> {
  if (errors.length === 0) return;
  await tx.query(
    `insert into catalog_import_errors (tenant_id, import_id, row_number, entry, field, code, message)
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

export async function listErrors(
  tx: Tx,
  id: string,
  after: ErrorRow | null,
  limit: number,
): Promise<ErrorRow[]> {
  const { rows } = await tx.query<ErrorRow>(
    `select row_number, entry, field, code, message from catalog_import_errors
     where tenant_id = current_tenant() and import_id = $1 and (row_number, entry) > ($2, $3)
     order by row_number, entry limit $4`,
    [id, after?.row_number ?? -1, after?.entry ?? 0, limit],
  );
  return rows;
}
