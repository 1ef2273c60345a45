import type { Tx } from '#kernel/db/db.ts';

export const GROUPINGS = ['day', 'channel', 'currency'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Totals are exact decimals in units of the currency. */
export type RollupRow = {
  key: string | null;
  currency: string;
  orders: bigint;
  cancelled_orders: bigint;
  placed_total: string;
  written_off_total: string;
  refunded_total: string;
};

const KEYS: Record<Grouping, string> = {
  day: "to_char(day, 'YYYY-MM-DD')",
  channel: "nullif(channel, '-')",
  currency: 'currency',
};

export async function sumRollups(tx: Tx, from: string, to: string, by: Grouping): Promise<RollupRow[]> {
  const { rows } = await tx.query<RollupRow>(
    `select ${KEYS[by]} as key, currency, sum(orders)::bigint as orders, sum(cancelled_orders)::bigint as cancelled_orders,
       sum(placed_total) as placed_total, sum(written_off_total) as written_off_total, sum(refunded_total) as refunded_total
     from order_rollups
     where tenant_id = current_tenant() and day between $1 and $2
     group by 1, 2 order by 1 nulls last, 2`,
    [from, to],
  );
  return rows;
}
