/** Everything that is scheduled between two days of the tenant: entries, also of one locale, and releases. */
import { type Static, Type } from 'typebox';
import type { Limited } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { invalid } from '#kernel/errors.ts';
import { Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import { Described, NamedObject } from '#kernel/http/named.ts';
import { addDays, dayAt, daysBetween, isDay, startOfDay } from '#shared/time-zone.ts';
import { loadLocales } from '../locales/locales.ts';
import { readableIds } from '../types/limits.ts';
import {
  type CalendarEntryRow,
  type CalendarReleaseRow,
  isBeyondReading,
  listCalendarEntries,
  listCalendarReleases,
} from './calendar.sql.ts';

export const MAX_DAYS = 62;
export const MAX_ITEMS = 500;

const Item = NamedObject('CalendarItem', {
  kind: OneOf(['entry', 'release'] as const),
  id: Type.String(),
  title: Described(Nullable(Type.String()), 'The name, if it is a release.'),
  type: Described(Nullable(Type.String()), 'The title of the type of an entry.'),
  action: OneOf(['publish', 'unpublish'] as const),
  locale: Described(Nullable(Type.String()), 'The locale that it is for; null: all.'),
  at: Time(),
  day: Type.String({ description: 'The day of that time in the time zone of the tenant.' }),
  version: Type.Integer({
    description: 'For If-Match, to move it with `scheduleEntry` or `scheduleRelease`.',
  }),
  entryCount: Described(Nullable(Type.Integer()), 'The entries of a release.'),
  redirects: Type.Boolean({ description: 'As the release was scheduled: send it again to move it.' }),
  broken: Described(Nullable(OneOf(['allow'] as const)), 'As the release was scheduled.'),
  failure: Described(
    Nullable(Type.Object({ failedAt: Time(), message: Type.String() })),
    'Why it did not happen at its time.',
  ),
});
type Item = Static<typeof Item>;

export const Calendar = NamedObject('ContentCalendar', {
  timeZone: Type.String(),
  from: Type.String(),
  to: Type.String(),
  items: Type.Array(Item, { description: 'By time, the soonest first.' }),
  isMore: Type.Boolean({
    description: `More than ${MAX_ITEMS} actions of entries are scheduled on these days, or in all more than are read for one property or a limited caller; the soonest are shown.`,
  }),
});

export async function readCalendar(
  tx: Tx,
  timeZone: string,
  { from, to }: { from: string; to: string },
  propertyId: string | undefined,
  caller: Limited,
): Promise<Static<typeof Calendar>> {
  assertDays(from, to);
  const [begin, end] = [from, addDays(to, 1)].map((day) => new Date(startOfDay(timeZone, day))) as [
    Date,
    Date,
  ];
  const locale = (await loadLocales(tx)).default;
  const days = { from: begin, to: end, locale, limit: MAX_ITEMS + 1 };
  const typeIds = await readableIds(tx, caller);
  const entries = await listCalendarEntries(tx, days, { propertyId, typeIds });
  const releases = await listCalendarReleases(tx, begin, end, propertyId);
  const isNarrowed = propertyId !== undefined || typeIds !== undefined;
  const isMore = entries.length > MAX_ITEMS || (isNarrowed && (await isBeyondReading(tx, begin, end)));
  const dayOf = (at: Date) => dayAt(timeZone, at.getTime());
  const items = [
    ...entries.slice(0, MAX_ITEMS).map((row) => itemOfEntry(row, dayOf)),
    ...releases.map((row) => itemOfRelease(row, dayOf)),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return { timeZone, from, to, items, isMore };
}

function assertDays(from: string, to: string): void {
  const wrong = (path: string, message: string) => invalid([{ path, code: 'not_allowed', message }]);
  for (const [path, day] of Object.entries({ from, to })) {
    if (!isDay(day)) throw wrong(path, 'must be a day, such as 2030-01-31');
    // Days of a time zone reach into the days around, which must have a name too.
    if (day < '1900' || day > '9990') throw wrong(path, 'must be between 1900-01-01 and 9989-12-31');
  }
  const days = daysBetween(from, to);
  if (days < 1) throw wrong('to', 'must not be before from');
  if (days > MAX_DAYS) throw wrong('to', `must be at most ${MAX_DAYS} days from the first one`);
}

const failureOf = (failedAt: Date | null, failure: string | null): Item['failure'] =>
  failedAt && failure ? { failedAt: failedAt.toISOString(), message: JSON.parse(failure).message } : null;

const itemOfEntry = (row: CalendarEntryRow, dayOf: (at: Date) => string): Item => ({
  ...{ kind: 'entry', id: row.id, title: row.title, type: row.type, action: row.action, locale: row.locale },
  ...{ at: row.at.toISOString(), day: dayOf(row.at), version: row.version },
  ...{ entryCount: null, redirects: false, broken: null },
  failure: failureOf(row.failed_at, row.failure),
});

const itemOfRelease = (row: CalendarReleaseRow, dayOf: (at: Date) => string): Item => ({
  ...{ kind: 'release', id: row.id, title: row.name, type: null, action: 'publish', locale: null },
  ...{ at: row.at.toISOString(), day: dayOf(row.at), version: row.version },
  ...{ entryCount: row.entries, redirects: row.redirects, broken: row.allows_broken ? 'allow' : null },
  failure: failureOf(row.failed_at, row.failure),
});
