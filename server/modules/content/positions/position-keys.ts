/** Keys of positions: texts whose order is that of the entries. Between any two of them there is another. */

/** In the order of the collation "C". */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The position of entries that were never moved: behind all keys. They are in the order of their ids. */
export const UNPLACED = '~';

/** A key that would be longer is a reason to renew those around it. */
export const LONGEST_KEY = 60;

/** Null: the beginning, or the end of the keys. A key never ends in the least digit, so that there is room before it. */
export function keyBetween(before: string | null, after: string | null): string {
  const low = before ?? '';
  if (after !== null) {
    let same = 0;
    while (same < after.length && (low[same] ?? DIGITS[0]) === after[same]) same++;
    if (same > 0)
      return after.slice(0, same) + keyBetween(low.slice(same) || null, after.slice(same) || null);
  }
  const first = low === '' ? 0 : DIGITS.indexOf(low[0]!);
  const next = after === null ? DIGITS.length : DIGITS.indexOf(after[0]!);
  if (next - first > 1) return DIGITS[Math.round((first + next) / 2)]!;
  if (after !== null && after.length > 1) return after[0]!;
  return DIGITS[first]! + keyBetween(low.slice(1) || null, null);
}

/** So many keys, in order and about as far from each other. */
export function keysBetween(before: string | null, after: string | null, count: number): string[] {
  if (count === 0) return [];
  const middle = keyBetween(before, after);
  const left = count >> 1;
  return [...keysBetween(before, middle, left), middle, ...keysBetween(middle, after, count - left - 1)];
}
