import type { Tx } from '#kernel/db/db.ts';
import type { BusEvent } from '#kernel/events/dispatcher.ts';
import type { Lane } from './lanes.ts';

/**
 * One delivery per (event, matching subscription): its id is computed from the two, so a repeat is harmless. A paused
 * subscription's deliveries are held. A subscription gets what happens after it was made. Returns the lanes that got work.
 */
export async function insertDeliveries(tx: Tx, events: BusEvent[], now: Date): Promise<Lane[]> {
  const { rows } = await tx.query<Lane>(INSERT_DELIVERIES, [
    events.map((event) => event.tenant_id),
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.at),
    now,
  ]);
  return rows;
}

const INSERT_DELIVERIES = {
  name: 'insert_deliveries',
  text: `
    with made as (
      insert into webhook_queue
        (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at)
      select e.tenant_id, delivery_id(e.id, s.id, e.id), e.created_at, e.id, s.id, e.type, 'event',
        case when s.active then 'ready' else 'held' end, $5, $5
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) as e (tenant_id, id, type, created_at)
      join webhook_subscriptions s
        on s.tenant_id = e.tenant_id and e.type = any (s.events) and s.created_at <= e.created_at
      on conflict (tenant_id, id) do nothing
      returning tenant_id, subscription_id
    )
    select distinct tenant_id as "tenantId", subscription_id as "subscriptionId" from made`,
};
