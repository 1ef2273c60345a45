/** Links of an entry that visitors do not get: drafts, deleted entries, private assets. And who would lack it. */
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, type Problem } from '#kernel/errors.ts';
import { Slices } from '#kernel/work/slices.ts';
import type { Others } from '../entries/references.ts';
import { linksIn } from '../entries/value-index.ts';
import type { Values } from '../entries/values.ts';
import type { Field, Item, Link } from '../fields/field.ts';
import { itemsIn } from '../fields/structure.ts';
import { isLiveIn, type Live, type Locales } from '../locales/locales.ts';
import { allInForce } from '../types/conversion.ts';
import { isByLocale, isWithin, type Linked, lacksOf, type Shown } from './lacking.ts';
import {
  type AwaitedEntry,
  type DueTarget,
  findAwaited,
  findDueTargets,
  findLiveReferrers,
  findLiveTargets,
  holdLive,
  holdReferrers,
  type LiveReferrer,
} from './live-links.sql.ts';
import { valuesOfLocales } from './live-values.ts';

/** `broken: 'allow'`: the caller accepts that a live entry lacks something that it requires. */
export type Broken = { broken?: 'allow' };

const NAMED_AT_MOST = 25;
const READ_AT_ONCE = 100;
const READ_AT_MOST = 2_000;

