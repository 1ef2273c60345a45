import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import type { BusEvent } from '#kernel/events/dispatcher.ts';
import { quarterOf } from './quarters.sql.ts';

export const COUNTED: ReadonlySet<string> = new Set(['order.placed', 'order.cancelled', 'order.refunded']);

/** Adds order events to the rollup of the day, and to the quarter of an hour, in which the order was placed. */
export async function addToRollups(tx: Tx, events: BusEvent[]): Promise<void> {
  await tx.query(ADD, [
    list(events, (event) => event.tenant_id),
    list(events, (event) => event.id),
    list(events, (event) => event.at),
  ]);
}

const FIGURES = ['orders', 'cancelled_orders', 'placed_total', 'written_off_total', 'refunded_total'];
const NAMES = FIGURES.join(', ');
const ADDED = FIGURES.map((figure) => `${figure} = r.${figure} + excluded.${figure}`).join(', ');

// Rows are locked in the order of their key, so that two dispatchers cannot deadlock. Amounts stay the decimals of the event.
// OFFSET 0 makes PostgreSQL read event by event through the primary key, however many there are. Counting the rollups completes them
// before the first quarter is written: who has locked a rollup may write its quarters (quarters.sql.ts).
const ADD = {
  name: 'add_to_rollups',
  text: `
    with counted as materialized (
      select e.tenant_id, ${quarterOf('d."createdAt"')} as at, d.currency, coalesce(d.channel, '-') as channel,
        count(*) filter (where e.type = 'order.placed') as orders,
        count(*) filter (where e.type = 'order.cancelled') as cancelled_orders,
        coalesce(sum(d.total) filter (where e.type = 'order.placed'), 0) as placed_total,
        coalesce(sum(d.total - coalesce(d."paidTotal", 0)) filter (where e.type = 'order.cancelled'), 0) as written_off_total,
        coalesce(sum(d.amount) filter (where e.type = 'order.refunded'), 0) as refunded_total
      from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as event (tenant_id, id, created_at)
      cross join lateral (
        select tenant_id, type, data from events
        where tenant_id = event.tenant_id and id = event.id and created_at = event.created_at offset 0) e
      cross join lateral json_to_record(e.data) d (
        "createdAt" timestamptz, currency text, channel text, total numeric, "paidTotal" numeric, amount numeric)
      group by 1, 2, 3, 4),
    days as (
      insert into order_rollups as r (tenant_id, day, currency, channel, cuts, is_cut, ${NAMES})
      select tenant_id, (at at time zone 'UTC')::date, currency, channel, 1, true,
        ${FIGURES.map((figure) => `sum(${figure})`).join(', ')}
      from counted group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (tenant_id, day, currency, channel) do update set cuts = r.cuts + 1, ${ADDED}
      returning 1)
    insert into order_quarters as r (tenant_id, at, currency, channel, ${NAMES})
    select tenant_id, at, currency, channel, ${NAMES} from counted
    where (select count(*) from days) > 0
    order by tenant_id, at, currency, channel
    on conflict (tenant_id, at, currency, channel) do update set ${ADDED}`,
};

export async function countOrders(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: bigint }>(
    'select coalesce(sum(orders), 0)::bigint as count from order_rollups where tenant_id = current_tenant()',
  );
  return Number(rows[0]!.count);
}
