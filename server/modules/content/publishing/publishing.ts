/** Publishing: a complete draft becomes what readers see. The same rule applies to people and to the schedule. */
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { Slices } from '#kernel/work/slices.ts';
import { type EntryRow, type HeldEntry, updateEntry } from '../entries/entries.sql.ts';
import { holdCurrent } from '../entries/holding.ts';
import { codesOf, sharedChanges, stateOf, withState } from '../entries/locale-state.ts';
import {
  aboutEntry,
  assertThere,
  differences,
  type Entry,
  outdatedBy,
  presentEntry,
} from '../entries/record.ts';
import type { Others } from '../entries/references.ts';
import { isSameValue } from '../entries/same-value.ts';
import { writeKeys } from '../entries/unique.ts';
import { derive, slugsIn } from '../entries/value-index.ts';
import { demandValues, type Values } from '../entries/values.ts';
import { hasLocales } from '../fields/structure.ts';
import { assertLocale, isLiveIn, type Live, type Locales, readLocales } from '../locales/locales.ts';
import { isTree } from '../positions/ancestors.ts';
import { assertReviewed } from '../review/assert-reviewed.ts';
import { readType } from '../types/record.ts';
import { assertShown, type Broken } from './live-links.ts';
import { valuesToPublish } from './live-values.ts';
import { holdForActing } from './locks.ts';
import type { FollowMoves, Moved } from './moved.ts';
import {
  comparePages,
  findPlaces,
  followPages,
  movedOf,
  type Page,
  type Places,
  tellPages,
  warningsOf,
} from './moving.ts';
import { pagesOf, servedSlugs } from './published.ts';
import { findPublished, savePublished } from './publishing.sql.ts';
import { actionsOf, clearSchedule, withoutActions } from './schedule.sql.ts';

/** `locales`: those that go live; without it all that there are, also those that the tenant adds later. */
export type Going = {
  scheduled: boolean;
  others: Pick<Others, 'findPublic'>;
  locales?: string[] | undefined;
  /** Former addresses of its pages lead to the new ones. */
  follow?: FollowMoves | undefined;
  /** Its links are checked once all that go live in the same transaction have done so. */
  isOneOfSeveral?: true;
  /** The release that it goes live with. */
  releaseId?: string | undefined;
} & Broken;

/** `warnings` name what the entry refers to and visitors do not get, and what changes for readers of other locales too. */
export async function publishEntry(
  tx: Tx,
  now: Date,
  id: string,
  seen: number | null,
  going: Omit<Going, 'scheduled'>,
): Promise<Entry & { warnings: Problem[]; moved: Moved[] }> {
  await holdForActing(tx, [{ id, action: 'publish' }]);
  const held = assertThere(await holdCurrent(tx, now, id), 'publish');
  assertVersion(seen, held.seen);
  const { row, warnings, moved } = await goLiveAlone(tx, now, held, { ...going, scheduled: false });
  return { ...presentEntry(row), warnings, moved };
}

/** An entry goes live, and is told with the pages that move. */
export async function goLiveAlone(
  tx: Tx,
  now: Date,
  held: HeldEntry,
  going: Going,
): Promise<{ row: EntryRow; warnings: Problem[]; moved: Moved[] }> {
  const places: Places = isTree(readType(held.type)) ? await findPlaces(tx, [held.entry.id]) : new Map();
  const { row, warnings, page } = await goLive(tx, now, held, going);
  const outcomes = page === null ? [] : await comparePages(tx, places, [page]);
  await tellPages(tx, now, outcomes);
  if (going.follow) await followPages(tx, now, outcomes, going.follow);
  return {
    row,
    warnings: [...warnings, ...outcomes.flatMap(warningsOf)],
    moved: outcomes.flatMap(movedOf),
  };
}

/** Locales are named for entries whose type has values by locale. */
export function assertNamed(held: HeldEntry, named: string[] | undefined): void {
  if (named === undefined) return;
  const locales = readLocales(held.locales);
  for (const [index, code] of named.entries()) assertLocale(locales, code, `locales[${index}]`);
  if (readType(held.type).fields.some(hasLocales)) return;
  const message = 'must not be named: no field of this type is localised';
  throw invalid([{ path: 'locales', code: 'not_allowed', message }]);
}

/** The locales in which the entry is live once these go live. */
export function liveWith({ entry, locales }: HeldEntry, named: string[] | undefined): Live {
  if (named === undefined) return null;
  const live = entry.published_version === null ? [] : stateOf(entry).live;
  return live && inOrder(locales, [...live, ...named]);
}

const inOrder = (locales: HeldEntry['locales'], codes: string[]) => {
  const order = codesOf(readLocales(locales));
  return [...new Set(codes)].sort((one, other) => order.indexOf(one) - order.indexOf(other));
};

/** Reports everything that is missing, at once. */
export function assertComplete(held: HeldEntry, values: Values, live: Live): void {
  const { fields } = readType(held.type);
  const problems = demandValues(fields, readLocales(held.locales), values, live);
  if (problems.length > 0) throw invalid(problems);
}

/** The values that readers get once these locales go live with the draft; `before`: those that they get now. */
export async function valuesGoing(
  held: HeldEntry,
  before: Values,
  named: string[] | undefined,
): Promise<Values> {
  const draft = JSON.parse(held.entry.fields);
  if (named === undefined) return draft;
  const live = liveWith(held, named);
  return valuesToPublish(readType(held.type).fields, draft, before, (code) =>
    named.includes(code) ? 'draft' : isLiveIn(live, code) ? 'live' : null,
  );
}

