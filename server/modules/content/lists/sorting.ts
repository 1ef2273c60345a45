/** The order of an entry list, and the cursors of its pages. */
import { badRequest } from '#kernel/errors.ts';
import { ID_FORMS } from '#kernel/http/envelope.ts';
import { readSortedCursor, TEXT_KEY, TIME_KEY, writeSortedCursor } from '#kernel/http/sorted-cursor.ts';
import { isComparable, isSortable } from '../fields/kinds.ts';
import { assertLocale } from '../locales/locales.ts';
import { type Condition, wrong } from './condition.ts';
import { localeOf, type Names, unknownField } from './where.ts';

/** `column`: of a time, or of the position; null: a field of the type. */
export type Sort = { by: string; column: string | null; locale: string; descending: boolean };

/** The name of the sort by the order that editors choose, and its column. */
export const POSITION = 'position';

/** The next page begins after this entry or, without an id, after all entries with these keys of the first sorts. */
export type Position = { keys: string[]; id: string | null };

export const MAX_SORTS = 3;
/** A plus in a query is a space. */
const SIGN = /^[-+ ]/;

type Asked = { sort?: string | undefined; order?: 'asc' | 'desc' | undefined };

/**
 * A single name without a sign is in the `order`, descending by default. Otherwise a name is ascending, and descending with a minus. The
 * position is ascending in either way.
 * `times`: columns that entries can be sorted by; the first is the usual one. `first` come before fields of the same name.
 */
export function readSort(
  names: Pick<Names, 'type' | 'locales' | 'locale'>,
  { sort, order }: Asked,
  times: Record<string, string>,
  first: string[],
): Sort[] {
  if (names.locale !== undefined) assertLocale(names.locales, names.locale);
  const asked = sort?.split(',') ?? [first[0]!];
  if (asked.length > MAX_SORTS) throw wrong('sort', `must name at most ${MAX_SORTS} fields`, 'too_many');
  const isPlain = asked.length === 1 && !SIGN.test(asked[0]!);
  if (!isPlain && order !== undefined)
    throw wrong('order', 'is for one sort without a sign: write sort=-date,title instead');
  const sorts = asked.map((text) => {
    const by = text.replace(SIGN, '');
    if (isByPosition(names, by, asked))
      return {
        by,
        column: POSITION,
        locale: '',
        descending: isPlain ? order === 'desc' : text.startsWith('-'),
      };
    const descending = isPlain ? order !== 'asc' : text.startsWith('-');
    const field = first.includes(by) ? undefined : names.type?.fields.find(({ name }) => name === by);
    if (field === undefined || !isComparable(field)) {
      if (!Object.hasOwn(times, by))
        throw unknownField(names, 'sort', [...Object.keys(times), ...(isOrdered(names) ? [POSITION] : [])]);
      return { by, column: times[by]!, locale: '', descending };
    }
    if (!isSortable(field)) throw wrong('sort', 'must not be a list: lists cannot be sorted by');
    return { by, column: null, locale: localeOf(field, names), descending };
  });
  if (new Set(sorts.map(({ by }) => by)).size < sorts.length)
    throw wrong('sort', 'must not name the same field twice', 'not_unique');
  return sorts;
}

const isOrdered = ({ type }: Pick<Names, 'type'>) => type !== null && type.order !== 'none';

/** In a tree, entries of different parents are in no order. */
export function assertBeside({ type }: Pick<Names, 'type'>, sorts: Sort[], conditions: Condition[]): void {
  if (type?.order !== 'tree' || sorts[0]?.column !== POSITION) return;
  if (conditions.some(({ kind }) => kind === 'parent')) return;
  throw wrong(
    'sort',
    'is the order among entries of one parent: filter by parent, for example {"parent":null}',
  );
}

/** A field of the type comes before the position, and two entries never share one: further sorts would do nothing. */
function isByPosition({ type }: Pick<Names, 'type'>, by: string, all: string[]): boolean {
  if (by !== POSITION || !isOrdered({ type })) return false;
  if (type!.fields.some(({ name }) => name === by)) return false;
  if (all.length > 1) throw wrong('sort', 'must name position alone');
  return true;
}

const formOf = ({ column }: Sort) => (column === null || column === POSITION ? TEXT_KEY : TIME_KEY);

/** The cursor of one sort is as it always was. */
export function readPlace(cursor: string | undefined, sorts: Sort[]): Position | null {
  const [only, ...more] = sorts;
  if (cursor === undefined) return null;
  if (more.length === 0 && only !== undefined) {
    const { key, id } = readSortedCursor(cursor, only, formOf(only))!;
    return { keys: [key], id };
  }
  const [name, keys, id] = parse(cursor);
  const isPlace =
    name === nameOf(sorts) &&
    Array.isArray(keys) &&
    keys.every((key, n) => typeof key === 'string' && key.isWellFormed() && formOf(sorts[n]!).test(key)) &&
    (id === null
      ? keys.length > 0 && keys.length < sorts.length
      : keys.length === sorts.length && typeof id === 'string' && ID_FORMS.uuid.test(id));
  if (isPlace) return { keys, id: id as string | null };
  throw badRequest(
    'The cursor is not one of this list in this order. Use the nextCursor of the page before.',
  );
}

function parse(cursor: string): unknown[] {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

const nameOf = (sorts: Sort[]) => sorts.map(({ by, descending }) => `${descending ? '-' : ''}${by}`).join();

const writePlace = (sorts: Sort[], { keys, id }: Position): string =>
  sorts.length === 1
    ? writeSortedCursor(sorts[0]!, { key: keys[0]!, id: id! })
    : Buffer.from(JSON.stringify([nameOf(sorts), keys, id])).toString('base64url');

export type Found<Row> = { rows: Row[]; reached: Position | null };

/** `reached`: the last entry that was read, of a list that ended before its page was full. */
export function pageOf<Row extends { id: string; sort_keys: string[] }>(
  { rows, reached }: Found<Row>,
  limit: number,
  sorts: Sort[],
) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last ? { keys: last.sort_keys, id: last.id } : reached;
  const nextCursor = next === null ? null : writePlace(sorts, next);
  return { shown, pagination: { limit, hasMore: next !== null, nextCursor } };
}
