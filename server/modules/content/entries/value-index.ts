/**
 * The index keys, unique values and references of an entry: derived from its values at every save. A localised field has a key for
 * each locale of the tenant, that of the value which a reader of the locale sees; so one index range is the list of a locale.
 */

import { invalid } from '#kernel/errors.ts';
import { Slices } from '#kernel/work/slices.ts';
import { slugFieldOf } from '../fields/definition.ts';
import { type Field, isMissing, type Link, Place } from '../fields/field.ts';
import { isComparable, isSortable, keysOf, kindOf, textsIn } from '../fields/kinds.ts';
import { hasLocales, localisedIn } from '../fields/structure.ts';
import { wordsOf } from '../fields/words.ts';
import { indexedChains, type Locales, tagOf, tailsOf } from '../locales/locales.ts';
import { servedBy, titleIn, type Values, valuesOf } from './values.ts';

/** Names that no field can have. */
export const WORDS = '*';
export const SLUG = '/';
/** Its key is the tag of the words that a reader of the locale finds the entry by. */
export const SPOKEN = '@';
/** Its keys are the words of the title, which the search of sites puts first. */
export const TITLE = '!';

export type IndexKey = { field: string; locale: string; key: string };
export type UniqueKey = IndexKey & { property: string };

export type Derived = { index: IndexKey[]; unique: UniqueKey[]; links: Link[]; text: string };

/** The slugs of all locales. */
export const slugsIn = ({ unique }: Derived): string[] =>
  unique.filter(({ field }) => field === SLUG).map(({ key }) => key);

const linksOf = (field: Field, locale: string, value: unknown): Link[] => {
  const place = new Place('fields').field(field.name);
  return kindOf(field.kind).linksOf?.(value, field, locale === '' ? place : place.field(locale)) ?? [];
};

/** The entries and assets that the values name. */
export const linksIn = (fields: Field[], values: Values): Link[] =>
  fields.flatMap((field) =>
    valuesOf(field, values).flatMap(({ locale, value }) => linksOf(field, locale, value)),
  );

/** Words and values, in each locale. */
const MAX_KEYS = 50_000;

export function assertKeys({ index }: Derived): void {
  if (index.length <= MAX_KEYS) return;
  const message = `have ${index.length} index keys: one for each word and value, in each locale. An entry may have ${MAX_KEYS} at most: shorten its texts and lists, or move some to entries of their own`;
  throw invalid([{ path: 'fields', code: 'too_many_keys', message }]);
}

/** In slices: the largest entries in many locales take half a second. */
export async function derive(
  fields: Field[],
  values: Values,
  propertyId: string | null,
  locales: Locales,
  slices = new Slices(),
): Promise<Derived> {
  const index: IndexKey[] = [];
  const unique: UniqueKey[] = [];
  const links: Link[] = [];
  const texts: string[] = [];
  const plain: string[] = [];
  const slugName = slugFieldOf(fields)?.name;
  for (const field of fields) {
    const { name } = field;
    const found = valuesOf(field, values);
    // An entry without a value is indexed too, so that it sorts before all others.
    if (found.length === 0 && isSortable(field) && !field.localised)
      index.push({ field: name, locale: '', key: '' });
    for await (const { locale, value } of slices.each(found)) {
      const said = kindOf(field.kind).textsOf?.(value, field) ?? [];
      for (const text of said) texts.push(text);
      if (!field.localised)
        for (const text of hasLocales(field) ? textsIn(field, value, 'plain') : said) plain.push(text);
      for (const link of linksOf(field, locale, value)) links.push(link);
      for (const key of keysOf(value, field)) {
        index.push({ field: name, locale, key });
        if (isMissing(value)) continue;
        if (name === slugName) unique.push({ field: SLUG, property: propertyId ?? '', locale, key });
        else if (field.unique) unique.push({ field: name, property: '', locale, key });
      }
    }
  }
  await slices.pause();
  for (const word of wordsOf(plain)) index.push({ field: WORDS, locale: '', key: word });
  const localised = fields.filter(hasLocales);
  if (localised.length > 0)
    for (const key of await keysByLocale(localised, values, indexedChains(locales), slices)) index.push(key);
  await slices.pause();
  for (const key of titleKeys(fields, values, locales)) index.push(key);
  return { index, unique, links, text: texts.join(' ') };
}

/** The keys that readers of each locale sort, filter and search by. A value's own key, in its own locale, is indexed already. */
async function keysByLocale(
  fields: Field[],
  values: Values,
  chains: string[][],
  slices: Slices,
): Promise<IndexKey[]> {
  const index: IndexKey[] = [];
  const spoken = new Map<string, string[]>();
  const hear = hearing(fields, values);
  const compared = fields.filter((field) => field.localised && isComparable(field));
  for await (const chain of slices.each(chains)) {
    const tag = tagOf(chain);
    for (const field of compared) {
      const value = servedBy(field, values, chain);
      if (value === undefined) {
        if (isSortable(field)) index.push({ field: field.name, locale: tag, key: '' });
      } else if (chain.length > 1) {
        for (const key of keysOf(value, field)) index.push({ field: field.name, locale: tag, key });
      }
    }
    const heard = hear(chain);
    if (heard === undefined) continue;
    spoken.set(tagOf(heard), heard);
    if (chain.length > 1) index.push({ field: SPOKEN, locale: tag, key: tagOf(heard) });
  }
  for await (const [tag, chain] of slices.each(spoken)) {
    const texts = fields.flatMap((field) => {
      const value = values[field.name];
      return value === undefined ? [] : textsIn(field, value, chain);
    });
    for (const word of wordsOf(texts)) index.push({ field: WORDS, locale: tag, key: word });
  }
  return index;
}

/** Returns the part of a chain whose words its readers see: locales without a value share those of the next one that has some. */
export function hearing(localised: Field[], values: Values): (chain: string[]) => string[] | undefined {
  const written = new Set(
    localised
      .flatMap((field) => localisedIn(field, values[field.name]))
      .flatMap((one) => Object.keys(one).filter((locale) => !isMissing(one[locale]))),
  );
  return (chain) => tailsOf(chain).find(([first]) => written.has(first!));
}

/** The words of the title: once if all readers see the same, else for each locale with texts of its own. */
export function titleKeys(fields: Field[], values: Values, locales: Locales): IndexKey[] {
  const hear = hearing(fields.filter(hasLocales), values);
  const spoken = new Map(
    indexedChains(locales).flatMap((chain) => {
      const heard = hear(chain);
      return heard === undefined ? [] : [[tagOf(heard), titleIn(fields, values, heard)?.title ?? null]];
    }),
  );
  const common = titleIn(fields, values, [])?.title ?? null;
  const titles = [...spoken.values()].every((title) => title === common) ? [['', common] as const] : spoken;
  return [...titles].flatMap(([locale, title]) =>
    title === null ? [] : wordsOf([title]).map((key) => ({ field: TITLE, locale, key })),
  );
}
