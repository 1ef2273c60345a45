import { type SortedPosition, writeSortedCursor } from '#kernel/http/sorted-cursor.ts';

/** The caller reads one row more than the page has: the extra row shows that there is a next page. */
export function sortedPage<Row, T>(
  rows: Row[],
  limit: number,
  sort: { by: string; descending: boolean },
  present: (row: Row) => T,
  positionOf: (row: Row) => SortedPosition,
) {
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const nextCursor = hasMore ? writeSortedCursor(sort, positionOf(shown.at(-1)!)) : null;
  return { success: true as const, data: shown.map(present), pagination: { limit, hasMore, nextCursor } };
}
