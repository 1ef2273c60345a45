/** One run of a worker on an import: each batch is placed in the transaction that advances the import past it. */
import type { Db, Tx } from '#kernel/db/db.ts';
import { isOutage } from '#kernel/db/transaction.ts';
import type { Problem } from '#kernel/errors.ts';
import type { Kernel } from '#kernel/module.ts';
import type { Quotas } from '#kernel/usage-kinds.ts';
import { type CheckedOrder, numberGivenTwice, placeOrders } from '../orders/batch.ts';
import { takeNumbers } from '../orders/orders.sql.ts';
import { type Batch, type Entry, type ImportFile, readBatches, readHeader } from './batches.ts';
import { type Plan, Unreadable } from './columns.ts';
import { resolveCustomers } from './customers.ts';
import { errorsOf, type Place } from './errors.ts';
import { findImport } from './imports.sql.ts';
import type { ImportOptions } from './imports.ts';
import {
  BUCKETS,
  countNumbers,
  deleteNumbers,
  findRepeats,
  findUsedStretches,
  type GivenNumber,
  insertNumbers,
} from './numbers.sql.ts';
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
} from './steps.sql.ts';

/** Longer than any batch takes, so that only a dead worker loses its lease. */
export const LEASE_MS = 60_000;
const MAX_FAILURES = 5;
const AFTER_FAILURE_MS = 2_000;
/** Numbers that may be lost: reserved for a batch that is then repeated, or skipped. */
const SPARE_NUMBERS = 10_000;
const MOST_STRETCHES = 1_000;

/** The import was cancelled, or another worker has claimed it. */
class LeaseLost extends Error {}

export async function runImport(kernel: Kernel, job: ClaimedImport, isOver: () => boolean): Promise<void> {
  const { db, clock } = kernel;
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.inTenant(job.tenant_id, work);
  const fail = (reason: string) =>
    inTenant((tx) => endImport(tx, job, 'failed', clock(), reason.replaceAll('\0', '').toWellFormed()));
  if (job.status === 'receiving') return fail('The upload was cut short.');
  try {
    const isThrough = await placeBatches(kernel, job, isOver);
    await inTenant((tx) => (isThrough ? endPass(tx, job, clock()) : releaseImport(tx, job, clock(), 0)));
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (error instanceof Unreadable) return fail(error.message);
    const counts = !isOutage(error);
    if (counts && job.failures + 1 >= MAX_FAILURES) {
      kernel.log.error({ err: error, importId: job.id }, 'an import was given up');
      return fail('Something went wrong on our side. It has been recorded.');
    }
    const later = new Date(clock().getTime() + AFTER_FAILURE_MS * 2 ** job.failures);
    await inTenant((tx) => releaseImport(tx, job, later, job.failures + (counts ? 1 : 0))).catch(() => {});
    throw error;
  }
}

/** True when the run reached the end of the file. */
async function placeBatches(
  { db, clock, config }: Kernel,
  job: ClaimedImport,
  isOver: () => boolean,
): Promise<boolean> {
  const options = JSON.parse(job.options) as ImportOptions;
  const file = fileOf(db, job, options);
  const plan = job.format === 'csv' ? await readHeader(file) : null;
  if (plan !== null && job.reached_byte === 0n) {
    await db.inTenant(job.tenant_id, (tx) => noteWarnings(tx, job, plan.warnings));
  }
  const from = {
    byte: Number(job.reached_byte),
    rowsDone: Number(job.rows_done),
    behindStrayRow: job.behind_stray_row,
  };
  const batches = readBatches(file, plan, from, clock);
  try {
    // The next batch is read and checked while the database places two others.
    let upcoming = batches.next();
    for (let before = Promise.resolve(), first = true; ; first = false) {
      const { value: batch, done } = await upcoming.catch(async (error) => {
        // If the file cannot be read further, all batches before that point are placed.
        await before;
        throw error;
      });
      if (done) {
        await before;
        if (job.pass === 'check') {
          await db.inTenant(job.tenant_id, (tx) => compareNumbers(tx, job, plan, clock()));
        }
        return true;
      }
      upcoming = batches.next();
      upcoming.catch(() => {});
      const placing = placeBatch(db, job, plan, options, config.quotas, batch, clock, before);
      placing.catch(() => {});
      await before;
      before = placing;
      if (first || !isOver()) continue;
      await placing;
      return false;
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
      // A cancelled import has no file any more.
      if (chunk === undefined) throw new LeaseLost();
      return chunk.bytes.subarray(byte - Number(chunk.start_byte));
    },
  };
}

/** Records the batch after the one before it, so that the import's position always matches the orders placed. */
async function placeBatch(
  db: Db,
  job: ClaimedImport,
  plan: Plan | null,
  options: ImportOptions,
  quotas: Quotas,
  batch: Batch,
  clock: () => Date,
  before: Promise<void>,
): Promise<void> {
  const now = clock();
  const place = (tx: Tx, firstNumber: bigint | null) =>
    placeEntries(tx, job, batch.entries, options, quotas, now, firstNumber);
  const recordNext = async (tx: Tx, problemsOf: Map<Entry, Problem[]>) => {
    await before;
    if (!(await holdImport(tx, job, new Date(now.getTime() + LEASE_MS)))) throw new LeaseLost();
    await record(tx, job, plan, batch, problemsOf);
  };
  if (job.pass === 'check') {
    const problemsOf = await db.dryRunInTenant(job.tenant_id, (tx) => place(tx, null));
    return db.inTenant(job.tenant_id, async (tx) => {
      await recordNext(tx, problemsOf);
      await insertNumbers(tx, job.id, batch.end, numbersOf(batch, problemsOf));
    });
  }
  let firstNumber: bigint | null = null;
  if (standsAlone(batch, options)) {
    // Reserves numbers in a transaction of their own, because the counter stays locked until its transaction commits.
    firstNumber = await db.inTenant(job.tenant_id, (tx) => takeNumbers(tx, batch.entries.length));
  } else {
    await before;
  }
  await db.inTenant(job.tenant_id, async (tx) => recordNext(tx, await place(tx, firstNumber)));
}

