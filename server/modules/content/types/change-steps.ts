/**
 * The steps of a change of a type with many entries. Entries are checked while they are read and written; then the definition
 * changes at once, and readers see it through its conversion; then the entries are rewritten.
 */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { isOutage } from '#kernel/db/transaction.ts';
import { AppError } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { pagesChanged } from '../content.events.ts';
import { loadLocales } from '../locales/locales.ts';
import { openPrevented } from '../releases/changed-types.ts';
import { CHECKING, type Conversion } from './conversion.ts';
import { impactOf } from './impact.ts';
import {
  type ChangeRow,
  countUnchecked,
  holdFormer,
  holdUnchecked,
  stampEntries,
  stampRewritten,
  updateChange,
} from './migration-run.sql.ts';
import {
  BEGINNING,
  type Broken,
  checkBatch,
  checkUnique,
  EXAMPLES_SHOWN,
  findBroken,
  rewriteHeld,
  type Step,
  turnOf,
} from './migration-run.ts';
import { readType } from './record.ts';
import { countLiveEntries, findTypeById, lockTypeById, type TypeRow, updateType } from './types.sql.ts';
import { settle, type WantedType } from './types.ts';

const CHECKED_AT_ONCE = 500;
/** The most entries that are checked again while no entry of the type can be saved. */
const RECHECKED_UNDER_LOCK = 100;

const [LEAST_AT_ONCE, MOST_AT_ONCE] = [20, 200];
const WANTED_MS = 100;

/** The entries of a batch, by how long the last one took: a save of one of them waits until the batch is over. */
export class Pace {
  size = MOST_AT_ONCE;

  note(milliseconds: number, entries: number): void {
    const fitting = Math.floor((entries * WANTED_MS) / Math.max(milliseconds, 1));
    // A batch of a few large entries says little about the next one.
    this.size = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, fitting, this.size >> 1));
  }

  /** An outage passes. A batch that took too long is tried again with fewer entries, until it has the fewest. */
  mayRepeat(error: unknown): boolean {
    if (isOutage(error)) return true;
    if (!(error instanceof AppError) || error.code !== 'unavailable' || this.size === LEAST_AT_ONCE)
      return false;
    this.size = Math.max(LEAST_AT_ONCE, this.size >> 1);
    return true;
  }
}

async function readStep(tx: Tx, row: TypeRow, change: ChangeRow): Promise<Step> {
  const wanted: WantedType = JSON.parse(change.wanted);
  const { title, fields, migrate: migration = {} } = wanted;
  const before = readType(row);
  const after = {
    ...before,
    ...{ title, fields, version: before.version + 1 },
    singleton: wanted.singleton ?? before.singleton,
    review: wanted.review ?? before.review,
    order: wanted.order ?? before.order,
    addresses: wanted.addresses ?? before.addresses,
  };
  return { before, after, migration, locales: await loadLocales(tx) };
}

const reachedBy = ({ reached_at: at, reached_id: id }: ChangeRow) => (at === null ? BEGINNING : { at, id });

/** Returns whether there may be more to do. */
export async function nextStep(tx: Tx, now: Date, change: ChangeRow, pace: Pace): Promise<boolean> {
  if (change.status === 'running') await adopt(tx, now, change);
  else if (change.status === 'rewriting') return rewriteNext(tx, now, change, pace);
  else if (change.checked === 0 || change.reached_at !== null) await checkNext(tx, change);
  else await putInForce(tx, now, change);
  return true;
}

const noted = (change: ChangeRow, broken: Broken[], count = broken.length): ChangeRow => ({
  ...change,
  broken: change.broken + count,
  examples: JSON.stringify([...JSON.parse(change.examples), ...broken].slice(0, EXAMPLES_SHOWN)),
});

/** Checks the next entries, without a lock: those that are saved later are checked again. */
async function checkNext(tx: Tx, change: ChangeRow): Promise<void> {
  const row = (await findTypeById(tx, change.type_id))!;
  const step = await readStep(tx, row, change);
  const { looked, broken, next } = await checkBatch(tx, step, reachedBy(change), CHECKED_AT_ONCE);
  const place = { reached_at: next?.at ?? null, reached_id: next?.id ?? null };
  // A type whose entries were deleted meanwhile has none to check.
  const checked = Math.max(change.checked + looked, 1);
  await updateChange(tx, { ...noted(change, broken), ...place, checked });
}

