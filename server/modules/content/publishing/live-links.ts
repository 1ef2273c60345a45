/** Links of an entry that visitors do not get: drafts, deleted entries, private assets. And who would lack it. */
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, type Problem } from '#kernel/errors.ts';
import { Slices } from '#kernel/work/slices.ts';
import type { Others } from '../entries/references.ts';
import { linksIn } from '../entries/value-index.ts';
import { demandValues, shownValues, type Values } from '../entries/values.ts';
import type { Field, Item, Link } from '../fields/field.ts';
import { itemsIn } from '../fields/structure.ts';
import type { Locales } from '../locales/locales.ts';
import { allInForce } from '../types/conversion.ts';
import {
  type DueTarget,
  findDueTargets,
  findLiveReferrers,
  findLiveTargets,
  holdLive,
  holdReferrers,
  type LiveReferrer,
} from './live-links.sql.ts';

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

/**
 * Returns what visitors would not get, as warnings. A link without which the entry would lack something that its type demands is
 * refused, unless the caller accepts it. Entries that are due by then, and can go live, count as live.
 */
export async function assertShown(
  tx: Tx,
  { id, fields, values, links }: { id: string; fields: Field[]; values: Values; links: Link[] },
  locales: Locales,
  by: Date,
  others: Pick<Others, 'findPublic'>,
  { broken }: Broken = {},
): Promise<Problem[]> {
  if (links.length === 0) return [];
  const demanding = new Set(fields.filter(canDemand).map(({ name }) => name));
  const demanded = links.filter(({ path }) => demanding.has(fieldOf(path)));
  await holdLive(tx, idsOf(demanded, 'entry'));
  const shown = (await shownOf(tx, links, others)).add(id);
  for (const due of await findGoing(tx, links, shown, locales, by, others)) shown.add(due);
  const hidden = links.filter((link) => !shown.has(link.id));
  if (hidden.length === 0) return [];
  const lacking = lackedBy(fields, values, locales, new Set(hidden.map((link) => link.id)));
  const named = (some: Link[]) => some.slice(0, NAMED_AT_MOST).map(problemOf);
  const refused = hidden.filter(({ path }) => lacking.some((lacked) => isWithin(path, lacked)));
  if (refused.length > 0 && broken !== 'allow') throw invalid(named(refused));
  return named(hidden);
}

const problemOf = ({ path, kind }: Link): Problem =>
  kind === 'entry'
    ? { path, code: 'not_live', message: 'leads to an entry that is not published: visitors do not get it' }
    : { path, code: 'not_public', message: 'is an asset that is private or gone: visitors do not get it' };

/** The paths that would lack something if these entries and assets were not shown. Blocks stay, so their paths do too. */
function lackedBy(fields: Field[], values: Values, locales: Locales, hidden: Set<string>): string[] {
  const rest = shownValues(fields, values, hidden);
  return demandValues(fields, locales, rest).map(({ path }) => path);
}

const isWithin = (path: string, around: string) =>
  path.startsWith(around) && ['.', '[', undefined].includes(path[around.length]);

export type Showing = { id: string; type: string; slug: string | null };

/**
 * Returns live entries that show the target, and those of them that require it: a bounded number of each. What they refer to and
 * visitors do not get already counts as gone, so the last of several is required.
 */
export async function whoShows(
  tx: Tx,
  kind: 'entry' | 'asset',
  targetId: string,
  locales: Locales,
  others: Pick<Others, 'findPublic'>,
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
    for await (const { one, fields, values, links } of new Slices().each(demanding)) {
      const gone = new Set(links.flatMap(({ id }) => (shown.has(id) || id === targetId ? [] : id)));
      const lackedAnyway = new Set(lackedBy(fields, values, locales, gone));
      const lacks = lackedBy(fields, values, locales, gone.add(targetId));
      if (lacks.some((path) => !lackedAnyway.has(path)) && requiredBy.length < NAMED_AT_MOST)
        requiredBy.push(about(one));
    }
    if (some.length < READ_AT_ONCE) break;
    after = some.at(-1)!.id;
  }
  return { shownBy, requiredBy };
}

function referring<T extends Pick<LiveReferrer, 'fields' | 'type_fields'>>(one: T) {
  const fields: Field[] = JSON.parse(one.type_fields);
  const values: Values = JSON.parse(one.fields);
  return { one, fields, values, links: linksIn(fields, values) };
}

/** The ids of those that visitors get. */
async function shownOf(
  tx: Tx,
  links: Link[],
  { findPublic }: Pick<Others, 'findPublic'>,
): Promise<Set<string>> {
  const entries = await findLiveTargets(tx, idsOf(links, 'entry'));
  return new Set([...entries, ...(await findPublic(tx, idsOf(links, 'asset')))]);
}

/** Entries that are due may need others that are due, and so on: no further than this. */
const MAX_STEPS = 5;
const MAX_DUE = 100;

/**
 * Returns entries that are due and go live: complete, with what they require. Each is read once. All of them are assumed to go live,
 * as entries that require each other do together; then those that would lack something stay behind, until none does.
 */
async function findGoing(
  tx: Tx,
  links: Link[],
  shown: Set<string>,
  locales: Locales,
  by: Date,
  others: Pick<Others, 'findPublic'>,
): Promise<Set<string>> {
  const due = new Map<string, ReturnType<typeof referring<DueTarget>>>();
  const there = new Set(shown);
  const asked = new Set<string>();
  let next = links;
  for (let step = 0; step <= MAX_STEPS && due.size < MAX_DUE; step++) {
    const ids = idsOf(next, 'entry').filter((id) => !there.has(id) && !asked.has(id));
    if (ids.length === 0) break;
    for (const id of ids) asked.add(id);
    const found = await allInForce(await findDueTargets(tx, ids, by, MAX_DUE - due.size));
    const read = found.map((one) => referring(one));
    for (const each of read) due.set(each.one.id, each);
    next = read.flatMap((each) => each.links);
    for (const id of await shownOf(tx, next, others)) there.add(id);
  }
  return leaveBehind(due, there, locales);
}

async function leaveBehind(
  due: Map<string, ReturnType<typeof referring<DueTarget>>>,
  there: Set<string>,
  locales: Locales,
): Promise<Set<string>> {
  const going = new Set(due.keys());
  for (let before = -1; before !== going.size; ) {
    before = going.size;
    for await (const [id, { fields, values, links }] of new Slices().each(due)) {
      if (!going.has(id)) continue;
      const lost = links.flatMap((link) => (there.has(link.id) || going.has(link.id) ? [] : link.id));
      if (lackedBy(fields, values, locales, new Set(lost)).length > 0) going.delete(id);
    }
  }
  return going;
}

const idsOf = (links: Link[], kind: Link['kind']) => [
  ...new Set(links.filter((link) => link.kind === kind).map(({ id }) => id)),
];

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
