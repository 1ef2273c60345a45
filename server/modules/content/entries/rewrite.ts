/** Saves new values of many entries of a type at once: after a change of the type, or of the locales. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { type NewEvent, publishAll } from '#kernel/events/publish.ts';
import { Slices } from '#kernel/work/slices.ts';
import type { Field } from '../fields/field.ts';
import { isLiveIn, type Live, type Locales } from '../locales/locales.ts';
import { valuesOfLocales } from '../publishing/live-values.ts';
import type { Stored } from '../types/migration.ts';
import type { StoredEntry } from '../types/migration-run.sql.ts';
import type { ContentType } from '../types/record.ts';
import type { EntryRow } from './entries.sql.ts';
import { codesOf, SHARED, sharedChanges, stateOf, withState } from './locale-state.ts';
import { aboutEntry, differences, outdatedBy, revisionCreated, searchable } from './record.ts';
import { createRederive, type Rederived, textOf } from './rederive.ts';
import { saveEntries, saveManyPublished, writeManyDerived } from './rewrite.sql.ts';
import { isSameValue } from './same-value.ts';
import { slugOf } from './slugs.ts';
import { assertAlone } from './unique.ts';
import type { Stage } from './value-index.sql.ts';
import type { Values } from './values.ts';

/** An entry, its values, and those that it gets. `live`: the locales in which it is live from now on, if they change. */
export type Rewrite = { entry: StoredEntry; stored: Stored; next: Stored; live?: Live };

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
  const rederive = createRederive(formerly, type.fields, locales);
  const made: Awaited<ReturnType<typeof make>>[] = [];
  const make = async ({ entry, stored, next, live: gained }: Rewrite) => {
    const isChanged = !isSameValue(next.draft, stored.draft);
    const isSeen = next.published !== null && !isSameValue(next.published, stored.published);
    const version = isChanged ? entry.version + 1 : entry.version;
    const { published: _, published_property, ...kept } = entry;
    const row: EntryRow = {
      ...kept,
      ...stateAfter(type.fields, entry, next, gained),
      type: type.name,
      schedule: null,
      locale_settings: null,
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
    const draft = await rederive(stored.draft, next.draft, row.property_id);
    await slices.pause();
    const isSame =
      stored.published === stored.draft &&
      next.published === next.draft &&
      published_property === row.property_id;
    const live =
      next.published === null
        ? null
        : isSame
          ? draft
          : await rederive(stored.published!, next.published, published_property);
    await slices.pause();
    return { row, stored, next, isChanged, isSeen, draft, live };
  };
  for (const rewrite of rewrites) made.push(await make(rewrite));
  const write = async (stage: Stage, some: typeof made, pick: 'draft' | 'live', owner: string) => {
    const keyed = (when: keyof Rederived) =>
      some.flatMap((one) => (one[pick] === null ? [] : [{ id: one.row.id, ...one[pick][when] }]));
    assertAlone(type, await writeManyDerived(tx, type.id, stage, keyed('was'), keyed('is')), owner);
  };
  const kept = made.filter(({ row }) => row.status !== 'deleted');
  // PostgreSQL works on one statement while the next is put together.
  await Promise.all([
    saveEntries(
      tx,
      made.map(({ row, isChanged }) => ({ ...row, isChanged })),
      by,
      'migrated',
      now,
    ),
    saveManyPublished(tx, made.flatMap(publishedRow), type.version),
    write('draft', kept, 'draft', 'another entry'),
    write('published', made, 'live', 'a live entry'),
    tell(made),
  ]);

  async function tell(all: typeof made): Promise<void> {
    const events = await new Slices().map(all, ({ row, stored, next, isChanged, isSeen }): NewEvent[] => {
      const revision = isChanged ? [revisionCreated(row, { by, now }, 'migrated')] : [];
      if (row.status === 'deleted' || !(isChanged || isSeen)) return revision;
      const told = isSeen
        ? publishedAgain(row, fields, stored.published!, next.published!, locales)
        : updated(row, fields, stored.draft, next.draft, now);
      if (!isChanged) return [told];
      const text = textOf(type.fields, next.draft);
      return [...revision, told, searchable({ row, values: next.draft, derived: { text } }, type, locales)];
    });
    await publishAll(tx, now, events.flat());
  }
}

/**
 * Draft and live values change apart from each other, for instance where a field loses its locales. So the state of an entry that is
 * live in some locales, or saved in some, is found by comparing them.
 */
function stateAfter(
  fields: Field[],
  entry: StoredEntry,
  { draft, published }: Stored,
  gained: Live | undefined,
): Pick<EntryRow, 'status' | 'locale_state'> {
  const { status, locale_state } = entry;
  if (published === null || locale_state === null) return { status, locale_state };
  const state = stateOf(entry);
  const live = gained ?? state.live;
  const going = live === null ? draft : valuesOfLocales(fields, draft, (code) => isLiveIn(live, code));
  // A draft that moves to another site is ahead, too.
  const isMoved = entry.published_property !== entry.property_id;
  const shared = isMoved || sharedChanges(fields, published, going).length > 0 ? [SHARED] : [];
  return withState({
    ...state,
    live,
    changed: [...shared, ...differences(fields, published, going).changedLocales],
  });
}

const publishedRow = ({ row, next }: { row: EntryRow; next: Stored }) =>
  next.published === null
    ? []
    : [
        {
          id: row.id,
          fields: next.published === next.draft ? row.fields : JSON.stringify(next.published),
          version: row.published_version!,
        },
      ];

const updated = (row: EntryRow, fields: Field[], before: Values, after: Values, now: Date): NewEvent => ({
  type: 'content.entry.updated',
  data: { ...aboutEntry(row), ...differences(fields, before, after), updatedAt: now.toISOString() },
});

const publishedAgain = (
  row: EntryRow,
  fields: Field[],
  before: Values,
  after: Values,
  locales: Locales,
): NewEvent => ({
  type: 'content.entry.published',
  data: {
    ...aboutEntry(row),
    ...differences(fields, before, after),
    locales: stateOf(row).live ?? codesOf(locales),
    moved: [],
    scheduled: false,
    publishedAt: row.published_at!.toISOString(),
    surrogateKeys: outdatedBy(row),
  },
});
