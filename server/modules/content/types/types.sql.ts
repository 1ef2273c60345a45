import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import { type HeldLocales, type LocalesRow, withLocales } from '../locales/locales.sql.ts';

/** manual: the order that editors choose. tree: entries below each other, in such an order. */
export const ENTRY_ORDERS = ['none', 'manual', 'tree'] as const;
export type EntryOrder = (typeof ENTRY_ORDERS)[number];

export type TypeRow = {
  id: string;
  name: string;
  title: string;
  /** A JSON array. */
  fields: string;
  version: number;
  block: boolean;
  singleton: boolean;
  /** Its entries go live after a review alone. */
  review: boolean;
  entry_order: EntryOrder;
  /** JSON of Addresses. */
  addresses: string;
  change_id: string | null;
  /** JSON of a RunningChange; null: no change is under way, or one that a program from before runs. */
  conversion: string | null;
  created_at: Date;
  updated_at: Date;
};

export const COLUMNS =
  'id, name, title, fields, version, block, singleton, review, entry_order, addresses, change_id, conversion, created_at, updated_at';

export async function findType(tx: Tx, name: string): Promise<TypeRow | undefined> {
  const { rows } = await tx.query<TypeRow>(
    `select ${COLUMNS} from content_types where tenant_id = current_tenant() and name = $1`,
    [name],
  );
  return rows[0];
}

/** How far a change of a type has come. */
export type Progress = { phase: 'check' | 'migrate'; total: number; done: number };

export async function findProgress(tx: Tx, ids: string[]): Promise<(Progress & { id: string })[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<Progress & { id: string }>(
    `select id, phase, greatest(total, migrated) as total, migrated as done from content_type_changes
     where tenant_id = current_tenant() and id = any($1)`,
    [ids],
  );
  return rows;
}

/** Returns the type with the tenant's locales, for readers. */
export type TypeToRead = TypeRow & { default_locale: string | null; locales: string | null };

export async function findTypeToRead(tx: Tx, name: string): Promise<TypeToRead | undefined> {
  const { rows } = await tx.query<TypeRow & LocalesRow>(FIND_TYPE_TO_READ, [name]);
  return rows[0];
}

const FIND_TYPE_TO_READ = {
  name: 'find_content_type_to_read',
  text: `
    select t.${COLUMNS.replaceAll(', ', ', t.')}, l.default_locale, l.locales
    from content_types t left join content_locales l on l.tenant_id = t.tenant_id
    where t.tenant_id = current_tenant() and t.name = $1`,
};

/** Locks the type until commit: no transaction saves an entry of this type meanwhile. */
export async function lockTypeAgainstEntries(tx: Tx, name: string): Promise<TypeRow | undefined> {
  const { rows } = await tx.query<TypeRow>(
    `select ${COLUMNS} from content_types where tenant_id = current_tenant() and name = $1 for update`,
    [name],
  );
  return rows[0];
}

/** All types of the tenant, blocks included. */
export async function findTypes(tx: Tx): Promise<TypeRow[]> {
  const { rows } = await tx.query<TypeRow>(
    `select ${COLUMNS} from content_types where tenant_id = current_tenant() order by id`,
  );
  return rows;
}

