import type { Queryable, Tx } from '#kernel/db/db.ts';
import { deleteFile, type ErrorRow, IMPORT_COLUMNS, type ImportRow } from './imports.sql.ts';

export type ClaimedImport = ImportRow & { tenant_id: string };

/** Claims the import that has waited longest and has no valid lease, if any. */
export async function claimImport(
  worker: Queryable,
  now: Date,
  leaseUntil: Date,
): Promise<ClaimedImport | undefined> {
  const { rows } = await worker.query<ClaimedImport>(
    `update imports set
       claim = claim + 1,
       lease_until = $2,
       status = case status when 'receiving' then status else 'running' end,
       started_at = coalesce(started_at, $1)
     where (tenant_id, id) = (
       select tenant_id, id from imports
       where status in ('receiving', 'queued', 'running') and lease_until <= $1
       order by lease_until limit 1 for update skip locked)
     returning tenant_id, ${IMPORT_COLUMNS}`,
    [now, leaseUntil],
  );
  return rows[0];
}

/**
 * Deletes imports that ended long ago, with their errors. The oldest are deleted first, and only as many as one transaction
 * deletes in time; the next round continues.
 */
export async function deleteOldImports(worker: Queryable, before: Date): Promise<void> {
  await worker.query(
    `delete from imports where (tenant_id, id) in (
       select tenant_id, id from (
         select tenant_id, id, sum(errors_kept) over (order by finished_at, id) - errors_kept as errors_before
         from imports where finished_at < $1 order by finished_at, id limit 100) old
       where errors_before < 50000)`,
    [before],
  );
}

type Held = Pick<ClaimedImport, 'id' | 'claim'>;
const STILL_OURS = 'tenant_id = current_tenant() and id = $1 and claim = $2';

/**
 * Locks the import until commit. False when the claim is lost: the import was cancelled, or another worker claimed it after this
 * one was delayed.
 */
export async function holdImport(tx: Tx, { id, claim }: Held, leaseUntil: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update imports set lease_until = $3 where ${STILL_OURS} and status = 'running'`,
    [id, claim, leaseUntil],
  );
  return rowCount === 1;
}

export type Progress = {
  reachedByte: number;
  behindStrayRow: boolean;
  rows: number;
  rowsFailed: number;
  placed: number;
  failed: number;
  errors: number;
};

export async function advanceImport(tx: Tx, { id, claim }: Held, by: Progress): Promise<void> {
  await tx.query(
    `update imports set reached_byte = $3, rows_done = rows_done + $4, rows_failed = rows_failed + $5,
       orders_placed = orders_placed + $6, orders_failed = orders_failed + $7, errors_kept = errors_kept + $8,
       behind_stray_row = $9, stumbles = 0
     where ${STILL_OURS}`,
    [id, claim, by.reachedByte, by.rows, by.rowsFailed, by.placed, by.failed, by.errors, by.behindStrayRow],
  );
}

export async function insertErrors(tx: Tx, id: string, errors: ErrorRow[]): Promise<void> {
  if (errors.length === 0) return;
  await tx.query(
    `insert into import_errors (tenant_id, import_id, row_number, entry, field, code, message)
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

export async function noteWarnings(tx: Tx, { id, claim }: Held, warnings: string[]): Promise<void> {
  await tx.query(`update imports set warnings = $3 where ${STILL_OURS}`, [
    id,
    claim,
    JSON.stringify(warnings),
  ]);
}

/** The check found no errors: restarts from the beginning and writes. */
export async function startWriting(tx: Tx, { id, claim }: Held, now: Date): Promise<void> {
  await tx.query(
    `update imports set pass = 'write', reached_byte = 0, rows_done = 0, orders_placed = 0, lease_until = $3
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
    `update imports set status = $3, finished_at = $4, reason = $5
     where ${STILL_OURS} and status in ('receiving', 'running')`,
    [id, claim, status, now, reason],
  );
  if (rowCount === 1) await deleteFile(tx, id);
}

/** Releases the import; any worker may claim it from `at` on. */
export async function releaseImport(tx: Tx, { id, claim }: Held, at: Date, failures: number): Promise<void> {
  await tx.query(
    `update imports set lease_until = $3, stumbles = $4 where ${STILL_OURS} and status = 'running'`,
    [id, claim, at, failures],
  );
}

export async function findChunk(
  tx: Tx,
  id: string,
  byte: number,
): Promise<{ start_byte: bigint; bytes: Buffer } | undefined> {
  const { rows } = await tx.query<{ start_byte: bigint; bytes: Buffer }>(
    `select start_byte, bytes from import_chunks
     where tenant_id = current_tenant() and import_id = $1 and start_byte <= $2 order by start_byte desc limit 1`,
    [id, byte],
  );
  return rows[0];
}
