import type { Tx } from '#kernel/db/db.ts';
import { conversionOf } from '../entries/entries.sql.ts';

export type ScheduledRow = {
  id: string;
  title: string | null;
  type: string;
  typeName: string;
  action: 'publish' | 'unpublish';
  locale: string | null;
  at: Date;
  hasFailed: boolean;
};

/** No list of scheduled actions reads more of them than this. */
const MOST_READ = 1_000;

/**
 * Joins `title.text`, the first text of the entry `e` of the type `t` that is not empty. PostgreSQL finds it, because parsing large
 * entries here would block the event loop. It reads all of an entry for each field that it looks at, so each is looked at once
 * (`offset 0`), and none unless `isRead`.
 */
export const titleIn = (locale: string, isRead = 'true') => `
  left join lateral (
    select left(found.text, 200) as text from json_array_elements(coalesce((${conversionOf('e')}) -> 'before', t.fields)) with ordinality as field (value, place)
    cross join lateral (select e.fields -> (value ->> 'name') as own offset 0) given
    cross join lateral (
      select case when json_typeof(own) = 'object' then coalesce(
          nullif(own ->> ${locale}, ''),
          (select other.value from json_each_text(own) other where other.value <> '' limit 1))
        else own #>> '{}' end as text offset 0) found
    where ${isRead} and value ->> 'kind' = 'text' and found.text <> ''
    order by place limit 1) title on true`;

/**
 * Joins an entry `e` by its id, and its type `t`. `offset 0` keeps PostgreSQL from joining all entries of a type instead, which it does
 * where it has no statistics.
 */
export const entryById = (id: string, condition = 'true') => `
  cross join lateral (
    select * from content_entries where tenant_id = current_tenant() and id = ${id} and ${condition} offset 0) e
  cross join lateral (
    select * from content_types where tenant_id = current_tenant() and id = e.type_id offset 0) t`;

const LIST_SCHEDULED = `
  select e.id, coalesce(title.text, e.slug) as title, t.title as type, t.name as "typeName", split_part(s.action, ':', 1) as action,
    nullif(split_part(s.action, ':', 2), '') as locale, s.at, s.failed_at is not null as "hasFailed"
  from (
    select entry_id, action, at, failed_at from (
      select * from content_schedule
      where tenant_id = current_tenant() and action <> 'purge' order by entry_id, action limit ${MOST_READ}) read
    order by failed_at is null, at, entry_id limit $2) s
  ${entryById('s.entry_id', 'deleted_at is null')}
  ${titleIn('$1')}
  order by s.failed_at is null, s.at, e.id`;

export async function listScheduled(tx: Tx, locale: string, limit: number): Promise<ScheduledRow[]> {
  return (await tx.query<ScheduledRow>(LIST_SCHEDULED, [locale, limit])).rows;
}

export type ScheduledReleaseRow = {
  id: string;
  name: string;
  at: Date;
  entryCount: number;
  hasFailed: boolean;
};

/** Releases with a time, and open ones that failed at theirs. */
export async function listScheduledReleases(tx: Tx, limit: number): Promise<ScheduledReleaseRow[]> {
  const { rows } = await tx.query<ScheduledReleaseRow>(LIST_RELEASES, [limit]);
  return rows;
}

const LIST_RELEASES = `
  select id, name, at, "hasFailed", coalesce(entry_count, (
      select count(*)::int from content_release_entries e where e.tenant_id = current_tenant() and e.release_id = r.id)) as "entryCount"
  from (
    select id, name, entry_count, status = 'open' as "hasFailed",
      case status when 'scheduled' then at else (failure ->> 'at')::timestamptz end as at
    from content_releases where tenant_id = current_tenant()
      and (status = 'scheduled' or status = 'open' and failure ->> 'at' is not null)
    order by status <> 'open', at, id limit $1) r
  order by not "hasFailed", at, id`;
