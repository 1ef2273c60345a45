/** One run of a worker on an import of products: each batch is written in the transaction that advances the import past it. */
import type { Db, Tx } from '#kernel/db/db.ts';
import { AppError, type Problem } from '#kernel/errors.ts';
import type { ErrorRow } from '#kernel/imports/imports.sql.ts';
import type { Claimed } from '#kernel/imports/record.ts';
import { fileOf, recordBatch, runImport as run } from '#kernel/imports/run.ts';
import { noteWarnings } from '#kernel/imports/steps.sql.ts';
import type { Kernel } from '#kernel/module.ts';
import { placing } from '#kernel/work/activity.ts';
import type { Others } from '../products/references.ts';
import { applyBatch, type Outcome } from './applying.ts';
import { type Batch, type Candidate, readBatches, readPlan } from './candidates.ts';
import { type Counts, type ImportOptions, TABLES } from './imports.ts';

/** A batch fails only if a concurrent request takes one of its SKUs or handles. */
const ATTEMPTS = 5;
const ERRORS_PER_PRODUCT = 20;
const ERRORS_PER_IMPORT = 100_000;
const MAX_TEXT = 500;

type Job = Claimed<Counts>;

export const runImport = (kernel: Kernel, others: Others, job: Job, isOver: () => boolean) =>
  run(kernel, TABLES, job, () => applyBatches(kernel, others, job, isOver));

/** True when the run reached the end of the file. */
async function applyBatches(
  { db, clock }: Kernel,
  others: Others,
  job: Job,
  isOver: () => boolean,
): Promise<boolean> {
  const options = JSON.parse(job.options) as ImportOptions;
  const { delimiter = 'comma', decimal = 'point', mapping = {}, currency } = options;
  const readFrom = fileOf(db, TABLES, job);
  const plan = job.format === 'csv' ? await readPlan(readFrom, delimiter, mapping) : null;
  if (plan !== null && job.reached_byte === 0n) {
    await db.inTenant(job.tenant_id, (tx) => noteWarnings(tx, TABLES, job, plan.warnings));
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

async function applyOne(
  db: Db,
  job: Job,
  others: Others,
  { existing }: ImportOptions,
  batch: Batch,
  now: Date,
): Promise<void> {
  const apply = (tx: Tx) => applyBatch(tx, now, others, batch.candidates, existing);
  const record = async (tx: Tx, { problemsOf, ...counts }: Outcome) => {
    const errors = errorsOf(problemsOf, job.errors_kept);
    const progress = {
      reachedByte: batch.end,
      rows: batch.rows,
      own: { ...counts, failed: problemsOf.size },
    };
    await recordBatch(tx, TABLES, job, now, progress, errors);
    return errors.length;
  };
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.inTenant(job.tenant_id, work);
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
