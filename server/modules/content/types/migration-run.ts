/** Runs a change of a type: first checks every entry, then rewrites every entry, one batch at a time. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Problem } from '#kernel/errors.ts';
import { Slices } from '#kernel/work/slices.ts';
import { type Rewrite, rewriteEntries } from '../entries/rewrite.ts';
import type { Values } from '../entries/values.ts';
import type { Locales } from '../locales/locales.ts';
import { impactOf, type Migration, migrate } from './migration.ts';
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

export const storedOf = (entry: StoredEntry) => ({
  draft: JSON.parse(entry.fields) as Values,
  published: entry.published === null ? null : (JSON.parse(entry.published) as Values),
});

/** Checks the next entries; `next` is null after the last. */
export async function checkBatch(
  tx: Tx,
  { before, after, migration, locales }: Step,
  from: Place,
  limit: number,
): Promise<{ looked: number; broken: Broken[]; next: Place | null }> {
  const batch = await nextEntries(tx, before.id, from, limit);
  const broken: Broken[] = [];
  for await (const entry of new Slices().each(batch.entries)) {
    const { problems } = await migrate(before.fields, after.fields, locales, migration, storedOf(entry));
    if (problems.length === 0) continue;
    broken.push({ id: entry.id, slug: entry.slug, problems: problems.slice(0, PROBLEMS_SHOWN) });
  }
  return { looked: batch.entries.length, broken, next: placeAfter(batch) };
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

/** Rewrites the next entries, which cannot fail here because they passed the check. */
export async function migrateBatch(
  tx: Tx,
  by: Author,
  now: Date,
  step: Step,
  from: Place,
  limit: number,
): Promise<{ rewritten: number; next: Place | null }> {
  const { before, after, migration, locales } = step;
  const batch = await nextEntries(tx, before.id, from, limit);
  const rewrites: Rewrite[] = [];
  for (const entry of batch.entries) {
    const stored = storedOf(entry);
    const next = await migrate(before.fields, after.fields, locales, migration, stored);
    rewrites.push({ entry, stored, next });
  }
  await rewriteEntries(tx, by, now, after, before.fields, locales, rewrites);
  return { rewritten: batch.entries.length, next: placeAfter(batch) };
}
