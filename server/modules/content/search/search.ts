/**
 * The search of sites: finds live entries by whole words, beginnings of words and, if these find few, by words one slip away. It
 * reads the keys that every publication writes in its own transaction, so an entry is found from the moment that it is live.
 */
import type { Tx } from '#kernel/db/db.ts';
import { AppError, badRequest, invalid } from '#kernel/errors.ts';
import { ID_FORMS } from '#kernel/http/envelope.ts';
import { surrogateKey } from '#kernel/http/surrogate-keys.ts';
import { Slices } from '#kernel/work/slices.ts';
import { hearing } from '../entries/value-index.ts';
import { servedBy, titleIn, type Values } from '../entries/values.ts';
import { slugFieldOf } from '../fields/definition.ts';
import { isMissing } from '../fields/field.ts';
import { textsIn } from '../fields/kinds.ts';
import { hasLocales } from '../fields/structure.ts';
import { searchedFor } from '../fields/words.ts';
import { readSearch } from '../lists/filter.ts';
import { searchTooLong, withinBounds } from '../lists/list.ts';
import { assertLocale, chainOf, type Locales, liveChainOf, loadLocales, tagOf } from '../locales/locales.ts';
import { isTree, type Lineage, loadLineages, titleName } from '../positions/ancestors.ts';
import { type Perspective, PUBLISHED } from '../publishing/perspective.ts';
import { type Described, describe } from '../reading/expanding.ts';
import { findLive, type LiveRow } from '../reading/reading.sql.ts';
import { pathOf } from '../types/addresses.ts';
import { inForce } from '../types/conversion.ts';
import { excerptOf } from './excerpt.ts';
import {
  BOUNDS,
  type Found,
  findEntries,
  findKnown,
  findSearched,
  type Place,
  type Reader,
  type Sought,
  type Width,
} from './search.sql.ts';
import { oneSlipAway, sameWords } from './typos.ts';

/** Further words are ignored; a text without spaces has one for each two letters. */
export const MAX_SOUGHT = 10;
/** With so many entries that have every word as typed, no misspelling is tried. */
const ENOUGH = 10;
/** The most words that may have been meant by one. */
const MAX_MEANT = 5;
/** The most words that are looked up because they are one slip away: those of about three words. */
const MAX_SLIPS = 3_500;

export type Asked = {
  q: string;
  locale?: string;
  type?: string | string[];
  limit: number;
  cursor?: string;
};

/** `types`: the only ones that the reader may see. `dependencies` receives surrogate keys. */
export type Searcher = {
  types?: string[] | undefined;
  propertyId?: string | undefined;
  perspective: Perspective;
  dependencies?: Set<string>;
};

export async function search(tx: Tx, { q, limit, cursor, ...asked }: Asked, searcher: Searcher) {
  const from = readPlace(cursor);
  const locales = await loadLocales(tx);
  const locale = asked.locale ?? locales.default;
  assertLocale(locales, locale);
  const types = await readTypes(tx, asked.type, searcher);
  const chain = chainOf(locales, locale);
  const reader: Reader = {
    typeIds: types.map(({ id }) => id),
    tags: readSearch(locales, { q }, locale)!.tags,
    spoken: tagOf(chain),
    chain,
    propertyId: searcher.propertyId,
    perspective: searcher.perspective,
  };
  const words = searchedFor(q).slice(0, MAX_SOUGHT);
  const { found, sought, way } =
    words.length === 0 || types.length === 0
      ? { found: NOTHING, sought: [], way: null }
      : await withinBounds(tx, (timed) => find(timed, words, reader, from, limit), searchTooLong);
  const shown = found.rows.slice(0, limit);
  const { rows, types: defined } = await readEntries(
    tx,
    shown.map(({ id }) => id),
    searcher.perspective,
  );
  const live = new Map(rows.map((row) => [row.id, row]));
  const described = new Map(defined.map((type) => [type.id, describe(type)]));
  const inTrees = rows.flatMap(({ type_id, parent_id }) => {
    const type = described.get(type_id)!;
    return isTree(type) ? [{ parent_id, title: titleName(type.fields) }] : [];
  });
  const lineageOf = await loadLineages(tx, inTrees, { ...searcher, locales });
  const data: Awaited<ReturnType<typeof present>>[] = [];
  for await (const { id } of new Slices().each(shown.slice(0, rows.length))) {
    const row = live.get(id)!;
    const above = lineageOf(row.parent_id);
    data.push(await present(row, described.get(row.type_id)!, { locales, locale, sought, above }));
  }
  const last = shown[rows.length - 1];
  const isCut = found.rows.length > rows.length;
  const next = isCut && last !== undefined ? last : found.reached;
  return {
    success: true as const,
    data,
    pagination: { limit, hasMore: next !== null, nextCursor: next && writePlace(next, way!) },
    ...(from === null && tally(found, types)),
  };
}

const NOTHING: Found = { rows: [], counts: {}, whole: 0, reached: null, isAll: true, isSure: true };

/** A type that the reader may not see is as unknown as one that does not exist. */
async function readTypes(tx: Tx, named: Asked['type'], { types, dependencies }: Searcher) {
  const asked = named === undefined ? undefined : [named].flat();
  const found = await findSearched(
    tx,
    asked?.filter((name) => types?.includes(name) ?? true) ?? types ?? null,
  );
  for (const [index, name] of (asked ?? []).entries())
    if (!found.some((type) => type.name === name)) {
      const path = Array.isArray(named) ? `type[${index}]` : 'type';
      throw invalid([{ path, code: 'not_found', message: 'must be a type that exists' }]);
    }
  for (const { id } of found) dependencies?.add(surrogateKey('list', id)).add(surrogateKey('type', id));
  return found;
}

