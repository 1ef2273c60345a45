/** Taking an entry down: whole, or in some locales. The same rule applies to people and to the schedule. */
import type { Tx } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { Slices } from '#kernel/work/slices.ts';
import { type EntryRow, type HeldEntry, updateEntry } from '../entries/entries.sql.ts';
import { holdCurrent } from '../entries/holding.ts';
import { codesOf, SHARED, stateOf, withState } from '../entries/locale-state.ts';
import {
  aboutEntry,
  assertThere,
  type Entry,
  outdatedBy,
  outOfTurn,
  presentEntry,
} from '../entries/record.ts';
import { writeKeys } from '../entries/unique.ts';
import { clearDerived } from '../entries/value-index.sql.ts';
import { derive } from '../entries/value-index.ts';
import type { Values } from '../entries/values.ts';
import { readLocales } from '../locales/locales.ts';
import { findLiveChildren } from '../positions/ancestors.sql.ts';
import { readType } from '../types/record.ts';
import { assertNotRequired, type Showing, whoShows } from './live-links.ts';
import { valuesOfLocales } from './live-values.ts';
import { holdForActing } from './locks.ts';
import { findPublished, narrowPublished, removePublished } from './publishing.sql.ts';
import { assertComplete, assertNamed, type Going } from './publishing.ts';
import { actionsOf, clearSchedule, withoutActions } from './schedule.sql.ts';

const NAMED_AT_MOST = 25;

/** `shownBy` names live entries that referred to it. */
export async function unpublishEntry(
  tx: Tx,
  now: Date,
  id: string,
  seen: number | null,
  { others, broken, locales: named }: Omit<Going, 'scheduled'>,
): Promise<Entry & { shownBy: Showing[] }> {
  await holdForActing(tx, [{ id, action: 'unpublish' }]);
  const held = await holdLive(tx, now, id, seen, named);
  const shownBy = await assertNotMissed(tx, held, leftOf(held, named), { others, broken });
  const row = await takeDown(tx, now, held, { scheduled: false, locales: named });
  return { ...presentEntry(row), shownBy };
}

/** Locks an entry that is live in these locales. */
export async function holdLive(
  tx: Tx,
  now: Date,
  id: string,
  seen: number | null,
  named: string[] | undefined,
): Promise<HeldEntry> {
  const held = assertThere(await holdCurrent(tx, now, id), 'unpublish');
  assertVersion(seen, held.seen);
  assertNamed(held, named);
  const { entry } = held;
  if (entry.published_version === null) throw outOfTurn(entry.status, 'unpublish');
  if (downOf(held, named).length === 0) throw notLiveIn(named!);
  return held;
}

/** `held`: as it was before it is taken down. Returns live entries that refer to it; some that require it are refused. */
export async function assertNotMissed(
  tx: Tx,
  held: HeldEntry,
  left: string[],
  { others, broken }: Pick<Going, 'others' | 'broken'>,
): Promise<Showing[]> {
  const { entry } = held;
  const before = stateOf(entry).live;
  const users = await whoShows(tx, 'entry', entry.id, readLocales(held.locales), others, left, before);
  // The pages below would be in no tree, and without a path.
  const below = left.length > 0 ? [] : await findLiveChildren(tx, entry, NAMED_AT_MOST);
  users.requiredBy.push(...below.map((one) => ({ ...one, type: entry.type })));
  assertNotRequired('entry', users, { broken });
  if (left.length > 0 && broken !== 'allow')
    assertComplete(held, (await valuesLeft(tx, held, left)).values, left);
  return users.shownBy;
}

const notLiveIn = (named: string[]) =>
  new AppError('invalid_transition', `Cannot unpublish an entry that is not live in ${named.join(', ')}.`, {
    locales: named,
  });

const liveOf = ({ entry, locales }: HeldEntry): string[] =>
  entry.published_version === null ? [] : (stateOf(entry).live ?? codesOf(readLocales(locales)));

const downOf = (held: HeldEntry, named: string[] | undefined) =>
  liveOf(held).filter((code) => named?.includes(code) ?? true);
/** A locale that the tenant has removed has no readers, so it keeps no entry live. */
export const leftOf = (held: HeldEntry, named: string[] | undefined) => {
  const known = codesOf(readLocales(held.locales));
  return liveOf(held).filter((code) => known.includes(code) && !(named?.includes(code) ?? true));
};

/** The values that readers of these locales see. */
async function valuesLeft(tx: Tx, { entry, type }: HeldEntry, left: string[]) {
  const { fields, property_id } = (await findPublished(tx, entry.id))!;
  const slices = new Slices();
  const stored: Values = JSON.parse(fields);
  await slices.pause();
  const values = valuesOfLocales(readType(type).fields, stored, (code) => left.includes(code));
  await slices.pause();
  return { values, property_id };
}

/** An entry that is not live, or not in these locales, stays as it is. The last locale takes the whole entry down. */
export async function takeDown(
  tx: Tx,
  now: Date,
  held: HeldEntry,
  { scheduled, locales: named, releaseId }: Pick<Going, 'scheduled' | 'locales' | 'releaseId'>,
): Promise<EntryRow> {
  const { entry } = held;
  const down = downOf(held, named);
  const left = leftOf(held, named);
  const isWhole = left.length === 0 && !scheduled;
  const done = actionsOf('unpublish', isWhole ? undefined : named, scheduled);
  await clearSchedule(tx, entry.id, done);
  const kept = withoutActions(entry, done);
  if (down.length === 0) return kept;
  const row: EntryRow = { ...kept, ...(left.length > 0 ? stateLeft(entry, left) : NOT_LIVE) };
  await Promise.all([
    updateEntry(tx, row),
    left.length > 0 ? narrow(tx, held, row, left) : remove(tx, entry.id),
    publish(tx, now, {
      type: 'content.entry.unpublished',
      data: {
        ...aboutEntry(row),
        ...{ changed: [], locales: down, scheduled, releaseId: releaseId ?? null },
        unpublishedAt: now.toISOString(),
        surrogateKeys: outdatedBy(row),
      },
    }),
  ]);
  return row;
}

const NOT_LIVE = {
  status: 'draft',
  published_version: null,
  published_at: null,
  locale_state: null,
} as const;

function stateLeft(entry: EntryRow, left: string[]) {
  const state = stateOf(entry);
  const since = entry.published_at!.toISOString();
  return withState({
    live: left,
    at: Object.fromEntries(left.map((code) => [code, state.at[code] ?? since])),
    changed: state.changed?.filter((code) => code === SHARED || left.includes(code)) ?? null,
  });
}

async function remove(tx: Tx, entryId: string): Promise<void> {
  await Promise.all([removePublished(tx, entryId), clearDerived(tx, entryId, ['published'])]);
}

async function narrow(tx: Tx, held: HeldEntry, row: EntryRow, left: string[]): Promise<void> {
  const type = readType(held.type);
  const { values, property_id } = await valuesLeft(tx, held, left);
  const slices = new Slices();
  const derived = await derive(type.fields, values, property_id, readLocales(held.locales));
  await slices.pause();
  await narrowPublished(tx, row.id, JSON.stringify(values), left);
  await writeKeys(tx, type, row, 'published', derived, 'an entry that is live');
}
