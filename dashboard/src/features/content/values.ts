/** An entry's values during editing: finds changes, builds the request and merges two people's changes. Pure. */
import type { Field, Values } from './fields.ts';

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the paths of changed fields; each locale of a localised field has its own: `title.de`. */
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

/** Neither locale codes nor field names contain a dot. */
const partsOf = (place: string): [name: string, locale: string | null] => {
  const [name = '', locale = null] = place.split('.');
  return [name, locale];
};

export function withValue(values: Values, place: string, value: unknown): Values {
  const [name, locale] = partsOf(place);
  return { ...values, [name]: locale === null ? value : { ...byLocale(values[name]), [locale]: value } };
}

/** Returns only the changed values, so that a save does not overwrite other fields; null removes a value. */
export function changeOf(fields: Field[], before: Values, after: Values): Values {
  let change: Values = {};
  for (const place of changedPlaces(fields, before, after)) {
    change = withValue(change, place, valueAt(after, place) ?? null);
  }
  return change;
}

/** Takes my value for every path that I changed, and theirs for the rest. */
export function mergeValues(fields: Field[], base: Values, mine: Values, theirs: Values): Values {
  let merged = theirs;
  for (const place of changedPlaces(fields, base, mine))
    merged = withValue(merged, place, valueAt(mine, place));
  return merged;
}

/** The values that a new entry, or a new block, begins with. */
export const defaultsOf = (fields: Field[], locale: string): Values =>
  Object.fromEntries(
    fields
      .filter((field) => field.default !== undefined)
      .map(({ name, localised, default: value }) => [name, localised ? { [locale]: value } : value]),
  );

/** Null for each of these values that is no longer there. */
export const emptied = (values: Values, now: Values): Values =>
  Object.fromEntries(
    Object.keys(values)
      .filter((name) => now[name] === undefined)
      .map((name) => [name, null]),
  );