export async function findTypeById(tx: Tx, id: string): Promise<TypeRow | undefined> {
  const { rows } = await tx.query<TypeRow>(
    `select ${COLUMNS} from content_types where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0];
}

export async function lockTypeById(tx: Tx, id: string): Promise<TypeRow | undefined> {
  const { rows } = await tx.query<TypeRow>(
    `select ${COLUMNS} from content_types where tenant_id = current_tenant() and id = $1 for update`,
    [id],
  );
  return rows[0];
}

/** Returns the blocks of these names, which do not change until commit. */
export async function holdBlocks(tx: Tx, names: string[]): Promise<TypeRow[]> {
  const { rows } = await tx.query<TypeRow>(
    `select ${COLUMNS} from content_types
     where tenant_id = current_tenant() and name = any ($1::text[]) and block order by id for share`,
    [names],
  );
  return rows;
}

/** Returns the types of the tenant with a field of blocks. */
export async function findTypesWithBlocks(tx: Tx): Promise<TypeRow[]> {
  const { rows } = await tx.query<TypeRow>(
    `select ${COLUMNS} from content_types
     where tenant_id = current_tenant() and position('"kinds":' in fields::text) > 0`,
  );
  return rows;
}

/** Locks these types until commit. 'entries': no transaction saves an entry of them meanwhile; 'change': none changes them. */
export async function lockTypesById(
  tx: Tx,
  ids: string[],
  against: 'entries' | 'change',
): Promise<TypeRow[]> {
  const { rows } = await tx.query<TypeRow>(
    `select ${COLUMNS} from content_types where tenant_id = current_tenant() and id = any ($1)
     order by id ${against === 'entries' ? 'for update' : 'for key share'}`,
    [ids],
  );
  return rows;
}

/** The definitions that changes under way would put in force, with the names of their types. */
export async function findWanted(tx: Tx): Promise<{ name: string; wanted: string }[]> {
  const { rows } = await tx.query<{ name: string; wanted: string }>(
    `select t.name, c.wanted from content_type_changes c
     join content_types t on t.tenant_id = c.tenant_id and t.id = c.type_id
     where c.tenant_id = current_tenant() and c.status in ('running', 'checking')`,
  );
  return rows;
}

/** Returns the type with the tenant's locales, locked until commit, so that it does not change before the entry is saved. */
export async function holdType(tx: Tx, name: string): Promise<(TypeRow & HeldLocales) | undefined> {
  const [{ rows }, locales] = await withLocales(tx, tx.query<TypeRow>(HOLD_TYPE, [name]));
  return rows[0] && { ...rows[0], ...locales };
}

const HOLD_TYPE = {
  name: 'hold_content_type',
  text: `
    select ${COLUMNS} from content_types where tenant_id = current_tenant() and name = $1 for key share`,
};

/** Undefined when there is a type of this name already. */
export async function insertType(tx: Tx, row: TypeRow): Promise<TypeRow | undefined> {
  const { rows } = await tx.query<TypeRow>(
    `insert into content_types
       (tenant_id, id, name, title, fields, version, block, singleton, addresses, entry_order, created_at, updated_at, review)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)
     on conflict (tenant_id, name) do nothing returning ${COLUMNS}`,
    [
      ...[row.id, row.name, row.title, row.fields, row.version],
      ...[row.block, row.singleton, row.addresses, row.entry_order, row.created_at, row.review],
    ],
  );
  return rows[0];
}

/** The transaction must have locked the row. */
export async function updateType(tx: Tx, row: TypeRow): Promise<void> {
  await tx.query(
    `update content_types
     set title = $2, fields = $3, version = $4, change_id = $5, updated_at = $6, singleton = $7, conversion = $8, addresses = $9,
       entry_order = $10, review = $11
     where tenant_id = current_tenant() and id = $1`,
    [
      ...[row.id, row.title, row.fields, row.version, row.change_id, row.updated_at],
      ...[row.singleton, row.conversion, row.addresses, row.entry_order, row.review],
    ],
  );
}

export function listTypes(tx: Tx, limit: number, after: Position | null): Promise<TypeRow[]> {
  return listNewestFirst<TypeRow>(
    tx,
    `select ${COLUMNS} from content_types
     where tenant_id = current_tenant()`,
    [],
    limit,
    after,
  );
}

/** Counts the entries of the type, those in the bin included, up to `most`. */
export async function countEntries(tx: Tx, typeId: string, most: number | null): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from (
       select from content_entries where tenant_id = current_tenant() and type_id = $1 limit $2) e`,
    [typeId, most],
  );
  return rows[0]!.count;
}

/** Counts up to two entries that are not in the bin. No other transaction that asks this adds one until commit. */
export async function countLiveEntries(tx: Tx, typeId: string): Promise<number> {
  await tx.query(
    'select from content_types where tenant_id = current_tenant() and id = $1 for no key update',
    [typeId],
  );
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from (
       select from content_entries
       where tenant_id = current_tenant() and type_id = $1 and deleted_at is null limit 2) e`,
    [typeId],
  );
  return rows[0]!.count;
}

/** Those in the bin are left out. The transaction must have locked the type. */
export async function hasEntriesBelow(tx: Tx, typeId: string): Promise<boolean> {
  const { rows } = await tx.query(
    `select from content_entries
     where tenant_id = current_tenant() and type_id = $1 and parent_id is not null and status <> 'deleted' limit 1`,
    [typeId],
  );
  return rows.length > 0;
}

export async function deleteType(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from content_types where tenant_id = current_tenant() and id = $1', [id]);
}

/** Adds index rows for entries without a value of these fields, in these locales, so that a sorted list contains them. */
export async function indexAbsent(
  tx: Tx,
  typeId: string,
  absent: { field: string; locale: string }[],
): Promise<void> {
  await tx.query(
    `with absent as (select * from unnest($2::text[], $3::text[]) as a (field, locale))
     insert into content_index (tenant_id, type_id, stage, field, locale, key, entry_id)
     select tenant_id, type_id, 'draft', field, locale, '', id
     from content_entries, absent
     where tenant_id = current_tenant() and type_id = $1 and deleted_at is null
     union all
     select tenant_id, type_id, 'published', field, locale, '', entry_id
     from content_published, absent where tenant_id = current_tenant() and type_id = $1
     on conflict do nothing`,
    [typeId, absent.map(({ field }) => field), absent.map(({ locale }) => locale)],
  );
}
