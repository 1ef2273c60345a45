import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { type HeldLocales, withLocales } from '../locales/locales.sql.ts';
import type { TypeRow } from '../types/types.sql.ts';

export type EntryStatus = 'draft' | 'published' | 'changed' | 'deleted';

export type EntryRow = {
  id: string;
  /** The name of its type. */
  type: string;
  type_id: string;
  property_id: string | null;
  /** The entry above it, in a tree. */
  parent_id: string | null;
  status: EntryStatus;
  slug: string | null;
  fields: string;
  version: number;
  published_version: number | null;
  published_at: Date | null;
  first_published_at: Date | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  /** The scheduled actions and their times, as a JSON array of ScheduledAction. */
  schedule: string | null;
  /** The version of the type that the values are of; 0: to be checked again. Null: from before. */
  definition: number | null;
  /** While the type is being changed and the values are of its former definition: JSON of a Conversion. */
  conversion: string | null;
  /** JSON of the LocaleState of a live entry; null: all locales are live and alike. */
  locale_state: string | null;
  /** The locales of the tenant, as JSON; null: English. */
  locale_settings: string | null;
};

export type ScheduledAction = {
  /** publish, unpublish or purge; publish:de is of one locale. */
  action: string;
  at: string;
  failedAt: string | null;
  failure: unknown;
};

const SCHEDULE = `
  (select json_agg(json_build_object('action', action, 'at', at, 'failedAt', failed_at, 'failure', failure))
   from content_schedule s where s.tenant_id = e.tenant_id and s.entry_id = e.id)`;

/** Null unless the row has values of the former definition of its type `t`, which is being changed. */
export const conversionOf = (row: 'e' | 'p') =>
  `case when t.conversion ->> 'phase' = 'rewrite' and ${row}.definition is distinct from t.version then t.conversion end`;

export const ENTRY_COLUMNS = `
  e.id, t.name as type, e.type_id, e.property_id, e.parent_id, e.status, e.slug, e.fields, e.version, e.published_version, e.published_at,
  e.first_published_at, e.created_at, e.updated_at, e.deleted_at, ${SCHEDULE} as schedule,
  e.definition, ${conversionOf('e')} as conversion, e.locale_state,
  (select l.locales from content_locales l where l.tenant_id = current_tenant()) as locale_settings`;

export async function findEntry(tx: Tx, id: string): Promise<EntryRow | undefined> {
  const { rows } = await tx.query<EntryRow>(FIND_ENTRY, [id]);
  return rows[0];
}

const FIND_ENTRY = {
  name: 'find_content_entry',
  text: `
    select ${ENTRY_COLUMNS} from content_entries e
    join content_types t on t.tenant_id = e.tenant_id and t.id = e.type_id
    where e.tenant_id = current_tenant() and e.id = $1`,
};

export type HeldEntry = {
  entry: EntryRow;
  type: TypeRow;
  locales: HeldLocales;
  /** The version that the caller may have read: a rewrite that precedes the save is not a change of another person. */
  seen: number;
};

/**
 * Returns the entry with its type and the locales, locked until commit. The type is locked first, as in a change of a type.
 * `against`: 'saving' lets others refer to the entry meanwhile, 'references' does not.
 */
export async function holdEntry(
  tx: Tx,
  id: string,
  against: 'saving' | 'references' = 'saving',
): Promise<HeldEntry | undefined> {
  const lock = against === 'saving' ? 'for no key update' : 'for update';
  const holding = tx.query<EntryRow & { of: TypeRow }>(
    {
      name: `hold_content_entry_against_${against}`,
      text: `
        with t as materialized (
          select * from content_types where tenant_id = current_tenant()
            and id = (select type_id from content_entries where tenant_id = current_tenant() and id = $1)
          for key share)
        select ${ENTRY_COLUMNS},
          jsonb_build_object('id', t.id, 'name', t.name, 'title', t.title, 'fields', t.fields::text, 'version', t.version,
            'block', t.block, 'singleton', t.singleton, 'review', t.review, 'entry_order', t.entry_order, 'addresses', t.addresses::text, 'change_id', t.change_id, 'conversion', t.conversion::text) as of
        from t join content_entries e on e.tenant_id = t.tenant_id and e.id = $1
        ${lock} of e`,
    },
    [id],
  );
  const [{ rows }, locales] = await withLocales(tx, holding);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { of, ...entry } = row;
  const locale_state = entry.locale_state && (await stateInForce(tx, id, entry.locale_state));
  return {
    entry: { ...entry, locale_state, locale_settings: locales.locales },
    ...{ type: of, locales, seen: entry.version },
  };
}

