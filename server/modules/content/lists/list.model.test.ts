/** Lists show what a plain model says: random conditions, sorts, locales and bounds, each read to its end. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { useApp } from '../../../testing.ts';
import { chainOf, loadLocales } from '../locales/locales.ts';
import { PUBLISHED } from '../publishing/perspective.ts';
import { below, oneOf, random, SEED } from '../testing/chance.ts';
import { openContent } from '../testing/content.ts';
import { readType } from '../types/record.ts';
import { findType } from '../types/types.sql.ts';
import { readConditions } from './filter.ts';
import { BOUNDS } from './list.sql.ts';
import { type ListedPublished, listingOfPublished, TIMES_OF_PUBLISHED } from './listed.sql.ts';
import { pageOf, readPlace, readSort } from './sorting.ts';
import { findAndTally } from './tally.ts';

const CASES = IS_DEEP ? 1_000 : 40;

const some = <T>(list: readonly T[]) => list.filter(() => random() < 0.4);

const SECTIONS = ['politics', 'opinion', 'sport'];
const WORDS = ['Wahl', 'Abend', 'wählen', 'Zeitung', 'Straßenfest'];
const TAGS = ['Red', 'blue', 'Green'];
const CITIES = ['Berlin', 'Bern'];

const test = await useApp();
const stage = await openContent(test, {
  house: [{ name: 'city', kind: 'text' }],
  person: [
    { name: 'city', kind: 'text' },
    { name: 'age', kind: 'number' },
    { name: 'house', kind: 'reference', types: ['house'] },
  ],
  article: [
    { name: 'title', kind: 'text', localised: true },
    { name: 'section', kind: 'select', options: SECTIONS },
    { name: 'rank', kind: 'number' },
    { name: 'sponsored', kind: 'boolean' },
    { name: 'tags', kind: 'list', of: { kind: 'text' } },
    { name: 'author', kind: 'reference', types: ['person'] },
    { name: 'readers', kind: 'list', of: { kind: 'reference', types: ['person', 'house'] } },
  ],
});
const { ask, create, act, tenant } = stage;
const locale = (code: string, fallback: string | null = null) => ({ code, fallback });
await ask('PUT', '/locales', 200, {
  default: 'en',
  locales: [locale('en'), locale('de'), locale('fr', 'de')],
});

type Plain = Record<string, unknown>;
type Made = { id: string; fields: Plain; isLive: boolean; type: string };
const made = new Map<string, Made>();
async function add(type: string, fields: Plain, isLive = true) {
  const { id } = await create(type, fields);
  if (isLive) await act(id, 'publish', { broken: 'allow' });
  made.set(id, { id, fields, isLive, type });
  return id as string;
}
const given = (fields: Plain): Plain =>
  Object.fromEntries(Object.entries(fields).filter(() => random() < 0.8));
const houses: string[] = [];
for (const city of CITIES) houses.push(await add('house', { city }));
const people: string[] = [];
for (let n = 0; n < 6; n++)
  people.push(await add('person', given({ city: oneOf(CITIES), age: 20 + n, house: oneOf(houses) }), n > 0));
for (let n = 0; n < 70; n++) {
  const titles = given({ en: `${oneOf(WORDS)} ${below(4)}`, de: `${oneOf(WORDS)} ${below(4)}` });
  await add(
    'article',
    given({
      title: titles,
      section: oneOf(SECTIONS),
      rank: below(8) - 2,
      sponsored: random() < 0.5,
      tags: some(TAGS),
      author: oneOf(people),
      readers: some([...people, ...houses]),
    }),
    n % 9 !== 0,
  );
}
const times = new Map<string, string>();
for (let cursor: string | null = ''; cursor !== null; ) {
  const { body } = await ask('GET', `/published/article?limit=100${cursor}`, 200);
  for (const { id, publishedAt } of body.data) times.set(id, publishedAt);
  cursor = body.pagination.nextCursor && `&cursor=${body.pagination.nextCursor}`;
}

/** The model: written apart from the program. */
const CHAINS: Record<string, string[]> = { en: ['en'], de: ['de', 'en'], fr: ['fr', 'de', 'en'] };
const fold = (value: unknown) =>
  typeof value === 'string' ? value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase() : value;
