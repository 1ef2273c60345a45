/** One worker's turn at an import: batch after batch, each placed in the transaction that moves the import past it. */
import type { Db, Tx } from '#kernel/db/db.ts';
import { AppError, type Problem } from '#kernel/errors.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Batch, type Entry, type ImportFile, readBatches, readHeader } from './import-batches.ts';
import { type Plan, Unreadable } from './import-columns.ts';
import { resolveCustomers } from './import-customers.ts';
import { errorsOf } from './import-errors.ts';
import {
  advanceImport,
  type ClaimedImport,
  endImport,
  findChunk,
  holdImport,
  insertErrors,
  noteWarnings,
  releaseImport,
  startWriting,
} from './import-steps.sql.ts';
import { findImport } from './imports.sql.ts';
import type { ImportOptions } from './imports.ts';
import { type CheckedOrder, placeOrders } from './order-batch.ts';

/** Longer than a batch can take, so that only a worker that is gone loses its import. */
export const LEASE_MS = 60_000;
const MAX_STUMBLES = 5;
const AFTER_STUMBLE_MS = 2_000;

/** The import was cancelled, or another worker has it. */
class NotOurs extends Error {}

export async function takeTurn(kernel: Kernel, job: ClaimedImport, isOver: () => boolean): Promise<void> {
  const { db, clock } = kernel;
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.inTenant(job.tenant_id, work);
  const fail = (reason: string) => inTenant((tx) => endImport(tx, job, 'failed', clock(), reason));
  if (job.status === 'receiving') return fail('The upload was cut short.');
  try {
    const isThrough = await work(kernel, job, isOver);
    await inTenant((tx) => (isThrough ? endPass(tx, job, clock()) : releaseImport(tx, job, clock(), 0)));
  } catch (error) {
    if (error instanceof NotOurs) return;
    if (error instanceof Unreadable) return fail(error.message);
    const isOurs = !(error instanceof AppError && error.code === 'unavailable');
    if (isOurs && job.stumbles + 1 >= MAX_STUMBLES) {
      kernel.log.error({ err: error, importId: job.id }, 'an import was given up');
      return fail('Something went wrong on our side. It has been recorded.');
    }
    const later = new Date(clock().getTime() + AFTER_STUMBLE_MS);
    await inTenant((tx) => releaseImport(tx, job, later, job.stumbles + (isOurs ? 1 : 0))).catch(() => {});
    throw error;
  }
}

/** True when the end of the file was reached. */
async function work({ db, clock }: Kernel, job: ClaimedImport, isOver: () => boolean): Promise<boolean> {
  const options = JSON.parse(job.options) as ImportOptions;
  const file = fileOf(db, job, options);
  const plan = job.format === 'csv' ? await readHeader(file) : null;
  if (plan !== null && job.reached_byte === 0n) {
    await db.inTenant(job.tenant_id, (tx) => noteWarnings(tx, job, plan.warnings));
  }
  const from = { byte: Number(job.reached_byte), rowsDone: Number(job.rows_done) };
  const batches = readBatches(file, plan, from, clock);
  try {
    // While the database places one batch, the next is read and checked here.
    for (let upcoming = batches.next(); ; ) {
      const { value: batch, done } = await upcoming;
      if (done) return true;
      upcoming = batches.next();
      upcoming.catch(() => {});
      await placeBatch(db, job, plan, options, batch, clock);
      if (isOver()) return false;
    }
  } finally {
    await batches.return(undefined).catch(() => {});
  }
}

function fileOf(db: Db, job: ClaimedImport, options: ImportOptions): ImportFile {
  return {
    format: job.format,
    options,
    readFrom: async (byte) => {
      if (byte >= Number(job.received_bytes)) return null;
      const chunk = await db.inTenant(job.tenant_id, (tx) => findChunk(tx, job.id, byte));
      // With the import that was cancelled went its file.
      if (chunk === undefined) throw new NotOurs();
      return chunk.bytes.subarray(byte - Number(chunk.start_byte));
    },
  };
}

async function placeBatch(
  db: Db,
  job: ClaimedImport,
  plan: Plan | null,
  options: ImportOptions,
  batch: Batch,
  clock: () => Date,
): Promise<void> {
  const now = clock();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const hold = async (tx: Tx) => {
    if (!(await holdImport(tx, job, leaseUntil))) throw new NotOurs();
  };
  if (job.pass === 'check') {
    const outcomes = await db.rehearseInTenant(job.tenant_id, (tx) =>
      placeEntries(tx, job, batch.entries, options, now),
    );
    await db.inTenant(job.tenant_id, async (tx) => {
      await hold(tx);
      await record(tx, job, plan, batch, outcomes);
    });
    return;
  }
  await db.inTenant(job.tenant_id, async (tx) => {
    await hold(tx);
    await record(tx, job, plan, batch, await placeEntries(tx, job, batch.entries, options, now));
  });
}

/** For each entry what is wrong with it; nothing, when its order was placed. */
async function placeEntries(
  tx: Tx,
  job: ClaimedImport,
  entries: Entry[],
  options: ImportOptions,
  now: Date,
): Promise<Map<Entry, Problem[]>> {
  const problemsOf = await resolveCustomers(tx, entries, options, now);
  const open = entries.filter((entry) => 'order' in entry.checked && !problemsOf.has(entry));
  const outcomes = await placeOrders(
    tx,
    { tenantId: job.tenant_id, placedBy: options.by },
    open.map(({ checked }) => (checked as { order: CheckedOrder }).order),
  );
  open.forEach((entry, index) => {
    const outcome = outcomes[index]!;
    if (typeof outcome !== 'string') problemsOf.set(entry, [outcome]);
  });
  for (const entry of entries) if ('problems' in entry.checked) problemsOf.set(entry, entry.checked.problems);
  return problemsOf;
}

async function record(
  tx: Tx,
  job: ClaimedImport,
  plan: Plan | null,
  batch: Batch,
  problemsOf: Map<Entry, Problem[]>,
): Promise<void> {
  const errors = errorsOf(problemsOf, plan, job.errors_kept);
  await insertErrors(tx, job.id, errors);
  await advanceImport(tx, job, {
    reachedByte: batch.end,
    rows: batch.rows,
    rowsFailed: [...problemsOf.keys()].reduce((sum, { rowCount }) => sum + rowCount, 0),
    placed: batch.entries.length - problemsOf.size,
    failed: problemsOf.size,
    errors: errors.length,
  });
  job.errors_kept += errors.length;
}

/** The end of the file: of a check that found nothing wrong, or of the whole import. */
async function endPass(tx: Tx, job: ClaimedImport, now: Date): Promise<void> {
  if (!(await holdImport(tx, job, now))) return;
  const { orders_failed: failed } = (await findImport(tx, job.id))!;
  if (job.pass === 'write' || job.dry_run) return endImport(tx, job, 'finished', now, null);
  if (failed === 0n) return startWriting(tx, job, now);
  const what = failed === 1n ? 'One order is' : `${failed} orders are`;
  await endImport(tx, job, 'failed', now, `${what} not valid, so nothing was written.`);
}