/** The way in which the first page was found: those that follow go on in the same order. */
type Way = { width: Width; isMeant: boolean };
type From = (Place & Way) | null;

async function find(tx: Tx, words: string[], reader: Reader, from: From, limit: number) {
  const asTyped: Sought[] = words.map((word) => ({ word, same: sameWords(word), meant: [] }));
  const look = async (way: Way) => {
    const sought = way.isMeant ? await withMeant(tx, asTyped, reader) : asTyped;
    return { sought, way, found: await findEntries(tx, sought, reader, way.width, from, limit) };
  };
  if (from !== null) return look(from);
  let result = await look({ width: 'narrow', isMeant: false });
  const isEnough = () => result.found.whole >= ENOUGH;
  if (!isEnough() && words.length > 1 && !result.found.isSure)
    result = await look({ width: 'wide', isMeant: false });
  const { isAll, reached, rows } = result.found;
  const isLacking = (!isAll || reached !== null) && rows.length <= limit;
  if (isLacking && reader.propertyId !== undefined && reader.perspective === PUBLISHED)
    result = await look({ width: 'site', isMeant: false });
  return isEnough() ? result : look({ ...result.way, isMeant: true });
}

/** The words that were misspelt most likely: a slip in the first letter is rare. Words that no entry has come first. */
async function withMeant(tx: Tx, asTyped: Sought[], { perspective }: Reader): Promise<Sought[]> {
  const words = asTyped.map(({ word }) => word);
  const spelt = new Set(await findKnown(tx, words, perspective));
  const slips = new Map<string, string[]>();
  let room = MAX_SLIPS;
  for (const word of words.toSorted((a, b) => Number(spelt.has(a)) - Number(spelt.has(b)))) {
    const away = oneSlipAway(word);
    if (away.length > room) continue;
    slips.set(word, away);
    room -= away.length;
  }
  const known = new Set(await findKnown(tx, [...new Set([...slips.values()].flat())], perspective));
  return asTyped.map((each) => ({
    ...each,
    meant: (slips.get(each.word) ?? []).filter((slip) => known.has(slip)).slice(-MAX_MEANT),
  }));
}

/** Entries that are too large for one answer together make a shorter page. */
async function readEntries(tx: Tx, ids: string[], perspective: Perspective) {
  for (let count = ids.length; ; count = Math.ceil(count / 2)) {
    try {
      return await findLive(tx, new Map(ids.slice(0, count).map((id) => [id, 1])), perspective);
    } catch (error) {
      if (count <= 1 || !(error instanceof AppError && error.code === 'answer_too_large')) throw error;
    }
  }
}

type Presenting = { locales: Locales; locale: string; sought: Sought[]; above: Lineage };

async function present(row: LiveRow, type: Described, { locales, locale, sought, above }: Presenting) {
  const values: Values = JSON.parse((await inForce({ ...row, conversion: type.conversionOf(row) })).fields);
  const { fields, addresses } = type;
  const chain = liveChainOf(locales, locale, row.live_locales);
  const titled = titleIn(fields, values, chain);
  const slugField = slugFieldOf(fields);
  const slug = slugField && servedBy(slugField, values, chain);
  const own = isMissing(slug) ? null : (slug as string);
  const texts = fields
    .filter(({ name, kind }) => name !== titled?.field.name && kind !== 'slug')
    .flatMap((field) => {
      const value = values[field.name];
      return value === undefined ? [] : [...textsIn(field, value, 'plain'), ...textsIn(field, value, chain)];
    });
  return {
    id: row.id,
    type: type.name,
    slug: own,
    path: pathOf(addresses, locale, own, above.slugs(locale)),
    title: titled?.title ?? null,
    excerpt: excerptOf(texts, sought),
    locale: hearing(fields.filter(hasLocales), values)(chain)?.[0] ?? locale,
    propertyId: row.property_id,
    publishedAt: row.published_at?.toISOString() ?? null,
  };
}

function tally({ counts, isAll, reached }: Found, types: { id: string; name: string }[]) {
  const values = types
    .flatMap(({ id, name }) => (counts[id] === undefined ? [] : [{ value: name, count: counts[id] }]))
    .sort((a, b) => b.count - a.count);
  const isExact = isAll && reached === null;
  return {
    total: { count: values.reduce((sum, { count }) => sum + count, 0), isExact },
    facets: { type: { values, isMore: false, isExact } },
  };
}

const writePlace = ({ score, id }: Place, { width, isMeant }: Way): string =>
  Buffer.from(`${score} ${id} ${width} ${isMeant}`).toString('base64url');

function readPlace(cursor: string | undefined): From {
  if (cursor === undefined) return null;
  const [score = '', id = '', width = '', isMeant = '', ...rest] = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .split(' ');
  const isWay = /^(narrow|wide|site) (true|false)$/.test(`${width} ${isMeant}`);
  if (!/^\d{1,4}$/.test(score) || !ID_FORMS.uuid.test(id) || !isWay || rest.length > 0)
    throw badRequest('The cursor is not one of this search. Use the nextCursor of the page before.');
  return { score: Number(score), id, width: width as Way['width'], isMeant: isMeant === 'true' };
}

export const MAX_COUNTED = BOUNDS.entries;
