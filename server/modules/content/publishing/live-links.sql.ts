import type { Tx } from '#kernel/db/db.ts';
import { conversionOf } from '../entries/entries.sql.ts';

/** Locks entries until commit, so that none of them is taken down meanwhile. */
export async function holdLive(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    'select from content_entries where tenant_id = current_tenant() and id = any($1) order by id for share',
    [ids],
  );
}

/** Locks live entries that refer to another until commit, so that no other of their references is taken down meanwhile. */
export async function holdReferrers(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    'select from content_entries where tenant_id = current_tenant() and id = any($1) order by id for no key update',
    [ids],
  );
}

/** Returns those of the entries that are live, with their locales. */
export async function findLiveTargets(
  tx: Tx,
  ids: string[],
): Promise<{ id: string; live_locales: string[] | null }[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<{ id: string; live_locales: string[] | null }>(
    `select entry_id as id, live_locales from content_published
     where tenant_id = current_tenant() and entry_id = any($1)`,
    [ids],
  );
  return rows;
}

export type DueTarget = Pick<LiveReferrer, 'id' | 'fields' | 'type_fields' | 'conversion' | 'live_locales'>;

/**
 * Returns those of the entries that are to go live by then, by themselves or with a release, with their drafts and the locales in which
 * they are live afterwards. Releases of one time are published one after the other, so only one before that time counts.
 */
export async function findDueTargets(tx: Tx, ids: string[], by: Date, limit: number): Promise<DueTarget[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<DueTarget>(
    `select e.id, e.fields, t.fields as type_fields, ${conversionOf('e')} as conversion,
       case when '' <> all(s.locales) and (p.entry_id is null or p.live_locales is not null)
         then s.locales || coalesce(p.live_locales, '{}') end as live_locales
     from content_entries e join content_types t on t.tenant_id = e.tenant_id and t.id = e.type_id
     left join content_published p on p.tenant_id = e.tenant_id and p.entry_id = e.id
     cross join lateral (
       select array_agg(due.locale) as locales from (
         select split_part(s.action, ':', 2) as locale from content_schedule s
         where s.tenant_id = current_tenant() and s.entry_id = e.id and split_part(s.action, ':', 1) = 'publish'
           and s.failed_at is null and s.at <= $2
         union all
         select unnest(coalesce(one.locales, '{""}')) from content_release_entries one
         join content_releases r on r.tenant_id = one.tenant_id and r.id = one.release_id
         where one.tenant_id = current_tenant() and one.entry_id = e.id and one.action = 'publish' and one.version = e.version
           and r.status = 'scheduled' and r.at < $2) due) s
     where e.tenant_id = current_tenant() and e.id = any($1) and e.deleted_at is null and s.locales is not null
     order by e.id limit $3`,
    [ids, by, limit],
  );
  return rows;
}

export type AwaitedEntry = { id: string; release: string; at: Date | null };

/** Returns the releases that are to publish the entries later (`at`), or that failed to (`at` is null); one for each entry. */
export async function findAwaited(tx: Tx, ids: string[]): Promise<AwaitedEntry[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<AwaitedEntry>(
    `select distinct on (one.entry_id) one.entry_id as id, r.name as release, r.at from content_release_entries one
     join content_releases r on r.tenant_id = one.tenant_id and r.id = one.release_id
     where one.tenant_id = current_tenant() and one.entry_id = any($1) and one.action = 'publish'
       and (r.status = 'scheduled' or (r.status = 'open' and r.failure is not null))
     order by one.entry_id, r.at nulls first, r.updated_at desc`,
    [ids],
  );
  return rows;
}

export type LiveReferrer = {
  id: string;
  type: string;
  slug: string | null;
  fields: string;
  type_fields: string;
  conversion: string | null;
  live_locales: string[] | null;
};

/** Returns the entries whose readers see the target, with what they see; at most `limit`. */
export async function findLiveReferrers(
  tx: Tx,
  kind: 'entry' | 'asset',
  targetId: string,
  after: string | null,
  limit: number,
): Promise<LiveReferrer[]> {
  const { rows } = await tx.query<LiveReferrer>(
    `select e.id, t.name as type, e.slug, p.fields, p.live_locales, t.fields as type_fields, ${conversionOf('p')} as conversion
     from (
       select distinct entry_id from content_references
       where tenant_id = current_tenant() and target_id = $2 and kind = $1 and stage = 'published' and entry_id <> $2
         and ($3::uuid is null or entry_id > $3)
       order by entry_id limit $4) r
     join content_entries e on e.tenant_id = current_tenant() and e.id = r.entry_id
     join content_published p on p.tenant_id = e.tenant_id and p.entry_id = e.id
     join content_types t on t.tenant_id = e.tenant_id and t.id = e.type_id
     order by e.id`,
    [kind, targetId, after, limit],
  );
  return rows;
}
