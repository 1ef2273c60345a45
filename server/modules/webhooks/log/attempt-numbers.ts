/** The numbers of attempts over time: by hour, or by day of a time zone, for one subscription or for all of the tenant. */
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { addDays, dayAt, daysBetween, isTimeZone, startOfDay, startsOfDays } from '#shared/time-zone.ts';
import { sumAttemptCounts } from './attempt-counts.sql.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export const BY = ['hour', 'day'] as const;
type By = (typeof BY)[number];

/** The most periods of an answer, and the time between its first and its last period if none is asked for. */
export const MAX_PERIODS: Record<By, number> = { hour: 744, day: 366 };
const DEFAULT_MS: Record<By, number> = { hour: 23 * HOUR, day: 29 * DAY };

export type Asked = { since?: string; until?: string; by: By; timeZone: string };
export type Periods = { by: By; timeZone: string; starts: number[]; end: number };

/** The whole hours or days that have a part between `since` and `until`. */
export function readPeriods({ since, until, by, timeZone }: Asked, now: Date): Periods {
  if (!isTimeZone(timeZone)) {
    const message = 'must be the name of a time zone, such as Europe/Berlin';
    throw invalid([{ path: 'timeZone', code: 'wrong_format', message }]);
  }
  const end = until === undefined ? now.getTime() + 1 : Date.parse(until);
  const start = since === undefined ? end - 1 - DEFAULT_MS[by] : Date.parse(since);
  const problem = problemOf(start, end, by);
  if (problem !== null) throw invalid([problem]);
  if (by === 'hour') {
    const first = Math.floor(start / HOUR) * HOUR;
    const starts = Array.from({ length: Math.ceil((end - first) / HOUR) }, (_, n) => first + n * HOUR);
    return { by, timeZone, starts, end: first + starts.length * HOUR };
  }
  const [first, last] = [dayAt(timeZone, start), dayAt(timeZone, end - 1)];
  const starts = startsOfDays(timeZone, first, daysBetween(first, last));
  return { by, timeZone, starts, end: startOfDay(timeZone, addDays(last, 1)) };
}

function problemOf(start: number, end: number, by: By): Problem | null {
  if (start >= end) return { path: 'since', code: 'too_large', message: 'must be before until' };
  const most = MAX_PERIODS[by] - 1;
  if (end - start <= most * (by === 'hour' ? HOUR : DAY)) return null;
  return { path: 'since', code: 'too_small', message: `must be at most ${most} ${by}s before until` };
}

export async function countAttempts(tx: Tx, subscriptionId: string | null, periods: Periods) {
  const { by, timeZone, starts, end } = periods;
  const rows = await sumAttemptCounts(
    tx,
    subscriptionId,
    starts.map((start) => new Date(start)),
    new Date(end),
  );
  const found = new Map(rows.map((row) => [row.period, row]));
  const points = starts.map((start, index) => ({
    at: new Date(start).toISOString(),
    day: dayAt(timeZone, start),
    ...figuresOf(found.get(index + 1)),
  }));
  const totals = { succeeded: sumOf(rows, 'succeeded'), failed: sumOf(rows, 'failed') };
  return {
    by,
    timeZone,
    since: points[0]!.at,
    until: new Date(end).toISOString(),
    totals: figuresOf(totals),
    points,
  };
}

type Counts = { succeeded: number; failed: number };

const sumOf = (rows: Counts[], field: keyof Counts) => rows.reduce((total, row) => total + row[field], 0);

const figuresOf = ({ succeeded, failed }: Counts = { succeeded: 0, failed: 0 }) => ({
  attempts: succeeded + failed,
  succeeded,
  failed,
});
