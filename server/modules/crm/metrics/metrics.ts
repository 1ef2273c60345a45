/** Daily metrics of a tenant, from the rollups that a consumer maintains (rollups.sql.ts). */
import type { Tx } from '#kernel/db/db.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import { type Grouping, type RollupRow, sumRollups } from './metrics.sql.ts';

export type Period = { from: string; to: string };

const DAY = 86_400_000;
const MAX_DAYS = 1_100;
const DEFAULT_DAYS = 30;

/** The period includes both days. */
export function readPeriod(from: string | undefined, to: string | undefined, now: Date): Period {
  const problems: Problem[] = [];
  const given = Object.entries({ from, to }).filter(([, day]) => day !== undefined);
  for (const [path, day] of given) {
    if (!isDay(day!)) problems.push({ path, code: 'wrong_format', message: 'must be a day, as 2030-01-31' });
  }
  if (problems.length > 0) throw invalid(problems);
  const last = to ?? dayOf(now.getTime());
  const first = from ?? dayOf(Date.parse(last) - (DEFAULT_DAYS - 1) * DAY);
  const days = (Date.parse(last) - Date.parse(first)) / DAY + 1;
  if (days < 1) {
    problems.push({ path: 'from', code: 'too_large', message: `must not be after ${last}, the last day` });
  }
  if (days > MAX_DAYS) {
    problems.push({ path: 'from', code: 'too_small', message: `must be at most ${MAX_DAYS} days before to` });
  }
  if (problems.length > 0) throw invalid(problems);
  return { from: first, to: last };
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !text.startsWith('0000') && !Number.isNaN(time) && dayOf(time) === text;
};

export async function computeMetrics(tx: Tx, { from, to }: Period, by: Grouping) {
  const totals = await sumRollups(tx, from, to, 'currency');
  const groups = by === 'currency' ? totals : await sumRollups(tx, from, to, by);
  return {
    from,
    to,
    by,
    totals: totals.map(figures),
    groups: groups.map((row) => ({ key: row.key, ...figures(row) })),
  };
}

function figures(row: RollupRow) {
  const exponent = currencyExponent(row.currency)!;
  const [placed, writtenOff, refunded] = [row.placed_total, row.written_off_total, row.refunded_total].map(
    (decimal) => minorOf(decimal, exponent),
  ) as [bigint, bigint, bigint];
  const revenue = placed - writtenOff - refunded;
  const kept = row.orders - row.cancelled_orders;
  return {
    currency: row.currency,
    orders: Number(row.orders),
    cancelledOrders: Number(row.cancelled_orders),
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
