import type { Queryable, Tx } from '#kernel/db/db.ts';

/** The beginning of the quarter of an hour. */
export const quarterOf = (time: string) => `date_bin('15 minutes', ${time}, timestamptz '1970-01-01Z')`;

/** A day with a rollup whose quarters do not add up to it: of a time before there were any, or changed by an earlier version. */
export type Uncut = { tenant_id: string; day: string };

export async function findUncut(tx: Queryable, after: Uncut | null): Promise<Uncut | undefined> {
  const { rows } = await tx.query<Uncut>(
    `select tenant_id, to_char(day, 'YYYY-MM-DD') as day from order_rollups
     where not is_cut and ($1::uuid is null or (tenant_id, day) > ($1, $2::date))
     order by order_rollups.tenant_id, order_rollups.day limit 1`,
    [after?.tenant_id ?? null, after?.day ?? null],
  );
  return rows[0];
}

/** Locks the rollups of a day until commit: the consumer of order events waits before it writes their quarters. */
export async function lockRollups(tx: Tx, day: string): Promise<{ currency: string }[]> {
  const { rows } = await tx.query<{ currency: string }>(
    `select currency from order_rollups where tenant_id = current_tenant() and day = $1
     order by currency, channel for update`,
    [day],
  );
  return rows;
}

/** Computes the quarters of a day and a currency anew: from the orders, less the events that the consumer will add. */
export async function replaceQuarters(
  tx: Tx,
  day: string,
  currency: string,
  exponent: number,
): Promise<void> {
  await tx.query(
    `delete from order_quarters
     where tenant_id = current_tenant() and currency = $2
       and at >= $1::date::timestamp at time zone 'UTC' and at < ($1::date + 1)::timestamp at time zone 'UTC'`,
    [day, currency],
  );
  await tx.query(INSERT_QUARTERS, [day, currency, exponent]);
}

/** Minor units in units of the currency, as events have them. */
function unitsOf(minor: string): string {
  return `round(${minor} / power(10::numeric, $3::int), $3::int)`;
}

const INSERT_QUARTERS = `
  insert into order_quarters (
    tenant_id, at, currency, channel, orders, cancelled_orders, placed_total, written_off_total, refunded_total)
  select current_tenant(), ${quarterOf('created_at')}, $2, channel, sum(orders), sum(cancelled_orders), sum(placed_total),
    sum(written_off_total), sum(refunded_total)
  from (
    select o.created_at, coalesce(o.channel, '-') as channel, 1 as orders, (o.cancelled_at is not null)::int as cancelled_orders,
      ${unitsOf('o.total')} as placed_total,
      case when o.cancelled_at is null then 0 else ${unitsOf('(o.total - o.paid_total)')} end as written_off_total,
      ${unitsOf('o.refunded_total')} as refunded_total
    from orders o
    where o.tenant_id = current_tenant() and o.currency = $2
      and o.created_at >= $1::date::timestamp at time zone 'UTC' and o.created_at < ($1::date + 1)::timestamp at time zone 'UTC'
    union all
    select (e.data ->> 'createdAt')::timestamptz, coalesce(e.data ->> 'channel', '-'), -(q.type = 'order.placed')::int,
      -(q.type = 'order.cancelled')::int, case when q.type = 'order.placed' then -(e.data ->> 'total')::numeric else 0 end,
      case when q.type = 'order.cancelled' then
        coalesce((e.data ->> 'paidTotal')::numeric, 0) - (e.data ->> 'total')::numeric else 0 end,
      case when q.type = 'order.refunded' then -(e.data ->> 'amount')::numeric else 0 end
    from event_queue q
    cross join lateral (
      select data from events where tenant_id = q.tenant_id and id = q.id and created_at = q.at offset 0) e
    where q.tenant_id = current_tenant() and q.type in ('order.placed', 'order.cancelled', 'order.refunded')
      and e.data ->> 'currency' = $2
      and (e.data ->> 'createdAt')::timestamptz >= $1::date::timestamp at time zone 'UTC'
      and (e.data ->> 'createdAt')::timestamptz < ($1::date + 1)::timestamp at time zone 'UTC') fact
  group by 2, 4
  having sum(orders) <> 0 or sum(cancelled_orders) <> 0 or sum(refunded_total) <> 0`;

export async function markCut(tx: Tx, day: string): Promise<void> {
  await tx.query(
    `update order_rollups set cuts = cuts + 1, is_cut = true
     where tenant_id = current_tenant() and day = $1 and not is_cut`,
    [day],
  );
}
