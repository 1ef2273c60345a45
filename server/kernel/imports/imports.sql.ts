import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import {
  columnsOf,
  type ImportRow,
  type ImportTables,
  type Own,
  type Tables,
} from '#kernel/imports/record.ts';

type NewRow = Pick<ImportRow, 'id' | 'format' | 'options' | 'dry_run' | 'error_policy' | 'pass'>;

/** False when the tenant has as many open imports as it may. */
export async function insertImport(
  tx: Tx,
  { imports, mostOpen }: Tables,
  row: NewRow,
  now: Date,
  leaseUntil: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into ${imports} (tenant_id, id, format, options, dry_run, error_policy, status, pass, lease_until, created_at)
     select current_tenant(), $1, $2, $3, $4, $5, 'receiving', $6, $7, $8
     where (select count(*) from ${imports}
       where tenant_id = current_tenant() and status in ('receiving', 'queued', 'running')) < $9`,
    [row.id, row.format, row.options, row.dry_run, row.error_policy, row.pass, leaseUntil, now, mostOpen],
  );
  return rowCount > 0;
}

/** False when the import is no longer being received, because it was cancelled. */
export async function insertChunk(
  tx: Tx,
  { imports, chunks }: Tables,
  id: string,
  startByte: number,
  bytes: Buffer,
  leaseUntil: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update ${imports} set received_bytes = $2, lease_until = $3
     where tenant_id = current_tenant() and id = $1 and status = 'receiving'`,
    [id, startByte + bytes.length, leaseUntil],
  );
  if (rowCount === 0) return false;
  await tx.query(
    `insert into ${chunks} (tenant_id, import_id, start_byte, bytes) values (current_tenant(), $1, $2, $3)`,
    [id, startByte, bytes],
  );
  return true;
}

export async function queueImport<C extends Own>(tx: Tx, tables: ImportTables<C>, id: string, now: Date) {
  const { rows } = await tx.query<ImportRow & C>(
    `update ${tables.imports} set status = 'queued', lease_until = $2
     where tenant_id = current_tenant() and id = $1 and status = 'receiving' returning ${columnsOf(tables)}`,
    [id, now],
  );
  return rows[0];
}

/** Deletes the import with its file. */
export async function deleteImport(tx: Tx, { imports }: Tables, id: string): Promise<void> {
  await tx.query(`delete from ${imports} where tenant_id = current_tenant() and id = $1`, [id]);
}

export async function findImport<C extends Own>(tx: Tx, tables: ImportTables<C>, id: string) {
  const { rows } = await tx.query<ImportRow & C>(
    `select ${columnsOf(tables)} from ${tables.imports} where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0];
}

export const listImports = <C extends Own>(
  tx: Tx,
  tables: ImportTables<C>,
  limit: number,
  after: Position | null,
) =>
  listNewestFirst<ImportRow & C>(
    tx,
    `select ${columnsOf(tables)} from ${tables.imports} where tenant_id = current_tenant()`,
    [],
    limit,
    after,
  );

/** Undefined when the import has already ended. Waits for a batch that is being written. */
export async function cancelImport<C extends Own>(tx: Tx, tables: ImportTables<C>, id: string, now: Date) {
  const { rows } = await tx.query<ImportRow & C>(
    `update ${tables.imports} set status = 'cancelled', finished_at = $2
     where tenant_id = current_tenant() and id = $1 and status in ('receiving', 'queued', 'running')
     returning ${columnsOf(tables)}`,
    [id, now],
  );
  if (rows[0] !== undefined) await deleteFile(tx, tables, id);
  return rows[0];
}

export async function deleteFile(tx: Tx, { chunks, ofFile = [] }: Tables, id: string): Promise<void> {
  for (const table of [...ofFile, chunks]) {
    await tx.query(`delete from ${table} where tenant_id = current_tenant() and import_id = $1`, [id]);
  }
}

export type ErrorRow = { row_number: bigint; entry: number; field: string; code: string; message: string };

export async function listErrors(
  tx: Tx,
  { errors }: Tables,
  id: string,
  after: ErrorRow | null,
  limit: number,
): Promise<ErrorRow[]> {
  const { rows } = await tx.query<ErrorRow>(
    `select row_number, entry, field, code, message from ${errors}
     where tenant_id = current_tenant() and import_id = $1 and (row_number, entry) > ($2, $3)
     order by row_number, entry limit $4`,
    [id, after?.row_number ?? -1, after?.entry ?? 0, limit],
  );
  return rows;
}
