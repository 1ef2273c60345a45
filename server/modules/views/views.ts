/** Saved views: the filters, sort and columns of a list under a name, shared by the staff of a tenant. */
import { isDeepStrictEqual } from 'node:util';
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import { type Tx, violates } from '#kernel/db/db.ts';
import { assertBelowLimit } from '#kernel/db/row-limit.ts';
import { conflict } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import { clearDefault, deleteView, insertView, lockView, updateView, type ViewRow } from './views.sql.ts';

/** A page of the list has all of them. */
export const MAX_VIEWS = 100;

export type NewView = {
  list: string;
  name: string;
  query: Record<string, string>;
  columns?: string[] | null;
  isDefault?: boolean;
  place?: number;
};

export async function createView(tx: Tx, actor: Actor, now: Date, input: NewView) {
  const row: ViewRow = {
    id: newId(),
    list: input.list,
    name: input.name,
    query: input.query,
    columns: input.columns ?? null,
    is_default: input.isDefault ?? false,
    place: input.place ?? 0,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await assertBelowLimit(tx, { table: 'views', most: MAX_VIEWS, plural: 'views' });
  if (row.is_default) await clearDefault(tx, row.list, now);
  await insertView(tx, row).catch(translated(row));
  await record(tx, actor, now, 'view.created', row);
  return presentView(row);
}

export async function changeView(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  change: Partial<Omit<NewView, 'list'>>,
  seen: number | null,
) {
  const before = rowAtVersion(await lockView(tx, id), seen, 'view');
  const after: ViewRow = {
    ...before,
    name: change.name ?? before.name,
    query: change.query ?? before.query,
    columns: change.columns === undefined ? before.columns : change.columns,
    is_default: change.isDefault ?? before.is_default,
    place: change.place ?? before.place,
  };
  if (isDeepStrictEqual(before, after)) return presentView(before);
  Object.assign(after, { version: before.version + 1, updated_at: now });
  if (after.is_default && !before.is_default) await clearDefault(tx, after.list, now);
  await updateView(tx, after).catch(translated(after));
  await record(tx, actor, now, 'view.updated', after);
  return presentView(after);
}

export async function removeView(tx: Tx, actor: Actor, now: Date, id: string, seen: number | null) {
  const row = rowAtVersion(await lockView(tx, id), seen, 'view');
  await deleteView(tx, id);
  await record(tx, actor, now, 'view.deleted', row);
  return { id: row.id, deleted: true as const };
}

function record(tx: Tx, actor: Actor, now: Date, action: string, row: ViewRow): Promise<void> {
  const details = { list: row.list, name: row.name, isDefault: row.is_default };
  return audit(tx, actor, now, { action, subjectType: 'view', subjectId: row.id, details });
}

const translated = (row: ViewRow) => (error: unknown) => {
  if (violates(error, 'view_name_is_unique_in_list'))
    throw conflict(`The list ${row.list} has a view called “${row.name}” already. Choose another name.`);
  if (violates(error, 'one_view_is_the_default'))
    throw conflict('Another view became the default at this very moment. Please try again.');
  throw error;
};

export const presentView = (row: ViewRow) => ({
  id: row.id,
  list: row.list,
  name: row.name,
  query: row.query,
  columns: row.columns,
  isDefault: row.is_default,
  place: row.place,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
