/** Content types: made, and changed without breaking stored entries. */
import { isDeepStrictEqual } from 'node:util';
import { type Author, audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { assertBelowLimit } from '#kernel/db/row-limit.ts';
import { AppError, conflict, invalid } from '#kernel/errors.ts';
import { publish, publishAll } from '#kernel/events/publish.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import { pagesChanged } from '../content.events.ts';
import type { Field } from '../fields/field.ts';
import { assertNoneUnderWay } from '../locales/change.ts';
import { indexedChains, loadLocales, tagOf } from '../locales/locales.ts';
import { openPrevented, type PreventedRelease, preventedBy } from '../releases/changed-types.ts';
import { deleteWaitingReviews } from '../review/reviews.sql.ts';
import type { Addresses } from './addresses.ts';
import { CHECKING, type Conversion } from './conversion.ts';
import { collisionsOf, impactOf, problemsOfMigration } from './impact.ts';
import type { Migration } from './migration.ts';
import { type ChangeRow, insertChange } from './migration-run.sql.ts';
import {
  BEGINNING,
  type Broken,
  checkBatch,
  checkUnique,
  EXAMPLES_SHOWN,
  migrateBatch,
  type Step,
} from './migration-run.ts';
import { assertSettled, readType } from './record.ts';
import { assertMayMigrate, assertMayReview } from './reviewed-types.ts';
import {
  countEntries,
  countLiveEntries,
  type EntryOrder,
  findType,
  hasEntriesBelow,
  indexAbsent,
  insertType,
  lockTypeAgainstEntries,
  type TypeRow,
  updateType,
} from './types.sql.ts';

export type WantedType = {
  title: string;
  /** With the definitions of their blocks. */
  fields: Field[];
  migrate?: Migration;
  block?: boolean;
  singleton?: boolean;
  review?: boolean;
  order?: EntryOrder;
  addresses?: Addresses;
};

/** Blocks included. Some requests read the definitions of all types. */
export const MAX_TYPES = 500;
/** The most entries rewritten in the request's own transaction; a worker rewrites larger numbers. */
export const AT_ONCE = 200;
const BATCH = 500;

const goneMeanwhile = new AppError('precondition_failed', 'There is no such content type to change.');

/** `prevents`: the scheduled releases that could not be published any more. */
export type ChangedType = TypeRow & { prevents?: PreventedRelease[] };

export type Condition = { rehearsal: boolean; seen: number | null; mustExist: boolean; isAdmin: boolean };

export async function putType(
  tx: Tx,
  by: Author,
  now: Date,
  name: string,
  wanted: WantedType,
  { rehearsal, seen, mustExist, ...rights }: Condition,
): Promise<ChangedType> {
  const before = rehearsal ? await findType(tx, name) : await lockTypeAgainstEntries(tx, name);
  if (before === undefined && mustExist) throw goneMeanwhile;
  if (before === undefined) return createType(tx, by, now, name, wanted);
  assertVersion(seen, before.version);
  assertSettled(before);
  await assertNoneUnderWay(tx);
  const { title, fields, migrate: migration = {} } = wanted;
  const was = readType(before);
  assertMayReview(was.review, wanted, rights);
  assertMayMigrate({ name: null, review: was.review }, migration, rights);
  const {
    singleton = was.singleton,
    review = was.review,
    order = was.order,
    addresses = was.addresses,
  } = wanted;
  if (singleton && !was.singleton) await assertOneEntry(tx, was.id);
  if (order !== 'tree' && was.order === 'tree') await assertFlat(tx, was.id);
  const after = { ...was, title, fields, singleton, review, order, addresses, version: was.version + 1 };
  const mistakes = problemsOfMigration(was.fields, fields, migration);
  if (mistakes.length > 0) throw invalid(mistakes);
  const isSame =
    title === was.title &&
    singleton === was.singleton &&
    review === was.review &&
    order === was.order &&
    isDeepStrictEqual(addresses, was.addresses) &&
    isDeepStrictEqual(fields, was.fields);
  if (isSame && Object.keys(migration).length === 0) return before;

  const impact = impactOf(was.fields, fields, migration);
  const step: Step = { before: was, after, migration, locales: await loadLocales(tx) };
  let isLarge = false;
  if (impact.mustScanEntries) {
    isLarge = (await countEntries(tx, was.id, AT_ONCE + 1)) > AT_ONCE;
    const collisions = collisionsOf({ before: was.fields, after: fields, migration });
    if (isLarge && collisions.length > 0) throw invalid(collisions);
    if (isLarge && !rehearsal) {
      const prevents = await preventedBy(tx, step);
      return { ...(await startChange(tx, by, now, before, wanted)).row, prevents };
    }
    await assertUnbroken(tx, step);
  }
  const prevents = await openPrevented(tx, by, now, step);
  if (impact.rewrites && !isLarge) await migrateAll(tx, by, now, step);
  return { ...(await settle(tx, by, now, before, step)), prevents };
}

async function assertOneEntry(tx: Tx, typeId: string): Promise<void> {
  if ((await countLiveEntries(tx, typeId)) < 2) return;
  throw conflict('A singleton has one entry, and this type has several. Delete the others first.');
}

/** Entries that are below others would be lost from sight. Those in the bin keep their parents: each comes back at the top. */
async function assertFlat(tx: Tx, typeId: string): Promise<void> {
  if (!(await hasEntriesBelow(tx, typeId))) return;
  throw conflict('Entries of this type are below others. Move them to the top first: its tree is then flat.');
}

export async function migrateAll(tx: Tx, by: Author, now: Date, step: Step): Promise<void> {
  for (let from: typeof BEGINNING | null = BEGINNING; from !== null; ) {
    from = await migrateBatch(tx, by, now, step, from, AT_ONCE + 1);
  }
}

async function createType(
  tx: Tx,
  by: Author,
  now: Date,
  name: string,
  {
    title,
    fields,
    block = false,
    singleton = false,
    review = false,
    order = 'none',
    addresses = {},
  }: WantedType,
): Promise<TypeRow> {
  await assertBelowLimit(tx, { table: 'content_types', most: MAX_TYPES, plural: 'content types' });
  const row = {
    id: newId(),
    name,
    title,
    fields: JSON.stringify(fields),
    version: 1,
    block,
    singleton,
    review,
  };
  const places = { entry_order: order, addresses: JSON.stringify(addresses) };
  const unchanged = { change_id: null, conversion: null };
  const created = await insertType(tx, { ...row, ...places, ...unchanged, created_at: now, updated_at: now });
  if (created === undefined) throw conflict(`Another request has just created the type ${name}.`);
  await tell(tx, by, now, created, { added: fields.map((field) => field.name), removed: [], changed: [] });
  return created;
}

/** Puts the new definition in force. With a conversion, the change goes on: it rewrites the entries. */
export async function settle(
  tx: Tx,
  by: Author,
  now: Date,
  before: TypeRow,
  { before: was, after, migration, locales }: Step,
  conversion: Conversion | null = null,
) {
  const row = { ...before, title: after.title, fields: JSON.stringify(after.fields), version: after.version };
  const saved = {
    ...row,
    singleton: after.singleton,
    review: after.review,
    entry_order: after.order,
    addresses: JSON.stringify(after.addresses),
    change_id: conversion === null ? null : before.change_id,
    conversion: conversion && JSON.stringify(conversion),
    updated_at: now,
  };
  await updateType(tx, saved);
  if (was.review && !after.review) await deleteWaitingReviews(tx, before.id);
  const { absent, rewrites } = impactOf(was.fields, after.fields, migration);
  // Rewritten entries are indexed already; only untouched ones still need a row for the absent value.
  if (absent.length > 0 && !rewrites) {
    const tags = indexedChains(locales).map(tagOf);
    const places = absent.flatMap(({ name: field, localised }) =>
      (localised ? tags : ['']).map((locale) => ({ field, locale })),
    );
    await indexAbsent(tx, before.id, places);
  }
  const had = new Map(was.fields.map((field) => [field.name, field]));
  const has = new Set(after.fields.map(({ name }) => name));
  await tell(tx, by, now, saved, {
    added: after.fields.filter(({ name }) => !had.has(name)).map(({ name }) => name),
    removed: was.fields.filter(({ name }) => !has.has(name)).map(({ name }) => name),
    changed: after.fields
      .filter((field) => had.has(field.name) && !isDeepStrictEqual(field, had.get(field.name)))
      .map(({ name }) => name),
  });
  return saved;
}

type FieldNames = { added: string[]; removed: string[]; changed: string[] };

async function tell(tx: Tx, by: Author, now: Date, row: TypeRow, fields: FieldNames): Promise<void> {
  const { id, name, version } = row;
  const action = version === 1 ? 'content_type.created' : 'content_type.changed';
  await audit(tx, by, now, {
    action,
    subjectType: 'content_type',
    subjectId: id,
    details: { name, version, ...fields },
  });
  await publish(tx, now, {
    type: 'content_type.upserted',
    data: { id, name, version, created: version === 1, fields, updatedAt: now.toISOString() },
  });
  if (version > 1) await publishAll(tx, now, pagesChanged('type', now, [id]));
}

export async function startChange(
  tx: Tx,
  by: Author,
  now: Date,
  before: TypeRow,
  wanted: WantedType,
): Promise<{ row: TypeRow; change: ChangeRow }> {
  const author = JSON.stringify({ type: by.type, id: by.id, name: by.name });
  const progress = {
    reached_at: null,
    reached_id: null,
    total: await countEntries(tx, before.id, null),
    checked: 0,
    migrated: 0,
    broken: 0,
    examples: '[]',
    reason: null,
  };
  const change: ChangeRow = {
    ...{ id: newId(), type_id: before.id, status: 'checking', phase: 'check' },
    ...{ wanted: JSON.stringify(wanted), author, ...progress, created_at: now, finished_at: null },
  };
  await insertChange(tx, change);
  const row = { ...before, change_id: change.id, conversion: CHECKING };
  await updateType(tx, row);
  return { row, change };
}

async function assertUnbroken(tx: Tx, step: Step): Promise<void> {
  const { count, broken } = await findBroken(tx, step);
  if (count > 0) throw wouldBreak(count, broken);
}

export async function findBroken(tx: Tx, step: Step): Promise<{ count: number; broken: Broken[] }> {
  let { count, broken } = await checkUnique(tx, step);
  for (let from: typeof BEGINNING | null = BEGINNING; from !== null; ) {
    const batch = await checkBatch(tx, step, from, BATCH);
    count += batch.broken.length;
    broken = [...broken, ...batch.broken].slice(0, EXAMPLES_SHOWN);
    from = batch.next;
  }
  return { count, broken };
}

export const wouldBreak = (count: number, entries: Broken[]) =>
  conflict(
    `${count} ${count === 1 ? 'entry does' : 'entries do'} not fit the type as it would be. Say in migrate what becomes of their values.`,
    { count, entries },
  );
