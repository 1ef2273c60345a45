/** The kinds of fields, and the keys that their values are compared by. */
import { invalid } from '#kernel/errors.ts';
import type { Item, Kind, KindName } from './field.ts';
import { Place } from './field.ts';
import { NUMBER_KEY, numberOfKey } from './keys.ts';
import { media, reference } from './links.ts';
import { membersBy } from './members.ts';
import { nestedKinds } from './nested.ts';
import { boolean, colour, date, datetime, json, number, select } from './plain.ts';
import { richtext } from './richtext.ts';
import { email, markdown, slug, text, url } from './text.ts';

const kinds: Record<KindName, Kind> = {
  text,
  richtext,
  markdown,
  number,
  boolean,
  datetime,
  date,
  email,
  url,
  colour,
  select,
  slug,
  media,
  reference,
  json,
  ...nestedKinds((name) => kinds[name]),
};

export const kindOf = (name: KindName): Kind => kinds[name];

/** The searchable texts of a field's value. */
export const textsIn = membersBy(kindOf).texts;

/** Returns the keys of a stored value; a list has those of each of its items. */
export function keysOf(value: unknown, item: Item): string[] {
  const each = item.kind === 'list' ? item.of! : item;
  const values = item.kind === 'list' ? (value as unknown[]) : [value];
  const keys = values.flatMap((one) => kindOf(each.kind).keysOf?.(one) ?? []);
  return [...new Set(keys)];
}

/** A field with keys can be compared; a field with one key at most can also be sorted by. */
export const isComparable = (item: Item): boolean =>
  kindOf(item.kind === 'list' ? item.of!.kind : item.kind).keysOf !== undefined;
export const isSortable = (item: Item): boolean =>
  isComparable(item) && item.kind !== 'list' && item.multiple !== true;

/** Returns the key of a filter's value. Limits of the field do not apply here: a filter may ask for "more than 1000". */
export function keyOfFilter(value: unknown, item: Item, path: string): string {
  const each = item.kind === 'list' ? item.of! : item;
  const place = new Place(path);
  const anyOption = { ...each, multiple: false, options: each.options };
  const plain: Item = each.kind === 'select' ? anyOption : { kind: each.kind };
  const read = kindOf(each.kind).read(value, plain, place);
  if (place.problems.length > 0) throw invalid(place.problems);
  if (typeof read === 'string' && read.includes('\0'))
    throw invalid([{ path, code: 'text_not_allowed', message: 'must not contain NUL' }]);
  return kindOf(each.kind).keysOf!(read)[0]!;
}

const FOLDED: KindName[] = ['text', 'email', 'url'];

/** Returns the value that has this key; undefined: several values of the kind may have it, or it is a key of a former kind. */
export function valueOfKey(key: string, { kind }: Item): string | number | boolean | undefined {
  if (kind === 'number') return NUMBER_KEY.test(key) ? numberOfKey(key) : undefined;
  if (kind === 'boolean') return key === 'true' || key === 'false' ? key === 'true' : undefined;
  return FOLDED.includes(kind) ? undefined : key;
}
