import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import { deleteNumbers } from './numbers.sql.ts';

export type ImportStatus = 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled';

export type ImportRow = {
  id: string;
  format: 'csv' | 'ndjson';
  options: string;
  dry_run: boolean;
  error_policy: 'reject_all' | 'reject_failed';
  status: ImportStatus;
  pass: 'check' | 'write';
  received_bytes: bigint;
  reached_byte: bigint;
  behind_stray_row: boolean;
  rows_done: bigint;
  rows_failed: bigint;
  orders_placed: bigint;
  orders_failed: bigint;
  errors_kept: number;
  warnings: string;
  reason: string | null;
  claim: number;
  failures: number;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
};

export const IMPORT_COLUMNS = `
  id, format, options, dry_run, error_policy, status, pass, received_bytes, reached_byte, behind_stray_row,
  rows_done, rows_failed, orders_placed, orders_failed, errors_kept, warnings, reason, claim, stumbles as failures,
  created_at, started_at, finished_at`;

/** Undefined when the tenant already has `mostOpen` open imports. */
export async function insertImport(
  tx: Tx,
  wanted: Pick<ImportRow, 'id' | 'format' | 'options' | 'dry_run' | 'error_policy' | 'pass'>,
  now: Date,
  limits: { leaseUntil: Date; mostOpen: number },
): Promise<ImportRow | undefined> {
  const { rows } = await tx.query<ImportRow>(
    `insert into imports
       (tenant_id, id, format, options, dry_run, error_policy, status, pass, lease_until, created_at)
     select current_tenant(), $1, $2, $3, $4, $5, 'receiving', $6, $7, $8
     where (select count(*) from imports
       where tenant_id = current_tenant() and status in ('receiving', 'queued', 'running')) < $9
     returning ${IMPORT_COLUMNS}`,
    [
      wanted.id,
      wanted.format,
      wanted.options,
      wanted.dry_run,
      wanted.error_policy,
      wanted.pass,
      limits.leaseUntil,
      now,
      limits.mostOpen,
    ],
  );
  return rows[0];
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
    `update imports set received_bytes = $2, lease_until = $3
     where tenant_id = current_tenant() and id = $1 and status = 'receiving'`,
    [id, startByte + bytes.length, leaseUntil],
  );
  if (rowCount === 0) return false;
  await tx.query(
    'insert into import_chunks (tenant_id, import_id, start_byte, bytes) values (current_tenant(), $1, $2, $3)',
    [id, startByte, bytes],
  );
  return true;
}

export async function queueImport(tx: Tx, id: string, now: Date): Promise<ImportRow | undefined> {
  const { rows } = await tx.query<ImportRow>(
    `update imports set status = 'queued', lease_until = $2
     where tenant_id = current_tenant() and id = $1 and status = 'receiving' returning ${IMPORT_COLUMNS}`,
    [id, now],
  );
  return rows[0];
}

/** Deletes the import with its chunks. */
export async function deleteImport(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from imports where tenant_id = current_tenant() and id = $1', [id]);
}

export async function findImport(tx: Tx, id: string): Promise<ImportRow | undefined> {
  const { rows } = await tx.query<ImportRow>(
    `select ${IMPORT_COLUMNS} from imports where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0];
}

export async function listImports(tx: Tx, limit: number, after: Position | null): Promise<ImportRow[]> {
  return listNewestFirst<ImportRow>(
    tx,
    `select ${IMPORT_COLUMNS} from imports
     where tenant_id = current_tenant()`,
    [],
    limit,
    after,
  );
}

/** Undefined when the import has already ended. Waits for a batch that is being placed. */
export async function cancelImport(tx: Tx, id: string, now: Date): Promise<ImportRow | undefined> {
  const { rows } = await tx.query<ImportRow>(
    `update imports set status = 'cancelled', finished_at = $2
     where tenant_id = current_tenant() and id = $1 and status in ('receiving', 'queued', 'running')
     returning ${IMPORT_COLUMNS}`,
    [id, now],
  );
  if (rows[0] !== undefined) await deleteFile(tx, id);
  return rows[0];
}

/** Deletes the file and the numbers recorded from it. */
export async function deleteFile(tx: Tx, id: string): Promise<void> {
  await deleteNumbers(tx, id);
  await tx.query('delete from import_chunks where tenant_id = current_tenant() and import_id = $1', [id]);
}

export type ErrorRow = { row_number: bigint; entry: number; field: string; code: string; message: string };

export async function listErrors(
  tx: Tx,
  id: string,
  after: ErrorRow | null,
  limit: number,
): Promise<ErrorRow[]> {
  const { rows } = await tx.query<ErrorRow>(
    `select row_number, entry, field, code, message from import_errors
     where tenant_id = current_tenant() and import_id = $1 and (row_number, entry) > ($2, $3)
     order by row_number, entry limit $4`,
    [id, after?.row_number ?? -1, after?.entry ?? 0, limit],
  );
  return rows;
}
