import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';

export type ViewRow = {
  id: string;
  list: string;
  name: string;
  query: Record<string, string>;
  columns: string[] | null;
  is_default: boolean;
  place: number;
  version: number;
  created_at: Date;
  updated_at: Date;
};

const VIEWS = `
  select id, list, name, query, columns, is_default, place, version, created_at, updated_at
  from views where tenant_id = current_tenant()`;

export async function insertView(tx: Tx, row: ViewRow): Promise<void> {
  await tx.query(
    `insert into views (tenant_id, id, list, name, query, columns, is_default, place, version, created_at, updated_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      row.id,
      row.list,
      row.name,
      JSON.stringify(row.query),
      row.columns,
      row.is_default,
      row.place,
      row.version,
      row.created_at,
    ],
  );
}

export async function findView(tx: Tx, id: string): Promise<ViewRow | undefined> {
  const { rows } = await tx.query<ViewRow>(`${VIEWS} and id = $1`, [id]);
  return rows[0];
}

/** Locked until commit. */
export async function lockView(tx: Tx, id: string): Promise<ViewRow | undefined> {
  const { rows } = await tx.query<ViewRow>(`${VIEWS} and id = $1 for update`, [id]);
  return rows[0];
}

export const listViews = (tx: Tx, list: string | undefined, limit: number, after: Position | null) =>
  listNewestFirst<ViewRow>(tx, `${VIEWS} and ($1::text is null or list = $1)`, [list ?? null], limit, after);

export async function updateView(tx: Tx, row: ViewRow): Promise<void> {
  await tx.query(
    `update views set name = $2, query = $3, columns = $4, is_default = $5, place = $6, version = $7, updated_at = $8
     where tenant_id = current_tenant() and id = $1`,
    [
      row.id,
      row.name,
      JSON.stringify(row.query),
      row.columns,
      row.is_default,
      row.place,
      row.version,
      row.updated_at,
    ],
  );
}

/** Clears the default of a list, so that another view can become it in the same transaction. */
export async function clearDefault(tx: Tx, list: string, now: Date): Promise<void> {
  await tx.query(
    `update views set is_default = false, version = version + 1, updated_at = $2
     where tenant_id = current_tenant() and list = $1 and is_default`,
    [list, now],
  );
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from views where tenant_id = current_tenant() and id = $1', [id]);
}
