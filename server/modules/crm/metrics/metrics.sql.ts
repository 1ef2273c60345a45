import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';

export const GROUPINGS = ['day', 'channel', 'currency', 'day_and_channel'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Totals are exact decimals in units of the currency. */
export type RollupRow = {
  /** Null: without a channel, or not asked for. */
  day: string | null;
  channel: string | null;
  currency: string;
  orders: bigint;
  cancelled_orders: bigint;
  placed_total: string;
  written_off_total: string;
  refunded_total: string;
};

/** Both days are included. */
export type Period = { from: string; to: string; timeZone: string };
export type Split = { day: boolean; channel: boolean };

/** Quarters that the rollups count on one day, and a time zone on the day beside it. */
export type Shift = { from: Date; to: Date; onto: string; off: string };

const FIGURES = ['orders', 'cancelled_orders', 'placed_total', 'written_off_total', 'refunded_total'];
const figures = (show: (figure: string) => string) => FIGURES.map(show).join(', ');
const SUMS = figures((figure) => `sum(${figure})${figure.endsWith('orders') ? '::bigint' : ''} as ${figure}`);

/** The sums of a period by currency, and by day or channel if asked. Days are those of UTC, corrected by the shifts. */
export async function sumRollups(
  tx: Tx,
  { from, to }: Pick<Period, 'from' | 'to'>,
  shifts: Shift[],
  split: Split,
): Promise<RollupRow[]> {
  const { rows } = await tx.query<RollupRow>(
    `with moved as (
       select shift.onto, shift.off, q.*
       from unnest($3::timestamptz[], $4::timestamptz[], $5::date[], $6::date[]) as shift (low, high, onto, off)
       cross join lateral (
         select currency, channel, ${SUMS} from order_quarters
         where tenant_id = (select current_tenant()) and at >= shift.low and at < shift.high
         group by currency, channel offset 0) q),
     counted as (
       select day, currency, channel, ${figures((figure) => figure)} from order_rollups
       where tenant_id = (select current_tenant()) and day between $1::date and $2::date
       union all select onto, currency, channel, ${figures((figure) => figure)} from moved
       union all select off, currency, channel, ${figures((figure) => `-${figure}`)} from moved)
     select to_char(day, 'YYYY-MM-DD') as day, nullif(channel, '-') as channel, currency, ${figures((figure) => figure)}
     from (
       select ${split.day ? 'day' : 'null::date as day'}, ${split.channel ? 'channel' : "'-' as channel"}, currency, ${SUMS}
       from counted where day between $1::date and $2::date
       group by 1, 2, 3
       having ${FIGURES.map((figure) => `sum(${figure}) <> 0`).join(' or ')}) sums
     order by day, channel nulls last, currency`,
    [
      from,
      to,
      list(shifts, (shift) => shift.from.toISOString()),
      list(shifts, (shift) => shift.to.toISOString()),
      list(shifts, (shift) => shift.onto),
      list(shifts, (shift) => shift.off),
    ],
  );
  return rows;
}

/** The sums of the quarters that begin from `from` on and before `to`, by currency. */
export async function sumQuarters(tx: Tx, from: Date, to: Date): Promise<RollupRow[]> {
  const { rows } = await tx.query<RollupRow>(
    `select null as day, null as channel, currency, ${SUMS} from order_quarters
     where tenant_id = current_tenant() and at >= $1 and at < $2 group by currency order by currency`,
    [from, to],
  );
  return rows;
}
