import type { Queryable, Tx } from '#kernel/db/db.ts';
import { dueIf } from '#kernel/work/poller.ts';
import { type EntryRow, STATE_IN_FORCE } from '../entries/entries.sql.ts';

export type ChangeRow = {
  id: string;
  type_id: string;
  /** running: by a program from before. */
  status: 'running' | 'checking' | 'rewriting' | 'finished' | 'refused' | 'failed';
  phase: 'check' | 'migrate';
  /** JSON: title, fields, migrate. */
  wanted: string;
  author: string;
  reached_at: Date | null;
  reached_id: string | null;
  /** The entries of the type when the change began. */
  total: number | null;
  checked: number;
  migrated: number;
  broken: number;
  examples: string;
  reason: string | null;
  created_at: Date;
  finished_at: Date | null;
};

const COLUMNS = `id, type_id, status, phase, wanted, author, reached_at, reached_id, total, checked, migrated, broken, examples,
  reason, created_at, finished_at`;

const IS_UNDER_WAY = `status in ('running', 'checking', 'rewriting')`;

export async function insertChange(tx: Tx, row: ChangeRow): Promise<void> {
  await tx.query(
    `insert into content_type_changes (tenant_id, id, type_id, status, phase, wanted, author, total, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8)`,
    [row.id, row.type_id, row.status, row.phase, row.wanted, row.author, row.total, row.created_at],
  );
}

/** Locked until commit; undefined when another process has it, or when it is over. */
export async function holdChange(tx: Tx, id: string): Promise<ChangeRow | undefined> {
  const { rows } = await tx.query<ChangeRow>(
    `select ${COLUMNS} from content_type_changes
     where tenant_id = current_tenant() and id = $1 and ${IS_UNDER_WAY} for update skip locked`,
    [id],
  );
  return rows[0];
}

/** The transaction must have locked the row. */
export async function updateChange(tx: Tx, row: ChangeRow): Promise<void> {
  await tx.query(
    `update content_type_changes set status = $2, phase = $3, reached_at = $4, reached_id = $5, checked = $6, migrated = $7,
       broken = $8, examples = $9, reason = $10, finished_at = $11, total = $12
     where tenant_id = current_tenant() and id = $1`,
    [
      row.id,
      row.status,
      row.phase,
      row.reached_at,
      row.reached_id,
      row.checked,
      row.migrated,
      row.broken,
      row.examples,
      row.reason,
      row.finished_at,
      row.total,
    ],
  );
}

