/**
 * The pages that move when entries go live in one transaction: those that readers found before it are compared with those that they
 * find once all have gone live. Compared entry by entry, a page below others would be told from addresses that no reader had.
 */
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import type { EntryRow } from '../entries/entries.sql.ts';
import { codesOf } from '../entries/locale-state.ts';
import type { Locales } from '../locales/locales.ts';
import { findUpwards, findWithBelow } from '../positions/ancestors.sql.ts';
import { isTree, Lineage, type Node, nodeOf, slugsThrough } from '../positions/ancestors.ts';
import { type Below, movedBelow, NONE_BELOW, sitesBelow, warningOf } from '../positions/moved-below.ts';
import { type Addresses, hasPaths, pathsOf, pathsWith } from '../types/addresses.ts';
import type { EntryOrder } from '../types/types.sql.ts';
import { type FollowMoves, type Moved, movedPages, movesOf, type SiteMoves } from './moved.ts';
import { PUBLISHED } from './perspective.ts';
import { findTakenSlugs } from './publishing.sql.ts';

type Slugs = Record<string, string | null>;

/** An entry that has gone live. */
export type Page = {
  row: Pick<EntryRow, 'id' | 'type_id' | 'parent_id' | 'property_id'>;
  type: { addresses: Addresses; order: EntryOrder };
  locales: Locales;
  /** The slugs by which readers found it on this site; null: they did not. */
  before: Slugs | null;
  after: Slugs;
  /** All slugs of its own until now. */
  former: string[];
  /** Its event, but for the pages that move. */
  event: object;
};

export type Outcome = { page: Page; own: Moved[]; paths: string[]; below: Below; lineage: Lineage };

/** Entries and those above them, as readers find them. */
export type Places = Map<string, Awaited<ReturnType<typeof findUpwards>>[number]>;

export async function findPlaces(tx: Tx, ids: string[]): Promise<Places> {
  const starts = ids.map((id) => ({ id, title: '' }));
  const rows = starts.length === 0 ? [] : await findUpwards(tx, starts, PUBLISHED);
  return new Map(rows.map((row) => [row.id, row]));
}

/** `before`: the places of the entries of trees when the transaction began. */
export async function comparePages(tx: Tx, before: Places, pages: Page[]): Promise<Outcome[]> {
  const inTrees = pages.filter(({ type }) => isTree(type));
  const ids = inTrees.map(({ row }) => row.id);
  if (ids.length > 0) planByIndex(tx);
  const [after, above] = [await findPlaces(tx, ids), await findWithBelow(tx, ids)];
  const outcomes: Outcome[] = [];
  for (const page of pages) {
    // Each of them tells of itself and of those below it.
    const except = above.has(page.row.id) ? ids : null;
    outcomes.push(await comparePage(tx, page, before, after, except));
  }
  return outcomes;
}

/** `except`: entries below it that tell of themselves; null: no other ones are below it. */
async function comparePage(
  tx: Tx,
  page: Page,
  before: Places,
  after: Places,
  except: string[] | null,
): Promise<Outcome> {
  const { row, type, locales } = page;
  const [was, is] = [before, after].map((places) => lineageIn(places, page)) as [Lineage, Lineage];
  const paths = pathsOf(type.addresses, page.after, is.slugs);
  const outcome = { page, paths: Object.values(paths), lineage: is };
  if (page.before === null) return { ...outcome, own: [], below: NONE_BELOW };
  const own = movedPages(pathsOf(type.addresses, page.before, was.slugs), paths);
  if (except === null || !hasPaths(type.addresses)) return { ...outcome, own, below: NONE_BELOW };
  const [through, thereafter] = [
    slugsThrough(nodeIn(before, row.id, page)!, was.slugs, locales),
    slugsThrough(nodeIn(after, row.id, page)!, is.slugs, locales),
  ];
  const tree = { addresses: type.addresses, locales };
  return { ...outcome, own, below: await movedBelow(tx, row, tree, through, thereafter, except) };
}

/** The entry with this id as readers of the page's site see it. */
function nodeIn(places: Places, id: string | null, { row, locales }: Page): Node | null {
  const place = id === null ? undefined : places.get(id);
  return place === undefined ? null : nodeOf(place, { locales, propertyId: row.property_id }, place.is_seen);
}

function lineageIn(places: Places, page: Page): Lineage {
  const above: Node[] = [];
  const parentId = isTree(page.type) ? page.row.parent_id : null;
  for (let node = nodeIn(places, parentId, page); node; node = nodeIn(places, node.parentId, page))
    above.unshift(node);
  return new Lineage(above, page.locales);
}

export const movedOf = ({ own, below }: Outcome): Moved[] => [
  ...own,
  ...below.sites.flatMap((site) => site.moved),
];

export const warningsOf = ({ below, lineage }: Outcome): Problem[] => [
  ...(lineage.nodes.every(({ isSeen }) => isSeen) ? [] : [HIDDEN]),
  ...warningOf(below),
];

const HIDDEN: Problem = {
  path: 'parentId',
  code: 'not_live',
  message: 'is below an entry that visitors do not get: the page is in no tree, and has no path',
};

const EVENTS_AT_ONCE = 100;

/** Publishes the events of entries that have gone live. */
export async function tellPages(tx: Tx, now: Date, outcomes: Outcome[]): Promise<void> {
  for (let from = 0; from < outcomes.length; from += EVENTS_AT_ONCE) {
    const events = outcomes.slice(from, from + EVENTS_AT_ONCE).map((outcome) => ({
      type: 'content.entry.published' as const,
      data: { ...outcome.page.event, moved: movedOf(outcome) },
    }));
    await publishAll(tx, now, events as Parameters<typeof publishAll>[2]);
  }
}

/** Pages that one transaction makes lead on: their rules are checked, written and told within seconds. */
export const MOST_FOLLOWED = 5_000;

/** Makes the former addresses lead on, all at once: the rules of a site are locked, read and checked one time. */
export async function followPages(
  tx: Tx,
  now: Date,
  outcomes: Outcome[],
  follow: FollowMoves,
): Promise<void> {
  const moving = outcomes.filter(({ own }) => own.length > 0).map(({ page }) => page);
  const taken = await findTakenSlugs(
    tx,
    moving.flatMap(({ row, former }) => former.map((slug) => ({ ...row, slug }))),
  );
  const sites = outcomes.flatMap(({ page, own, paths, below, lineage }): SiteMoves[] => {
    const { row, type, locales } = page;
    const slugs = taken.get(row.id) ?? [];
    const others = pathsWith(type.addresses, codesOf(locales), slugs, lineage.slugs);
    const moves = movesOf(own, [...others, ...paths]);
    return [{ propertyId: row.property_id, moves, pages: paths }, ...sitesBelow(below)];
  });
  if (sites.reduce((sum, { moves }) => sum + moves.length, 0) > MOST_FOLLOWED) throw invalid([TOO_MANY]);
  await follow(tx, now, sites);
}

const TOO_MANY: Problem = {
  path: 'redirects',
  code: 'too_many',
  message: `must not be for more than ${MOST_FOLLOWED} addresses at once: send it without, and import redirects`,
};
