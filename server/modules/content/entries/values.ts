/** The values of an entry: read from the request, checked for publishing, and shown in a locale. */
import type { Problem } from '#kernel/errors.ts';
import { isObject, Verbatim } from '#kernel/http/body/verbatim.ts';
import { Slices } from '#kernel/work/slices.ts';
import { type Field, isMissing, type KnownLocales, Place } from '../fields/field.ts';
import { kindOf } from '../fields/kinds.ts';
import { demandPresent, isShown } from '../fields/members.ts';
import { PatternWork } from '../fields/pattern.ts';
import { type ByLocale, firstOf, localisedIn, served } from '../fields/structure.ts';
import { chainOf, type Live, type Locales, liveChainOf } from '../locales/locales.ts';

export type Values = Record<string, unknown>;

/**
 * Merges the values of the request into the stored ones: null removes a value, and in a localised field only the named locales
 * change. Present values must be valid; an absent one is no mistake in a draft. Pauses for other work between the fields.
 */
export async function readValues(...given: Parameters<typeof reading>): Promise<ReadValues> {
  const slices = new Slices();
  const steps = reading(...given);
  for (;;) {
    const step = steps.next();
    if (slices.isOver) await slices.next();
    if (step.done) return step.value;
  }
}

type ReadValues = { values: Values; problems: Problem[] };

/** Yields after each field. */
function* reading(
  fields: Field[],
  locales: Locales,
  before: Values,
  sent: object,
  work = new PatternWork(),
): Generator<void, ReadValues> {
  const place = new Place('fields', [], work, knownLocales(locales, fields, before));
  const values: Values = { ...before };
  const known = new Map(fields.map((field) => [field.name, field]));
  for (const [name, given] of Object.entries(sent)) {
    const field = known.get(name);
    const at = place.field(name);
    const value = unwrap(given);
    if (field === undefined) at.wrong('unknown_field', 'is not a field of this type');
    else if (value === null) delete values[name];
    else if (!field.localised) {
      const kind = kindOf(field.kind);
      values[name] = kind.readInSteps
        ? yield* kind.readInSteps(value, field, at)
        : kind.read(value, field, at);
    } else setLocalised(values, field, value, locales, at);
    yield;
  }
  // Fields are in the order of the type, so that equal values are equal texts.
  const ordered = fields.filter(({ name }) => values[name] !== undefined);
  return {
    values: Object.fromEntries(ordered.map(({ name }) => [name, values[name]])),
    problems: place.problems,
  };
}

/** A value of another shape than the field has now may have other keys. */
const LOCALE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Values of a removed locale may be sent back as they were read. */
const knownLocales = (locales: Locales, fields: Field[], before: Values): KnownLocales => ({
  live: null,
  default: locales.default,
  codes: new Set([
    ...locales.locales.map(({ code }) => code),
    ...localesIn(fields, before).filter((code) => LOCALE.test(code)),
  ]),
});

/** The locales that stored values have, at any depth. */
export const localesIn = (fields: Field[], values: Values): string[] =>
  fields.flatMap((field) => localisedIn(field, values[field.name]).flatMap((one) => Object.keys(one)));

function setLocalised(values: Values, field: Field, value: unknown, locales: Locales, at: Place): void {
  if (!isObject(value) || Array.isArray(value)) {
    at.wrong(
      'wrong_type',
      `must be an object with a value per locale, for example { "${locales.default}": … }`,
    );
    return;
  }
  const read: ByLocale = { ...(values[field.name] as ByLocale | undefined) };
  for (const [code, given] of Object.entries(value)) {
    const here = at.field(code);
    if (given === null) delete read[code];
    else if (!locales.locales.some((locale) => locale.code === code)) {
      // Values of a removed locale may be sent back as they were read.
      if (!Object.hasOwn(read, code)) here.wrong('unknown_locale', 'is not a locale of this tenant');
    } else read[code] = kindOf(field.kind).read(given, field, here);
  }
  if (Object.keys(read).length === 0) delete values[field.name];
  else values[field.name] = read;
}

/** Objects under a key `metadata` arrive as text; here they are ordinary values. */
function unwrap(value: unknown): unknown {
  if (value instanceof Verbatim) return JSON.parse(value.text);
  if (Array.isArray(value)) return value.map(unwrap);
  if (!isObject(value)) return value;
  for (const [key, inside] of Object.entries(value)) {
    if (isObject(inside)) (value as Values)[key] = unwrap(inside);
  }
  return value;
}

/**
 * Publishing requires more than a draft. A required localised field needs a value in the default locale, or for each locale of an
 * entry that is live in some alone, except those that the tenant has removed; `chains` are those that are asked about.
 */
