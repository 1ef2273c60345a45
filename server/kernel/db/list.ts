/** Arrays in PostgreSQL's own notation, written many times faster because values that need no quotes are not quoted. */

/** SQL: the columns of a row, such as `excluded`. */
export const namesOf = (row: string, columns: string): string =>
  columns
    .split(',')
    .map((column) => `${row}.${column.trim()}`)
    .join(', ');

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
    return text === null ? null : `"${text.includes('"') || text.includes('\\') ? escaped(text) : text}"`;
  });
}

/** For JSON from JSON.stringify, which always escapes this separator; `string_to_array` splits the text again. */
export function jsons<T>(values: readonly T[], pick: (value: T) => string): string {
  return values.map(pick).join(BETWEEN_JSONS);
}
export const BETWEEN_JSONS = '\x01';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/**
 * Byte by byte, which takes a tenth of the time of a replacement if every character is a quote. No byte of a longer character
 * looks like a quote or a backslash.
 */
function escaped(text: string): string {
  const bytes = Buffer.from(text);
  const out = Buffer.allocUnsafe(2 * bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE || byte === BACKSLASH) out[length++] = BACKSLASH;
    out[length++] = byte;
  }
  return out.toString('utf8', 0, length);
}
