/** Cursors of lists with a choice of sorts. A cursor names its sort, because its position means nothing in another. */
import { badRequest } from '#kernel/errors.ts';
import { ID_FORMS } from '#kernel/http/envelope.ts';

type Sort = { by: string; descending: boolean };

/** The next page begins after the row with this sort key and id. */
export type SortedPosition = { key: string; id: string };

/** A time in milliseconds. */
export const TIME_KEY = /^\d{1,15}$/;
/** PostgreSQL stores no NUL. */
export const TEXT_KEY = /^[^\0]*$/su;

export const writeSortedCursor = ({ by, descending }: Sort, { key, id }: SortedPosition): string =>
  Buffer.from(JSON.stringify([by, descending, key, id])).toString('base64url');

/** `form`: the form of the keys of this sort. */
export function readSortedCursor(
  cursor: string | undefined,
  { by, descending }: Sort,
  form: RegExp,
): SortedPosition | null {
  if (cursor === undefined) return null;
  const [sortedBy, direction, key, id] = parseList(Buffer.from(cursor, 'base64url').toString('utf8'));
  const isKey = typeof key === 'string' && key.isWellFormed() && form.test(key);
  if (sortedBy === by && direction === descending && isKey && ID_FORMS.uuid.test(String(id))) {
    return { key, id: String(id) };
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
