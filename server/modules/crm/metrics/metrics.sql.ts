import type { Tx } from '#kernel/db/db.ts';

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

const SUMS = `
  sum(orders)::bigint as orders, sum(cancelled_orders)::bigint as cancelled_orders, sum(placed_total) as placed_total,
  sum(written_off_total) as written_off_total, sum(refunded_total) as refunded_total`;

/**
 * The sums of a period by currency, and by day or channel if asked. Days of UTC are stored; those of another time zone are sums of
 * quarters of an hour, each of which lies in one of them.
 */
export async function sumRollups(tx: Tx, { from, to, timeZone }: Period, split: Split): Promise<RollupRow[]> {
  const isStored = timeZone === 'UTC';
  const day = isStored ? 'day' : '(at at time zone $3)::date';
  const { rows } = await tx.query<RollupRow>(
    `select to_char(day, 'YYYY-MM-DD') as day, nullif(channel, '-') as channel, currency,
       orders, cancelled_orders, placed_total, written_off_total, refunded_total
     from (
       select ${split.day ? day : 'null::date'} as day, ${split.channel ? 'channel' : "'-'"} as channel, currency, ${SUMS}
       from ${isStored ? 'order_rollups' : 'order_quarters'}
       where tenant_id = current_tenant() and ${isStored ? '' : WITHIN_REACH} ${day} between $1::date and $2::date
       group by 1, 2, 3) sums
     order by day, channel nulls last, currency`,
    isStored ? [from, to] : [from, to, timeZone],
  );
  return rows;
}

// Bounds the scan of the index by days of UTC, of which a time zone is at most one ahead or behind.
const WITHIN_REACH = `
  at >= ($1::date - 1)::timestamp at time zone 'UTC' and at < ($2::date + 2)::timestamp at time zone 'UTC' and`;

/** True for the error of a time zone that PostgreSQL does not know. */
export const isUnknownTimeZone = (error: unknown): boolean => (error as { code?: string }).code === '22023';

/** The sums of the quarters that begin from `from` on and before `to`, by currency. */
export async function sumQuarters(tx: Tx, from: Date, to: Date): Promise<RollupRow[]> {
  const { rows } = await tx.query<RollupRow>(
    `select null as day, null as channel, currency, ${SUMS} from order_quarters
     where tenant_id = current_tenant() and at >= $1 and at < $2 group by currency order by currency`,
    [from, to],
  );
  return rows;
}