export async function findChange(tx: Tx, id: string): Promise<ChangeRow | undefined> {
  const { rows } = await tx.query<ChangeRow>(
    `select ${COLUMNS} from content_type_changes where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  return rows[0];
}

export type RunningChange = { tenant_id: string; id: string };

export const CHANGE_DUE = dueIf(`from content_type_changes where ${IS_UNDER_WAY}`);

/** Returns running changes of all tenants, the oldest first, and those that failed before after all others. */
export async function findRunning(worker: Queryable): Promise<RunningChange[]> {
  const { rows } = await worker.query<RunningChange>({
    name: 'find_running_content_changes',
    text: `select tenant_id, id from content_type_changes where ${IS_UNDER_WAY}
      order by reason is not null, created_at limit 20`,
  });
  return rows;
}

export type StoredEntry = Omit<EntryRow, 'type' | 'schedule' | 'conversion' | 'locale_settings'> & {
  published: string | null;
  published_property: string | null;
};

/** The most bytes in memory at a time, however many entries that is; at least one entry. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

const STORED = `e.id, e.type_id, e.property_id, e.parent_id, e.status, e.slug, e.fields, e.version, e.published_version, e.published_at,
  e.first_published_at, e.created_at, e.updated_at, e.deleted_at, e.definition,
  (select ${STATE_IN_FORCE} from (select e.locale_state as state) s) as locale_state, p.fields as published,
  p.property_id as published_property`;

export type EntryPage = { entries: StoredEntry[]; isLast: boolean };

/** Returns entries of the type after this position, those in the bin included, with their published values. */
export async function nextEntries(
  tx: Tx,
  typeId: string,
  after: { at: Date | null; id: string | null },
  limit: number,
): Promise<EntryPage> {
  const { rows } = await tx.query<StoredEntry & { found: string; nth: string; bytes: string }>(
    `with page as materialized (
     select ${STORED}
     from content_entries e left join content_published p on p.tenant_id = e.tenant_id and p.entry_id = e.id
     where e.tenant_id = current_tenant() and e.type_id = $1
       and ($2::timestamptz is null or (e.created_at, e.id) < ($2, $3::uuid))
     order by e.created_at desc, e.id desc limit $4)
     select * from (
       select page.*, count(*) over () as found, row_number() over taken as nth,
         sum(octet_length(fields::text) + coalesce(octet_length(published::text), 0)) over taken as bytes
       from page window taken as (order by created_at desc, id desc)) page
     where nth = 1 or bytes <= ${MAX_BATCH_BYTES} order by nth`,
    [typeId, after.at, after.id, limit],
  );
  const found = Number(rows[0]?.found ?? 0);
  const entries = rows.map(({ found: _, nth: __, bytes: ___, ...entry }) => entry);
  return { entries, isLast: found < limit && entries.length === found };
}

/** Returns these entries, which the transaction has locked. */
export async function findStored(tx: Tx, ids: string[]): Promise<StoredEntry[]> {
  const { rows } = await tx.query<StoredEntry>(FIND_STORED, [ids]);
  return rows;
}

const FIND_STORED = {
  name: 'find_stored_content',
  text: `
    select ${STORED}
    from content_entries e left join content_published p on p.tenant_id = e.tenant_id and p.entry_id = e.id
    where e.tenant_id = current_tenant() and e.id = any($1)`,
};

/**
 * Locks the next entries of the type that are of its former definition, until commit, and returns them. Leaves out those that
 * another transaction has locked, because it could wait for one of these; `last` is the place of the last one even so.
 */
export async function holdFormer(
  tx: Tx,
  type: { id: string; version: number },
  after: { at: Date | null; id: string | null },
  limit: number,
): Promise<{ entries: StoredEntry[]; last: { at: Date; id: string } | null }> {
  const { rows } = await tx.query<{ id: string; created_at: Date }>(HOLD_FORMER, [
    type.id,
    type.version,
    after.at,
    after.id,
    limit,
    MAX_BATCH_BYTES,
  ]);
  const last = rows.at(-1);
  if (last === undefined) return { entries: [], last: null };
  const ids = rows.map(({ id }) => id);
  const { rows: held } = await tx.query<{ id: string }>(
    `select id from content_entries
     where tenant_id = current_tenant() and id = any($1) and definition is distinct from $2
     order by id for no key update skip locked`,
    [ids, type.version],
  );
  const entries = await findStored(
    tx,
    held.map(({ id }) => id),
  );
  return { entries, last: { at: last.created_at, id: last.id } };
}

const HOLD_FORMER = {
  name: 'next_former_content',
  text: `
    select id, created_at from (
      select e.id, e.created_at, row_number() over taken as nth,
        sum(octet_length(e.fields::text) + coalesce(octet_length(p.fields::text), 0)) over taken as bytes
      from (
        select tenant_id, id, created_at, fields from content_entries
        where tenant_id = current_tenant() and type_id = $1 and definition is distinct from $2
          and ($3::timestamptz is null or (created_at, id) < ($3, $4::uuid))
        order by created_at desc, id desc limit $5) e
      left join content_published p on p.tenant_id = e.tenant_id and p.entry_id = e.id
      window taken as (order by e.created_at desc, e.id desc)) page
    where nth = 1 or bytes <= $6 order by nth`,
};

/** Locks entries that were saved while the change was checked, until commit; at most so many, and fewer if they are large. */
export async function holdUnchecked(tx: Tx, typeId: string, limit: number): Promise<StoredEntry[]> {
  const { rows } = await tx.query<{ id: string }>(HOLD_UNCHECKED, [typeId, limit, MAX_BATCH_BYTES]);
  return findStored(
    tx,
    rows.map(({ id }) => id),
  );
}

const HOLD_UNCHECKED = {
  name: 'hold_unchecked_content',
  text: `
    select id from content_entries
    where tenant_id = current_tenant() and definition = 0 and id = any(array(
      select id from (
        select e.id, row_number() over taken as nth,
          sum(octet_length(e.fields::text) + coalesce(octet_length(p.fields::text), 0)) over taken as bytes
        from (
          select tenant_id, id, fields from content_entries
          where tenant_id = current_tenant() and type_id = $1 and definition = 0 order by id limit $2) e
        left join content_published p on p.tenant_id = e.tenant_id and p.entry_id = e.id
        window taken as (order by e.id)) page
      where nth = 1 or bytes <= $3))
    order by id for no key update skip locked`,
};

export async function countUnchecked(tx: Tx, typeId: string, most: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from (
       select from content_entries where tenant_id = current_tenant() and type_id = $1 and definition = 0 limit $2) e`,
    [typeId, most],
  );
  return rows[0]!.count;
}

/** Says which version of the type the values of these entries are of. */
export async function stampEntries(tx: Tx, ids: string[], definition: number): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    'update content_entries set definition = $2 where tenant_id = current_tenant() and id = any($1)',
    [ids, definition],
  );
}

/** Stamps the entries up to this position, which a program from before has rewritten. */
export async function stampRewritten(
  tx: Tx,
  typeId: string,
  upTo: { at: Date | null; id: string | null },
  definition: number,
): Promise<void> {
  if (upTo.at === null) return;
  await tx.query(
    `with rewritten as (
       update content_entries set definition = $4
       where tenant_id = current_tenant() and type_id = $1 and (created_at, id) >= ($2, $3::uuid) returning id)
     update content_published p set definition = $4 from rewritten r
     where p.tenant_id = current_tenant() and p.entry_id = r.id`,
    [typeId, upTo.at, upTo.id, definition],
  );
}

/** Returns entries that share a value of a field with another, so that it cannot become unique. Fallbacks are no values. */
export async function findDuplicates(
  tx: Tx,
  typeId: string,
  field: string,
  limit: number,
): Promise<{ entry_id: string; total: number }[]> {
  const { rows } = await tx.query<{ entry_id: string; total: number }>(
    `with twice as (
       select stage, locale, key from content_index
       where tenant_id = current_tenant() and type_id = $1 and field = $2 and key <> '' and position('>' in locale) = 0
         and stage in ('draft', 'published')
       group by stage, locale, key having count(*) > 1)
     select i.entry_id, count(*) over ()::int as total from twice t join content_index i
       on i.tenant_id = current_tenant() and i.type_id = $1 and i.stage = t.stage and i.field = $2
       and i.locale = t.locale and i.key = t.key
     group by i.entry_id order by i.entry_id limit $3`,
    [typeId, field, limit],
  );
  return rows;
}
