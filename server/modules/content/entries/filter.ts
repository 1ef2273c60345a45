/** Reads the filters and the sort of an entry list from the query, with values as the keys of the index. */
import { invalid } from '#kernel/errors.ts';
import { isObject } from '#kernel/http/body/verbatim.ts';
import { readSortedCursor, TEXT_KEY, TIME_KEY, writeSortedCursor } from '#kernel/http/sorted-cursor.ts';
import type { Field } from '../fields/field.ts';
import { searchedFor } from '../fields/keys.ts';
import { isComparable, isSortable, keyOfFilter } from '../fields/kinds.ts';
import { assertLocale, chainOf, chainsOf, type Locales, tagOf, tailsOf } from '../locales/locales.ts';
import type { ContentType } from '../types/record.ts';

export type Condition = { field: string; locale: string; is: Record<string, string | string[]> };
export type Sort = { by: string; isField: boolean; locale: string; descending: boolean };

export type Asked = {
  where?: string;
  q?: string;
  sort?: string;
  order?: 'asc' | 'desc';
  locale?: string;
};

const OPERATORS = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const MAX_CONDITIONS = 10;
const MAX_CHOICES = 100;

const wrong = (path: string, message: string, code = 'not_allowed') => invalid([{ path, code, message }]);

/** Only fields of a comparable kind can be filtered or sorted by. */
function fieldOf(type: ContentType | null, name: string, path: string): Field {
  if (type === null) throw wrong(path, 'needs the parameter type, because it names fields of a type');
  const field = type.fields.find((each) => each.name === name);
  if (field === undefined || !isComparable(field)) {
    const known = type.fields.filter(isComparable).map((each) => each.name);
    throw wrong(path, `must be one of ${known.join(', ')}`);
  }
  return field;
}

const localeOf = (field: Field, locales: Locales, locale: string | undefined) =>
  field.localised ? tagOf(chainOf(locales, locale ?? locales.default)) : '';

export function readWhere(type: ContentType | null, locales: Locales, { where, locale }: Asked): Condition[] {
  if (where === undefined) return [];
  let wanted: unknown;
  try {
    wanted = JSON.parse(where);
  } catch {
    throw wrong('where', 'must be JSON, for example {"price":{"gte":5}}', 'wrong_format');
  }
  if (!isObject(wanted) || Array.isArray(wanted)) throw wrong('where', 'must be a JSON object', 'wrong_type');
  const entries = Object.entries(wanted);
  if (entries.length > MAX_CONDITIONS)
    throw wrong('where', `must name at most ${MAX_CONDITIONS} fields`, 'too_many');
  return entries.map(([name, asked]) => {
    const path = `where.${name}`;
    const field = fieldOf(type, name, path);
    const is = isObject(asked) ? asked : { eq: asked };
    return { field: name, locale: localeOf(field, locales, locale), is: readOperators(is, field, path) };
  });
}

function readOperators(asked: object, field: Field, path: string): Record<string, string | string[]> {
  const is: Record<string, string | string[]> = {};
  for (const [operator, value] of Object.entries(asked)) {
    const at = `${path}.${operator}`;
    if (operator === 'in') {
      if (!Array.isArray(value) || value.length > MAX_CHOICES) {
        throw wrong(at, `must be an array of at most ${MAX_CHOICES}`, 'wrong_type');
      }
      is.in = value.map((each, index) => keyOfFilter(each, field, `${at}[${index}]`));
    } else if (Object.hasOwn(OPERATORS, operator)) {
      is[OPERATORS[operator as keyof typeof OPERATORS]] = keyOfFilter(value, field, at);
    } else throw wrong(at, 'must be one of eq, in, gt, gte, lt, lte');
  }
  return is;
}

/**
 * The words of a search, and the tags of the rows to look in. `spoken` is the tag by which an entry says which of them a reader of
 * the locale sees; null: every one counts.
 */
export type Search = { words: string[]; tags: string[]; spoken: string | null };

/** `locale`: a reader's. Without one, words of every locale count: an editor finds an entry in any language. */
export function readSearch(locales: Locales, { q }: Asked, locale: string | undefined): Search | null {
  if (q === undefined) return null;
  const chains = locale === undefined ? chainsOf(locales) : [chainOf(locales, locale)];
  const tags = new Set(['', ...chains.flatMap((chain) => tailsOf(chain).map(tagOf))]);
  const spoken = locale === undefined || tags.size <= 2 ? null : tagOf(chains[0]!);
  return { words: searchedFor(q), tags: [...tags], spoken };
}

export function readSort(
  type: ContentType | null,
  locales: Locales,
  { sort, order = 'desc', locale }: Asked,
  times: readonly string[],
): Sort {
  if (locale !== undefined) assertLocale(locales, locale);
  const descending = order === 'desc';
  const by = sort ?? times[0]!;
  if (times.includes(by)) return { by, isField: false, locale: '', descending };
  const field = fieldOf(type, by, 'sort');
  if (!isSortable(field)) throw wrong('sort', 'must not be a list: lists cannot be sorted by');
  return { by, isField: true, locale: localeOf(field, locales, locale), descending };
}

export const readPlace = (cursor: string | undefined, sort: Sort) =>
  readSortedCursor(cursor, sort, sort.isField ? TEXT_KEY : TIME_KEY);

export function pageOf<Row extends { id: string; sort_key: string }>(rows: Row[], limit: number, sort: Sort) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  const nextCursor = hasMore ? writeSortedCursor(sort, { key: last.sort_key, id: last.id }) : null;
  return { shown, pagination: { limit, hasMore, nextCursor } };
}
