/** One action on many entries: all of them or none, or with `partial` each that can be done. */
import type { Author } from '#kernel/audit.ts';
import type { Limited } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { inSavepoint } from '#kernel/db/savepoint.ts';
import { type AppError, invalid, type Problem } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { deleteEntry, restoreEntry } from '../entries/bin.ts';
import { findEntry } from '../entries/entries.sql.ts';
import type { Saving } from '../entries/entries.ts';
import { lockPositions } from '../positions/positions.sql.ts';
import { hiddenAmong } from '../types/limits.ts';
import type { Broken } from './live-links.ts';
import { holdForActing } from './locks.ts';
import type { FollowMoves, SiteMoves } from './moved.ts';
import { findTreesOf, holdAll } from './together.sql.ts';
import { actTogether, type Brief, brief, isOfEntry, type Outcome, type Step } from './together.ts';

export const BULK_ACTIONS = ['publish', 'unpublish', 'delete', 'restore'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export type BulkWish = {
  action: BulkAction;
  entries: { id: string; version?: number }[];
  locales?: string[];
  partial?: boolean;
} & Broken;

const MAX_PROBLEMS = 100;
/** An entry may need one that comes later. Every other pass is backwards, so a chain in either direction needs two. */
const PASSES = 4;
/**
 * The portions of each pass at most: the savepoint of each stays until commit. PostgreSQL keeps 64 of a transaction at hand; while it has
 * more, all other transactions look up each of them.
 */
const PORTIONS = [36, 8, 8, 8];

export async function actInBulk(
  tx: Tx,
  saving: Saving & { by: Author & Limited },
  wish: BulkWish,
  follow: FollowMoves | undefined,
): Promise<BulkResult> {
  const { action, locales, broken, partial = false } = wish;
  const asked = wish.entries.map(({ id, version }) => ({ id: id.toLowerCase(), seen: version ?? null }));
  assertDifferent(asked);
  const hidden = await hiddenAmong(
    tx,
    saving.by,
    asked.map(({ id }) => id),
  );
  // Entries that the caller may not read fail as ones that do not exist.
  const all = asked.map((one) => (hidden.has(one.id) ? { ...one, id: newId() } : one));
  assertMeant(wish, follow !== undefined);
  const outcomes: Map<{ id: string }, Outcome> =
    action === 'publish' || action === 'unpublish'
      ? await publishOrNot(
          tx,
          saving,
          all.map((one) => ({ ...one, action, locales })),
          { broken, follow },
          partial,
        )
      : await inPasses(tx, all, { action, partial }, ({ id, seen }, own) =>
          action === 'delete' ? intoBin(own, saving, id, seen) : outOfBin(own, saving, id, seen),
        );
  const results = [...outcomes.values()].map((outcome, index) => resultOf(index, asked[index]!.id, outcome));
  if (!partial) assertAllDone(results);
  const count = (status: Result['status']) => results.filter((one) => one.status === status).length;
  return { changed: count('changed'), unchanged: count('unchanged'), failed: count('failed'), results };
}

type Result = {
  index: number;
  id: string;
  status: 'changed' | 'unchanged' | 'failed';
  entry?: Brief;
  warnings?: Problem[];
  error?: { code: string; message: string; details: Problem[] };
};
export type BulkResult = { changed: number; unchanged: number; failed: number; results: Result[] };

function assertDifferent(all: { id: string }[]): void {
  const first = new Map<string, number>();
  const problems = all.flatMap(({ id }, index): Problem[] => {
    if (!first.has(id)) first.set(id, index);
    if (first.get(id) === index) return [];
    return [{ path: `entries[${index}].id`, code: 'not_unique', message: 'is in the list already' }];
  });
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
}

/** An option without an effect may stand for an action that was not meant. */
function assertMeant({ action, locales, broken }: BulkWish, redirects: boolean): void {
  const isOfSites = action === 'publish' || action === 'unpublish';
  const given = Object.entries({
    locales: !isOfSites && locales !== undefined,
    broken: !isOfSites && broken !== undefined,
    redirects: action !== 'publish' && redirects,
  });
  const problems = given.flatMap(([path, isWrong]): Problem[] =>
    isWrong ? [{ path, code: 'not_allowed', message: `has no meaning for the action ${action}` }] : [],
  );
  if (problems.length > 0) throw invalid(problems);
}

/** Together, entries may require each other; with `partial` each must do with what is live or was done before it. */
async function publishOrNot(
  tx: Tx,
  { now, others }: Saving,
  steps: Step[],
  more: Broken & { follow: FollowMoves | undefined },
  partial: boolean,
): Promise<Map<Step, Outcome>> {
  const together = { ...more, others, scheduled: false };
  if (!partial) return inOrder(steps, await actTogether(tx, now, steps, together));
  const { action } = steps[0]!;
  const { follow } = more;
  /** With `moves`, those of the entries that succeed are only gathered there. */
  const each = (within: Tx, moves?: Map<Step, SiteMoves[]>) =>
    inPasses(within, steps, { action, partial }, async (step, own) => {
      const gather: FollowMoves = async (_tx, _now, sites) => void moves!.set(step, sites);
      const going = { ...together, areHeld: true as const, follow: moves ? gather : follow };
      moves?.delete(step);
      const outcome = (await actTogether(own, now, [step], going)).get(step)!;
      if ('error' in outcome) throw outcome.error;
      return outcome;
    });
  if (follow === undefined) return each(tx);
  try {
    // Follows all moves at once, because each time reads the rules of a site.
    return await inSavepoint(tx, async (within) => {
      const moves = new Map<Step, SiteMoves[]>();
      const outcomes = await each(within, moves);
      const done = [...moves].flatMap(([step, sites]) => ('error' in outcomes.get(step)! ? [] : sites));
      if (done.length > 0) await follow(within, now, done);
      return outcomes;
    });
  } catch (error) {
    if (!isOfEntry(error)) throw error;
    // A redirect is refused: following each entry by itself tells of which.
    return each(tx);
  }
}

const inOrder = <S>(steps: S[], outcomes: Map<S, Outcome>) =>
  new Map(steps.map((step) => [step, outcomes.get(step)!]));

/** All locks are taken at the beginning, so that two requests with the same entries in other orders wait instead of a deadlock. */
async function holdFor(tx: Tx, ids: string[], action: BulkAction): Promise<void> {
  if (action === 'publish' || action === 'unpublish')
    return holdForActing(
      tx,
      ids.map((id) => ({ id, action })),
    );
  // A move locks the tree before its entries.
  if (action === 'restore') for (const typeId of await findTreesOf(tx, ids)) await lockPositions(tx, typeId);
  await holdAll(tx, ids, action === 'delete' ? 'references' : 'saving');
}

/**
 * Only with `partial` is an entry that fails undone, with the others of its portion, which are done again; otherwise one that fails at
 * last undoes all of it. Of few entries, each is a portion.
 */
async function inPasses<S extends { id: string }>(
  tx: Tx,
  steps: S[],
  { action, partial }: { action: BulkAction; partial: boolean },
  work: (step: S, own: Tx) => Promise<Outcome>,
): Promise<Map<S, Outcome>> {
  await holdFor(
    tx,
    steps.map(({ id }) => id),
    action,
  );
  const outcomes = new Map<S, Outcome>();
  const attempt = async (step: S, own: Tx): Promise<boolean> => {
    try {
      outcomes.set(step, await work(step, own));
      return true;
    } catch (error) {
      if (!isOfEntry(error)) throw error;
      outcomes.set(step, { error });
      return false;
    }
  };
  let waiting = steps;
  for (let pass = 0; pass < PASSES && waiting.length > 0; pass++) {
    const failed: S[] = [];
    const size = partial ? Math.ceil(waiting.length / PORTIONS[pass]!) : waiting.length;
    for (let from = 0; from < waiting.length; from += size) {
      const portion = waiting.slice(from, from + size);
      failed.push(...(await (partial ? inSavepoints : oneByOne)(tx, portion, attempt)));
    }
    if (failed.length === waiting.length && pass > 0) break;
    waiting = failed.reverse();
  }
  return inOrder(steps, outcomes);
}

type Attempt<S> = (step: S, own: Tx) => Promise<boolean>;

/** Returns those that failed. */
async function oneByOne<S>(tx: Tx, portion: S[], attempt: Attempt<S>): Promise<S[]> {
  const failed: S[] = [];
  for (const step of portion) if (!(await attempt(step, tx))) failed.push(step);
  return failed;
}

/** The same in one savepoint; after a failure, what was done in it is done again without the one that failed. */
async function inSavepoints<S>(tx: Tx, portion: S[], attempt: Attempt<S>): Promise<S[]> {
  const failed = new Set<S>();
  for (;;) {
    const left = portion.filter((step) => !failed.has(step));
    if (left.length === 0) return [...failed];
    const before = failed.size;
    await inSavepoint(tx, async (own) => {
      for (const step of left) {
        if (await attempt(step, own)) continue;
        failed.add(step);
        throw UNDO;
      }
    }).catch((error) => {
      if (error !== UNDO) throw error;
    });
    if (failed.size === before) return [...failed];
  }
}

const UNDO = Symbol('an entry of the portion failed');

const DONE = { isChanged: true, warnings: [], moved: [], shownBy: [], outdated: [] };

async function intoBin(tx: Tx, { now }: Saving, id: string, seen: number | null): Promise<Outcome> {
  await deleteEntry(tx, now, id, seen);
  return { ...DONE, entry: brief((await findEntry(tx, id))!) };
}

async function outOfBin(tx: Tx, saving: Saving, id: string, seen: number | null): Promise<Outcome> {
  return { ...DONE, entry: brief(await restoreEntry(tx, saving, id, seen)) };
}

function resultOf(index: number, id: string, outcome: Outcome): Result {
  if ('error' in outcome) return { index, id, status: 'failed', error: errorOf(outcome.error) };
  const { isChanged, entry, warnings } = outcome;
  return { index, id, status: isChanged ? 'changed' : 'unchanged', entry, warnings };
}

/** Details of other errors than 422 are no list of problems. */
const errorOf = ({ code, message, details }: AppError) => ({
  code,
  message,
  details: code === 'validation_error' ? (details as Problem[]) : [],
});

/** Runs after all were tried, so that the answer names all problems at once; the error rolls back everything. */
function assertAllDone(results: Result[]): void {
  const problems = results.flatMap(({ index, error }): Problem[] => {
    if (error === undefined) return [];
    const { code, message, details } = error;
    if (details.length === 0) return [{ path: `entries[${index}]`, code, message }];
    return details.map((each) => ({ ...each, path: `entries[${index}].${each.path}` }));
  });
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
}
