/** Entries: created and saved. Every save is a revision; readers see nothing of it until it is published. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import { Slices } from '#kernel/work/slices.ts';
import { withDefaults } from '../fields/members.ts';
import { type Locales, readLocales } from '../locales/locales.ts';
import { assertParent } from '../positions/positions.ts';
import { assertWritable, type ContentType, readType } from '../types/record.ts';
import { countLiveEntries, holdType } from '../types/types.sql.ts';
import {
  type EntryRow,
  insertEntry,
  insertRevision,
  type RevisionReason,
  updateEntry,
} from './entries.sql.ts';
import { holdCurrent } from './holding.ts';
import { afterSave, sharedChanges } from './locale-state.ts';
import {
  aboutEntry,
  assertThere,
  type Draft,
  differences,
  type Entry,
  presentEntry,
  revisionCreated,
  searchable,
} from './record.ts';
import { assertLinks, assertProperty, type Others } from './references.ts';
import { fillSlugs, slugOf } from './slugs.ts';
import { writeKeys } from './unique.ts';
import { assertKeys, derive } from './value-index.ts';
import { readValues, type Values } from './values.ts';

export type Saving = { by: Author; now: Date; others: Others };

export type NewEntry = {
  type: string;
  propertyId?: string | null;
  parentId?: string | null;
  fields: object;
};
export type EntryChange = { propertyId?: string | null; fields?: object };

export async function createEntry(tx: Tx, saving: Saving, input: NewEntry): Promise<Entry> {
  const row = await holdType(tx, input.type);
  if (row === undefined) throw notFound('content type');
  const type = readType(row);
  assertWritable(row);
  await assertRoomForEntry(tx, type);
  const locales = readLocales(row);
  const { now } = saving;
  const blank: EntryRow = {
    id: newId(),
    type: type.name,
    type_id: type.id,
    property_id: input.propertyId?.toLowerCase() ?? null,
    parent_id: input.parentId?.toLowerCase() ?? null,
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
    definition: type.stamp,
    conversion: null,
    locale_state: null,
    locale_settings: row.locales ?? null,
  };
  const { values, problems } = await readValues(
    type.fields,
    locales,
    {},
    withDefaults(type.fields, input.fields, locales.default),
  );
  if (problems.length > 0) throw invalid(problems);
  await assertProperty(tx, blank.property_id, saving.others);
  await assertParent(tx, type, blank.parent_id);
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
  const held = assertThere(await holdCurrent(tx, saving.now, id), 'edit');
  const { entry } = held;
  assertVersion(seen, held.seen);
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
    definition: type.stamp,
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
  const isSharedChanged =
    changedLocales.length === 0 ||
    changed.includes('propertyId') ||
    sharedChanges(type.fields, stood, draft.values).length > 0;
  Object.assign(draft.row, afterSave(before, { isSharedChanged, changedLocales }));
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
  const derived = await derive(type.fields, values, row.property_id, locales);
  assertKeys(derived);
  await slices.pause();
  await assertLinks(tx, derived.links, saving.others.findAssets);
  await slices.pause();
  const slug = slugOf(type, values, locales);
  const fields = JSON.stringify(values);
  await slices.pause();
  return { row: { ...row, slug, fields }, values, derived };
}

const writeDraft = (tx: Tx, type: ContentType, { row, derived }: Draft): Promise<void> =>
  writeKeys(tx, type, row, 'draft', derived, 'another entry');

const publishRevision = (tx: Tx, row: EntryRow, saving: Saving, reason: RevisionReason) =>
  publish(tx, saving.now, revisionCreated(row, saving, reason));