const fieldOf = (path: string) => path.split(/[.[]/)[1]!;

const canDemand = (item: Item): boolean =>
  item.required === true ||
  item.requiredLocales !== undefined ||
  (item.minItems ?? 0) > 0 ||
  itemsIn(item).some(canDemand);

/** The names of the fields in which a link may be demanded. */
export const demandingOf = (fields: Field[]): Set<string> =>
  new Set(fields.filter(canDemand).map(({ name }) => name));

/**
 * Returns what visitors would not get, as warnings. A link without which the entry would lack something that its type demands is
 * refused, unless the caller accepts it. Entries that are due by then, and can go live, count as live.
 */
export async function assertShown(
  tx: Tx,
  { id, ...linked }: Linked & { id: string },
  locales: Locales,
  by: Date,
  others: Pick<Others, 'findPublic'>,
  { broken }: Broken = {},
): Promise<Problem[]> {
  const { fields, links } = linked;
  if (links.length === 0) return [];
  const demanding = demandingOf(fields);
  const demanded = links.filter(({ path }) => demanding.has(fieldOf(path)));
  await holdLive(tx, idsOf(demanded, 'entry'));
  const shown = (await shownOf(tx, links, others)).set(id, null);
  for (const [due, live] of await findGoing(tx, links, shown, locales, by, others)) shown.set(due, live);
  if (links.every((link) => shown.get(link.id) === null)) return [];
  const lacks = await lacksOf(linked, locales, shown, isByLocale(links, shown));
  const refused = lacks.flatMap(({ hidden, paths }) =>
    hidden.filter(({ path }) => paths.some((lacked) => isWithin(path, lacked))),
  );
  if (refused.length > 0 && broken !== 'allow') throw invalid(await named(tx, refused));
  return named(
    tx,
    lacks.flatMap(({ hidden }) => hidden),
  );
}

/** Readers of several locales may miss the same link. */
async function named(tx: Tx, links: Link[]): Promise<Problem[]> {
  const byPlace = new Map(links.map((link) => [`${link.path} ${link.id}`, link]));
  const some = [...byPlace.values()].slice(0, NAMED_AT_MOST);
  const awaited = new Map((await findAwaited(tx, idsOf(some, 'entry'))).map((each) => [each.id, each]));
  return some.map((link) => problemOf(link, awaited.get(link.id)));
}

function problemOf({ path, kind }: Link, awaited: AwaitedEntry | undefined): Problem {
  if (kind === 'asset')
    return {
      path,
      code: 'not_public',
      message: 'is an asset that is private or gone: visitors do not get it',
    };
  return { path, code: 'not_live', message: `leads to an entry that is not published${reasonOf(awaited)}` };
}

const UNSEEN = ': visitors do not get it';

function reasonOf(awaited: AwaitedEntry | undefined): string {
  if (awaited === undefined) return UNSEEN;
  const { release, at } = awaited;
  return at === null
    ? `: the release ${release} was to publish it, and failed. Publish that one first`
    : `: the release ${release} publishes it at ${at.toISOString()}, not before`;
}

export type Showing = { id: string; type: string; slug: string | null };

/**
 * Returns live entries that show the target, and those of them that require it: a bounded number of each. What they refer to and
 * visitors do not get already counts as gone, so the last of several is required. `left`: the locales in which the target stays;
 * `before`: those in which it was live, if it is down already.
 */
export async function whoShows(
  tx: Tx,
  kind: 'entry' | 'asset',
  targetId: string,
  locales: Locales,
  others: Pick<Others, 'findPublic'>,
  left: string[] = [],
  before?: Live,
): Promise<{ shownBy: Showing[]; requiredBy: Showing[] }> {
  const shownBy: Showing[] = [];
  const requiredBy: Showing[] = [];
  const about = ({ id, type, slug }: LiveReferrer) => ({ id, type, slug });
  let after: string | null = null;
  for (let read = 0; read < READ_AT_MOST && requiredBy.length < NAMED_AT_MOST; read += READ_AT_ONCE) {
    const some: LiveReferrer[] = await findLiveReferrers(tx, kind, targetId, after, READ_AT_ONCE);
    shownBy.push(...some.slice(0, NAMED_AT_MOST - shownBy.length).map(about));
    const demanding = (await new Slices().map(await allInForce(some), referring)).filter(({ fields }) =>
      fields.some(canDemand),
    );
    await holdReferrers(
      tx,
      demanding.map(({ one }) => one.id),
    );
    const shown = await shownOf(
      tx,
      demanding.flatMap(({ links }) => links),
      others,
    );
    const was: Shown = new Map(shown).set(
      targetId,
      before === undefined ? (shown.get(targetId) ?? null) : before,
    );
    const is: Shown = new Map(was).set(targetId, left);
    if (left.length === 0) is.delete(targetId);
    for await (const { one, ...linked } of new Slices().each(demanding)) {
      const byLocale = isByLocale(linked.links, was) || isByLocale(linked.links, is);
      const lacked = await lacksOf(linked, locales, was, byLocale);
      const lacks = await lacksOf(linked, locales, is, byLocale);
      const isNew = lacks.some(({ paths }, at) => paths.some((path) => !lacked[at]!.paths.includes(path)));
      if (isNew && requiredBy.length < NAMED_AT_MOST) requiredBy.push(about(one));
    }
    if (some.length < READ_AT_ONCE) break;
    after = some.at(-1)!.id;
  }
  return { shownBy, requiredBy };
}

export function referring<T extends Pick<LiveReferrer, 'fields' | 'type_fields' | 'live_locales'>>(
  one: T,
): Linked & { one: T } {
  const fields: Field[] = JSON.parse(one.type_fields);
  const live = one.live_locales;
  const stored: Values = JSON.parse(one.fields);
  // A draft that is due also has values of other locales.
  const values = live === null ? stored : valuesOfLocales(fields, stored, (code) => isLiveIn(live, code));
  return { one, fields, values, links: linksIn(fields, values), live };
}

/** Those that visitors get. */
async function shownOf(tx: Tx, links: Link[], { findPublic }: Pick<Others, 'findPublic'>): Promise<Shown> {
  const shown: Shown = new Map();
  for (const { id, live_locales } of await findLiveTargets(tx, idsOf(links, 'entry')))
    shown.set(id, live_locales);
  for (const id of await findPublic(tx, idsOf(links, 'asset'))) shown.set(id, null);
  return shown;
}

/** Entries that are due may need others that are due, and so on: no further than this. */
const MAX_STEPS = 5;
const MAX_DUE = 100;

type Due = Map<string, ReturnType<typeof referring<DueTarget>>>;

/**
 * Returns entries that are due and go live: complete, with what they require. Each is read once. All of them are assumed to go live,
 * as entries that require each other do together; then those that would lack something stay behind, until none does.
 */
async function findGoing(
  tx: Tx,
  links: Link[],
  shown: Shown,
  locales: Locales,
  by: Date,
  others: Pick<Others, 'findPublic'>,
): Promise<Shown> {
  const due: Due = new Map();
  const there: Shown = new Map(shown);
  const asked = new Set<string>();
  let next = links;
  for (let step = 0; step <= MAX_STEPS && due.size < MAX_DUE; step++) {
    // An entry that is live in some locales may be due in others.
    const ids = idsOf(next, 'entry').filter((id) => there.get(id) !== null && !asked.has(id));
    if (ids.length === 0) break;
    for (const id of ids) asked.add(id);
    const found = await allInForce(await findDueTargets(tx, ids, by, MAX_DUE - due.size));
    const read = found.map((one) => referring(one));
    for (const each of read) due.set(each.one.id, each);
    next = read.flatMap((each) => each.links);
    for (const [id, live] of await shownOf(tx, next, others)) there.set(id, live);
  }
  return leaveBehind(due, there, locales);
}

async function leaveBehind(due: Due, there: Shown, locales: Locales): Promise<Shown> {
  const going: Shown = new Map([...due].map(([id, { live }]) => [id, live]));
  for (let before = -1; before !== going.size; ) {
    before = going.size;
    for await (const [id, linked] of new Slices().each(due)) {
      if (!going.has(id)) continue;
      const shown = new Map([...there, ...going]);
      const lacks = await lacksOf(linked, locales, shown, isByLocale(linked.links, shown));
      if (lacks.some(({ paths }) => paths.length > 0)) going.delete(id);
    }
  }
  return going;
}

const idsOf = (links: Link[], kind: Link['kind']) => [
  ...new Set(links.filter((link) => link.kind === kind).map(({ id }) => id)),
];

/** The refusal without the names of entries, and without the plans of releases: for who may not read all of them. */
export const withoutNamesIn = (message: string): string =>
  message
    .replace(/(Live entries require this \w+): .*?(?=\. Change them first)/, '$1')
    .replace(
      /: the release .* (publishes it at \S+, not before|was to publish it, and failed\. Publish that one first)/s,
      UNSEEN,
    );

export function assertNotRequired(
  what: string,
  { requiredBy, shownBy }: { requiredBy: Showing[]; shownBy: Showing[] },
  { broken }: Broken,
): void {
  if (requiredBy.length === 0 || broken === 'allow') return;
  const names = requiredBy.slice(0, 3).map(({ type, slug, id }) => `${type}/${slug ?? id}`);
  const more = requiredBy.length > 3 ? ' and others' : '';
  throw conflict(
    `Live entries require this ${what}: ${names.join(', ')}${more}. Change them first, or send "broken": "allow".`,
    { requiredBy, shownBy },
  );
}
