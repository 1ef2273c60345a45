/** Reads `where` of a list: a tree of conditions, with values as the keys of the index. */
import type { AppError } from '#kernel/errors.ts';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { isObject } from '#kernel/http/body/verbatim.ts';
import type { Field, Item } from '../fields/field.ts';
import { fold, MAX_BEGINNING } from '../fields/keys.ts';
import { isComparable, isSortable, keyOfFilter } from '../fields/kinds.ts';
import { chainOf, type Locales, tagOf } from '../locales/locales.ts';
import type { ContentType } from '../types/record.ts';
import { type Comparison, type Condition, leafOf, wrong } from './condition.ts';
import { type Followed, type Linked, readRelated, Targets } from './related.ts';

/** The names that a reader of a list may use. */
export type Names = {
  type: ContentType | null;
  locales: Locales;
  locale?: string | undefined;
  /** The columns of times, by their names. */
  times: Record<string, string>;
  /** The types that references lead to and that the reader sees. */
  linked: Linked[];
};

type Reading = Names & { targets: Targets; followed: Followed };

const OPERATORS: Record<string, string> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };
const OF_VALUES = [...Object.keys(OPERATORS), 'in', 'ne', 'nin', 'isNull'];
const OF_TEXTS = [...OF_VALUES, 'contains', 'startsWith'];
const TEXTS = ['text', 'slug', 'email', 'url'];
export const MAX_CONDITIONS = 20;
export const MAX_DEPTH = 5;
export const MAX_RELATED = 2;
const MAX_CHOICES = 100;

export const localeOf = (field: Field, { locales, locale }: Pick<Names, 'locales' | 'locale'>) =>
  field.localised ? tagOf(chainOf(locales, locale ?? locales.default)) : '';

export function parseWhere(where: string | object | undefined): object {
  if (where === undefined) return {};
  if (isObject(where)) return where;
  let wanted: unknown;
  try {
    wanted = JSON.parse(where);
  } catch {
    throw wrong('where', 'must be JSON, for example {"price":{"gte":5}}', 'wrong_format');
  }
  if (!isObject(wanted) || Array.isArray(wanted)) throw wrong('where', 'must be a JSON object', 'wrong_type');
  return wanted;
}

/** All of the conditions returned must hold. */
export function readWhere(names: Names, wanted: object): Condition[] {
  let count = 0;
  const targets = new Targets(names.linked);
  const read = (asked: unknown, path: string, depth: number): Condition[] => {
    if (!isObject(asked) || Array.isArray(asked))
      throw wrong(path, 'must be an object of conditions', 'wrong_type');
    if (depth > MAX_DEPTH) throw wrong(path, `must not be nested more than ${MAX_DEPTH} deep`, 'too_deep');
    return Object.entries(asked).flatMap(([name, value]) => {
      const at = `${path}.${name}`;
      const isOwn = names.type?.fields.some((field) => field.name === name);
      if ((name === 'and' || name === 'or') && !isOwn) {
        if (!Array.isArray(value) || value.length === 0)
          throw wrong(at, 'must be an array of conditions', 'wrong_type');
        const of = value.map((each, n) => all(read(each, `${at}[${n}]`, depth + 1)));
        return name === 'and' ? of : [{ kind: 'or', of }];
      }
      if (name === 'not' && !isOwn) return [{ kind: 'not', of: all(read(value, at, depth + 1)) }];
      if (++count > MAX_CONDITIONS)
        throw wrong(at, `is one of more than ${MAX_CONDITIONS} conditions`, 'too_many');
      return readNamed({ ...names, targets, followed: new Map() }, name, value, at);
    });
  };
  return read(wanted, 'where', 1);
}

const all = (of: Condition[]): Condition => (of.length === 1 ? of[0]! : { kind: 'and', of });

/** A field of the type comes before a name that every entry has. */
function readNamed(names: Reading, name: string, value: unknown, path: string): Condition[] {
  const field = names.type?.fields.find((each) => each.name === name);
  const asked = isObject(value) && !Array.isArray(value) ? value : { eq: value };
  if (field !== undefined && isComparable(field)) return readField(names, field, asked, path);
  if (name === 'id') return readId(asked, path);
  if (TREE.includes(name) && names.type?.order === 'tree') return readInTree(name, value, path);
  if (Object.hasOwn(names.times, name)) return readTime(names.times[name]!, asked, path);
  const [first, ...rest] = name.split('.');
  const link = names.type?.fields.find((each) => each.name === first);
  if (rest.length > 0 && link !== undefined && leafOf(link).kind === 'reference')
    return [readBehind(names, link, rest.join('.'), value, path)];
  throw unknownField(names, path, ['id', ...Object.keys(names.times)]);
}

const TREE = ['parent', 'within'];

function readInTree(name: string, value: unknown, path: string): Condition[] {
  if (name === 'parent' && value === null) return [{ kind: 'parent', id: null }];
  if (typeof value !== 'string' || !FORMATS.uuid.test(value))
    throw wrong(
      path,
      `must be the id of an entry${name === 'parent' ? ', or null for the top' : ''}`,
      'wrong_format',
    );
  return [{ kind: name === 'parent' ? 'parent' : 'within', id: value.toLowerCase() }];
}

