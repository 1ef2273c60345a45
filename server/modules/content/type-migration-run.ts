/** Runs a change of a type: first checks every entry, then rewrites every entry, one batch at a time. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Problem } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { Slices } from '#kernel/work/slices.ts';
import { type EntryRow, insertRevision, updateEntry } from './entries.sql.ts';
import { assertAlone, publishRevision, searchable, slugOf } from './entries.ts';
import { writeDerived } from './entry-index.sql.ts';
import { derive } from './entry-index.ts';
import { aboutEntry, differences } from './entry-record.ts';
import type { Values } from './entry-values.ts';
import type { Locales } from './locales.ts';
import { isSameValue } from './same-value.ts';
import { impactOf, type Migration, migrate } from './type-migration.ts';
import { findDuplicates, nextEntries, rewritePublished, type StoredEntry } from './type-migration-run.sql.ts';
import type { ContentType } from './type-record.ts';

/** From one definition of a type to the next. */
export type Step = { before: ContentType; after: ContentType; migration: Migration; locales: Locales };

export type Place = { at: Date | null; id: string | null };
export const BEGINNING: Place = { at: null, id: null };

export type Broken = { id: string; slug: string | null; problems: (Problem & { stage: string })[] };

/** An entry may break in many ways, and many entries may break; these are enough to see the cause. */
const PROBLEMS_SHOWN = 5;
export const EXAMPLES_SHOWN = 50;

const placeAfter = ({ entries, isLast }: { entries: StoredEntry[]; isLast: boolean }): Place | null => {
  const last = entries.at(-1);
  return last === undefined || isLast ? null : { at: last.created_at, id: last.id };
};

const storedOf = (entry: StoredEntry) => ({
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
  const batch = await nextEntries(tx, step.before.id, from, limit);
  for (const entry of batch.entries) await rewrite(tx, by, now, step, entry);
  return { rewritten: batch.entries.length, next: placeAfter(batch) };
}

async function rewrite(tx: Tx, by: Author, now: Date, step: Step, entry: StoredEntry): Promise<void> {
  const { before, after, migration, locales } = step;
  const stored = storedOf(entry);
  const { draft, published } = await migrate(before.fields, after.fields, locales, migration, stored);
  // Comparing, writing and indexing the largest entries takes milliseconds each; other work runs in between.
  const slices = new Slices();
  const isChanged = !isSameValue(draft, stored.draft);
  const version = isChanged ? entry.version + 1 : entry.version;
  await slices.pause();
  const { published: _, ...kept } = entry;
  const row: EntryRow = {
    ...kept,
    type: after.name,
    schedule: null,
    version,
    slug: slugOf(after, draft, locales),
    fields: JSON.stringify(draft),
    // A published version stays the current one; a draft that was ahead stays ahead.
    published_version: entry.status === 'published' ? version : entry.published_version,
    updated_at: isChanged ? now : entry.updated_at,
  };
  await slices.pause();
  const derived = derive(after.fields, draft, row.property_id, locales);
  if (isChanged) {
    await updateEntry(tx, row);
    await insertRevision(tx, row, by, 'migrated', now);
  }
  if (entry.status !== 'deleted')
    assertAlone(after, await writeDerived(tx, row, 'draft', derived), 'another entry');
  if (published !== null) {
    await rewritePublished(tx, entry.id, JSON.stringify(published), row.published_version!);
    const shown = derive(after.fields, published, row.property_id, locales);
    assertAlone(after, await writeDerived(tx, row, 'published', shown), 'a live entry');
  }
  if (!isChanged) return;
  await publishRevision(tx, row, { by, now }, 'migrated');
  if (entry.status === 'deleted') return;
  const fields = [
    ...after.fields,
    ...before.fields.filter(({ name }) => !after.fields.some((one) => one.name === name)),
  ];
  await publish(tx, now, {
    type: 'content.entry.updated',
    data: { ...aboutEntry(row), ...differences(fields, stored.draft, draft), updatedAt: now.toISOString() },
  });
  await publish(tx, now, searchable({ row, values: draft, derived }, after, locales));
}
