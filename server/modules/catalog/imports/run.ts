/** One run of a worker on an import: each batch is written in the transaction that advances the import past it. */
import type { Db } from '#kernel/db/db.ts';
import { isOutage } from '#kernel/db/transaction.ts';
import { AppError, type Problem } from '#kernel/errors.ts';
import type { Kernel } from '#kernel/module.ts';
import { placing } from '#kernel/work/activity.ts';
import type { Others } from '../products/references.ts';
import { applyBatch, type Outcome } from './applying.ts';
import { type Batch, type Candidate, type ReadFrom, readBatches, readPlan } from './candidates.ts';
import { Unreadable } from './columns.ts';
import {
  advanceImport,
  type ClaimedImport,
  type ErrorRow,
  endImport,
  findBytes,
  findImport,
  insertErrors,
  noteWarnings,
  releaseImport,
  startWriting,
} from './imports.sql.ts';
import type { ImportOptions } from './imports.ts';

/** Longer than any batch takes, so that only a dead worker loses its lease. */
export const LEASE_MS = 60_000;
const MAX_FAILURES = 5;
const AFTER_FAILURE_MS = 2_000;
/** A batch fails only if a concurrent request takes one of its SKUs or handles. */
const ATTEMPTS = 5;
const ERRORS_PER_PRODUCT = 20;
const ERRORS_PER_IMPORT = 100_000;
const MAX_TEXT = 500;

/** The import was cancelled, or another worker has claimed it. */
class LeaseLost extends Error {}

export async function runImport(
  kernel: Kernel,
  others: Others,
  job: ClaimedImport,
  isOver: () => boolean,
): Promise<void> {
  const { db, clock } = kernel;
  const end = (status: 'finished' | 'failed', reason: string | null) =>
    db.inTenant(job.tenant_id, (tx) => endImport(tx, job, status, clock(), reason));
  if (job.status === 'receiving') return end('failed', 'The upload was cut short.');
  try {
    const isThrough = await applyBatches(kernel, others, job, isOver);
    if (!isThrough) return await db.inTenant(job.tenant_id, (tx) => releaseImport(tx, job, clock(), 0));
    await endPass(db, job, clock);
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (error instanceof Unreadable) return end('failed', error.message.replaceAll('\0', '').toWellFormed());
    const counts = !isOutage(error);
    if (counts && job.failures + 1 >= MAX_FAILURES) {
      kernel.log.error({ err: error, importId: job.id }, 'an import was given up');
      return end('failed', 'Something went wrong on our side. It has been recorded.');
    }
    const later = new Date(clock().getTime() + AFTER_FAILURE_MS * 2 ** job.failures);
    const failures = job.failures + (counts ? 1 : 0);
    await db.inTenant(job.tenant_id, (tx) => releaseImport(tx, job, later, failures)).catch(() => {});
    throw error;
  }
}

/** True when the run reached the end of the file. */
async function applyBatches(
  { db, clock }: Kernel,
  others: Others,
  job: ClaimedImport,
  isOver: () => boolean,
): Promise<boolean> {
  const options = JSON.parse(job.options) as ImportOptions;
  const { delimiter = 'comma', decimal = 'point', mapping = {}, currency } = options;
  const readFrom = fileOf(db, job);
  const plan = job.format === 'csv' ? await readPlan(readFrom, delimiter, mapping) : null;
  if (plan !== null && job.reached_byte === 0n) {
    await db.inTenant(job.tenant_id, (tx) => noteWarnings(tx, job, plan.warnings));
  }
  const from = { byte: Number(job.reached_byte), rows: Number(job.rows_done) };
  const batches = readBatches(readFrom, plan, from, { currency, decimal, delimiter });
  // The next batch is read while the database writes this one.
  for (let upcoming = batches.next(); ; ) {
    const { value: batch, done } = await upcoming;
    if (done) return true;
    upcoming = batches.next();
    upcoming.catch(() => {});
    const began = performance.now();
    await whileTaken(() => applyOne(db, job, others, options, batch, clock()));
    await placing.restAfter(performance.now() - began);
    if (!isOver()) continue;
    await batches.return(undefined);
    return false;
  }
}

function fileOf(db: Db, job: ClaimedImport): ReadFrom {
  return async (byte) => {
    if (byte >= Number(job.received_bytes)) return null;
    const bytes = await db.inTenant(job.tenant_id, (tx) => findBytes(tx, job.id, byte));
    // A cancelled import has no file any more.
    if (bytes === undefined) throw new LeaseLost();
    return bytes;
  };
}

async function applyOne(
  db: Db,
  job: ClaimedImport,
  others: Others,
  { existing }: ImportOptions,
  batch: Batch,
  now: Date,
): Promise<void> {
  const apply = (tx: Parameters<typeof applyBatch>[0]) =>
    applyBatch(tx, now, others, batch.candidates, existing);
  const record = async (tx: Parameters<typeof applyBatch>[0], outcome: Outcome) => {
    const errors = errorsOf(outcome.problemsOf, job.errors_kept);
    const { created, updated, unchanged, variants } = outcome;
    const progress = {
      ...{ reachedByte: batch.end, rows: batch.rows, created, updated, unchanged, variants },
      ...{ failed: outcome.problemsOf.size, errors: errors.length },
    };
    if (!(await advanceImport(tx, job, progress, new Date(now.getTime() + LEASE_MS)))) throw new LeaseLost();
    await insertErrors(tx, job.id, errors);
    return errors.length;
  };
  const inTenant = <T>(work: Parameters<typeof db.inTenant<T>>[1]) => db.inTenant(job.tenant_id, work);
  if (job.pass === 'check') {
    const outcome = await db.dryRunInTenant(job.tenant_id, apply);
    job.errors_kept += await inTenant((tx) => record(tx, outcome));
  } else job.errors_kept += await inTenant(async (tx) => record(tx, await apply(tx)));
}

/** Repeats the batch: the next attempt sees the record that took the SKU or handle, and reports it. */
async function whileTaken(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === 'conflict';
      if (!isTaken || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The problems of products as rows of the file. */
function errorsOf(problemsOf: Map<Candidate, Problem[]>, kept: number): ErrorRow[] {
  return [...problemsOf]
    .flatMap(([{ row, variantRows }, problems]) =>
      problems.slice(0, ERRORS_PER_PRODUCT).map(({ path, code, message }, entry) => {
        const [, broken] = /^row (\d+)$/.exec(path) ?? [];
        if (broken !== undefined) return { row_number: BigInt(broken), entry, field: '', code, message };
        const [, index, field] = /^variants\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
        const ofVariant = index === undefined ? undefined : variantRows[Number(index)];
        return {
          row_number: BigInt(ofVariant ?? row),
          entry,
          field: (ofVariant === undefined ? path : field!).slice(0, MAX_TEXT),
          code,
          message: message.slice(0, MAX_TEXT),
        };
      }),
    )
    .slice(0, Math.max(0, ERRORS_PER_IMPORT - kept));
}

/** Ends a pass at the end of the file: starts the writing after a check without errors, or ends the import. */
async function endPass(db: Db, job: ClaimedImport, clock: () => Date): Promise<void> {
  await db.inTenant(job.tenant_id, async (tx) => {
    const { failed } = (await findImport(tx, job.id)) ?? { failed: 0n };
    if (job.pass === 'write' || job.dry_run) return endImport(tx, job, 'finished', clock(), null);
    if (failed === 0n) return startWriting(tx, job, clock());
    const what = failed === 1n ? 'One product is' : `${failed} products are`;
    await endImport(tx, job, 'failed', clock(), `${what} not valid, so nothing was written.`);
  });
}
