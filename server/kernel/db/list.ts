/** Arrays in PostgreSQL's own notation, written many times faster because values that need no quotes are not quoted. */

/** Only for values that need no quotes: numbers, ids, times, words. */
export function list<T>(values: readonly T[], pick: (value: T) => string | number | boolean | null): string {
  let text = '{';
  for (const value of values) text += `${text === '{' ? '' : ','}${pick(value) ?? 'NULL'}`;
  return `${text}}`;
}

/** For any text. */
export function texts<T>(values: readonly T[], pick: (value: T) => string | null): string {
  return list(values, (value) => {
    const text = pick(value);
    return text === null ? null : `"${NEEDS_ESCAPE.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`;
  });
}

/** For JSON from JSON.stringify, which always escapes this separator; `string_to_array` splits the text again. */
export function jsons<T>(values: readonly T[], pick: (value: T) => string): string {
  return values.map(pick).join(BETWEEN_JSONS);
}
export const BETWEEN_JSONS = '\x01';

const NEEDS_ESCAPE = /["\\]/;