/** A program from before takes an entry down and publishes it in all locales without a word in its state; the published row knows. */
export const STATE_IN_FORCE = `case when p.live_locales is not null or s.state ->> 'live' is null then s.state end`;

/** A statement of its own: the one that waits for the lock sees published rows as they were before. */
async function stateInForce(tx: Tx, id: string, state: string): Promise<string | null> {
  const { rows } = await tx.query<{ state: string | null }>(STATE, [id, state]);
  return rows[0]!.state;
}

const STATE = {
  name: 'find_content_state_in_force',
  text: `
    select ${STATE_IN_FORCE} as state from (select $2::json as state) s
    left join content_published p on p.tenant_id = current_tenant() and p.entry_id = $1`,
};

export type RevisionReason = 'created' | 'saved' | 'restored' | 'migrated';

export async function insertEntry(tx: Tx, row: EntryRow): Promise<void> {
  await tx.query(INSERT_ENTRY, [
    row.id,
    row.type_id,
    row.property_id,
    row.status,
    row.slug,
    row.fields,
    row.version,
    row.created_at,
    row.definition,
    row.parent_id,
  ]);
}

/** An entry that is saved while a change of the locales prepares entries is looked at again before the change is in force. */
const stamp = (definition: string) => `
  case when exists (select from content_locale_changes where tenant_id = current_tenant() and status = 'preparing')
    then 0 else ${definition} end`;

const INSERT_ENTRY = {
  name: 'insert_content_entry',
  text: `
    insert into content_entries
      (tenant_id, id, type_id, property_id, status, slug, fields, version, created_at, updated_at, definition, parent_id)
    values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $8, ${stamp('$9::int')}, $10)`,
};

export async function insertRevision(
  tx: Tx,
  row: Pick<EntryRow, 'id' | 'version' | 'property_id' | 'fields'>,
  by: Author,
  reason: RevisionReason,
  now: Date,
): Promise<void> {
  await tx.query(INSERT_REVISION, [
    row.id,
    row.version,
    reason,
    row.property_id,
    row.fields,
    by.type,
    by.id,
    by.name,
    now,
  ]);
}

const INSERT_REVISION = {
  name: 'insert_content_revision',
  text: `
    insert into content_revisions
      (tenant_id, entry_id, version, reason, property_id, fields, author_type, author_id, author_name, created_at)
    values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

/** The transaction must have locked the row. */
export async function updateEntry(tx: Tx, row: EntryRow): Promise<void> {
  await tx.query(UPDATE_ENTRY, [
    row.id,
    row.property_id,
    row.status,
    row.slug,
    row.fields,
    row.version,
    row.published_version,
    row.published_at,
    row.first_published_at,
    row.updated_at,
    row.deleted_at,
    row.definition,
    row.locale_state,
  ]);
}

const UPDATE_ENTRY = {
  name: 'update_content_entry',
  text: `
    update content_entries set property_id = $2, status = $3, slug = $4, fields = $5, version = $6, published_version = $7,
      published_at = $8, first_published_at = $9, updated_at = $10, deleted_at = $11, definition = ${stamp('$12::int')},
      locale_state = $13
    where tenant_id = current_tenant() and id = $1`,
};

/** Deletes the entry with its revisions, index rows and references. */
export async function purgeEntry(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from content_entries where tenant_id = current_tenant() and id = $1', [id]);
}

/** Includes entries in the bin, which may be restored. */
export async function countEntriesOf(
  tx: Tx,
  propertyId: string,
  /** The types whose entries are named; undefined: every one. */
  typeIds?: string[],
): Promise<{ count: number; first: string[] }> {
  const { rows } = await tx.query<{ count: number; first: string[] }>(
    `select count(*)::int as count, (array_agg(coalesce(slug, id::text) order by created_at, id)
         filter (where $2::uuid[] is null or type_id = any($2)))[1:10] as first
     from content_entries where tenant_id = current_tenant() and property_id = $1`,
    [propertyId, typeIds ?? null],
  );
  return { count: rows[0]!.count, first: rows[0]!.first ?? [] };
}
