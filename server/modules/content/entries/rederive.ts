/** Changes that a rewrite makes to the rows that an entry is found by. Most fields stay as they are, and are not derived again. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Field } from '../fields/field.ts';
import { kindOf, textsIn } from '../fields/kinds.ts';
import { hasLocales } from '../fields/structure.ts';
import { wordsOf } from '../fields/words.ts';
import type { Locales } from '../locales/locales.ts';
import { isSameValue } from './same-value.ts';
import { type Derived, derive, TITLE, titleKeys, WORDS } from './value-index.ts';
import { type Values, valuesOf } from './values.ts';

export type Rederived = { was: Derived; is: Derived };
export type Rederive = (before: Values, after: Values, propertyId: string | null) => Promise<Rederived>;

const textsOf = (fields: Field[], values: Values): string[] =>
  fields.flatMap((field) =>
    valuesOf(field, values).flatMap(({ value }) => kindOf(field.kind).textsOf?.(value, field) ?? []),
  );

/** The texts that every reader gets, of whichever locale. */
const plainTexts = (fields: Field[], values: Values): string[] =>
  fields
    .filter(({ name, localised }) => !localised && values[name] !== undefined)
    .flatMap((field) =>
      hasLocales(field)
        ? textsIn(field, values[field.name], 'plain')
        : (kindOf(field.kind).textsOf?.(values[field.name], field) ?? []),
    );

/** The text that the search over all modules finds the entry by. */
export const textOf = (fields: Field[], values: Values): string => textsOf(fields, values).join(' ');

/**
 * `was` and `is` differ as all rows before and after do. Rows of a plain field depend on it alone, except its words, which other
 * fields may have too. Rows of localised fields depend on each other.
 */
export function createRederive(formerly: Field[], fields: Field[], locales: Locales): Rederive {
  const former = new Map(formerly.map((field) => [field.name, field]));
  const stable = new Set(
    fields.filter((field) => isDeepStrictEqual(field, former.get(field.name))).map(({ name }) => name),
  );
  return async (before, after, propertyId) => {
    const isTouched = ({ name }: Field) => !stable.has(name) || !isSameValue(before[name], after[name]);
    const areLocales = [...formerly, ...fields].some((field) => hasLocales(field) && isTouched(field));
    const isDerived = (field: Field) => (hasLocales(field) ? areLocales : isTouched(field));
    const derived = async (all: Field[], values: Values) =>
      withTitle(
        await derive(all.filter(isDerived), values, propertyId, locales),
        titleKeys(all, values, locales),
      );
    const was = await derived(formerly, before);
    const is = await derived(fields, after);
    if (![was, is].some(({ index }) => index.some(isWord))) return { was, is };
    // An entry has a limited number of words, and several fields may have the same, so all of them are made anew.
    return { was: withWords(was, formerly, before), is: withWords(is, fields, after) };
  };
}

/** The title is of the first field with a value, so it depends on several. */
const withTitle = (derived: Derived, title: Derived['index']): Derived => ({
  ...derived,
  index: [...derived.index.filter(({ field }) => field !== TITLE), ...title],
});

const withWords = (derived: Derived, fields: Field[], values: Values): Derived => ({
  ...derived,
  index: [
    ...derived.index.filter((key) => !isWord(key)),
    ...wordsOf(plainTexts(fields, values)).map((key) => ({ field: WORDS, locale: '', key })),
  ],
});

const isWord = ({ field, locale }: Derived['index'][number]) => field === WORDS && locale === '';
