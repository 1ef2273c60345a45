/** Saves new values of many entries of a type at once: after a change of the type, or of the locales. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { type NewEvent, publishAll } from '#kernel/events/publish.ts';
import { Slices } from '#kernel/work/slices.ts';
import type { Field } from '../fields/field.ts';
import type { Locales } from '../locales/locales.ts';
import type { Stored } from '../types/migration.ts';
import type { StoredEntry } from '../types/migration-run.sql.ts';
import type { ContentType } from '../types/record.ts';
import type { EntryRow } from './entries.sql.ts';
import { aboutEntry, differences, revisionCreated, searchable } from './record.ts';
import { saveEntries, saveManyPublished, writeManyDerived } from './rewrite.sql.ts';
import { isSameValue } from './same-value.ts';
import { slugOf } from './slugs.ts';
import { assertAlone } from './unique.ts';
import { derive } from './value-index.ts';
import type { Values } from './values.ts';

/** An entry, its values, and those that it gets. */
export type Rewrite = { entry: StoredEntry; stored: Stored; next: Stored };

/**
 * An entry whose readers see a difference has one event, `content.entry.published`, because sites are built on it; any other has
 * `content.entry.updated`. `formerly` are the fields of the type before.
 */
export async function rewriteEntries(
  tx: Tx,
  by: Author,
  now: Date,
  type: ContentType,
  formerly: Field[],
  locales: Locales,
  rewrites: Rewrite[],
): Promise<void> {
  const gone = formerly.filter(({ name }) => !type.fields.some((field) => field.name === name));
  const fields = [...type.fields, ...gone];
  // The largest entries take milliseconds each to compare and to index; other work runs in between.
  const slices = new Slices();
  const made: Awaited<ReturnType<typeof make>>[] = [];
  const make = async ({ entry, stored, next }: Rewrite) => {
    const isChanged = !isSameValue(next.draft, stored.draft);
    const isSeen = next.published !== null && !isSameValue(next.published, stored.published);
    const version = isChanged ? entry.version + 1 : entry.version;
    const { published: _, published_property, ...kept } = entry;
    const row: EntryRow = {
      ...kept,
      type: type.name,
      schedule: null,
      version,
      slug: slugOf(type, next.draft, locales),
      fields: JSON.stringify(next.draft),
      // A published version stays the current one; a draft that was ahead stays ahead.
      published_version: entry.status === 'published' ? version : entry.published_version,
      updated_at: isChanged ? now : entry.updated_at,
      definition: type.version,
      conversion: null,
    };
    await slices.pause();
    const derived = async (all: Field[], values: Values, property: string | null) => {
      const keys = { id: row.id, ...derive(all, values, property, locales) };
      await slices.pause();
      return keys;
    };
    const shown = async (all: Field[], values: Values | null) =>
      values === null ? [] : [await derived(all, values, published_property)];
    const draft = await derived(type.fields, next.draft, row.property_id);
    const live = await shown(type.fields, next.published);
    const was = {
      draft: await derived(formerly, stored.draft, row.property_id),
      live: await shown(formerly, stored.published),
    };
    return { row, stored, next, isChanged, isSeen, draft, live, was };
  };
  for (const rewrite of rewrites) made.push(await make(rewrite));
  await saveEntries(
    tx,
    made.map(({ row, isChanged }) => ({ ...row, isChanged })),
    by,
    'migrated',
    now,
  );
  await saveManyPublished(
    tx,
    made.flatMap(({ row, next }) =>
      next.published === null
        ? []
        : [
            {
              id: row.id,
              fields: next.published === next.draft ? row.fields : JSON.stringify(next.published),
              version: row.published_version!,
            },
          ],
    ),
    type.version,
  );
  const kept = made.filter(({ row }) => row.status !== 'deleted');
  const drafts = await writeManyDerived(
    tx,
    type.id,
    'draft',
    kept.map(({ was }) => was.draft),
    kept.map(({ draft }) => draft),
  );
  assertAlone(type, drafts, 'another entry');
  const live = await writeManyDerived(
    tx,
    type.id,
    'published',
    made.flatMap(({ was }) => was.live),
    made.flatMap(({ live }) => live),
  );
  assertAlone(type, live, 'a live entry');
  const events = await new Slices().map(
    made,
    ({ row, stored, next, isChanged, isSeen, draft }): NewEvent[] => {
      const revision = isChanged ? [revisionCreated(row, { by, now }, 'migrated')] : [];
      if (row.status === 'deleted' || !(isChanged || isSeen)) return revision;
      const told = isSeen
        ? publishedAgain(row, fields, stored.published!, next.published!)
        : {
            type: 'content.entry.updated',
            data: {
              ...aboutEntry(row),
              ...differences(fields, stored.draft, next.draft),
              updatedAt: now.toISOString(),
            },
          };
      const found = searchable({ row, values: next.draft, derived: draft }, type, locales);
      return [...revision, told, ...(isChanged ? [found] : [])];
    },
  );
  await publishAll(tx, now, events.flat());
}

const publishedAgain = (row: EntryRow, fields: Field[], before: Values, after: Values): NewEvent => ({
  type: 'content.entry.published',
  data: {
    ...aboutEntry(row),
    ...differences(fields, before, after),
    scheduled: false,
    publishedAt: row.published_at!.toISOString(),
  },
});
