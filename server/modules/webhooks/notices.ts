/** Notices as their reader may see them: a caller who is limited to some content types gets none about entries of others. */
import type { Actor } from '#kernel/auth/actor.ts';
import { isLimited, type Limited } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/db/newest-first.ts';
import { notFound } from '#kernel/errors.ts';
import { listNotices, markRead, type NoticeRow } from './notices.sql.ts';

/** Returns those of the entries that the caller may not read. */
export type FindHidden = (tx: Tx, caller: Limited, ids: string[]) => Promise<Set<string>>;

type Wanted = { unread: boolean; limit: number; after: Position | null };

/** The notices read at once after a page that hidden ones shortened. */
const MANY = 500;

/** One more than the limit, if there are more. */
export async function readNotices(
  tx: Tx,
  caller: Actor,
  { unread, limit, after }: Wanted,
  findHiddenEntries: FindHidden,
): Promise<NoticeRow[]> {
  if (!isLimited(caller)) return listNotices(tx, caller.id, unread, limit, after);
  const shown: NoticeRow[] = [];
  for (let [size, from] = [limit, after]; ; size = MANY) {
    const rows = await listNotices(tx, caller.id, unread, size, from);
    shown.push(...(await withoutHidden(tx, caller, rows, findHiddenEntries)));
    if (rows.length <= size || shown.length > limit) return shown.slice(0, limit + 1);
    const { created_at: at, id } = rows.at(-1)!;
    from = { at, id };
  }
}

/** A notice that the caller may not read does not exist for it. */
export async function readNotice(
  tx: Tx,
  caller: Actor,
  id: string,
  now: Date,
  findHiddenEntries: FindHidden,
): Promise<NoticeRow> {
  const row = await markRead(tx, caller.id, id, now);
  const [shown] = row === undefined ? [] : await withoutHidden(tx, caller, [row], findHiddenEntries);
  if (shown === undefined) throw notFound('notice');
  return shown;
}

async function withoutHidden(
  tx: Tx,
  caller: Limited,
  rows: NoticeRow[],
  findHiddenEntries: FindHidden,
): Promise<NoticeRow[]> {
  const entries = rows.filter(isAboutEntry).map(({ subject_id }) => subject_id);
  if (!isLimited(caller) || entries.length === 0) return rows;
  const hidden = await findHiddenEntries(tx, caller, entries);
  return rows.filter((row) => !isAboutEntry(row) || !hidden.has(row.subject_id));
}

const isAboutEntry = ({ subject_type }: NoticeRow) => subject_type === 'entry';
