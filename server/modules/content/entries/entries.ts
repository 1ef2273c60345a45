/** Entries: created and saved. Every save is a revision; readers see nothing of it until it is published. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { entityChanged } from '#kernel/events/search.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import { Slices } from '#kernel/work/slices.ts';
import { slugFieldOf } from '../fields/definition.ts';
import { withDefaults } from '../fields/members.ts';
import { chainOf, type Locales, readLocales } from '../locales/locales.ts';
import { assertSettled, type ContentType, readType } from '../types/record.ts';
import { countLiveEntries, holdType } from '../types/types.sql.ts';
import {
  type EntryRow,
  holdEntry,
  insertEntry,
  insertRevision,
  type RevisionReason,
  updateEntry,
} from './entries.sql.ts';
import { aboutEntry, assertThere, differences, type Entry, presentEntry } from './record.ts';
import { assertLinks, assertProperty, type Others } from './references.ts';
import { fillSlugs } from './slugs.ts';
import { writeDerived } from './value-index.sql.ts';
import { type Derived, derive, SLUG } from './value-index.ts';
import { readValues, titleOf, type Values } from './values.ts';

export type Saving = { by: Author; now: Date; others: Others };

export type NewEntry = { type: string; propertyId?: string | null; fields: object };
export type EntryChange = { propertyId?: string | null; fields?: object };

export async function createEntry(tx: Tx, saving: Saving, input: NewEntry): Promise<Entry> {
  const row = await holdType(tx, input.type);
  if (row === undefined) throw notFound('content type');
  const type = readType(row);
  assertSettled(row);
  await assertRoomForEntry(tx, type);
  const locales = readLocales(row);
  const { now } = saving;
  const blank: EntryRow = {
    id: newId(),
    type: type.name,
    type_id: type.id,
    property_id: input.propertyId?.toLowerCase() ?? null,
    status: 'draft',
    slug: null,
    fields: '{}',
    version: 1,
    published_version: null,
    published_at: null,
    first_published_at: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    schedule: null,
  };
  const { values, problems } = await readValues(
    type.fields,
    locales,
    {},
    withDefaults(type.fields, input.fields, locales.default),
  );
  if (problems.length > 0) throw invalid(problems);
  await assertProperty(tx, blank.property_id, saving.others);
  const draft = await prepare(tx, saving, blank, type, locales, values);
  const { changed, changedLocales } = differences(type.fields, {}, draft.values);
  await Promise.all([
    insertEntry(tx, draft.row),
    insertRevision(tx, draft.row, saving.by, 'created', now),
    writeDraft(tx, type, draft),
    publish(tx, now, {
      type: 'content.entry.created',
      data: {
        ...aboutEntry(draft.row),
        changed,
        changedLocales,
        createdAt: now.toISOString(),
      },
    }),
    publishRevision(tx, draft.row, saving, 'created'),
    publish(tx, now, searchable(draft, type, locales)),
  ]);
  return presentEntry(draft.row);
}

/** A block has no entries, and a singleton has one. */
export async function assertRoomForEntry(tx: Tx, { id, name, block, singleton }: ContentType): Promise<void> {
  if (block)
    throw invalid([
      {
        path: 'type',
        code: 'not_allowed',
        message: 'is a block: it has no entries, but is part of other types',
      },
    ]);
  if (singleton && (await countLiveEntries(tx, id)) > 0)
    throw conflict(`The type ${name} is a singleton, and its entry exists already. Change that one.`);
}

export async function changeEntry(
  tx: Tx,
  saving: Saving,
  id: string,
  change: EntryChange,
  seen: number | null,
): Promise<Entry> {
  const held = assertThere(await holdEntry(tx, id), 'edit');
  assertSettled(held.type);
  const { entry } = held;
  assertVersion(seen, entry.version);
  const [type, locales] = [readType(held.type), readLocales(held.locales)];
  const slices = new Slices();
  const before = JSON.parse(entry.fields);
  await slices.pause();
  const { values, problems } = await readValues(type.fields, locales, before, change.fields ?? {});
  if (problems.length > 0) throw invalid(problems);
  const property =
    change.propertyId === undefined ? entry.property_id : (change.propertyId?.toLowerCase() ?? null);
  return saveDraft(tx, saving, { ...entry, property_id: property }, type, locales, values, 'saved', entry);
}

