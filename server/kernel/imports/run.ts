/** One run of a worker on an import: each batch is written in the transaction that advances the import past it. */
import type { Db, Tx } from '#kernel/db/db.ts';
import { isOutage } from '#kernel/db/transaction.ts';
import { AppError } from '#kernel/errors.ts';
import { Unreadable } from '#kernel/files/rows.ts';
import { type ErrorRow, findImport } from '#kernel/imports/imports.sql.ts';
import type { Claimed, ImportTables, Own } from '#kernel/imports/record.ts';
import {
  advanceImport,
  endImport,
  findBytes,
  holdImport,
  insertErrors,
  type Progress,
  releaseImport,
  startWriting,
} from '#kernel/imports/steps.sql.ts';
import type { Kernel } from '#kernel/module.ts';

/** Longer than any batch takes, so that only a dead worker loses its lease. */
export const LEASE_MS = 60_000;
const MAX_FAILURES = 5;
const AFTER_FAILURE_MS = 2_000;

/** The import was cancelled, or another worker has claimed it. */
export class LeaseLost extends Error {}

/** `writeBatches` is true when it reached the end of the file. */
export async function runImport<C extends Own>(
  { db, clock, log }: Kernel,
  tables: ImportTables<C>,
  job: Claimed<C>,
  writeBatches: () => Promise<boolean>,
): Promise<void> {
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.inTenant(job.tenant_id, work);
  const fail = (reason: string) =>
    inTenant((tx) =>
      endImport(tx, tables, job, 'failed', clock(), reason.replaceAll('\0', '').toWellFormed()),
    );
  if (job.status === 'receiving') return fail('The upload was cut short.');
  try {
    const isThrough = await writeBatches();
    await inTenant((tx) =>
      isThrough ? endPass(tx, tables, job, clock()) : releaseImport(tx, tables, job, clock(), 0),
    );
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (error instanceof Unreadable || isQuota(error)) return fail(error.message);
    const counts = !isOutage(error);
    if (counts && job.failures + 1 >= MAX_FAILURES) {
      log.error({ err: error, importId: job.id }, 'an import was given up');
      return fail('Something went wrong on our side. It has been recorded.');
    }
    const later = new Date(clock().getTime() + AFTER_FAILURE_MS * 2 ** job.failures);
    const failures = job.failures + (counts ? 1 : 0);
    await inTenant((tx) => releaseImport(tx, tables, job, later, failures)).catch(() => {});
    throw error;
  }
}

/** Only the tenant or the operator can make room, so another attempt would fail too. */
const isQuota = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'quota_exceeded';

/** Ends a pass at the end of the file: starts the writing after a check without errors, or ends the import. */
async function endPass<C extends Own>(tx: Tx, tables: ImportTables<C>, job: Claimed<C>, now: Date) {
  if (!(await holdImport(tx, tables, job, now))) return;
  const failed = (await findImport(tx, tables, job.id))![tables.failed] as bigint;
  if (job.pass === 'write' || job.dry_run) return endImport(tx, tables, job, 'finished', now, null);
  if (failed === 0n) return startWriting(tx, tables, job, now);
  const what = failed === 1n ? `One ${tables.noun} is` : `${failed} ${tables.noun}s are`;
  await endImport(tx, tables, job, 'failed', now, `${what} not valid, so nothing was written.`);
}

/** Reads the file of an import from a byte on; null: its end. */
export type ReadFrom = (byte: number) => Promise<Buffer | null>;

export function fileOf<C extends Own>(db: Db, tables: ImportTables<C>, job: Claimed<C>): ReadFrom {
  return async (byte) => {
    if (byte >= Number(job.received_bytes)) return null;
    const bytes = await db.inTenant(job.tenant_id, (tx) => findBytes(tx, tables, job.id, byte));
    // A cancelled import has no file any more.
    if (bytes === undefined) throw new LeaseLost();
    return bytes;
  };
}

/** Advances the import past a batch, and stores its errors, in the transaction of the batch. */
export async function recordBatch<C extends Own>(
  tx: Tx,
  tables: ImportTables<C>,
  job: Claimed<C>,
  now: Date,
  progress: Omit<Progress, 'errors'>,
  errors: ErrorRow[],
): Promise<void> {
  const by = { ...progress, errors: errors.length };
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  if (!(await advanceImport(tx, tables, job, by, leaseUntil))) throw new LeaseLost();
  await insertErrors(tx, tables, job.id, errors);
}
