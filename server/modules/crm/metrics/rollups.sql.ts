import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import type { BusEvent } from '#kernel/events/dispatcher.ts';
import { quarterOf } from './quarters.sql.ts';

export const COUNTED: ReadonlySet<string> = new Set(['order.placed', 'order.cancelled', 'order.refunded']);

/** Adds order events to the rollup of the day, and to the quarter of an hour, in which the order was placed. */
export async function addToRollups(tx: Tx, events: BusEvent[]): Promise<void> {
  const parameters = [
    list(events, (event) => event.tenant_id),
    list(events, (event) => event.id),
    list(events, (event) => event.at),
  ];
  // The rollups come first everywhere: who has locked one may write its quarters.
  await tx.query(ADD_TO_DAYS, parameters);
  await tx.query(ADD_TO_QUARTERS, parameters);
}

// OFFSET 0 makes PostgreSQL read event by event through the primary key, however many there are.
const SUMS = `
  count(*) filter (where e.type = 'order.placed') as orders,
  count(*) filter (where e.type = 'order.cancelled') as cancelled_orders,
  coalesce(sum((e.data ->> 'total')::numeric) filter (where e.type = 'order.placed'), 0) as placed_total,
  coalesce(sum((e.data ->> 'total')::numeric - coalesce((e.data ->> 'paidTotal')::numeric, 0))
    filter (where e.type = 'order.cancelled'), 0) as written_off_total,
  coalesce(sum((e.data ->> 'amount')::numeric) filter (where e.type = 'order.refunded'), 0) as refunded_total`;
const EVENTS = `
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as event (tenant_id, id, created_at)
  cross join lateral (
    select tenant_id, type, data from events
    where tenant_id = event.tenant_id and id = event.id and created_at = event.created_at offset 0) e
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4`;
const ADDED = `
  orders = r.orders + excluded.orders,
  cancelled_orders = r.cancelled_orders + excluded.cancelled_orders,
  placed_total = r.placed_total + excluded.placed_total,
  written_off_total = r.written_off_total + excluded.written_off_total,
  refunded_total = r.refunded_total + excluded.refunded_total`;

// Rows are locked in the order of their key, so that two dispatchers cannot deadlock. Amounts stay the decimals of the event.
const ADD_TO_DAYS = {
  name: 'add_to_rollups',
  text: `
    insert into order_rollups as r (
      tenant_id, day, currency, channel, cuts, is_cut,
      orders, cancelled_orders, placed_total, written_off_total, refunded_total)
    select tenant_id, day, currency, channel, 1, true,
      orders, cancelled_orders, placed_total, written_off_total, refunded_total
    from (
      select e.tenant_id, ((e.data ->> 'createdAt')::timestamptz at time zone 'UTC')::date as day,
        e.data ->> 'currency' as currency, coalesce(e.data ->> 'channel', '-') as channel, ${SUMS} ${EVENTS}) added
    on conflict (tenant_id, day, currency, channel) do update set cuts = r.cuts + 1, ${ADDED}`,
};

const ADD_TO_QUARTERS = {
  name: 'add_to_quarters',
  text: `
    insert into order_quarters as r (
      tenant_id, at, currency, channel, orders, cancelled_orders, placed_total, written_off_total, refunded_total)
    select e.tenant_id, ${quarterOf("(e.data ->> 'createdAt')::timestamptz")}, e.data ->> 'currency',
      coalesce(e.data ->> 'channel', '-'), ${SUMS} ${EVENTS}
    on conflict (tenant_id, at, currency, channel) do update set ${ADDED}`,
};

export async function countOrders(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: bigint }>(
    'select coalesce(sum(orders), 0)::bigint as count from order_rollups where tenant_id = current_tenant()',
  );
  return Number(rows[0]!.count);
}
