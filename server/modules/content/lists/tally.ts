/** Counts the entries of a list, and its values: exactly as long as a bounded number of rows is enough. */
import { Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { Slices } from '#kernel/work/slices.ts';
import type { Field } from '../fields/field.ts';
import { isComparable, keysOf, valueOfKey } from '../fields/kinds.ts';
import { served } from '../fields/structure.ts';
import { chainOf } from '../locales/locales.ts';
import { leafOf, wrong } from './condition.ts';
import { partsOf } from './conditions.sql.ts';
import { BOUNDS, type Listing, sizesOf } from './list.sql.ts';
import { findPage, listTooLong, rarest, type Sorted, withinBounds } from './list.ts';
import type { Found } from './sorting.ts';
import { type FacetRow, findExamples, readTally } from './tally.sql.ts';
import { localeOf, type Names } from './where.ts';

/** Up to so many entries are counted exactly. */
export const MAX_COUNTED = BOUNDS.gathered;
const MAX_FACETS = 5;
export const MAX_VALUES = 50;

export const Total = NamedObject('EntryTotal', {
  count: Type.Integer(),
  isExact: Type.Boolean({ description: 'False: at least so many; more were not compared.' }),
});
export const Facet = NamedObject('EntryFacet', {
  values: Type.Array(
    Type.Object({
      value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
      count: Type.Integer(),
    }),
    { description: `The most frequent values, ${MAX_VALUES} at most.` },
  ),
  isMore: Type.Boolean({ description: 'True: there are other values.' }),
  isExact: Type.Boolean({ description: 'False: only so many entries were compared as the total says.' }),
});

type Tallied = Partial<Awaited<ReturnType<typeof tallyOf>>>;

/** A page, with the number of all entries and their values if these are asked for. `begunAt`: of the first of several lists. */
export async function findAndTally<Row extends Sorted>(
  tx: Tx,
  listing: Listing,
  names: Pick<Names, 'type' | 'locales' | 'locale'>,
  asked: { count?: boolean; facets?: string },
  begunAt = performance.now(),
): Promise<[Found<Row>, Tallied]> {
  const facets = readFacets(names, asked.facets);
  const work = async (timed: Tx, since: number): Promise<[Found<Row>, Tallied]> => [
    await findPage<Row>(timed, listing, since),
    asked.count || facets.length > 0 ? await tallyOf(timed, listing, names, facets) : {},
  ];
  return withinBounds(tx, work, listTooLong, begunAt);
}

/** Throws 422 unless every name is a field that lists are filtered by. */
function readFacets(names: Pick<Names, 'type'>, facets: string | undefined): Field[] {
  if (facets === undefined) return [];
  const asked = [...new Set(facets.split(',').map((name) => name.trim()))];
  if (asked.length > MAX_FACETS) throw wrong('facets', `must name at most ${MAX_FACETS} fields`, 'too_many');
  const { type } = names;
  if (type === null) throw wrong('facets', 'needs the parameter type, because it names fields of a type');
  return asked.map((name) => {
    const field = type.fields.find((each) => each.name === name);
    if (field !== undefined && isComparable(field)) return field;
    const known = type.fields.filter(isComparable).map((each) => each.name);
    throw wrong('facets', `must be some of ${known.join(', ')}`);
  });
}

async function tallyOf(tx: Tx, listing: Listing, names: Pick<Names, 'locales' | 'locale'>, facets: Field[]) {
  const { base, typeId, parts, bounds } = listing;
  const ranges = facets.map((field) => {
    const at = { field: field.name, locale: localeOf(field, names) };
    return { ...at, range: partsOf(base, typeId, [{ kind: 'value', ...at, is: [] }], null)[0]! };
  });
  const all = [...parts, ...ranges.map(({ range }) => range)];
  const sizes = await sizesOf(tx, all, bounds.gathered, false);
  const way = rarest(parts, sizes, bounds.gathered, bounds);
  const isWhole = parts.length === 0;
  // Most entries of a condition meet the others too, as often as any entries do.
  const driver = way?.driver ?? parts.find(({ scan, isExact }) => scan !== null && isExact) ?? null;
  const most = way !== null || (isWhole && facets.length === 0) ? bounds.gathered : bounds.far;
  const tally = await readTally(
    tx,
    listing,
    { driver, sets: way?.sets ?? [], most },
    ranges.map(({ field, locale }, n) => {
      const size = sizes[parts.length + n];
      return { field, locale, isScanned: size !== null && size !== undefined && size <= bounds.gathered };
    }),
    MAX_VALUES,
  );
  const isExact = way !== null || (driver === null && tally.seen <= most);
  const shown: [string, Awaited<ReturnType<typeof present>>][] = [];
  for (const [n, field] of facets.entries())
    shown.push([field.name, await present(tx, listing, names, field, tally.facets[n]!, isExact)]);
  return {
    total: { count: isExact ? tally.found : Math.min(tally.found, most), isExact },
    ...(facets.length > 0 && { facets: Object.fromEntries(shown) }),
  };
}

async function present(
  tx: Tx,
  listing: Listing,
  names: Pick<Names, 'locales' | 'locale'>,
  field: Field,
  rows: FacetRow[],
  isExact: boolean,
) {
  const first = rows.slice(0, MAX_VALUES);
  const unknown = first.filter(({ key }) => valueOfKey(key, leafOf(field)) === undefined);
  const written = await textsOf(tx, listing, names, field, new Set(unknown.map(({ example }) => example)));
  return {
    values: first.map(({ key, count, example }) => ({
      value: valueOfKey(key, leafOf(field)) ?? written.get(example)?.get(key) ?? key,
      count,
    })),
    isMore: rows.length > MAX_VALUES,
    isExact,
  };
}

/** Texts are compared without regard to case and accents; an entry with the value has it as it was written. Returns them by key. */
async function textsOf(
  tx: Tx,
  listing: Listing,
  { locales, locale }: Pick<Names, 'locales' | 'locale'>,
  field: Field,
  ids: Set<string>,
): Promise<Map<string, Map<string, string>>> {
  const written = new Map<string, Map<string, string>>();
  const examples = ids.size === 0 ? [] : await findExamples(tx, listing, field.name, ids);
  for await (const { id, value } of new Slices().each(examples)) {
    const seen = served(field, JSON.parse(value), chainOf(locales, locale ?? locales.default));
    const texts = [seen].flat().filter((one) => typeof one === 'string');
    const byKey = texts.flatMap((one) => keysOf(one, leafOf(field)).map((key) => [key, one] as const));
    written.set(id, new Map(byKey.toReversed()));
  }
  return written;
}
