/** Publishing: a complete draft becomes what readers see. The same rule applies to people and to the schedule. */
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
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
import { isTree, Lineage, loadAbove, slugsThrough } from '../positions/ancestors.ts';
import { followBelow, movedBelow, NONE_BELOW, warningOf } from '../positions/moved-below.ts';
import { hasPaths, pathsWith, type SlugsAbove } from '../types/addresses.ts';
import { readType } from '../types/record.ts';
import { assertShown, type Broken } from './live-links.ts';
import { valuesToPublish } from './live-values.ts';
import { type FollowMoves, type Moved, movedPages, movesOf } from './moved.ts';
import { pagesOf, servedPaths } from './published.ts';
import { findPublished, findTakenSlugs, savePublished } from './publishing.sql.ts';
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
  const held = assertThere(await holdCurrent(tx, now, id), 'publish');
  assertVersion(seen, held.seen);
  const { row, warnings, moved } = await goLive(tx, now, held, { ...going, scheduled: false });
  return { ...presentEntry(row), warnings, moved };
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

/** An entry whose draft is published already stays so, without an event. Its scheduled time is cleared. */
export async function goLive(
  tx: Tx,
  now: Date,
  held: HeldEntry,
  { scheduled, others, broken, locales: named, follow, isOneOfSeveral, releaseId }: Going,
): Promise<{ row: EntryRow; warnings: Problem[]; moved: Moved[]; outdated: string[] }> {
  const { entry } = held;
  assertNamed(held, named);
  const done = actionsOf('publish', named, scheduled);
  const stays = async (state: Partial<EntryRow> = {}) => {
    const row: EntryRow = { ...withoutActions(entry, done), ...state };
    await clearSchedule(tx, entry.id, done);
    if (row.status !== entry.status || row.locale_state !== entry.locale_state) await updateEntry(tx, row);
    return { row, warnings: [], moved: [], outdated: [] };
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
  const lineage = isTree(type) ? await loadAbove(tx, entry, locales) : new Lineage([], locales);
  const pathsIn = (all: Values, where: Live) =>
    servedPaths(type.fields, type.addresses, all, locales, where, lineage.slugs);
  const paths = pathsIn(values, live);
  // On another site, the entry has no former page.
  const isThere = stored !== undefined && stored.property_id === entry.property_id;
  const own = !isThere ? [] : movedPages(pathsIn(before, stateOf(entry).live), paths);
  const through = (all: Values, where: Live): SlugsAbove => {
    const { slugs } = pagesOf(type.fields, {}, all, locales, where);
    return slugsThrough({ slugs, live: where, isSeen: true }, lineage.slugs, locales);
  };
  const below =
    isThere && isTree(type) && hasPaths(type.addresses)
      ? await movedBelow(
          tx,
          row,
          { addresses: type.addresses, locales },
          through(before, stateOf(entry).live),
          through(values, live),
        )
      : NONE_BELOW;
  const moved = [...own, ...below.sites.flatMap((site) => site.moved)];
  const told = { changed, changedLocales, locales: named ?? codesOf(locales) };
  const outdated = outdatedBy(row, slugsIn(derived));
  await Promise.all([
    updateEntry(tx, row),
    savePublished(tx, row, named === undefined ? entry.fields : JSON.stringify(values), live),
    writeKeys(tx, type, row, 'published', derived, 'an entry that is live'),
    clearSchedule(tx, entry.id, done),
    publish(tx, now, {
      type: 'content.entry.published',
      data: {
        ...aboutEntry(row),
        ...told,
        moved,
        scheduled,
        releaseId: releaseId ?? null,
        publishedAt: now.toISOString(),
        surrogateKeys: outdated,
      },
    }),
  ]);
  if (follow) {
    const { slugs } = pagesOf(type.fields, {}, before, locales, null);
    const taken = await findTakenSlugs(tx, row, Object.values(slugs));
    const pages = pathsWith(type.addresses, codesOf(locales), taken, lineage.slugs);
    await follow(
      tx,
      now,
      row.property_id,
      movesOf(own, [...pages, ...Object.values(paths)]),
      Object.values(paths),
    );
    await followBelow(tx, now, below, follow);
  }
  const more = [
    ...changesForOthers(shared, entry, locales, named),
    ...hiddenBy(lineage),
    ...warningOf(below),
  ];
  return { row, warnings: [...warnings, ...more], moved, outdated };
}

const hiddenBy = ({ nodes }: Lineage): Problem[] =>
  nodes.every(({ isSeen }) => isSeen)
    ? []
    : [
        {
          path: 'parentId',
          code: 'not_live',
          message: 'is below an entry that visitors do not get: the page is in no tree, and has no path',
        },
      ];

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
