/** An entry's values while they are edited: what changed, what to send, and how two people's changes go together. Pure. */
import type { Field, Values } from './fields.ts';

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields that are not as they were; of a localised one, each locale for itself: `title.de`. */
export function changedPlaces(fields: Field[], before: Values, after: Values): string[] {
  return fields.flatMap(({ name, localised }) => {
    if (!localised) return isSame(before[name], after[name]) ? [] : [name];
    const [was, is] = [byLocale(before[name]), byLocale(after[name])];
    const codes = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    return codes.filter((code) => !isSame(was[code], is[code])).map((code) => `${name}.${code}`);
  });
}

const byLocale = (value: unknown) => (value ?? {}) as Values;

export function valueAt(values: Values, place: string): unknown {
  const [name, locale] = partsOf(place);
  return locale === null ? values[name] : byLocale(values[name])[locale];
}

/** Codes of locales have no dot, and neither have names of fields. */
const partsOf = (place: string): [name: string, locale: string | null] => {
  const [name = '', locale = null] = place.split('.');
  return [name, locale];
};

export function withValue(values: Values, place: string, value: unknown): Values {
  const [name, locale] = partsOf(place);
  return { ...values, [name]: locale === null ? value : { ...byLocale(values[name]), [locale]: value } };
}

/** What to send: only what changed, so that the rest stays whoever's it is; null takes a value away. */
export function changeOf(fields: Field[], before: Values, after: Values): Values {
  let change: Values = {};
  for (const place of changedPlaces(fields, before, after)) {
    change = withValue(change, place, valueAt(after, place) ?? null);
  }
  return change;
}

/** Mine where I changed something, theirs everywhere else. */
export function mergeValues(fields: Field[], base: Values, mine: Values, theirs: Values): Values {
  let merged = theirs;
  for (const place of changedPlaces(fields, base, mine))
    merged = withValue(merged, place, valueAt(mine, place));
  return merged;
}