/** Only fields of a comparable kind can be filtered or sorted by. */
export function unknownField({ type }: Pick<Names, 'type'>, path: string, more: string[]): AppError {
  if (type === null) return wrong(path, 'needs the parameter type, because it names fields of a type');
  const known = type.fields.filter(isComparable).map((each) => each.name);
  const inTree = path.startsWith('where') && type.order === 'tree' ? TREE : [];
  return wrong(path, `must be one of ${[...known, ...more, ...inTree].join(', ')}`);
}

function readField(names: Names, field: Field, asked: object, path: string): Condition[] {
  const at = { field: field.name, locale: localeOf(field, names) };
  const known = TEXTS.includes(leafOf(field).kind) ? OF_TEXTS : OF_VALUES;
  const value = (is: Comparison[]): Condition => ({ kind: 'value', ...at, is });
  const absent: Condition = { kind: 'absent', ...at, isIndexed: isSortable(field) };
  return readOperators(asked, path, known, absent, value, (operator, each, here) =>
    operator === 'contains' || operator === 'startsWith'
      ? readPart(each, leafOf(field), here)
      : keyOfFilter(each, field, here),
  );
}

function readTime(column: string, asked: object, path: string): Condition[] {
  const time = (is: Comparison[]): Condition => ({ kind: 'time', column, is });
  const absent: Condition = { kind: 'not', of: time([]) };
  return readOperators(asked, path, OF_VALUES, absent, time, (_operator, each, here) =>
    keyOfFilter(each, { kind: 'datetime' }, here),
  );
}

function readId(asked: object, path: string): Condition[] {
  const isIn = (is: Comparison[]): Condition => ({ kind: 'id', ids: is.flatMap(({ key }) => key) });
  return readOperators(asked, path, ['eq', 'in', 'ne', 'nin'], null, isIn, (_operator, each, here) => {
    if (typeof each === 'string' && FORMATS.uuid.test(each)) return each.toLowerCase();
    throw wrong(here, 'must be a UUID', 'wrong_format');
  });
}

/** One index row meets all that is asked of a value; `ne` and `nin` are the contrary of `eq` and `in`. */
function readOperators(
  asked: object,
  path: string,
  known: string[],
  absent: Condition | null,
  condition: (is: Comparison[]) => Condition,
  keyOf: (operator: string, value: unknown, path: string) => string,
): Condition[] {
  const is: Comparison[] = [];
  const others: Condition[] = [];
  const not = (of: Condition): Condition => ({ kind: 'not', of });
  for (const [operator, value] of Object.entries(asked)) {
    const at = `${path}.${operator}`;
    if (!known.includes(operator)) throw wrong(at, `must be one of ${known.join(', ')}`);
    if (absent !== null && (operator === 'isNull' || (value === null && ['eq', 'ne'].includes(operator)))) {
      if (operator === 'isNull' && typeof value !== 'boolean')
        throw wrong(at, 'must be true or false', 'wrong_type');
      others.push((operator === 'isNull' ? value : operator === 'eq') ? absent : not(absent));
    } else if (operator === 'in' || operator === 'nin') {
      if (!Array.isArray(value) || value.length > MAX_CHOICES)
        throw wrong(at, `must be an array of at most ${MAX_CHOICES}`, 'wrong_type');
      const keys = value.map((each, index) => keyOf(operator, each, `${at}[${index}]`));
      if (operator === 'in') is.push({ operator, key: keys });
      else others.push(not(condition([{ operator: 'in', key: keys }])));
    } else if (operator === 'ne')
      others.push(not(condition([{ operator: '=', key: keyOf('eq', value, at) }])));
    else is.push({ operator: OPERATORS[operator] ?? operator, key: keyOf(operator, value, at) });
  }
  return is.length === 0 ? others : [condition(is), ...others];
}

/** Long texts are indexed by their beginning. */
function readPart(value: unknown, { kind }: Item, path: string): string {
  if (typeof value !== 'string') throw wrong(path, 'must be a string', 'wrong_type');
  const part = kind === 'slug' ? value.toLowerCase() : fold(value);
  if (part.trim() === '') throw wrong(path, 'must not be empty', 'required');
  if (part.length > MAX_BEGINNING || part.includes('\0'))
    throw wrong(path, `must have at most ${MAX_BEGINNING} characters`, 'too_long');
  return part;
}

function readBehind(names: Reading, link: Field, rest: string, value: unknown, path: string): Condition {
  if (rest.split('.').length > MAX_RELATED)
    throw wrong(path, `must not lead over more than ${MAX_RELATED} references`, 'too_deep');
  const to = { link, locale: localeOf(link, names), rest, path };
  return readRelated(names.targets, names.followed, to, ({ id, fields }) =>
    all(
      readNamed(
        { ...names, type: { ...names.type!, id, fields, order: 'none' }, times: {} },
        rest,
        value,
        path,
      ),
    ),
  );
}

/** The names with a point, at any depth: those of related fields. */
export function pathsIn(wanted: unknown): string[][] {
  if (Array.isArray(wanted)) return wanted.flatMap(pathsIn);
  if (!isObject(wanted)) return [];
  return Object.entries(wanted).flatMap(([name, inside]) => [
    ...(name.includes('.') ? [name.split('.')] : []),
    ...pathsIn(inside),
  ]);
}
