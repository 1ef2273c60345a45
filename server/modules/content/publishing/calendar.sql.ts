import type { Tx } from '#kernel/db/db.ts';
import { entryById, titleIn } from './scheduled.sql.ts';

export type CalendarEntryRow = {
  id: string;
  title: string | null;
  type: string;
  version: number;
  action: 'publish' | 'unpublish';
  locale: string | null;
  at: Date;
  failed_at: Date | null;
  /** JSON with the message and the problems. */
  failure: string | null;
};

/** The scheduled actions of entries from one time to another, the soonest first. */
export async function listCalendarEntries(
  tx: Tx,
  { from, to, locale, limit }: { from: Date; to: Date; locale: string; limit: number },
): Promise<CalendarEntryRow[]> {
  const { rows } = await tx.query<CalendarEntryRow>(LIST_ENTRIES, [from, to, locale, limit]);
  return rows;
}

export const LIST_ENTRIES = `
  select e.id, coalesce(title.text, e.slug) as title, t.title as type, e.version, split_part(s.action, ':', 1) as action,
    nullif(split_part(s.action, ':', 2), '') as locale, s.at, s.failed_at, s.failure
  from (
    select entry_id, action, at, failed_at, failure from content_schedule
    where tenant_id = current_tenant() and action <> 'purge' and at >= $1 and at < $2
    order by tenant_id, at, entry_id limit $4) s
  ${entryById('s.entry_id', 'deleted_at is null')}
  ${titleIn('$3')}
  order by s.at, e.id, s.action`;

export type CalendarReleaseRow = {
  id: string;
  name: string;
  version: number;
  at: Date;
  redirects: boolean;
  allows_broken: boolean;
  failed_at: Date | null;
  failure: string | null;
  entries: number;
};

/** Releases that are published between these times, and open ones that were not published at theirs. A tenant has 1,000 at most. */
export async function listCalendarReleases(tx: Tx, from: Date, to: Date): Promise<CalendarReleaseRow[]> {
  const { rows } = await tx.query<CalendarReleaseRow>(LIST_RELEASES, [from, to]);
  return rows;
}

const LIST_RELEASES = `
  select id, name, version, at, redirects, allows_broken, failed_at, failure, coalesce(entry_count, (
      select count(*)::int from content_release_entries e where e.tenant_id = current_tenant() and e.release_id = r.id)) as entries
  from (
    select id, name, version, redirects, allows_broken, entry_count, failure,
      case status when 'scheduled' then at else (failure ->> 'at')::timestamptz end as at,
      case status when 'open' then (failure ->> 'failedAt')::timestamptz end as failed_at
    from content_releases
    where tenant_id = current_tenant() and (status = 'scheduled' or status = 'open' and failure ->> 'at' is not null)) r
  where at >= $1 and at < $2
  order by at, id`;