/** The batch is independent of the one before it: it needs no customer and no number from it. */
const standsAlone = ({ entries }: Batch, { createCustomers }: ImportOptions) =>
  entries.every(
    ({ checked, email }) =>
      (email === null || !createCustomers) && !('order' in checked && checked.order.orderNumber !== null),
  );

/** The given numbers of the valid orders of a batch; the number of an invalid order stays free. */
const numbersOf = ({ entries }: Batch, problemsOf: Map<Entry, Problem[]>): GivenNumber[] =>
  entries.flatMap((entry) => {
    if (problemsOf.has(entry) || !('order' in entry.checked)) return [];
    const { orderNumber: number } = entry.checked.order;
    return number === null ? [] : [{ number, row: entry.row, rowCount: entry.rowCount }];
  });

/**
 * Finds numbers that the file gives twice in different batches. The stored numbers are deleted in the same transaction, so that a
 * worker that takes over reports nothing twice.
 */
async function compareNumbers(tx: Tx, job: ClaimedImport, plan: Plan | null, now: Date): Promise<void> {
  if (!(await holdImport(tx, job, new Date(now.getTime() + LEASE_MS)))) throw new LeaseLost();
  const reached = (await findImport(tx, job.id))!;
  const given = await countNumbers(tx, job.id);
  const nothingMore = { entries: [], rows: 0, end: Number(reached.reached_byte), endsInStrayRow: false };
  let failed = Number(reached.orders_failed);
  for (let bucket = 0; given > 0 && bucket < BUCKETS; bucket++) {
    const repeats = await findRepeats(tx, job.id, bucket);
    if (repeats.length === 0) continue;
    const problemsOf = new Map<Place, Problem[]>(
      repeats.map(({ number, ...at }) => [{ ...at, itemRows: [] }, [numberGivenTwice(number)]]),
    );
    await record(tx, job, plan, nothingMore, problemsOf);
    failed += repeats.length;
  }
  const others = Number(reached.orders_placed) - given;
  if (failed === 0 && !job.dry_run && given > 0 && others > 0) {
    await stepOverNumbers(tx, job.id, others + SPARE_NUMBERS);
  }
  await deleteNumbers(tx, job.id);
}

/**
 * Moves the tenant's counter to a range without numbers of the file: an automatic number must not take one that a later order
 * gives.
 */
async function stepOverNumbers(tx: Tx, id: string, length: number): Promise<void> {
  const from = await takeNumbers(tx, 0);
  const used = new Set<number>();
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const stretches = await findUsedStretches(tx, id, bucket, { from, length, most: MOST_STRETCHES });
    for (const stretch of stretches) used.add(stretch);
  }
  let free = 0;
  while (used.has(free)) free++;
  await takeNumbers(tx, free * length);
}

/** The problems of each entry; none when its order was placed. */
async function placeEntries(
  tx: Tx,
  job: ClaimedImport,
  entries: Entry[],
  options: ImportOptions,
  quotas: Quotas,
  now: Date,
  firstNumber: bigint | null,
): Promise<Map<Entry, Problem[]>> {
  const problemsOf = await resolveCustomers(tx, entries, options, quotas, now);
  const open = entries.filter((entry) => 'order' in entry.checked && !problemsOf.has(entry));
  const outcomes = await placeOrders(
    tx,
    { tenantId: job.tenant_id, placedBy: options.by },
    open.map(({ checked }) => (checked as { order: CheckedOrder }).order),
    firstNumber,
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
  problemsOf: Map<Place, Problem[]>,
): Promise<void> {
  const errors = errorsOf(problemsOf, plan, job.errors_kept);
  await insertErrors(tx, job.id, errors);
  await advanceImport(tx, job, {
    reachedByte: batch.end,
    behindStrayRow: batch.endsInStrayRow,
    rows: batch.rows,
    rowsFailed: [...problemsOf.keys()].reduce((sum, { rowCount }) => sum + rowCount, 0),
    placed: batch.entries.length - problemsOf.size,
    failed: problemsOf.size,
    errors: errors.length,
  });
  job.errors_kept += errors.length;
}

/** Ends a pass at the end of the file: starts the writing after a check without errors, or ends the import. */
async function endPass(tx: Tx, job: ClaimedImport, now: Date): Promise<void> {
  if (!(await holdImport(tx, job, now))) return;
  const { orders_failed: failed } = (await findImport(tx, job.id))!;
  if (job.pass === 'write' || job.dry_run) return endImport(tx, job, 'finished', now, null);
  if (failed === 0n) return startWriting(tx, job, now);
  const what = failed === 1n ? 'One order is' : `${failed} orders are`;
  await endImport(tx, job, 'failed', now, `${what} not valid, so nothing was written.`);
}
