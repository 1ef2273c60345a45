/** Publishing: a complete draft becomes what readers see. The same rule applies to people and to the schedule. */
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { Slices } from '#kernel/work/slices.ts';
import { type EntryRow, type HeldEntry, updateEntry } from '../entries/entries.sql.ts';
import { holdCurrent } from '../entries/holding.ts';
import {
  aboutEntry,
  assertThere,
  differences,
  type Entry,
  outdatedBy,
  outOfTurn,
  presentEntry,
} from '../entries/record.ts';
import type { Others } from '../entries/references.ts';
import { writeKeys } from '../entries/unique.ts';
import { clearDerived } from '../entries/value-index.sql.ts';
import { derive, slugsIn } from '../entries/value-index.ts';
import { demandValues } from '../entries/values.ts';
import { readLocales } from '../locales/locales.ts';
import { readType } from '../types/record.ts';
import { assertNotRequired, assertShown, type Broken, type Showing, whoShows } from './live-links.ts';
import { findPublishedFields, removePublished, savePublished } from './publishing.sql.ts';
import { clearSchedule } from './schedule.sql.ts';

export type Going = { scheduled: boolean; others: Pick<Others, 'findPublic'> } & Broken;

/** `warnings` name what the entry refers to and visitors do not get. */
export async function publishEntry(
  tx: Tx,
  now: Date,
  id: string,
  seen: number | null,
  going: Omit<Going, 'scheduled'>,
): Promise<Entry & { warnings: Problem[] }> {
  const held = assertThere(await holdCurrent(tx, now, id), 'publish');
  assertVersion(seen, held.seen);
  const { row, warnings } = await goLive(tx, now, held, { ...going, scheduled: false });
  return { ...presentEntry(row), warnings };
}

/** Reports everything that is missing, at once. */
export function assertComplete(held: HeldEntry): void {
  const { fields } = readType(held.type);
  const problems = demandValues(fields, readLocales(held.locales), JSON.parse(held.entry.fields));
  if (problems.length > 0) throw invalid(problems);
}

/** An entry whose draft is published already stays so, without an event. Its scheduled time is cleared. */
export async function goLive(
  tx: Tx,
  now: Date,
  held: HeldEntry,
  { scheduled, others, broken }: Going,
): Promise<{ row: EntryRow; warnings: Problem[] }> {
  const { entry } = held;
  if (entry.status === 'published') {
    await clearSchedule(tx, entry.id, 'publish');
    return { row: withoutSchedule(entry, 'publish'), warnings: [] };
  }
  const slices = new Slices();
  assertComplete(held);
  await slices.pause();
  const [type, locales] = [readType(held.type), readLocales(held.locales)];
  const values = JSON.parse(entry.fields);
  const before = entry.published_version === null ? undefined : await findPublishedFields(tx, entry.id);
  const row: EntryRow = {
    ...withoutSchedule(entry, 'publish'),
    status: 'published',
    published_version: entry.version,
    published_at: now,
    first_published_at: entry.first_published_at ?? now,
    definition: type.stamp,
  };
  const derived = derive(type.fields, values, row.property_id, locales);
  await slices.pause();
  const linked = { id: entry.id, fields: type.fields, values, links: derived.links };
  const warnings = await assertShown(tx, linked, locales, now, others, { broken });
  const { changed, changedLocales } = differences(type.fields, JSON.parse(before ?? '{}'), values);
  await slices.pause();
  await Promise.all([
    updateEntry(tx, row),
    savePublished(tx, row),
    writeKeys(tx, type, row, 'published', derived, 'an entry that is live'),
    clearSchedule(tx, entry.id, 'publish'),
    publish(tx, now, {
      type: 'content.entry.published',
      data: {
        ...aboutEntry(row),
        changed,
        changedLocales,
        scheduled,
        publishedAt: now.toISOString(),
        surrogateKeys: outdatedBy(row, slugsIn(derived)),
      },
    }),
  ]);
  return { row, warnings };
}

/** `shownBy` names live entries that referred to it. */
export async function unpublishEntry(
  tx: Tx,
  now: Date,
  id: string,
  seen: number | null,
  { others, broken }: Omit<Going, 'scheduled'>,
): Promise<Entry & { shownBy: Showing[] }> {
  const held = assertThere(await holdCurrent(tx, now, id), 'unpublish');
  assertVersion(seen, held.seen);
  if (held.entry.published_version === null) throw outOfTurn(held.entry.status, 'unpublish');
  const users = await whoShows(tx, 'entry', id, readLocales(held.locales), others);
  assertNotRequired('entry', users, { broken });
  return { ...presentEntry(await takeDown(tx, now, held, false)), shownBy: users.shownBy };
}

export async function takeDown(tx: Tx, now: Date, held: HeldEntry, scheduled: boolean): Promise<EntryRow> {
  const { entry } = held;
  await clearSchedule(tx, entry.id, 'unpublish');
  const row = {
    ...withoutSchedule(entry, 'unpublish'),
    status: 'draft' as const,
    published_version: null,
    published_at: null,
  };
  if (entry.published_version === null) return row;
  await Promise.all([
    updateEntry(tx, row),
    removePublished(tx, entry.id),
    clearDerived(tx, entry.id, ['published']),
    publish(tx, now, {
      type: 'content.entry.unpublished',
      data: {
        ...aboutEntry(row),
        changed: [],
        scheduled,
        unpublishedAt: now.toISOString(),
        surrogateKeys: outdatedBy(row),
      },
    }),
  ]);
  return row;
}

function withoutSchedule(entry: EntryRow, done: 'publish' | 'unpublish'): EntryRow {
  const left = (JSON.parse(entry.schedule ?? '[]') as { action: string }[]).filter(
    ({ action }) => action !== done,
  );
  return { ...entry, schedule: JSON.stringify(left) };
}
