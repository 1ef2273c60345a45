/** Runs a change of a type: first checks every entry, then rewrites every entry, one batch at a time. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Problem } from '#kernel/errors.ts';
import { Slices } from '#kernel/work/slices.ts';
import { stateOf } from '../entries/locale-state.ts';
import { type Rewrite, rewriteEntries } from '../entries/rewrite.ts';
import type { Values } from '../entries/values.ts';
import type { Live, Locales } from '../locales/locales.ts';
import { impactOf } from './impact.ts';
import { convert, type Migration, migrate, type Stored, type Turn } from './migration.ts';
import { findDuplicates, nextEntries, type StoredEntry } from './migration-run.sql.ts';
import type { ContentType } from './record.ts';

/** From one definition of a type to the next. */
export type Step = { before: ContentType; after: ContentType; migration: Migration; locales: Locales };

export type Place = { at: Date | null; id: string | null };
export const BEGINNING: Place = { at: null, id: null };

export type Broken = { id: string; slug: string | null; problems: (Problem & { stage: string })[] };

/** An entry may break in many ways, and many entries may break; these are enough to see the cause. */
const PROBLEMS_SHOWN = 5;
export const EXAMPLES_SHOWN = 50;

export const placeAfter = ({
  entries,
  isLast,
}: {
  entries: StoredEntry[];
  isLast: boolean;
}): Place | null => {
  const last = entries.at(-1);
  return last === undefined || isLast ? null : { at: last.created_at, id: last.id };
};

/** The values that readers see are most often those of the draft; then they are the same object. */
export const storedOf = (entry: StoredEntry): Stored => {
  const draft: Values = JSON.parse(entry.fields);
  if (entry.published === null) return { draft, published: null };
  return { draft, published: entry.published === entry.fields ? draft : JSON.parse(entry.published) };
};

const liveOf = (entry: StoredEntry): Live => (entry.published === null ? null : stateOf(entry).live);

export const turnOf = ({ before, after, migration, locales }: Step): Turn => ({
  before: before.fields,
  after: after.fields,
  migration,
  locales,
});

/** Returns those of the entries that would not fit. */
export async function findBroken(step: Step, entries: StoredEntry[]): Promise<Broken[]> {
  const turn = turnOf(step);
  const broken: Broken[] = [];
  for await (const entry of new Slices().each(entries)) {
    const { problems } = await migrate(turn, storedOf(entry), liveOf(entry));
    if (problems.length === 0) continue;
    broken.push({ id: entry.id, slug: entry.slug, problems: problems.slice(0, PROBLEMS_SHOWN) });
  }
  return broken;
}

/** Checks the next entries; `next` is null after the last. */
export async function checkBatch(
  tx: Tx,
  step: Step,
  from: Place,
  limit: number,
): Promise<{ looked: number; broken: Broken[]; next: Place | null }> {
  const batch = await nextEntries(tx, step.before.id, from, limit);
  return {
    looked: batch.entries.length,
    broken: await findBroken(step, batch.entries),
    next: placeAfter(batch),
  };
}

/** Finds entries that share a value of a field that becomes unique. */
export async function checkUnique(
  tx: Tx,
  { before, after, migration }: Step,
): Promise<{ count: number; broken: Broken[] }> {
  const broken: Broken[] = [];
  let count = 0;
  for (const name of impactOf(before.fields, after.fields, migration).newlyUnique) {
    const found = await findDuplicates(tx, before.id, name, EXAMPLES_SHOWN);
    count += found[0]?.total ?? 0;
    const problem = {
      path: `fields.${name}`,
      code: 'not_unique',
      message: 'is the value of another entry too',
    };
    broken.push(
      ...found.map(({ entry_id: id }) => ({ id, slug: null, problems: [{ ...problem, stage: 'draft' }] })),
    );
  }
  return { count, broken };
}

/** Rewrites the next entries in the transaction of the change itself; they passed the check. */
export async function migrateBatch(
  tx: Tx,
  by: Author,
  now: Date,
  step: Step,
  from: Place,
  limit: number,
): Promise<Place | null> {
  const batch = await nextEntries(tx, step.before.id, from, limit);
  await rewriteAll(tx, by, now, step.after, turnOf(step), batch.entries);
  return placeAfter(batch);
}

/** Rewrites entries of the former definition of a type that is being changed. The transaction must have locked them. */
export async function rewriteHeld(
  tx: Tx,
  now: Date,
  type: ContentType,
  entries: StoredEntry[],
): Promise<void> {
  const { author, ...turn } = type.conversion!;
  await rewriteAll(tx, author, now, type, turn, entries);
}

async function rewriteAll(
  tx: Tx,
  by: Author,
  now: Date,
  type: ContentType,
  turn: Turn,
  entries: StoredEntry[],
): Promise<void> {
  const rewrites: Rewrite[] = [];
  for (const entry of entries) {
    const stored = storedOf(entry);
    const live = liveOf(entry);
    const draft = await convert(turn, stored.draft, live, 'draft');
    const isAlike = stored.published === null || (live === null && stored.published === stored.draft);
    const published = isAlike
      ? stored.published && draft
      : await convert(turn, stored.published!, live, 'published');
    rewrites.push({ entry, stored, next: { draft, published } });
  }
  await rewriteEntries(tx, by, now, type, turn.before, turn.locales, rewrites);
}
