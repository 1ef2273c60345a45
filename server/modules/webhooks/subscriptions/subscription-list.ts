/** The list of subscriptions in which those that need somebody stand first. */
import type { Tx } from '#kernel/db/db.ts';
import { readSortedCursor, writeSortedCursor } from '#kernel/http/sorted-cursor.ts';
import { listInTroubleFirst } from './subscriptions.sql.ts';

const SORT = { by: 'failing', descending: true };
/** Whether it is in trouble, and the time of its creation. */
const KEY = /^[01] \d{1,15}$/;

export async function findInTroubleFirst(tx: Tx, limit: number, cursor: string | undefined) {
  const after = readSortedCursor(cursor, SORT, KEY);
  const [inTrouble, at] = after?.key.split(' ') ?? [];
  const position = after && { inTrouble: inTrouble === '1', at: new Date(Number(at)), id: after.id };
  const rows = await listInTroubleFirst(tx, limit, position);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1)! : null;
  const nextCursor =
    last &&
    writeSortedCursor(SORT, {
      key: `${Number(last.in_trouble)} ${last.created_at.getTime()}`,
      id: last.id,
    });
  return { rows: shown, pagination: { limit, hasMore: last !== null, nextCursor } };
}
