import type { Queryable, Tx } from '#kernel/db/db.ts';
import type { EntryRow } from '../entries/entries.sql.ts';

export type ChangeRow = {
  id: string;
  type_id: string;
  status: 'running' | 'finished' | 'refused' | 'failed';
  phase: 'check' | 'migrate';
  /** JSON: title, fields, migrate. */
  wanted: string;
  author: string;
  reached_at: Date | null;
  reached_id: string | null;
  checked: number;
  migrated: number;
  broken: number;
  examples: string;
  reason: string | null;
  created_at: Date;
  finished_at: Date | null;
};

const COLUMNS = `id, type_id, status, phase, wanted, author, reached_at, reached_id, checked, migrated, broken, examples, reason,
  created_at, finished_at`;

export async function insertChange(tx: Tx, row: ChangeRow): Promise<void> {
  await tx.query(
    `insert into content_type_changes (tenant_id, id, type_id, status, phase, wanted, author, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.type_id, row.status, row.phase, row.wanted, row.author, row.created_at],
  );
}

/** Locked until commit; undefined when another process has it, or when it is over. */
export async function holdChange(tx: Tx, id: string): Promise<ChangeRow | undefined> {
  const { rows } = await tx.query<ChangeRow>(
    `select ${COLUMNS} from content_type_changes
     where tenant_id = current_tenant() and id = $1 and status = 'running' for update skip locked`,
    [id],
  );
  return rows[0];
}

/** The transaction must have locked the row. */
export async function updateChange(tx: Tx, row: ChangeRow): Promise<void> {
  await tx.query(
    `update content_type_changes set status = $2, phase = $3, reached_at = $4, reached_id = $5, checked = $6, migrated = $7,
       broken = $8, examples = $9, reason = $10, finished_at = $11
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

/** Returns running changes of all tenants, the oldest first. */
export async function findRunning(worker: Queryable): Promise<RunningChange[]> {
  const { rows } = await worker.query<RunningChange>({
    name: 'find_running_content_changes',
    text: `select tenant_id, id from content_type_changes where status = 'running' order by created_at limit 20`,
  });
  return rows;
}

export type StoredEntry = Omit<EntryRow, 'type' | 'schedule'> & {
  published: string | null;
  published_property: string | null;
};

/** The most bytes in memory at a time, however many entries that is; at least one entry. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Returns entries of the type after this position, those in the bin included, with their published values. */
export async function nextEntries(
  tx: Tx,
  typeId: string,
  after: { at: Date | null; id: string | null },
  limit: number,
): Promise<{ entries: StoredEntry[]; isLast: boolean }> {
  const { rows } = await tx.query<StoredEntry & { found: string; nth: string; bytes: string }>(
    `with page as materialized (
     select e.id, e.type_id, e.property_id, e.status, e.slug, e.fields, e.version, e.published_version, e.published_at,
       e.first_published_at, e.created_at, e.updated_at, e.deleted_at, p.fields as published,
       p.property_id as published_property
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

/** Returns entries that share a value of a field with another, so that it cannot become unique. Fallbacks are no values. */
export async function findDuplicates(
  tx: Tx,
  typeId: string,
  field: string,
  limit: number,
): Promise<{ entry_id: string; total: number }[]> {
  const { rows } = await tx.query<{ entry_id: string; total: number }>(
    `with twice as (
       select locale, key from content_index
       where tenant_id = current_tenant() and type_id = $1 and stage = 'draft' and field = $2 and key <> ''
         and position('>' in locale) = 0
       group by locale, key having count(*) > 1)
     select i.entry_id, count(*) over ()::int as total from twice t join content_index i
       on i.tenant_id = current_tenant() and i.type_id = $1 and i.stage = 'draft' and i.field = $2
       and i.locale = t.locale and i.key = t.key
     order by i.entry_id limit $3`,
    [typeId, field, limit],
  );
  return rows;
}