/** A save without an effect is no change: it writes nothing and publishes no event. */
export async function saveDraft(
  tx: Tx,
  saving: Saving,
  wanted: EntryRow,
  type: ContentType,
  locales: Locales,
  values: Values,
  reason: RevisionReason,
  before: EntryRow,
): Promise<Entry> {
  const next = {
    ...wanted,
    version: before.version + 1,
    updated_at: saving.now,
    status: before.published_version === null ? ('draft' as const) : ('changed' as const),
  };
  const draft = await prepare(tx, saving, next, type, locales, values);
  const slices = new Slices();
  const stood = JSON.parse(before.fields);
  await slices.pause();
  const { changed, changedLocales } = differences(type.fields, stood, draft.values);
  await slices.pause();
  if (draft.row.property_id !== before.property_id) {
    await assertProperty(tx, draft.row.property_id, saving.others);
    changed.push('propertyId');
  }
  if (changed.length === 0) return presentEntry(before);
  const { now, by } = saving;
  await Promise.all([
    updateEntry(tx, draft.row),
    insertRevision(tx, draft.row, by, reason, now),
    writeDraft(tx, type, draft),
    publish(tx, now, {
      type: 'content.entry.updated',
      data: { ...aboutEntry(draft.row), changed, changedLocales, updatedAt: now.toISOString() },
    }),
    publishRevision(tx, draft.row, saving, reason),
    publish(tx, now, searchable(draft, type, locales)),
  ]);
  return presentEntry(draft.row);
}

type Draft = { row: EntryRow; values: Values; derived: Derived };

/** Makes the slugs and checks the references, so that the entry can be written. A large entry takes several slices. */
async function prepare(
  tx: Tx,
  saving: Saving,
  row: EntryRow,
  type: ContentType,
  locales: Locales,
  read: Values,
): Promise<Draft> {
  const slices = new Slices();
  const values = await fillSlugs(tx, row, type.fields, read);
  const derived = derive(type.fields, values, row.property_id, locales);
  await slices.pause();
  await assertLinks(tx, derived.links, saving.others.findAssets);
  await slices.pause();
  const slug = slugOf(type, values, locales);
  const fields = JSON.stringify(values);
  await slices.pause();
  return { row: { ...row, slug, fields }, values, derived };
}

/** Returns the slug in the default locale. */
export function slugOf(type: ContentType, values: Values, locales: Locales): string | null {
  const field = slugFieldOf(type.fields);
  const value = field && values[field.name];
  if (value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  const byLocale = value as Record<string, string>;
  const served = chainOf(locales, locales.default).find((code) => byLocale[code]);
  return served === undefined ? null : byLocale[served]!;
}

async function writeDraft(tx: Tx, type: ContentType, { row, derived }: Draft): Promise<void> {
  assertAlone(type, await writeDerived(tx, row, 'draft', derived), 'another entry');
}

export function assertAlone(
  type: ContentType,
  taken: { field: string; locale: string; key: string }[],
  by: string,
): void {
  const [first] = taken;
  if (first === undefined) return;
  const name = first.field === SLUG ? slugFieldOf(type.fields)!.name : first.field;
  const fields = taken.map(({ field, locale }) => ({
    path: `fields.${field === SLUG ? name : field}${locale === '' ? '' : `.${locale}`}`,
    code: 'not_unique',
    message: `is the value of ${by} of this type`,
  }));
  throw conflict(`${fields[0]!.path}: ${fields[0]!.message}.`, fields);
}

export const revisionCreated = (
  row: EntryRow,
  { by, now }: Pick<Saving, 'by' | 'now'>,
  reason: RevisionReason,
) => ({
  type: 'content.revision.created',
  data: {
    entryId: row.id,
    type: row.type,
    version: row.version,
    reason,
    author: { type: by.type, id: by.id },
    createdAt: now.toISOString(),
  },
});

const publishRevision = (tx: Tx, row: EntryRow, saving: Saving, reason: RevisionReason) =>
  publish(tx, saving.now, revisionCreated(row, saving, reason));

export function searchable({ row, values, derived }: Draft, type: ContentType, locales: Locales) {
  const title = titleOf(type.fields, values, locales) ?? row.slug ?? type.title;
  return entityChanged('entry', row.id, { title, subtitle: type.title, text: derived.text });
}
