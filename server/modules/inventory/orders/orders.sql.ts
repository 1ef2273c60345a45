import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import type { BusEvent } from '#kernel/events/dispatcher.ts';
import { type Backlog, COUNTED_TO, type ReadBacklog } from '#kernel/work/backlog.ts';
import { type Failure, postponed } from '#kernel/work/parking.ts';
import { tenantsWith } from '#kernel/work/tenant-turns.sql.ts';

/** Queues the placed orders of tenants that keep stock; returns their number. Others cost two look-ups per tenant. */
export async function queueOrders(tx: Tx, events: BusEvent[], now: Date): Promise<number> {
  const { rowCount } = await tx.query(QUEUE_ORDERS, [
    list(events, (event) => event.tenant_id),
    list(events, (event) => event.id),
    list(events, (event) => event.at),
    now,
  ]);
  return rowCount;
}

// The module's state when the order was placed decides: the present one, or the opposite if it has changed since.
// Orders of the channel import are history, not demand, unless the tenant's settings say otherwise.
const QUEUE_ORDERS = {
  name: 'queue_orders_for_stock',
  text: `
    with keeping as materialized (
      select t.tenant_id, m.active, m.changed_at, coalesce((
        select s.imports_take_stock from inventory_settings s where s.tenant_id = t.tenant_id), false) as imports_take_stock
      from (select distinct tenant_id from unnest($1::uuid[]) as e (tenant_id)) t
      cross join lateral (
        select active, changed_at from tenant_modules where tenant_id = t.tenant_id and module = 'inventory' offset 0) m
      where exists (select from inventory_items i where i.tenant_id = t.tenant_id offset 0)
    )
    insert into stock_orders_due (tenant_id, order_id, at, next_at)
    select k.tenant_id, (e.data ->> 'id')::uuid, event.created_at, $4
    from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as event (tenant_id, id, created_at)
    join keeping k on k.tenant_id = event.tenant_id
    cross join lateral (
      select data from events
      where tenant_id = event.tenant_id and id = event.id and created_at = event.created_at offset 0) e
    where k.active = (k.changed_at <= event.created_at)
      and (k.imports_take_stock or e.data ->> 'channel' is distinct from 'import')
    on conflict (tenant_id, order_id) do nothing`,
};

export const FIND_TENANTS_WITH_DUE_ORDERS = tenantsWith({
  name: 'find_tenants_with_due_orders',
  table: 'stock_orders_due',
  waiting: "q.next_at < 'infinity'",
  due: 'q.next_at <= $1',
});

/** Locks due orders of the tenant until commit; the lock is the claim. Skips those that another process has. */
export async function claimOrders(tx: Tx, now: Date, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ order_id: string }>(
    {
      name: 'claim_orders_for_stock',
      text: `
        select order_id from stock_orders_due
        where tenant_id = current_tenant() and next_at <= $1 order by next_at, order_id limit $2 for update skip locked`,
    },
    [now, most],
  );
  return rows.map(({ order_id }) => order_id);
}

/** Returns false when another process has the order, or has finished it. */
export async function claimOrder(tx: Tx, orderId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from stock_orders_due where tenant_id = current_tenant() and order_id = $1 and next_at < 'infinity'
     for update skip locked`,
    [orderId],
  );
  return rowCount > 0;
}

export async function deleteDueOrders(tx: Tx, orderIds: string[]): Promise<void> {
  await tx.query(
    {
      name: 'delete_orders_for_stock',
      text: 'delete from stock_orders_due where tenant_id = current_tenant() and order_id = any ($1::uuid[])',
    },
    [list(orderIds, (id) => id)],
  );
}

/** Returns true when the order is parked. */
export async function postponeOrder(tx: Tx, now: Date, orderId: string, failure: Failure): Promise<boolean> {
  const { rows } = await tx.query<{ parked: boolean }>(
    `update stock_orders_due set ${postponed('$2', '$3', '$4')}
     where tenant_id = current_tenant() and order_id = $1 and next_at < 'infinity'
     returning next_at = 'infinity' as parked`,
    [orderId, now, failure.counts ? 1 : 0, failure.message],
  );
  return rows[0]?.parked ?? false;
}

/** Makes the tenant's parked orders due again; returns their number. */
export async function unparkOrders(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `update stock_orders_due set attempts = 0, next_at = $1
     where tenant_id = current_tenant() and next_at = 'infinity'`,
    [now],
  );
  return rowCount;
}

export const readStockBacklog: ReadBacklog = async (worker, now) => {
  const { rows } = await worker.query<Backlog>(BACKLOG, [now]);
  return rows[0]!;
};

const BACKLOG = `
  select 'stock' as queue, count(*) filter (where next_at <= $1)::int as waiting,
    coalesce(extract(epoch from $1 - min(next_at) filter (where next_at <= $1)), 0)::float8 as "oldestSeconds",
    count(*) filter (where next_at = 'infinity')::int as parked
  from (select next_at from stock_orders_due limit ${COUNTED_TO}) w`;
