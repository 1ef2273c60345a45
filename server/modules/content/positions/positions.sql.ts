import type { Tx } from '#kernel/db/db.ts';
import { UNPLACED } from './position-keys.ts';

/** An entry among those of one parent. */
export type Placed = { id: string; position: string };
/** The entries of a type that have this parent; null: none. */
export type Row = { typeId: string; parentId: string | null };

/** Moves inside of a type run one after the other, so that no two close a circle together or take the same position. */
export async function lockPositions(tx: Tx, typeId: string): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('content positions ' || current_tenant() || $1::text, 0))`,
    [typeId],
  );
}

export type Sibling = Placed & { type_id: string; parent_id: string | null };

export async function findSibling(tx: Tx, id: string): Promise<Sibling | undefined> {
  const { rows } = await tx.query<Sibling>(
    'select id, position, type_id, parent_id from content_entries where tenant_id = current_tenant() and id = $1',
    [id],
  );
  return rows[0];
}

export async function isTreeNow(tx: Tx, typeId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from content_types where tenant_id = current_tenant() and id = $1 and entry_order = 'tree'`,
    [typeId],
  );
  return rowCount > 0;
}

/** For an entry that comes back after its type became flat. */
export async function clearParent(tx: Tx, id: string): Promise<void> {
  await tx.query(
    'update content_entries set parent_id = null where tenant_id = current_tenant() and id = $1',
    [id],
  );
}

/** Returns the entry if it is not in the bin; it stays until commit. */
export async function holdSibling(tx: Tx, id: string): Promise<Sibling | undefined> {
  const { rows } = await tx.query<Sibling>(
    `select id, position, type_id, parent_id from content_entries
     where tenant_id = current_tenant() and id = $1 and deleted_at is null for key share`,
    [id],
  );
  return rows[0];
}

/** Orders name the parent, so that they are that of the index also where it is null. */
const inRow = (parent: string | null, at: number) =>
  `tenant_id = current_tenant() and type_id = $1 and parent_id ${parent === null ? 'is null' : `= $${at}`}`;

/**
 * So many entries behind this one (or before it), the nearest first; without it from the beginning (or the end). Those in the bin are
 * among them: a restored entry is where it was.
 */
export async function findBeside(
  tx: Tx,
  { typeId, parentId }: Row,
  side: 'before' | 'after',
  from: Placed | null,
  except: string,
  limit: number,
): Promise<Placed[]> {
  const [beyond, way] = side === 'after' ? ['>', 'asc'] : ['<', 'desc'];
  const start = from === null ? '' : `and (position, id) ${beyond} ($4, $5::uuid)`;
  const values = [typeId, except, limit, ...(from === null ? [] : [from.position, from.id])];
  const { rows } = await tx.query<Placed>(
    `select id, position from content_entries
     where ${inRow(parentId, values.length + 1)} and id <> $2 ${start}
     order by parent_id ${way}, position ${way}, id ${way} limit $3`,
    parentId === null ? values : [...values, parentId],
  );
  return rows;
}

/** The entries up to this one that were never moved, in their order. */
export async function findUnplaced(
  tx: Tx,
  { typeId, parentId }: Row,
  upTo: string,
  except: string,
  limit: number,
): Promise<string[]> {
  const values = [typeId, upTo, except, limit];
  const { rows } = await tx.query<{ id: string }>(
    `select id from content_entries
     where ${inRow(parentId, 5)} and position = '${UNPLACED}' and id <= $2 and id <> $3
     order by parent_id, position, id limit $4`,
    parentId === null ? values : [...values, parentId],
  );
  return rows.map(({ id }) => id);
}

/** Writes new positions. The published rows follow in a statement of their own, which sees those that were published meanwhile. */
export async function savePositions(tx: Tx, placed: Placed[]): Promise<void> {
  const values = [placed.map(({ id }) => id), placed.map(({ position }) => position)];
  const set = (table: string, id: string) =>
    `update ${table} e set position = k.position from unnest($1::uuid[], $2::text[]) as k (id, position)
     where e.tenant_id = current_tenant() and e.${id} = k.id`;
  await tx.query(set('content_entries', 'id'), values);
  await tx.query(set('content_published', 'entry_id'), values);
}

export async function savePlace(tx: Tx, { id, position }: Placed, parentId: string | null): Promise<void> {
  for (const [table, key] of Object.entries({ content_entries: 'id', content_published: 'entry_id' }))
    await tx.query(
      `update ${table} set position = $2, parent_id = $3 where tenant_id = current_tenant() and ${key} = $1`,
      [id, position, parentId],
    );
}

/** The ids from the entry up to the root, itself first. */
export async function findIdsUpwards(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with recursive up (id, parent_id, level) as (
       select id, parent_id, 1 from content_entries where tenant_id = current_tenant() and id = $1
       union all
       select e.id, e.parent_id, up.level + 1 from up
       cross join lateral (
         select e.id, e.parent_id from content_entries e
         where e.tenant_id = current_tenant() and e.id = up.parent_id limit 1) e)
     select id from up order by level`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** The number of levels from the entry downwards, itself included, and of the entries read: one more than `most` if there are more. */
export async function findHeight(
  tx: Tx,
  { id, type_id }: { id: string; type_id: string },
  most: number,
): Promise<{ levels: number; entries: number }> {
  const { rows } = await tx.query<{ levels: number; entries: number }>(
    `with recursive down (id, level) as (
       select $1::uuid, 1
       union all
       select e.id, down.level + 1 from down
       cross join lateral (
         select e.id from content_entries e
         where e.tenant_id = current_tenant() and e.parent_id = down.id and e.type_id = $2
         order by e.position, e.id limit ${most + 1}) e)
     select max(level) as levels, count(*)::int as entries from (select level from down limit ${most + 1}) few`,
    [id, type_id],
  );
  return rows[0]!;
}

/** The number of entries right below it that are not in the bin, up to `most`. */
export async function countChildren(
  tx: Tx,
  { id, type_id }: { id: string; type_id: string },
  most: number,
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from (
       select from content_entries
       where tenant_id = current_tenant() and parent_id = $1 and type_id = $2 and deleted_at is null limit ${most}) few`,
    [id, type_id],
  );
  return rows[0]!.count;
}
