import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';

export type CategoryRow = {
  id: string;
  parent_id: string | null;
  name: string;
  handle: string;
  path: string;
  position: number;
  /** JSON. */
  translations: string;
  version: number;
  created_at: Date;
  updated_at: Date;
};

const CATEGORIES = `
  select id, parent_id, name, handle, path, position, translations, version, created_at, updated_at
  from categories where tenant_id = current_tenant()`;

/** Changes of the tree run one after the other, so that no two moves close a circle together. */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('categories ' || current_tenant(), 0))`);
}

export async function insertCategory(tx: Tx, row: CategoryRow): Promise<void> {
  await tx.query(
    `insert into categories (tenant_id, id, parent_id, name, handle, path, position, translations, version, created_at, updated_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      row.id,
      row.parent_id,
      row.name,
      row.handle,
      row.path,
      row.position,
      row.translations,
      row.version,
      row.created_at,
    ],
  );
}

export async function findCategory(tx: Tx, id: string): Promise<CategoryRow | undefined> {
  const { rows } = await tx.query<CategoryRow>(`${CATEGORIES} and id = $1`, [id]);
  return rows[0];
}

/** Locked until commit. */
export async function lockCategory(tx: Tx, id: string): Promise<CategoryRow | undefined> {
  const { rows } = await tx.query<CategoryRow>(`${CATEGORIES} and id = $1 for update`, [id]);
  return rows[0];
}

/** Those of the ids that are categories; they stay until the transaction ends. */
export async function holdCategories(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from categories where tenant_id = current_tenant() and id = any ($1) order by id for key share`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

export async function findCategoriesByHandle(
  tx: Tx,
  handles: string[],
): Promise<{ id: string; handle: string }[]> {
  const { rows } = await tx.query<{ id: string; handle: string }>(
    `select id, handle from categories where tenant_id = current_tenant() and handle = any ($1)`,
    [handles],
  );
  return rows;
}

/** With a parent, those directly under it; newest first. */
export const listCategories = (
  tx: Tx,
  parentId: string | undefined,
  limit: number,
  after: Position | null,
): Promise<CategoryRow[]> =>
  listNewestFirst<CategoryRow>(
    tx,
    `${CATEGORIES} and ($1::uuid is null or parent_id = $1)`,
    [parentId ?? null],
    limit,
    after,
  );

export async function updateCategory(tx: Tx, row: CategoryRow): Promise<void> {
  await tx.query(
    `update categories set parent_id = $2, name = $3, handle = $4, path = $5, position = $6, translations = $7, version = $8,
       updated_at = $9
     where tenant_id = current_tenant() and id = $1`,
    [
      row.id,
      row.parent_id,
      row.name,
      row.handle,
      row.path,
      row.position,
      row.translations,
      row.version,
      row.updated_at,
    ],
  );
}

/** Gives all categories below the path their new beginning. */
export async function movePaths(tx: Tx, from: string, to: string): Promise<void> {
  await tx.query(
    `update categories set path = $2 || substr(path, length($1) + 1)
     where tenant_id = current_tenant() and path > $1 and path < $1 || 'g'`,
    [from, to],
  );
}

/** The number of categories under it, and the names of the first. */
export async function countUnder(tx: Tx, id: string): Promise<{ count: number; first: string[] }> {
  const { rows } = await tx.query<{ count: number; first: string[] }>(
    `select count(*)::int as count, (array_agg(name order by position, id))[:10] as first
     from categories where tenant_id = current_tenant() and parent_id = $1`,
    [id],
  );
  return { count: rows[0]!.count, first: rows[0]!.first ?? [] };
}

export async function deleteCategory(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from categories where tenant_id = current_tenant() and id = $1', [id]);
}

/** The level of the deepest category below it, or its own. */
export async function findDeepest(tx: Tx, { path }: CategoryRow): Promise<number> {
  const { rows } = await tx.query<{ level: number }>(
    `select max(length(path)) / 37 as level from categories
     where tenant_id = current_tenant() and path >= $1 and path < $1 || 'g'`,
    [path],
  );
  return rows[0]!.level;
}
