import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { titleIn } from '../publishing/scheduled.sql.ts';

export type ReleaseAction = 'publish' | 'unpublish';
export type ReleaseEntry = {
  entryId: string;
  action: ReleaseAction;
  locales: string[] | null;
  version: number;
};

export type ReleaseEntryRow = {
  id: string;
  action: ReleaseAction;
  locales: string[] | null;
  version: number;
  added_at: Date;
  type: string;
  slug: string | null;
  title: string | null;
  status: 'draft' | 'published' | 'changed' | 'deleted';
  current_version: number;
};

const FIND_RELEASE_ENTRIES = `
  select r.entry_id as id, r.action, r.locales, r.version, r.added_at, t.name as type, e.slug, title.text as title, e.status,
    e.version as current_version
  from content_release_entries r
  join content_entries e on e.tenant_id = r.tenant_id and e.id = r.entry_id
  join content_types t on t.tenant_id = e.tenant_id and t.id = e.type_id
  ${titleIn('$2')}
  where r.tenant_id = current_tenant() and r.release_id = $1
  order by r.added_at, r.entry_id, r.action`;

export async function findReleaseEntries(
  tx: Tx,
  releaseId: string,
  locale: string,
): Promise<ReleaseEntryRow[]> {
  const { rows } = await tx.query<ReleaseEntryRow>(FIND_RELEASE_ENTRIES, [releaseId, locale]);
  return rows;
}

/** Entries that may be added: their versions, and which of them are in the bin. */
export async function findCandidates(
  tx: Tx,
  ids: string[],
): Promise<{ id: string; version: number; status: ReleaseEntryRow['status'] }[]> {
  const { rows } = await tx.query<{ id: string; version: number; status: ReleaseEntryRow['status'] }>(
    'select id, version, status from content_entries where tenant_id = current_tenant() and id = any($1) order by id for key share',
    [ids],
  );
  return rows;
}

/** Replaces the same action of an entry that is in the release already. */
export async function putReleaseEntries(
  tx: Tx,
  releaseId: string,
  entries: ReleaseEntry[],
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into content_release_entries (tenant_id, release_id, entry_id, action, locales, version, added_at)
     select current_tenant(), $1, entry_id, action, (select array_agg(code) from json_array_elements_text(locales) code), version, $6
     from unnest($2::uuid[], $3::text[], $4::json[], $5::int[]) as e (entry_id, action, locales, version)
     on conflict (tenant_id, release_id, entry_id, action) do update
       set locales = excluded.locales, version = excluded.version, added_at = excluded.added_at`,
    [
      releaseId,
      list(entries, ({ entryId }) => entryId),
      list(entries, ({ action }) => action),
      texts(entries, ({ locales }) => JSON.stringify(locales ?? [])),
      list(entries, ({ version }) => version),
      now,
    ],
  );
}

/** Returns whether the entry was in the release. */
export async function removeReleaseEntry(tx: Tx, releaseId: string, entryId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'delete from content_release_entries where tenant_id = current_tenant() and release_id = $1 and entry_id = $2',
    [releaseId, entryId],
  );
  return rowCount > 0;
}

/** Notes the versions that went live or were taken down. */
export async function noteReleased(tx: Tx, releaseId: string, versions: Map<string, number>): Promise<void> {
  await tx.query(
    `update content_release_entries r set version = v.version
     from unnest($2::uuid[], $3::int[]) as v (id, version)
     where r.tenant_id = current_tenant() and r.release_id = $1 and r.entry_id = v.id`,
    [releaseId, [...versions.keys()], [...versions.values()]],
  );
}