export function demandValues(
  fields: Field[],
  locales: Locales,
  values: Values,
  live: Live = null,
  chains: KnownLocales['live'] = live && chainsIn(locales, live),
): Problem[] {
  const place = new Place('fields', [], undefined, { ...knownLocales(locales, [], {}), live: chains });
  for (const field of fields.filter((one) => isShown(one, values))) {
    const here = place.field(field.name);
    demandPresent(field, values[field.name], here);
    for (const { locale, value } of valuesOf(field, values)) {
      kindOf(field.kind).demandInside?.(value, field, locale === '' ? here : here.field(locale));
    }
  }
  return place.problems;
}

const chainsIn = (locales: Locales, live: string[]) =>
  locales.locales
    .filter(({ code }) => live.includes(code))
    .map(({ code }) => ({ code, chain: liveChainOf(locales, code, live) }));

/** Returns every value of a field with its locale, '' for a field that is not localised. */
export function valuesOf(field: Field, values: Values): { locale: string; value: unknown }[] {
  const value = values[field.name];
  if (value === undefined) return [];
  if (!field.localised) return [{ locale: '', value }];
  return Object.entries(value as ByLocale).map(([locale, one]) => ({ locale, value: one }));
}

/** Returns the values as a reader whose locales are this chain sees them: one per field, null for an absent one. */
export function inLocale(fields: Field[], values: Values, chain: string[]): Values {
  return Object.fromEntries(
    fields.map((field) => {
      const { clean = (value: unknown) => value } = kindOf(field.kind);
      const value = values[field.name];
      if (value === undefined) return [field.name, null];
      if (!field.localised) return [field.name, served(field, clean(value, field), chain) ?? null];
      const one = firstOf(value as ByLocale, chain);
      return [field.name, one === undefined ? null : clean(one, field)];
    }),
  );
}

/** Returns the values as visitors get them, without these entries and assets. */
export function shownValues(fields: Field[], values: Values, hidden: Set<string>): Values {
  const rest: Values = { ...values };
  for (const field of fields) {
    const { shown } = kindOf(field.kind);
    const value = values[field.name];
    if (shown === undefined || value === undefined) continue;
    rest[field.name] = !field.localised
      ? shown(value, field, hidden)
      : Object.fromEntries(
          Object.entries(value as ByLocale).map(([code, one]) => [code, shown(one, field, hidden)]),
        );
    if (rest[field.name] === undefined) delete rest[field.name];
  }
  return rest;
}

/** Returns stored values without what may no longer be in them. */
export function cleanValues(fields: Field[], values: Values): Values {
  const cleaned = fields.flatMap((field): [string, unknown][] => {
    const { clean } = kindOf(field.kind);
    const value = values[field.name];
    if (clean === undefined || value === undefined) return [];
    if (!field.localised) return [[field.name, clean(value, field)]];
    const byLocale = Object.entries(value as ByLocale).map(([code, one]) => [code, clean(one, field)]);
    return [[field.name, Object.fromEntries(byLocale)]];
  });
  return { ...values, ...Object.fromEntries(cleaned) };
}

/** Returns the value that serves a reader whose locales are this chain; undefined when there is none. */
export const servedBy = (field: Field, values: Values, chain: string[]): unknown =>
  served(field, values[field.name], chain);

/** Returns the fields in which a value is of another locale than the reader's, and that locale. */
export function fallbacksOf(
  fields: Field[],
  values: Values,
  chain: string[],
  locale: string,
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const from = localisedIn(field, values[field.name]).map((value) =>
        chain.find((code) => !isMissing(value[code])),
      );
      const other = from.find((code) => code !== undefined && code !== locale);
      return other === undefined ? [] : [[field.name, other]];
    }),
  );
}

/** The title of an entry: its first text. */
export const titleOf = (fields: Field[], values: Values, locales: Locales): string | null =>
  titleIn(fields, values, chainOf(locales, locales.default))?.title ?? null;

/** The fields of which the first that has a value is the title. */
export const titleFields = (fields: Field[]): Field[] =>
  fields.filter(({ kind }) => kind === 'text' || kind === 'slug');

/** The title that a reader whose locales are this chain sees, and its field. */
export function titleIn(
  fields: Field[],
  values: Values,
  chain: string[],
): { title: string; field: Field } | null {
  for (const field of titleFields(fields)) {
    const value = servedBy(field, values, chain);
    if (!isMissing(value)) return { title: (value as string).slice(0, 200).toWellFormed(), field };
  }
  return null;
}