function valuesOf({ fields }: Made, name: string, code: string): unknown[] {
  const value = fields[name];
  if (name !== 'title') return [value ?? []].flat().map(fold);
  const text = CHAINS[code]!.map((each) => (value as Plain | undefined)?.[each]).find((each) => each);
  return text === undefined ? [] : [fold(text)];
}
const compare = (a: unknown, b: unknown) => (a === b ? 0 : (a as number) < (b as number) ? -1 : 1);
const OPERATORS: Record<string, (value: unknown, asked: unknown) => boolean> = {
  eq: (value, asked) => value === asked,
  gt: (value, asked) => compare(value, asked) > 0,
  gte: (value, asked) => compare(value, asked) >= 0,
  lt: (value, asked) => compare(value, asked) < 0,
  lte: (value, asked) => compare(value, asked) <= 0,
  in: (value, asked) => (asked as unknown[]).includes(value),
  contains: (value, asked) => (value as string).includes(asked as string),
  startsWith: (value, asked) => (value as string).startsWith(asked as string),
};
const CONTRARY: Record<string, string> = { ne: 'eq', nin: 'in' };
function meets(entry: Made, where: Plain, code: string): boolean {
  return Object.entries(where).every(([name, asked]) => {
    if (name === 'and') return (asked as Plain[]).every((each) => meets(entry, each, code));
    if (name === 'or') return (asked as Plain[]).some((each) => meets(entry, each, code));
    if (name === 'not') return !meets(entry, asked as Plain, code);
    const [first, ...rest] = name.split('.') as [string, ...string[]];
    if (rest.length > 0) {
      const last = rest.at(-1)!;
      return valuesOf(entry, first, code).some((id) => {
        const target = made.get(id as string)!;
        const isOfType = rest.length > 1 || last === 'city' || target.type === 'person';
        return target.isLive && isOfType && meets(target, { [rest.join('.')]: asked }, code);
      });
    }
    const is = (asked !== null && typeof asked === 'object' ? asked : { eq: asked }) as Plain;
    const values = name === 'id' ? [entry.id] : valuesOf(entry, name, code);
    const { isNull, ne, nin, ...plain } = is;
    if (plain.eq === null) return values.length === 0;
    const folded = (value: unknown) => (Array.isArray(value) ? value.map(fold) : fold(value));
    const holds = (operators: Plain) =>
      Object.keys(operators).length === 0 ||
      values.some((value) =>
        Object.entries(operators).every(([operator, key]) => OPERATORS[operator]!(value, folded(key))),
      );
    const contrary = (operator: 'ne' | 'nin', key: unknown) =>
      key === undefined || !holds({ [CONTRARY[operator]!]: key });
    return (
      holds(plain) &&
      (isNull === undefined || isNull === (values.length === 0)) &&
      contrary('ne', ne) &&
      contrary('nin', nin)
    );
  });
}

function condition(depth: number): Plain {
  const choice = below(depth > 2 ? 12 : 15);
  if (choice === 12) return { or: Array.from({ length: 1 + below(3) }, () => condition(depth + 1)) };
  if (choice === 13) return { not: condition(depth + 1) };
  if (choice === 14) return { and: [condition(depth + 1), condition(depth + 1)] };
  const word = oneOf(WORDS);
  return oneOf<() => Plain>([
    () => ({ section: oneOf(SECTIONS) }),
    () => ({ section: { [oneOf(['in', 'nin'])]: some(SECTIONS) } }),
    () => ({ section: { ne: oneOf(SECTIONS) } }),
    () => ({ rank: { gte: below(6) - 2, lt: below(8) } }),
    () => ({ rank: { [oneOf(['eq', 'gt', 'lte'])]: below(6) - 2 } }),
    () => ({ [oneOf(['rank', 'title', 'tags', 'author', 'section'])]: { isNull: random() < 0.5 } }),
    () => ({ sponsored: oneOf([true, false, null]) }),
    () => ({ title: { contains: word.slice(1, 3 + below(3)) } }),
    () => ({ title: { startsWith: word.slice(0, 1 + below(5)).toUpperCase() } }),
    () => ({ tags: oneOf<unknown>([oneOf(TAGS), { nin: [oneOf(TAGS)] }, { contains: 'r' }]) }),
    () => ({ 'author.city': oneOf<unknown>([oneOf(CITIES), { ne: oneOf(CITIES) }, { isNull: true }]) }),
    () => ({ 'author.age': { gte: 22 }, 'author.house.city': oneOf(CITIES) }),
    () => ({ 'readers.city': { contains: 'er', ne: oneOf(CITIES) } }),
    () => ({ 'readers.age': { [oneOf(['ne', 'gt'])]: 22 } }),
    () => ({ id: { [oneOf(['in', 'nin'])]: some([...made.keys()]) } }),
  ])();
}

