/** Losses of readers by a change of the locales, and their remedy. Pure: it reads and writes no database. */
import type { Values } from '../entries/values.ts';
import type { Field } from '../fields/field.ts';
import { isMissing } from '../fields/field.ts';
import { type ByLocale, firstOf, localisedIn, mapLocalised } from '../fields/structure.ts';
import { chainOf, isLiveIn, type Live, type Locales } from './locales.ts';

/** Entries of a type, by their first names. */
export type Loss = { type: string; count: number; first: string[] };
export type Losses = {
  /** Live entries that show a value now and none afterwards. */
  blank: Loss[];
  /** Live entries with values in a locale that is removed. */
  hidden: (Loss & { locale: string })[];
};

const localisedValues = (fields: Field[], values: Values): ByLocale[] =>
  fields.flatMap((field) => localisedIn(field, values[field.name]));
/** The locales that serve readers of this one: now, and after the change. Readers of a new locale read the default now. */
function chainsFor(
  code: string,
  before: Locales,
  after: Locales,
  live: Live,
  liveAfter: Live = live,
): { now: string[]; later: string[] } {
  const isKnown = before.locales.some((locale) => locale.code === code);
  return {
    now: chainOf(before, isKnown ? code : before.default).filter((one) => isLiveIn(live, one)),
    later: chainOf(after, code).filter((one) => isLiveIn(liveAfter, one)),
  };
}

/** True if readers of some locale see the entry, or a value of a field, now, and not afterwards. */
export function goesBlank(
  fields: Field[],
  values: Values,
  live: Live,
  before: Locales,
  after: Locales,
): boolean {
  const localised = localisedValues(fields, values);
  return after.locales.some(({ code }) => {
    const { now, later } = chainsFor(code, before, after, live);
    if (now.length > 0 && later.length === 0) return true;
    return localised.some((one) => firstOf(one, now) !== undefined && firstOf(one, later) === undefined);
  });
}

export const removedLocales = (before: Locales, after: Locales): string[] =>
  before.locales
    .map(({ code }) => code)
    .filter((code) => !after.locales.some((locale) => locale.code === code));

export const hasValueIn = (fields: Field[], values: Values, locale: string): boolean =>
  localisedValues(fields, values).some((one) => !isMissing(one[locale]));

/**
 * Copies what readers of a locale see now into it, where they would see nothing. The default comes first: it serves all others,
 * so most need no copy of their own.
 */
export function copyBlank(
  fields: Field[],
  values: Values,
  live: Live,
  before: Locales,
  after: Locales,
): Values {
  const copied: Values = { ...values };
  const liveAfter = liveWithCopies(live, before, after);
  const readers = codesOf(after)
    .filter((code) => isLiveIn(liveAfter, code))
    .map((code) => ({ code, ...chainsFor(code, before, after, live, liveAfter) }));
  for (const field of fields) {
    if (values[field.name] === undefined) continue;
    copied[field.name] = mapLocalised(field, values[field.name], (one) => {
      const filled = { ...one };
      for (const { code, now, later } of readers) {
        const value = firstOf(filled, later) === undefined ? firstOf(one, now) : undefined;
        if (value !== undefined) filled[code] = value;
      }
      return filled;
    });
  }
  return copied;
}

/** The default comes first, as it serves all others. */
const codesOf = ({ default: standard, locales }: Locales): string[] => [
  ...new Set([standard, ...locales.map(({ code }) => code)]),
];

/** The locales in which an entry is live once its readers have copies: none of them loses it. */
export function liveWithCopies(live: Live, before: Locales, after: Locales): Live {
  if (live === null) return null;
  const kept = [...live];
  for (const code of codesOf(after)) {
    const { now, later } = chainsFor(code, before, after, live, kept);
    if (now.length > 0 && later.length === 0) kept.push(code);
  }
  return kept;
}

export class LossCount {
  readonly #losses = new Map<string, Loss & { locale: string }>();

  add(type: string, locale: string, name: string): void {
    const key = `${type} ${locale}`;
    const loss = this.#losses.get(key) ?? { type, locale, count: 0, first: [] };
    loss.count += 1;
    if (loss.first.length < NAMED) loss.first.push(name);
    this.#losses.set(key, loss);
  }

  get all(): (Loss & { locale: string })[] {
    return [...this.#losses.values()];
  }
}

const NAMED = 10;
