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

type Days = { from: Date; to: Date; locale: string; limit: number };
/** Without a value: of every property, or of every type. */
type Narrowed = { propertyId?: string | undefined; typeIds?: string[] | undefined };

/** The scheduled actions of entries from one time to another, the soonest first; of all, or of those that readers of a property get. */
export async function listCalendarEntries(
  tx: Tx,
  { from, to, locale, limit }: Days,
  { propertyId, typeIds }: Narrowed,
): Promise<CalendarEntryRow[]> {
  const days = [from, to, locale, limit];
  const list = (sql: string, ...more: unknown[]) => tx.query<CalendarEntryRow>(sql, [...days, ...more]);
  if (typeIds !== undefined) return (await list(LIST_ENTRIES_OF_TYPES, propertyId ?? null, typeIds)).rows;
  if (propertyId !== undefined) return (await list(LIST_ENTRIES_OF_PROPERTY, propertyId)).rows;
  return (await list(LIST_ENTRIES)).rows;
}

/** The property and the type of an entry are in its own row, so a calendar of some reads the entries of all; of so many actions at most. */
export const MAX_READ = 10_000;

const between = (limit: number | string) => `
    select entry_id, action, at, failed_at, failure from content_schedule
    where tenant_id = current_tenant() and action <> 'purge' and at >= $1 and at < $2
    order by tenant_id, at, entry_id limit ${limit}`;

const isOf = (property: string) => `(property_id is null or property_id = ${property})`;

/** The titles of entries that are larger together are not read; their slugs stand for them. */
const MAX_BYTES_READ = 4 * 1024 * 1024;

const withEntries = (scheduled: string) => `
  select e.id, coalesce(title.text, e.slug) as title, t.title as type, e.version, split_part(s.action, ':', 1) as action,
    nullif(split_part(s.action, ':', 2), '') as locale, s.at, s.failed_at, s.failure
  from (
    select one.*, sum(size) over (order by at, one.entry_id, action) as bytes from (${scheduled}) one
    cross join lateral (
      select pg_column_size(fields) as size from content_entries
      where tenant_id = current_tenant() and id = one.entry_id offset 0) sized) s
  ${entryById('s.entry_id', 'deleted_at is null')}
  ${titleIn('$3', `s.bytes <= ${MAX_BYTES_READ}`)}
  order by s.at, e.id, s.action`;

export const LIST_ENTRIES = withEntries(between('$4'));

const withNarrowed = (condition: string) =>
  withEntries(`
  select * from (${between(MAX_READ)}) read
  where exists (
    select from content_entries
    where tenant_id = current_tenant() and id = read.entry_id and deleted_at is null and ${condition} offset 0)
  order by at, entry_id limit $4`);

export const LIST_ENTRIES_OF_PROPERTY = withNarrowed(isOf('$5'));

export const LIST_ENTRIES_OF_TYPES = withNarrowed(
  `($5::text is null or ${isOf('$5')}) and type_id = any($6::uuid[])`,
);

/** True if more actions are scheduled than a calendar of one property, or of some types, reads. */
export async function isBeyondReading(tx: Tx, from: Date, to: Date): Promise<boolean> {
  const { rows } = await tx.query<{ n: number }>(
    `select count(*)::int as n from (${between(MAX_READ + 1)}) s`,
    [from, to],
  );
  return rows[0]!.n > MAX_READ;
}

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

/**
 * Releases that are published between these times, and open ones that were not published at theirs; of a property, those with an entry
 * that its readers get. A tenant has 1,000 at most.
 */
export async function listCalendarReleases(
  tx: Tx,
  from: Date,
  to: Date,
  propertyId?: string,
): Promise<CalendarReleaseRow[]> {
  const { rows } = await tx.query<CalendarReleaseRow>(LIST_RELEASES, [from, to, propertyId ?? null]);
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
  where at >= $1 and at < $2 and ($3::text is null or exists (
    select from content_release_entries one
    where one.tenant_id = current_tenant() and one.release_id = r.id and exists (
      select from content_entries
      where tenant_id = current_tenant() and id = one.entry_id and ${isOf('$3')} offset 0)))
  order by at, id`;
