import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { entryById, titleIn } from '../publishing/scheduled.sql.ts';

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
  /** Deleted for good since the release was published. */
  purged: boolean;
};

const FIND_RELEASE_ENTRIES = `
  select r.entry_id as id, r.action, r.locales, r.version, r.added_at, t.name as type, e.slug, title.text as title, e.status,
    e.version as current_version, false as purged
  from content_release_entries r
  ${entryById('r.entry_id')}
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

export type ScheduledLine = {
  releaseId: string;
  name: string;
  at: Date;
  entryId: string;
  locales: string[] | null;
};

/** Returns the lines of scheduled releases by which entries of the type go live, in the order of their times. */
export async function findScheduledLines(tx: Tx, typeId: string, limit: number): Promise<ScheduledLine[]> {
  const { rows } = await tx.query<ScheduledLine>(
    `select r.id as "releaseId", r.name, r.at, one.entry_id as "entryId", one.locales from content_releases r
     join content_release_entries one on one.tenant_id = r.tenant_id and one.release_id = r.id and one.action = 'publish'
     cross join lateral (
       select type_id, version, deleted_at from content_entries
       where tenant_id = current_tenant() and id = one.entry_id offset 0) e
     where r.tenant_id = current_tenant() and r.status = 'scheduled' and e.type_id = $1 and e.deleted_at is null
       and e.version = one.version
     order by r.at, r.id, one.entry_id limit $2`,
    [typeId, limit],
  );
  return rows;
}

/** Returns those of the entries that changes of their type alone have saved since the version that was reviewed. */
export async function findRewritten(tx: Tx, reviewed: { id: string; version: number }[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select r.id from unnest($1::uuid[], $2::int[]) as r (id, version)
     join content_revisions v on v.tenant_id = current_tenant() and v.entry_id = r.id and v.version > r.version
     group by r.id having bool_and(v.reason = 'migrated')`,
    [list(reviewed, ({ id }) => id), list(reviewed, ({ version }) => version)],
  );
  return rows.map(({ id }) => id);
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

/** Removes the entry from these releases. */
export async function removeFromReleases(tx: Tx, releaseIds: string[], entryId: string): Promise<void> {
  await tx.query(
    'delete from content_release_entries where tenant_id = current_tenant() and release_id = any($1) and entry_id = $2',
    [releaseIds, entryId],
  );
}

/** A line of a release as it was published: it stays when its entry is purged. */
export type PublishedLine = Omit<ReleaseEntryRow, 'status' | 'current_version' | 'purged'>;

/** Notes what went live or was taken down, with its version. */
export async function notePublished(tx: Tx, releaseId: string, lines: PublishedLine[]): Promise<void> {
  await tx.query(
    'update content_releases set published_entries = $2 where tenant_id = current_tenant() and id = $1',
    [releaseId, JSON.stringify(lines)],
  );
  await tx.query(
    `update content_release_entries r set version = v.version
     from unnest($2::uuid[], $3::int[]) as v (id, version)
     where r.tenant_id = current_tenant() and r.release_id = $1 and r.entry_id = v.id`,
    [releaseId, list(lines, ({ id }) => id), list(lines, ({ version }) => version)],
  );
}

/** Returns what a release published; undefined for one that did not, or that a program from before published. */
export async function findPublishedLines(tx: Tx, releaseId: string): Promise<ReleaseEntryRow[] | undefined> {
  const { rows } = await tx.query<{ lines: PublishedLine[] | null; now: Record<string, EntryNow> | null }>(
    FIND_PUBLISHED_LINES,
    [releaseId],
  );
  const { lines, now } = rows[0] ?? {};
  return lines?.map((line) => {
    const { status = 'deleted', version = line.version } = now?.[line.id] ?? {};
    const purged = now?.[line.id] === undefined;
    return { ...line, added_at: new Date(line.added_at), status, current_version: version, purged };
  });
}

type EntryNow = Pick<ReleaseEntryRow, 'status' | 'version'>;

const FIND_PUBLISHED_LINES = `
  select published_entries::jsonb as lines, (
    select jsonb_object_agg(id, jsonb_build_object('status', status, 'version', version)) from content_entries
    where tenant_id = current_tenant()
      and id = any(array(select (line ->> 'id')::uuid from json_array_elements(r.published_entries) line))) as now
  from content_releases r where tenant_id = current_tenant() and id = $1 and published_entries is not null`;

/** Returns the name of a release that has the entry and is locked by another transaction. */
export async function findReleaseUnderWay(tx: Tx, entryId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    `with own as materialized (
       select release_id from content_release_entries where tenant_id = current_tenant() and entry_id = $1),
     free as materialized (
       select id from content_releases
       where tenant_id = current_tenant() and id in (select release_id from own) for share skip locked)
     select name from content_releases
     where tenant_id = current_tenant() and status <> 'published' and id in (select release_id from own)
       and id not in (select id from free)
     limit 1`,
    [entryId],
  );
  return rows[0]?.name;
}
