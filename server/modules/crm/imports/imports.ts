/** Imports: uploaded files of orders, processed in the background. */
import { createHash } from 'node:crypto';
import type { Db, Tx } from '#kernel/db/db.ts';
import { AppError, conflict, invalid, notFound } from '#kernel/errors.ts';
import type { Decimal, Delimiter, Mapping } from '#kernel/files/csv-options.ts';
import { newId } from '#kernel/id.ts';
import type { PlaceOrder } from '../orders/fields.ts';
import {
  cancelImport,
  deleteImport,
  findImport,
  type ImportRow,
  insertChunk,
  insertImport,
  queueImport,
} from './imports.sql.ts';

/** How to read the file; stored with the import as JSON. */
export type ImportOptions = {
  delimiter: Delimiter;
  mapping: Mapping;
  createCustomers: boolean;
  channel: NonNullable<PlaceOrder['channel']>;
  currency: string | null;
  decimal?: Decimal;
  /** The time zone of times without one: that of the tenant. */
  timeZone?: string;
  /** The author of the upload, as JSON. */
  by: string;
};

export type NewImport = Pick<ImportRow, 'format' | 'error_policy' | 'dry_run'> & { options: ImportOptions };

/** An upload whose process died is abandoned after this time; any other failed upload, at once. */
const UPLOAD_LEASE_MS = 600_000;
/** The most open imports of a tenant, waiting ones included: a file takes up to some hundred mebibytes in the database. */
export const MOST_OPEN = 20;

/** Rejects a chunk that exceeds the tenant's quota. */
export type Admit = (tx: Tx, bytes: number) => Promise<void>;

/** Stores the file in chunks, each in its own transaction. An interrupted upload leaves nothing behind. */
export async function receiveFile(
  { db, clock, admit }: { db: Db; clock: () => Date; admit: Admit },
  tenantId: string,
  wanted: NewImport,
  pieces: AsyncIterable<Buffer>,
): Promise<{ id: string; digest: Buffer }> {
  const id = newId();
  const leaseUntil = () => new Date(clock().getTime() + UPLOAD_LEASE_MS);
  const row = { ...wanted, id, options: JSON.stringify(wanted.options), pass: firstPass(wanted) };
  const digest = createHash('sha256');
  let received = 0;
  try {
    for await (const piece of pieces) {
      await db.inTenant(tenantId, async (tx) => {
        await admit(tx, piece.length);
        if (received === 0) await open(tx, row, clock(), leaseUntil());
        if (!(await insertChunk(tx, id, received, piece, leaseUntil())))
          throw conflict('The import was cancelled.');
      });
      digest.update(piece);
      received += piece.length;
    }
  } catch (error) {
    if (received > 0) await discardImport(db, tenantId, id);
    throw error;
  }
  if (received === 0) throw invalid([{ path: '', code: 'too_short', message: 'The file is empty.' }]);
  return { id, digest: digest.digest() };
}

/** `reject_all` checks the whole file before it writes; a dry run is only that check. */
const firstPass = ({ dry_run, error_policy }: NewImport): ImportRow['pass'] =>
  dry_run || error_policy === 'reject_all' ? 'check' : 'write';

async function open(
  tx: Tx,
  row: Parameters<typeof insertImport>[1],
  now: Date,
  leaseUntil: Date,
): Promise<void> {
  if ((await insertImport(tx, row, now, { leaseUntil, mostOpen: MOST_OPEN })) !== undefined) return;
  throw conflict(
    `${MOST_OPEN} imports are under way or waiting already. Wait until one is over, or cancel one.`,
  );
}

export const discardImport = (db: Db, tenantId: string, id: string) =>
  db.inTenant(tenantId, (tx) => deleteImport(tx, id));

export async function enqueueImport(tx: Tx, id: string, now: Date) {
  const row = await queueImport(tx, id, now);
  if (row === undefined) throw conflict('The import was cancelled.');
  return presentImport(row);
}

export async function stopImport(tx: Tx, id: string, now: Date) {
  const row = await cancelImport(tx, id, now);
  if (row !== undefined) return presentImport(row);
  const before = await findImport(tx, id);
  if (before === undefined) throw notFound('import');
  const message = `This import is ${before.status}; only one that is not over can be cancelled.`;
  throw new AppError('invalid_transition', message, { state: before.status, allowed: [] });
}

export function presentImport(row: ImportRow) {
  const { mapping, createCustomers, channel, currency } = JSON.parse(row.options) as ImportOptions;
  const isOver = row.status === 'finished';
  return {
    id: row.id,
    status: row.status,
    format: row.format,
    dryRun: row.dry_run,
    errorPolicy: row.error_policy,
    mapping,
    createCustomers,
    channel,
    currency,
    phase: row.pass === 'check' ? ('checking' as const) : ('writing' as const),
    bytes: { received: Number(row.received_bytes), done: Number(row.reached_byte) },
    rows: {
      total: isOver ? Number(row.rows_done) : null,
      done: Number(row.rows_done),
      failed: Number(row.rows_failed),
    },
    orders: { placed: Number(row.orders_placed), failed: Number(row.orders_failed) },
    errorsKept: row.errors_kept,
    warnings: JSON.parse(row.warnings) as string[],
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
