/** Imports: uploaded files of products, processed in the background. */
import { createHash } from 'node:crypto';
import type { Db, Tx } from '#kernel/db/db.ts';
import { AppError, conflict, invalid, notFound } from '#kernel/errors.ts';
import type { Decimal, Delimiter, Mapping } from '#kernel/files/csv-options.ts';
import { newId } from '#kernel/id.ts';
import type { Existing } from './applying.ts';
import {
  cancelImport,
  deleteImport,
  findImport,
  type ImportRow,
  insertChunk,
  insertImport,
  queueImport,
} from './imports.sql.ts';

/** An import of a program before the options of CSV has none of them. */
export type ImportOptions = {
  existing: Existing;
  currency: string | null;
  delimiter?: Delimiter;
  decimal?: Decimal;
  mapping?: Mapping;
};
export type NewImport = Pick<ImportRow, 'format' | 'error_policy' | 'dry_run'> & { options: ImportOptions };

/** An upload whose process died is abandoned after this time; any other failed upload, at once. */
const UPLOAD_LEASE_MS = 600_000;
/** The most open imports of a tenant, waiting ones included: each keeps its file in the database. */
export const MOST_OPEN = 10;

/** Stores the file in chunks, each in its own transaction. An interrupted upload leaves nothing behind. */
export async function receiveFile(
  { db, clock, assertDisk }: { db: Db; clock: () => Date; assertDisk(): Promise<void> },
  tenantId: string,
  wanted: NewImport,
  pieces: AsyncIterable<Buffer>,
): Promise<{ id: string; digest: Buffer }> {
  const id = newId();
  const leaseUntil = () => new Date(clock().getTime() + UPLOAD_LEASE_MS);
  const isCheck = wanted.dry_run || wanted.error_policy === 'reject_all';
  const pass = isCheck ? ('check' as const) : ('write' as const);
  const row = { ...wanted, id, options: JSON.stringify(wanted.options), pass };
  const digest = createHash('sha256');
  let received = 0;
  try {
    for await (const piece of pieces) {
      await assertDisk();
      await db.inTenant(tenantId, async (tx) => {
        if (received === 0) await open(tx, row, clock(), leaseUntil());
        if (!(await insertChunk(tx, id, received, piece, leaseUntil()))) throw wasCancelled();
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

async function open(
  tx: Tx,
  row: Parameters<typeof insertImport>[1],
  now: Date,
  leaseUntil: Date,
): Promise<void> {
  if (await insertImport(tx, row, now, { leaseUntil, mostOpen: MOST_OPEN })) return;
  throw conflict(
    `${MOST_OPEN} imports are under way or waiting already. Wait until one is over, or cancel one.`,
  );
}

const wasCancelled = () => conflict('The import was cancelled.');

export const discardImport = (db: Db, tenantId: string, id: string) =>
  db.inTenant(tenantId, (tx) => deleteImport(tx, id));

export async function enqueueImport(tx: Tx, id: string, now: Date) {
  const row = await queueImport(tx, id, now);
  if (row === undefined) throw wasCancelled();
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
  const { existing, currency, mapping = {} } = JSON.parse(row.options) as ImportOptions;
  return {
    id: row.id,
    status: row.status,
    format: row.format,
    dryRun: row.dry_run,
    errorPolicy: row.error_policy,
    existing,
    currency,
    mapping,
    phase: row.pass === 'check' ? ('checking' as const) : ('writing' as const),
    bytes: { received: Number(row.received_bytes), done: Number(row.reached_byte) },
    rows: Number(row.rows_done),
    products: {
      created: Number(row.created),
      updated: Number(row.updated),
      unchanged: Number(row.unchanged),
      failed: Number(row.failed),
    },
    variants: Number(row.variants),
    errorsKept: row.errors_kept,
    warnings: JSON.parse(row.warnings) as string[],
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