const SORTS = ['title', 'section', 'rank', 'sponsored', 'publishedAt'];
const sortOf = () =>
  SORTS.map((name) => ({ name, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, 1 + below(3))
    .map(({ name }) => `${oneOf(['-', ''])}${name}`);

function sorted(entries: Made[], sorts: string[], code: string): string[] {
  const keyOf = (entry: Made, name: string) =>
    name === 'publishedAt' ? times.get(entry.id) : valuesOf(entry, name, code)[0];
  const order = (a: unknown, b: unknown) =>
    a === undefined || b === undefined ? Number(a !== undefined) - Number(b !== undefined) : compare(a, b);
  const by = (a: Made, b: Made) => {
    for (const sort of sorts) {
      const name = sort.replace('-', '');
      const difference = order(keyOf(a, name), keyOf(b, name));
      if (difference !== 0) return sort.startsWith('-') ? -difference : difference;
    }
    return sorts.at(-1)!.startsWith('-') ? -compare(a.id, b.id) : compare(a.id, b.id);
  };
  return entries.sort(by).map(({ id }) => id);
}

const tiny = () => ({
  sorted: oneOf([1, 8, BOUNDS.sorted]),
  gathered: oneOf([1, 10, BOUNDS.gathered]),
  short: oneOf([3, BOUNDS.short]),
  looking: oneOf([12, 30, BOUNDS.looking]),
  far: oneOf([15, BOUNDS.far]),
  slow: BOUNDS.slow,
  passing: oneOf([5, 30, BOUNDS.passing]),
  groups: oneOf([1, 2, 5]),
  groupsMs: oneOf([0, BOUNDS.groupsMs]),
});

it('a list has the entries that meet its conditions, in its order, each once, whatever way it is read in', async () => {
  const articles = [...made.values()].filter(({ type, isLive }) => type === 'article' && isLive);
  for (let n = 0; n < CASES; n++) {
    const [where, sorts, code, bounds] = [condition(0), sortOf(), oneOf(['en', 'de', 'fr']), tiny()];
    const limit = oneOf([3, 10, 100]);
    const told = `seed ${SEED}, case ${n}: ${JSON.stringify({ where, sorts, code, bounds, limit })}`;
    const matching = articles.filter((entry) => meets(entry, where, code));
    const expected = sorted([...matching], sorts, code);
    const seen: string[] = [];
    await test.db.readInTenant(tenant.id, async (tx) => {
      const type = readType((await findType(tx, 'article'))!);
      const names = { type, locales: await loadLocales(tx), locale: code, times: TIMES_OF_PUBLISHED };
      const asked = sorts.length === 1 && !sorts[0]!.startsWith('-') ? { order: 'asc' as const } : {};
      const order = readSort(names, { sort: sorts.join(), ...asked }, TIMES_OF_PUBLISHED, ['publishedAt']);
      const conditions = await readConditions(tx, names, JSON.stringify(where));
      for (let cursor: string | null | undefined, page = 0; cursor !== null; page++) {
        assert.ok(page < 1_000, told);
        const after = readPlace(cursor, order);
        const chain = chainOf(names.locales, code);
        const perspective = PUBLISHED;
        const filter = {
          typeId: type.id,
          chain,
          perspective,
          conditions,
          search: null,
          sorts: order,
          after,
          limit,
        };
        const listing = { ...listingOfPublished(filter), bounds };
        const tallied = page === 0 ? { count: true, facets: 'section,tags' } : {};
        const [found, tally] = await findAndTally<ListedPublished>(tx, listing, names, tallied);
        const { shown, pagination } = pageOf(found, limit, order);
        seen.push(...shown.map(({ id }) => id));
        cursor = pagination.nextCursor;
        if (page > 0) continue;
        const { count, isExact } = tally.total!;
        assert.ok(isExact ? count === expected.length : count <= expected.length, `${told} counts ${count}`);
        if (!isExact) continue;
        const facet = tally.facets!.tags!.values.toSorted((a, b) => compare(a.value, b.value));
        const counted = TAGS.map((value) => ({
          value,
          count: matching.filter(({ fields }) => (fields.tags as string[] | undefined)?.includes(value))
            .length,
        })).filter((each) => each.count > 0);
        assert.deepEqual(
          facet,
          counted.toSorted((a, b) => compare(a.value, b.value)),
          told,
        );
      }
    });
    assert.deepEqual(seen, expected, told);
  }
});
