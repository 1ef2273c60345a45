/** Deleted entries: out of every list and every site at once, restorable for a month, then purged. */
import type { Tx } from '#kernel/db/db.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { entityRemoved } from '#kernel/events/search.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { forgetNotices } from '#kernel/notices.ts';
import { readLocales } from '../locales/locales.ts';
import { clearParent, countChildren } from '../positions/positions.sql.ts';
import { assertParent, holdPlaceOf } from '../positions/positions.ts';
import { removePublished } from '../publishing/publishing.sql.ts';
import { clearSchedule, setSchedule } from '../publishing/schedule.sql.ts';
import { openReleasesOf } from '../releases/purged-entries.ts';
import { holdReleasesOf } from '../releases/releases.sql.ts';
import { deleteReview } from '../review/reviews.sql.ts';
import { assertWritable, readType } from '../types/record.ts';
import { type EntryRow, holdEntry, purgeEntry, updateEntry } from './entries.sql.ts';
import { assertRoomForEntry, type Saving } from './entries.ts';
import { holdCurrent } from './holding.ts';
import {
  aboutEntry,
  assertThere,
  type Entry,
  outdatedBy,
  outOfTurn,
  presentEntry,
  restorableUntil,
  searchable,
} from './record.ts';
import { assertLinks, assertUnreferenced } from './references.ts';
import { writeKeys } from './unique.ts';
import { clearDerived } from './value-index.sql.ts';
import { derive } from './value-index.ts';

export async function deleteEntry(
  tx: Tx,
  now: Date,
  id: string,
  seen: number | null,
): Promise<{ id: string; deleted: true }> {
  // Locks against references: from here on no new reference to the entry can be saved.
  const held = await holdEntry(tx, id, 'references');
  if (held?.entry.status === 'deleted') throw notFound('entry');
  const { entry, type } = assertThere(held, 'delete');
  assertVersion(seen, entry.version);
  assertWritable(type);
  await assertUnreferenced(tx, entry.id);
  await assertNoneBelow(tx, entry);
  const wasPublished = entry.published_version !== null;
  await updateEntry(tx, {
    ...entry,
    status: 'deleted',
    published_version: null,
    published_at: null,
    locale_state: null,
    deleted_at: now,
    updated_at: now,
  });
  await clearDerived(tx, entry.id, ['draft', 'published']);
  await removePublished(tx, entry.id);
  await clearSchedule(tx, entry.id);
  await deleteReview(tx, entry.id);
  await setSchedule(tx, entry.id, 'purge', restorableUntil(now));
  await publish(tx, now, {
    type: 'content.entry.deleted',
    data: {
      ...aboutEntry(entry),
      changed: [],
      wasPublished,
      deletedAt: now.toISOString(),
      surrogateKeys: wasPublished ? outdatedBy(entry) : [],
    },
  });
  await publish(tx, now, entityRemoved('entry', entry.id));
  return { id: entry.id, deleted: true };
}

const COUNTED_AT_MOST = 1_000;

async function assertNoneBelow(tx: Tx, entry: EntryRow): Promise<void> {
  const count = await countChildren(tx, entry, COUNTED_AT_MOST);
  if (count === 0) return;
  const some = count === COUNTED_AT_MOST ? `at least ${count}` : count;
  throw conflict(
    `${some} ${count === 1 ? 'entry is' : 'entries are'} below this one. Move or delete them first.`,
    {
      below: count,
    },
  );
}

/** Restores the entry as a draft: publishing it is a separate decision. Another entry may have its slug by now. */
export async function restoreEntry(tx: Tx, saving: Saving, id: string, seen: number | null): Promise<Entry> {
  await holdPlaceOf(tx, id);
  const held = await holdCurrent(tx, saving.now, id);
  if (held === undefined) throw notFound('entry');
  const { entry } = held;
  if (entry.status !== 'deleted') throw outOfTurn(entry.status, 'restore');
  assertVersion(seen, held.seen);
  const [type, locales, values] = [readType(held.type), readLocales(held.locales), JSON.parse(entry.fields)];
  await assertRoomForEntry(tx, type);
  const parentId = type.order === 'tree' ? entry.parent_id : null;
  await assertParent(tx, type, parentId);
  const derived = await derive(type.fields, values, entry.property_id, locales);
  await assertLinks(tx, derived.links, saving.others.findAssets);
  const row = {
    ...entry,
    parent_id: parentId,
    status: 'draft' as const,
    deleted_at: null,
    updated_at: saving.now,
    schedule: null,
    definition: type.stamp,
  };
  // A bulk action tries again without a savepoint: the entry is in the bin until nothing can refuse it.
  await writeKeys(tx, type, row, 'draft', derived, 'another entry');
  await updateEntry(tx, row);
  if (parentId !== entry.parent_id) await clearParent(tx, entry.id);
  await clearSchedule(tx, entry.id);
  await publish(tx, saving.now, {
    type: 'content.entry.updated',
    data: {
      ...aboutEntry(row),
      changed: ['deletedAt'],
      changedLocales: [],
      updatedAt: saving.now.toISOString(),
    },
  });
  await publish(tx, saving.now, searchable({ row, values, derived }, type, locales));
  return presentEntry(row);
}

/** Deletes the entry for good, and opens the releases that wait with it. Returns false when it was restored meanwhile. */
export async function purge(tx: Tx, now: Date, id: string): Promise<boolean> {
  // A release locks itself before its entries.
  await holdReleasesOf(tx, id);
  const held = await holdEntry(tx, id, 'references');
  if (held?.entry.status !== 'deleted') return false;
  await openReleasesOf(tx, now, held.entry);
  await purgeEntry(tx, id);
  await forgetNotices(tx, 'entry', id);
  return true;
}
