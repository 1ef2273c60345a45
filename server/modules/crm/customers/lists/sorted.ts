/** Lists customers in an order of choice. */
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import {
  type SortedPosition as Position,
  readSortedCursor,
  TEXT_KEY,
  TIME_KEY,
  writeSortedCursor,
} from '#kernel/http/sorted-cursor.ts';
import type { CustomerFilter } from './list.sql.ts';
import { listByColumn, listByLastOrder, listByRevenue, type Sort, type SortedRow } from './sorted.sql.ts';

/** The newest first, whose cursors are those of every such list. */
export const isUsual = ({ by, descending }: Sort): boolean => by === 'createdAt' && descending;

export const readPlace = (cursor: string | undefined, sort: Sort): Position | null =>
  readSortedCursor(cursor, cursorOf(sort), KEY_FORMS[sort.by]);

/** Minor units; a customer who got back more than they paid has spent less than nothing. */
const MONEY_KEY = /^-?\d{1,18}$/;
const KEY_FORMS = { name: TEXT_KEY, createdAt: TIME_KEY, lastOrderAt: TIME_KEY, revenue: MONEY_KEY };

/** A place among the sums of one currency is none among those of another. */
const cursorOf = ({ by, descending, currency }: Sort) => ({
  by: by === 'revenue' ? `${by} ${currency}` : by,
  descending,
});

export async function listSorted(
  tx: Tx,
  filter: CustomerFilter,
  sort: Sort,
  limit: number,
  after: Position | null,
): Promise<{ rows: SortedRow[]; nextCursor: string | null }> {
  const write = (place: Position) => writeSortedCursor(cursorOf(sort), place);
  const { by } = sort;
  if (by === 'revenue') {
    planByIndex(tx);
    const { rows, reached } = await listByRevenue(tx, filter, sort, limit, after);
    const shown = rows.slice(0, limit);
    const at = rows.length > limit ? shown.at(-1)! : reached;
    return { rows: shown, nextCursor: at && write({ key: String(at.revenue), id: at.id }) };
  }
  if (by === 'lastOrderAt') {
    planByIndex(tx);
    const { rows, reached } = await listByLastOrder(tx, filter, sort, limit, after);
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1)! : null;
    const at = last === null ? reached : { id: last.order_id!, created_at: last.ordered_at! };
    const nextCursor = at === null ? null : write({ key: String(at.created_at.getTime()), id: at.id });
    return { rows: shown, nextCursor };
  }
  const rows = await listByColumn(tx, filter, { ...sort, by }, limit, after);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1)! : null;
  const keyOf = (row: SortedRow) => (by === 'name' ? row.name : String(row.created_at.getTime()));
  return { rows: shown, nextCursor: last && write({ key: keyOf(last), id: last.id }) };
}
