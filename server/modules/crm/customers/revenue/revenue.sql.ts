/** Revenue by customer and currency: adds the orders of a customer up whenever they have changed. */
import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import type { BusEvent } from '#kernel/events/dispatcher.ts';
import type { RowChange } from '#kernel/work/row-changes.ts';
import { tenantsWith } from '#kernel/work/tenant-turns.sql.ts';
import { survivorOf } from '../customers.sql.ts';
import { storedUnder } from '../life/work.sql.ts';

/** SQL expression: the part of an order that its customer has spent, in minor units. */
export const REVENUE = `case when status = 'cancelled' then paid_total else total end - refunded_total`;

/** The wait before a customer is added up again, in milliseconds for each order: a second for a thousand of them. */
const WAIT_PER_ORDER = 1;
const LONGEST_WAIT = 3_600_000;

/**
 * Notes the customers of placed orders. A customer with many orders waits a while; until then one note counts for all. A note is
 * only relied upon a second before it is due, because until then no worker adds its customer up.
 */
export async function noteCustomersOf(tx: Tx, events: BusEvent[]): Promise<void> {
  await tx.query(NOTE_CUSTOMERS, [
    list(events, (event) => event.tenant_id),
    list(events, (event) => event.id),
    list(events, (event) => event.at),
    WAIT_PER_ORDER,
    LONGEST_WAIT,
  ]);
}

const NOTE_CUSTOMERS = {
  name: 'note_customers_of_orders',
  text: `
    insert into customer_revenue_due (tenant_id, customer_id, due_at)
    select c.tenant_id, c.customer_id, c.due_at
    from (
      select p.tenant_id, p.customer_id,
        clock_timestamp() + least(coalesce(known.orders, 0) * $4::float8, $5::float8) * interval '1 millisecond' as due_at
      from (
        select distinct e.tenant_id, (e.data ->> 'customerId')::uuid as customer_id
        from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as event (tenant_id, id, created_at)
        cross join lateral (
          select tenant_id, data from events
          where tenant_id = event.tenant_id and id = event.id and created_at = event.created_at offset 0) e
      ) p
      cross join lateral (
        select sum(orders) as orders from customer_revenue
        where tenant_id = p.tenant_id and customer_id = any (array[p.customer_id]) offset 0) known
    ) c
    where not exists (
      select from customer_revenue_due d
      where d.tenant_id = c.tenant_id and d.customer_id = any (array[c.customer_id])
        and d.due_at > clock_timestamp() + interval '1 second' and d.due_at <= c.due_at)`,
};

/** Asked once for a statement: an index cannot find the notes before a time that is asked anew for each of them. */
const NOW = '(select clock_timestamp())';

export const FIND_TENANTS_WITH_DUE_REVENUE = tenantsWith({
  name: 'find_tenants_with_due_revenue',
  table: 'customer_revenue_due',
  waiting: 'true',
  // Notes have the time of the database.
  due: `$1::timestamptz is not null and q.due_at <= ${NOW}`,
});

const AT_ONCE = 200;

/** Customers of the tenant that are due, those that wait longest first. */
export async function findDue(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct customer_id as id from (
       select customer_id from customer_revenue_due
       where tenant_id = current_tenant() and due_at <= ${NOW} order by due_at limit ${AT_ONCE}) due`,
  );
  return rows.map(({ id }) => id);
}

/** False: another process adds up customers of this tenant, and an older sum must not replace a newer one. */
export async function mayAddUp(tx: Tx): Promise<boolean> {
  const { rows } = await tx.query<{ may: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('revenue of customers ' || current_tenant(), 0)) as may`,
  );
  return rows[0]!.may;
}

/** Adds up the orders of these customers. Their notes are taken away first, so that an order of this moment leaves another. */
export async function addUp(tx: Tx, ids: string[]): Promise<void> {
  planByIndex(tx);
  await tx.query(
    `delete from customer_revenue_due
     where tenant_id = current_tenant() and customer_id = any ($1) and due_at <= clock_timestamp()`,
    [ids],
  );
  const { rows } = await tx.query<{ id: string | null }>(
    `select distinct ${survivorOf('sought.id')} as id from unnest($1::uuid[]) sought (id)`,
    [ids],
  );
  const survivors = rows.flatMap(({ id }) => id ?? []);
  await tx.query(ADD_UP, [survivors, [...new Set([...ids, ...survivors])]]);
}

const ADD_UP = {
  name: 'add_up_revenue',
  text: `
    with sums as materialized (
      select listed.id, o.currency, sum(${REVENUE})::bigint as revenue, count(*)::int as orders
      from unnest($1::uuid[]) listed (id)
      cross join lateral ${storedUnder('listed.id')} stored
      cross join lateral (
        select currency, status, total, paid_total, refunded_total from orders
        where tenant_id = current_tenant() and customer_id = any (array[stored.id]) offset 0) o
      group by listed.id, o.currency
    ),
    gone as (
      delete from customer_revenue r
      where r.tenant_id = current_tenant() and r.customer_id = any ($2)
        and not exists (select from sums s where s.id = r.customer_id and s.currency = r.currency)
    )
    insert into customer_revenue as r (tenant_id, customer_id, currency, revenue, orders)
    select current_tenant(), id, currency, revenue, orders from sums
    on conflict (tenant_id, customer_id, currency) do update set revenue = excluded.revenue, orders = excluded.orders
    where (r.revenue, r.orders) <> (excluded.revenue, excluded.orders)`,
};

/** Lets others pass before a customer that could not be added up. */
export async function postpone(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update customer_revenue_due set due_at = clock_timestamp() + ${LONGEST_WAIT} * interval '1 millisecond'
     where tenant_id = current_tenant() and customer_id = $1`,
    [id],
  );
}

export type RevenueRow = { customer_id: string; currency: string; revenue: bigint };

/** The sums of these customers, as they were last added up. */
export async function findRevenue(tx: Tx, ids: string[]): Promise<RevenueRow[]> {
  const { rows } = await tx.query<RevenueRow>(
    `select customer_id, currency, revenue from customer_revenue
     where tenant_id = current_tenant() and customer_id = any ($1) order by customer_id, currency`,
    [ids],
  );
  return rows;
}

const NOTED_AT_ONCE = 500;

/**
 * Notes the customers from before migration 0090, each a second time for an hour later: while servers are upgraded one by one, a
 * former program takes events of orders without a note.
 */
export const revenueOfCustomers: RowChange = {
  name: 'revenue of customers',
  async batch(tx, place) {
    const { rows } = await tx.query<{ id: string }>(
      `with few as (
         select id, merged_into from customers where tenant_id = current_tenant() and ($1::uuid is null or id > $1)
         order by id limit ${NOTED_AT_ONCE}
       ),
       noted as (
         insert into customer_revenue_due (tenant_id, customer_id, due_at)
         select current_tenant(), id, now() + later.wait
         from few, unnest(array[interval '0', interval '1 hour']) later (wait) where merged_into is null
       )
       select id from few order by id`,
      [place],
    );
    return rows.length < NOTED_AT_ONCE ? null : rows.at(-1)!.id;
  },
};
