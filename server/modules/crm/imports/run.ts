/** One run of a worker on an import of orders: each batch is placed in the transaction that advances the import past it. */
import type { Db, Tx } from '#kernel/db/db.ts';
import type { Problem } from '#kernel/errors.ts';
import { findImport } from '#kernel/imports/imports.sql.ts';
import type { Claimed } from '#kernel/imports/record.ts';
import { fileOf, LEASE_MS, LeaseLost, recordBatch, runImport as run } from '#kernel/imports/run.ts';
import { holdImport, noteWarnings } from '#kernel/imports/steps.sql.ts';
import type { Kernel } from '#kernel/module.ts';
import type { Quotas } from '#kernel/usage-kinds.ts';
import { takeNumbers } from '../orders/orders.sql.ts';
import { type CheckedOrder, numberGivenTwice, placeOrders } from '../orders/placing/batch.ts';
import { type Batch, type Entry, type ImportFile, readBatches, readHeader } from './batches.ts';
import type { Plan } from './columns.ts';
import { resolveCustomers } from './customers.ts';
import { errorsOf, type Place } from './errors.ts';
import { type ImportOptions, type Own, TABLES } from './imports.ts';
import {
  BUCKETS,
  countNumbers,
  deleteNumbers,
  findRepeats,
  findUsedStretches,
  type GivenNumber,
  insertNumbers,
} from './numbers.sql.ts';

/** Numbers that may be lost: reserved for a batch that is then repeated, or skipped. */
const SPARE_NUMBERS = 10_000;
const MOST_STRETCHES = 1_000;

type Job = Claimed<Own>;

export const runImport = (kernel: Kernel, job: Job, isOver: () => boolean) =>
  run(kernel, TABLES, job, () => placeBatches(kernel, job, isOver));

/** True when the run reached the end of the file. */
async function placeBatches(
  { db, clock, config }: Kernel,
  job: Job,
  isOver: () => boolean,
): Promise<boolean> {
  const options = JSON.parse(job.options) as ImportOptions;
  const file: ImportFile = { format: job.format, options, readFrom: fileOf(db, TABLES, job) };
  const plan = job.format === 'csv' ? await readHeader(file) : null;
  if (plan !== null && job.reached_byte === 0n) {
    await db.inTenant(job.tenant_id, (tx) => noteWarnings(tx, TABLES, job, plan.warnings));
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

/** Records the batch after the one before it, so that the import's position always matches the orders placed. */
async function placeBatch(
  db: Db,
  job: Job,
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
    await record(tx, job, plan, now, batch, problemsOf);
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
async function compareNumbers(tx: Tx, job: Job, plan: Plan | null, now: Date): Promise<void> {
  if (!(await holdImport(tx, TABLES, job, new Date(now.getTime() + LEASE_MS)))) throw new LeaseLost();
  const reached = (await findImport(tx, TABLES, job.id))!;
  const given = await countNumbers(tx, job.id);
  const nothingMore = { entries: [], rows: 0, end: Number(reached.reached_byte), endsInStrayRow: false };
  let failed = Number(reached.orders_failed);
  for (let bucket = 0; given > 0 && bucket < BUCKETS; bucket++) {
    const repeats = await findRepeats(tx, job.id, bucket);
    if (repeats.length === 0) continue;
    const problemsOf = new Map<Place, Problem[]>(
      repeats.map(({ number, ...at }) => [{ ...at, itemRows: [] }, [numberGivenTwice(number)]]),
    );
    await record(tx, job, plan, now, nothingMore, problemsOf);
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
  job: Job,
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
  job: Job,
  plan: Plan | null,
  now: Date,
  batch: Batch,
  problemsOf: Map<Place, Problem[]>,
): Promise<void> {
  const errors = errorsOf(problemsOf, plan, job.errors_kept);
  const own = {
    behind_stray_row: batch.endsInStrayRow,
    rows_failed: [...problemsOf.keys()].reduce((sum, { rowCount }) => sum + rowCount, 0),
    orders_placed: batch.entries.length - problemsOf.size,
    orders_failed: problemsOf.size,
  };
  await recordBatch(tx, TABLES, job, now, { reachedByte: batch.end, rows: batch.rows, own }, errors);
  job.errors_kept += errors.length;
}
