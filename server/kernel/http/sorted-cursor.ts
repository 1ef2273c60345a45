/** Cursors of lists with a choice of sorts. A cursor names its sort, because its position means nothing in another. */
import { Type } from 'typebox';
import { badRequest } from '#kernel/errors.ts';
import { CURSOR_MARK, ID_FORMS } from '#kernel/http/envelope.ts';

type Sort = { by: string; descending: boolean };

/** The next page begins after the row with this sort key and id. */
export type SortedPosition = { key: string; id: string };

/** Milliseconds since 1970. */
export const TIME_KEY = /^\d{1,15}$/;
/** Any text that PostgreSQL can store: without NUL. */
export const TEXT_KEY = /^[^\0]*$/su;

export const writeSortedCursor = ({ by, descending }: Sort, { key, id }: SortedPosition): string =>
  Buffer.from(JSON.stringify([by, descending, key, id])).toString('base64url');

/** The name of the sort, the id, and the punctuation of JSON. */
const AROUND_KEY = 150;

/** For a list whose keys have at most so many characters; JSON takes six bytes for a control character. */
export const SortedCursor = (keyLength: number, description: string) =>
  Type.String({
    maxLength: CURSOR_MARK + Math.ceil(((6 * keyLength + AROUND_KEY) * 4) / 3),
    description,
  });

/** Throws 400 unless the cursor was made for this sort and its key has this `form`. Null: the first page. */
export function readSortedCursor(
  cursor: string | undefined,
  { by, descending }: Sort,
  form: RegExp,
): SortedPosition | null {
  if (cursor === undefined) return null;
  const [sortedBy, isDescending, key, id] = parseList(Buffer.from(cursor, 'base64url').toString('utf8'));
  const isKey = typeof key === 'string' && key.isWellFormed() && form.test(key);
  if (
    sortedBy === by &&
    isDescending === descending &&
    isKey &&
    typeof id === 'string' &&
    ID_FORMS.uuid.test(id)
  ) {
    return { key, id };
  }
  throw badRequest(
    'The cursor is not one of this list in this order. Use the nextCursor of the page before.',
  );
}

function parseList(text: string): unknown[] {
  try {
    const value = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