/**
 * An entry whose draft is published already stays so, without an event: `page` is null. Its scheduled time is cleared. The caller
 * compares the page once all have gone live, and publishes its event.
 */
export async function goLive(
  tx: Tx,
  now: Date,
  held: HeldEntry,
  { scheduled, others, broken, locales: named, isOneOfSeveral, releaseId }: Going,
): Promise<{ row: EntryRow; warnings: Problem[]; page: Page | null; outdated: string[] }> {
  const { entry } = held;
  assertNamed(held, named);
  const done = actionsOf('publish', named, scheduled);
  const stays = async (state: Partial<EntryRow> = {}) => {
    const row: EntryRow = { ...withoutActions(entry, done), ...state };
    await clearSchedule(tx, entry.id, done);
    if (row.status !== entry.status || row.locale_state !== entry.locale_state) await updateEntry(tx, row);
    return { row, warnings: [], page: null, outdated: [] };
  };
  if (entry.status === 'published' && isLiveAlready(entry, named)) return stays();
  const slices = new Slices();
  const [type, locales] = [readType(held.type), readLocales(held.locales)];
  const stored = entry.published_version === null ? undefined : await findPublished(tx, entry.id);
  const before: Values = JSON.parse(stored?.fields ?? '{}');
  await slices.pause();
  const values = await valuesGoing(held, before, named);
  const live = liveWith(held, named);
  await slices.pause();
  const isSame = stored?.property_id === entry.property_id && isLiveAlready(entry, named);
  // A draft that was saved and put back as it was is not ahead any more.
  if (named !== undefined && isSame && isSameValue(before, values))
    return stays(withState({ ...stateOf(entry), changed: aheadOf(held, live, values) }));
  await assertReviewed(tx, held);
  assertComplete(held, values, live);
  await slices.pause();
  const row: EntryRow = {
    ...withoutActions(entry, done),
    ...stateAfter(held, now, named, values),
    published_version: entry.version,
    published_at: now,
    first_published_at: entry.first_published_at ?? now,
    definition: type.stamp,
  };
  const derived = await derive(type.fields, values, row.property_id, locales);
  await slices.pause();
  const linked = { id: entry.id, fields: type.fields, values, links: derived.links, live };
  const warnings = isOneOfSeveral ? [] : await assertShown(tx, linked, locales, now, others, { broken });
  const { changed, changedLocales } = differences(type.fields, before, values);
  await slices.pause();
  const shared = stored === undefined ? [] : sharedChanges(type.fields, before, values);
  const told = { changed, changedLocales, locales: named ?? codesOf(locales) };
  const outdated = outdatedBy(row, slugsIn(derived));
  await Promise.all([
    updateEntry(tx, row),
    savePublished(tx, row, named === undefined ? entry.fields : JSON.stringify(values), live),
    writeKeys(tx, type, row, 'published', derived, 'an entry that is live'),
    clearSchedule(tx, entry.id, done),
  ]);
  // On another site, the entry has no former page.
  const isThere = stored !== undefined && stored.property_id === entry.property_id;
  const { id, type_id, parent_id, property_id } = row;
  const page: Page = {
    row: { id, type_id, parent_id, property_id },
    type: { addresses: type.addresses, order: type.order },
    locales,
    before: isThere ? servedSlugs(type.fields, before, locales, stateOf(entry).live) : null,
    after: servedSlugs(type.fields, values, locales, live),
    former: Object.values(pagesOf(type.fields, {}, before, locales, null).slugs),
    event: {
      ...aboutEntry(row),
      ...told,
      scheduled,
      releaseId: releaseId ?? null,
      publishedAt: now.toISOString(),
      surrogateKeys: outdated,
    },
  };
  return {
    row,
    warnings: [...warnings, ...changesForOthers(shared, entry, locales, named)],
    page,
    outdated,
  };
}

export const isLiveAlready = (entry: EntryRow, named: string[] | undefined): boolean => {
  if (entry.published_version === null) return false;
  const { live } = stateOf(entry);
  return named === undefined ? live === null : named.every((code) => isLiveIn(live, code));
};

/** Values of other locales may be ahead of what is live; those in common are not, because every publication takes them along. */
function stateAfter(held: HeldEntry, now: Date, named: string[] | undefined, values: Values) {
  if (named === undefined) return { status: 'published' as const, locale_state: null };
  const { entry } = held;
  const live = liveWith(held, named);
  const was = entry.published_version === null ? null : stateOf(entry);
  const since = entry.published_at?.toISOString();
  const at = (live ?? codesOf(readLocales(held.locales))).flatMap((code) => {
    const time = named.includes(code) ? now.toISOString() : (was?.at[code] ?? since);
    return time === undefined ? [] : [[code, time]];
  });
  return withState({ live, at: Object.fromEntries(at), changed: aheadOf(held, live, values) });
}

/** The live locales whose draft differs from these values. */
const aheadOf = ({ entry, type }: HeldEntry, live: Live, values: Values): string[] =>
  differences(readType(type).fields, values, JSON.parse(entry.fields)).changedLocales.filter((code) =>
    isLiveIn(live, code),
  );

/** A field without locales is common to all: with it, readers of the other locales see something new too. */
function changesForOthers(
  shared: string[],
  entry: EntryRow,
  locales: Locales,
  named: string[] | undefined,
): Problem[] {
  if (named === undefined || shared.length === 0) return [];
  const { live } = stateOf(entry);
  const others = codesOf(locales).filter((code) => isLiveIn(live, code) && !named.includes(code));
  if (others.length === 0) return [];
  return shared.map((name) => ({
    path: `fields.${name}`,
    code: 'shared',
    message: `is common to all locales: it changes for readers of ${others.join(', ')} too`,
  }));
}
