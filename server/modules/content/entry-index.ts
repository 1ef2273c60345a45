/** The index keys, unique values and references of an entry: derived from its values at every save. */

import { type Values, valuesOf } from './entry-values.ts';
import { slugFieldOf } from './fields/definition.ts';
import { type Field, isMissing, type Link, Place } from './fields/field.ts';
import { wordsOf } from './fields/keys.ts';
import { isSortable, keysOf, kindOf } from './fields/kinds.ts';

/** Names that no field can have. */
export const WORDS = '*';
export const SLUG = '/';

export type IndexKey = { field: string; locale: string; key: string };
export type UniqueKey = IndexKey & { property: string };

export type Derived = { index: IndexKey[]; unique: UniqueKey[]; links: Link[]; text: string };

export function derive(fields: Field[], values: Values, propertyId: string | null): Derived {
  const index: IndexKey[] = [];
  const unique: UniqueKey[] = [];
  const links: Link[] = [];
  const texts: string[] = [];
  const slugName = slugFieldOf(fields)?.name;
  for (const field of fields) {
    const { name } = field;
    const found = valuesOf(field, values);
    // An entry without a value is indexed too, so that it sorts before all others.
    if (found.length === 0 && isSortable(field) && !field.localised)
      index.push({ field: name, locale: '', key: '' });
    for (const { locale, value } of found) {
      const place = new Place('fields').field(name);
      texts.push(...(kindOf(field.kind).textsOf?.(value, field) ?? []));
      links.push(
        ...(kindOf(field.kind).linksOf?.(value, field, locale === '' ? place : place.field(locale)) ?? []),
      );
      for (const key of keysOf(value, field)) {
        index.push({ field: name, locale, key });
        if (isMissing(value)) continue;
        if (name === slugName) unique.push({ field: SLUG, property: propertyId ?? '', locale, key });
        else if (field.unique) unique.push({ field: name, property: '', locale, key });
      }
    }
  }
  for (const word of wordsOf(texts)) index.push({ field: WORDS, locale: '', key: word });
  return { index, unique, links, text: texts.join(' ') };
}
