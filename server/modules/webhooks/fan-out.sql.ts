import type { Tx } from '#kernel/db/db.ts';
import type { BusEvent } from '#kernel/events/dispatcher.ts';

/**
 * One delivery per (event, matching subscription): the unique key makes a repeat harmless. A paused subscription's
 * deliveries are held. A subscription gets what happens after it was made.
 */
export async function insertDeliveries(tx: Tx, events: BusEvent[], now: Date): Promise<void> {
  await tx.query(INSERT_DELIVERIES, [
    events.map((event) => event.tenant_id),
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.created_at),
    now,
  ]);
}

const INSERT_DELIVERIES = {
  name: 'insert_deliveries',
  text: `
    insert into webhook_deliveries (tenant_id, id, event_id, subscription_id, event_type, status, next_at, created_at)
    select e.tenant_id, gen_random_uuid(), e.id, s.id, e.type, case when s.active then 'pending' else 'held' end, $5, $5
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) as e (tenant_id, id, type, created_at)
    join webhook_subscriptions s
      on s.tenant_id = e.tenant_id and e.type = any (s.events) and s.created_at <= e.created_at
    on conflict (tenant_id, event_id, subscription_id) do nothing`,
};