/** Checks the entries that were saved meanwhile. The last of them, and the switch, are one transaction that locks the type. */
async function putInForce(tx: Tx, now: Date, change: ChangeRow): Promise<void> {
  const isFew = (await countUnchecked(tx, change.type_id, RECHECKED_UNDER_LOCK + 1)) <= RECHECKED_UNDER_LOCK;
  const row = (await (isFew ? lockTypeById : findTypeById)(tx, change.type_id))!;
  const step = await readStep(tx, row, change);
  const entries = await holdUnchecked(tx, row.id, isFew ? 2 * RECHECKED_UNDER_LOCK : CHECKED_AT_ONCE);
  await stampEntries(
    tx,
    entries.map(({ id }) => id),
    row.version,
  );
  const progress = noted(change, await findBroken(step, entries));
  const isChecked = isFew && (await countUnchecked(tx, row.id, 1)) === 0;
  if (!isChecked && progress.broken === 0) return updateChange(tx, progress);
  if (isChecked && step.after.singleton && (await countLiveEntries(tx, row.id)) > 1)
    return refuse(tx, now, row, progress, 'A singleton has one entry, and this type has several.');
  const { count, broken } = isChecked ? await checkUnique(tx, step) : { count: 0, broken: [] };
  const result = noted(progress, broken, count);
  if (result.broken > 0) return refuse(tx, now, row, result);
  await switchOver(tx, now, row, result, step);
}

async function refuse(
  tx: Tx,
  now: Date,
  row: TypeRow,
  change: ChangeRow,
  reason = change.broken === 1
    ? '1 entry does not fit the type as it would be.'
    : `${change.broken} entries do not fit the type as it would be.`,
): Promise<void> {
  await updateChange(tx, { ...change, status: 'refused', reason, finished_at: now });
  await updateType(tx, { ...row, change_id: null, conversion: null });
}

/** The transaction has locked the type. */
export async function switchOver(
  tx: Tx,
  now: Date,
  row: TypeRow,
  change: ChangeRow,
  step: Step,
): Promise<void> {
  const author: Author = JSON.parse(change.author);
  await openPrevented(tx, author, now, step);
  if (!impactOf(step.before.fields, step.after.fields, step.migration).rewrites) {
    await updateChange(tx, { ...change, phase: 'migrate', status: 'finished', finished_at: now });
    await settle(tx, author, now, row, step);
    return;
  }
  const conversion: Conversion = { phase: 'rewrite', ...turnOf(step), author };
  await updateChange(tx, { ...change, phase: 'migrate', status: 'rewriting' });
  await settle(tx, author, now, row, step, conversion);
}

/** Rewrites the next entries. Writers rewrite their own, and are not waited for: those are found in another pass. */
async function rewriteNext(tx: Tx, now: Date, change: ChangeRow, pace: Pace): Promise<boolean> {
  const began = performance.now();
  const row = (await findTypeById(tx, change.type_id))!;
  const type = readType(row);
  const { entries, last } = await holdFormer(tx, row, reachedBy(change), pace.size);
  if (entries.length > 0) await rewriteHeld(tx, now, type, entries);
  pace.note(performance.now() - began, entries.length);
  const progress = {
    ...change,
    reason: null,
    migrated: change.migrated + entries.length,
    reached_at: last?.at ?? null,
    reached_id: last?.id ?? null,
  };
  const isOver = last === null && change.reached_at === null;
  if (!isOver) {
    await updateChange(tx, progress);
    return entries.length > 0 || last === null;
  }
  await updateChange(tx, { ...progress, status: 'finished', finished_at: now });
  await updateType(tx, { ...row, change_id: null, conversion: null });
  // Lists by a changed field were short until now.
  await publishAll(tx, now, pagesChanged('type', now, [row.id]));
  return false;
}

/**
 * A change that a program from before began is continued by this one. Its check begins again, because entries may have been saved
 * since; a definition whose entries are partly rewritten is in force from now on.
 */
async function adopt(tx: Tx, now: Date, change: ChangeRow): Promise<void> {
  const row = (await lockTypeById(tx, change.type_id))!;
  if (change.phase === 'check') {
    const start = { ...change, checked: 0, broken: 0, examples: '[]', reached_at: null, reached_id: null };
    await updateChange(tx, { ...start, status: 'checking' });
    await updateType(tx, { ...row, conversion: CHECKING });
    return;
  }
  const step = await readStep(tx, row, change);
  await stampRewritten(tx, row.id, reachedBy(change), step.after.version);
  await switchOver(tx, now, row, change, step);
}
