/** Metrics of a tenant by its days, from the rollups that a consumer maintains (rollups.sql.ts). */
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import {
  addDays,
  dayAt,
  daysBetween,
  isDay,
  isTimeZone,
  startOfDay,
  startsOfDays,
} from '#shared/time-zone.ts';
import { type Grouping, type Period, type RollupRow, type Shift, sumRollups } from './metrics.sql.ts';

const MAX_DAYS = 1_100;
const DEFAULT_DAYS = 30;

const UNKNOWN_TIME_ZONE: Problem = {
  path: 'timeZone',
  code: 'wrong_format',
  message: 'must be the name of a time zone, such as Europe/Berlin',
};

type Asked = { from?: string; to?: string; timeZone: string };

/** The period includes both days. */
export function readPeriod({ from, to, timeZone }: Asked, now: Date): Period {
  const problems: Problem[] = [];
  for (const [path, day] of Object.entries({ from, to })) {
    if (day === undefined) continue;
    if (!isDay(day)) problems.push({ path, code: 'wrong_format', message: 'must be a day, as 2030-01-31' });
    // Days of a time zone reach into the days around, which must have a name too.
    else if (day < '1900' || day > '9990')
      problems.push({ path, code: 'not_allowed', message: 'must be between 1900-01-01 and 9989-12-31' });
  }
  if (!isTimeZone(timeZone)) problems.push(UNKNOWN_TIME_ZONE);
  if (problems.length > 0) throw invalid(problems);
  const last = to ?? dayAt(timeZone, now.getTime());
  const first = from ?? addDays(last, 1 - DEFAULT_DAYS);
  const days = daysBetween(first, last);
  if (days < 1) {
    problems.push({ path: 'from', code: 'too_large', message: `must not be after ${last}, the last day` });
  }
  if (days > MAX_DAYS) {
    problems.push({ path: 'from', code: 'too_small', message: `must be at most ${MAX_DAYS} days before to` });
  }
  if (problems.length > 0) throw invalid(problems);
  return { from: first, to: last, timeZone };
}

const KEYS: Record<Grouping, (row: RollupRow) => { key: string | null; channel?: string | null }> = {
  day: ({ day }) => ({ key: day }),
  channel: ({ channel }) => ({ key: channel }),
  currency: ({ currency }) => ({ key: currency }),
  day_and_channel: ({ day, channel }) => ({ key: day, channel }),
};

export async function computeMetrics(tx: Tx, period: Period, by: Grouping, isCompared = false) {
  const split = { day: by.startsWith('day'), channel: by.endsWith('channel') };
  const sum = async ({ from, to, timeZone }: Period) => {
    const rows = await sumRollups(tx, { from, to }, shiftsOf({ from, to, timeZone }, split.day), split);
    return {
      from,
      to,
      totals: totalsOf(rows),
      groups: rows.map((row) => ({ ...KEYS[by](row), ...figuresOf(sumsOf(row)) })),
    };
  };
  const now = await sum(period);
  return {
    timeZone: period.timeZone,
    by,
    ...now,
    ...(isCompared && { before: await sum(periodBefore(period)) }),
  };
}

/**
 * The quarters between each midnight of the time zone and that of UTC, which belong to another day than the rollups say. Sums of
 * the whole period need those at its two ends alone.
 */
function shiftsOf({ from, to, timeZone }: Period, isByDay: boolean): Shift[] {
  if (timeZone === 'UTC') return [];
  const days = daysBetween(from, to) + 1;
  const starts = isByDay
    ? startsOfDays(timeZone, from, days).map((start, index) => ({ start, day: addDays(from, index) }))
    : [from, addDays(to, 1)].map((day) => ({ start: startOfDay(timeZone, day), day }));
  return starts.flatMap(({ start, day }) => {
    const utc = Date.parse(day);
    const dayBefore = addDays(day, -1);
    if (start === utc) return [];
    return start < utc
      ? [{ from: new Date(start), to: new Date(utc), onto: day, off: dayBefore }]
      : [{ from: new Date(utc), to: new Date(start), onto: dayBefore, off: day }];
  });
}

/** The same number of days, right before. */
function periodBefore({ from, to, timeZone }: Period): Period {
  const days = daysBetween(from, to);
  return { from: addDays(from, -days), to: addDays(from, -1), timeZone };
}

type Sums = {
  currency: string;
  orders: bigint;
  cancelled: bigint;
  placed: bigint;
  lost: bigint;
  refunded: bigint;
};

/** One per currency, in the order of their codes. */
export function totalsOf(rows: RollupRow[]) {
  const byCurrency = Map.groupBy(rows.map(sumsOf), ({ currency }) => currency);
  return [...byCurrency.keys()].sort().map((currency) => figuresOf(byCurrency.get(currency)!.reduce(add)));
}

const add = (a: Sums, b: Sums): Sums => ({
  currency: a.currency,
  orders: a.orders + b.orders,
  cancelled: a.cancelled + b.cancelled,
  placed: a.placed + b.placed,
  lost: a.lost + b.lost,
  refunded: a.refunded + b.refunded,
});

function sumsOf(row: RollupRow): Sums {
  const exponent = currencyExponent(row.currency)!;
  return {
    currency: row.currency,
    orders: row.orders,
    cancelled: row.cancelled_orders,
    placed: minorOf(row.placed_total, exponent),
    lost: minorOf(row.written_off_total, exponent),
    refunded: minorOf(row.refunded_total, exponent),
  };
}

function figuresOf({ currency, orders, cancelled, placed, lost, refunded }: Sums) {
  const exponent = currencyExponent(currency)!;
  const revenue = placed - lost - refunded;
  const kept = orders - cancelled;
  return {
    currency,
    orders: Number(orders),
    cancelledOrders: Number(cancelled),
    placedTotal: fromMinor(placed, exponent),
    refundedTotal: fromMinor(refunded, exponent),
    revenue: fromMinor(revenue, exponent),
    average: kept > 0n ? fromMinor((2n * revenue + kept) / (2n * kept), exponent) : null,
  };
}

/** Converts an exact decimal to minor units; it has at most the decimals of the currency. */
function minorOf(decimal: string, exponent: number): bigint {
  const [whole = '0', places = ''] = decimal.split('.');
  return BigInt(whole + places.slice(0, exponent).padEnd(exponent, '0'));
}
