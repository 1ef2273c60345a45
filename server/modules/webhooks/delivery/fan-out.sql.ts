import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { byKey } from '#kernel/db/plans.ts';
import type { BusEvent } from '#kernel/events/dispatcher.ts';
import { patternsOf } from '../options/event-patterns.ts';
import type { OfferedLane } from './lanes.ts';

/**
 * Gives each event its feed position, and makes one delivery per (event, matching subscription). The delivery's id is computed
 * from the two, so a repeat is harmless. Deliveries of a paused subscription are held, unless its tenant is in `heldFull`. A
 * subscription gets only events of its own tenant, from after its creation, and none about itself. Returns the lanes that got
 * deliveries, and how many.
 */
export async function insertDeliveries(
  tx: Tx,
  events: BusEvent[],
  now: Date,
  heldFull: string[] = [],
): Promise<OfferedLane[]> {
  const { rows } = await tx.query<OfferedLane>(INSERT_DELIVERIES, [
    list(events, (event) => event.tenant_id),
    list(events, (event) => event.id),
    list(events, (event) => event.type),
    list(events, (event) => event.at),
    list(events, (event) => patternsOf(event.type).join(' ')),
    now,
    heldFull,
  ]);
  return rows;
}

/** Events about a subscription, which another one receives. */
const OPERATIONAL = 'webhook.subscription.';

// The lock is held from the first position to the commit, so positions become visible in order: a reader of the feed that has
// seen one has seen all before it.
const INSERT_DELIVERIES = {
  name: 'insert_deliveries',
  text: `
    with event as materialized (
      select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::text[])
        as e (tenant_id, id, type, at, patterns)
    ),
    matched as materialized (
      select e.tenant_id, e.id, e.at, e.type, s.id as subscription_id, s.active, s.coalesce_seconds,
        case when s.ordered then d.data ->> 'id' end as object
      from event e
      join webhook_subscriptions s on ${byKey({ 's.tenant_id': 'e.tenant_id' })} and s.created_at <= e.at
        and (s.active or s.tenant_id <> all ($7::uuid[]))
        and (e.type = any (s.events) or s.event_patterns && string_to_array(e.patterns, ' '))
      -- Only where a subscription asks for the data: most events are fanned out unread.
      left join lateral (
        select data from events
        where (s.ordered or s.filter is not null or e.type like '${OPERATIONAL}%')
          and tenant_id = e.tenant_id and id = e.id and created_at = e.at offset 0) d on true
      where (s.filter is null or webhook_filter_matches(s.filter, d.data::jsonb))
        and (e.type not like '${OPERATIONAL}%' or d.data ->> 'subscriptionId' <> s.id::text)
    ),
    made as (
      insert into webhook_queue
        (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at, object)
      select tenant_id, delivery_id(id, subscription_id, id), at, id, subscription_id, type, 'event',
        case when active then 'ready' else 'held' end, $6, $6, object
      from matched where coalesce_seconds is null
      on conflict (tenant_id, id) do nothing
      returning tenant_id, subscription_id
    ),
    gathered as (
      insert into webhook_gathered (tenant_id, subscription_id, event_id, at, event_type)
      select tenant_id, subscription_id, id, at, type from matched where coalesce_seconds is not null
      on conflict do nothing
    ),
    -- Locks the burst, so that it does not end without these events.
    burst as (
      insert into webhook_bursts as b (tenant_id, subscription_id, due_at)
      select distinct tenant_id, subscription_id, $6::timestamptz + make_interval(secs => coalesce_seconds)
      from matched where coalesce_seconds is not null
      order by 1, 2
      on conflict (tenant_id, subscription_id) do update set due_at = b.due_at
    ),
    turn as materialized (select pg_advisory_xact_lock(hashtext('event positions'))),
    fed as (
      insert into event_feed (tenant_id, position, id, at, type)
      select e.tenant_id, nextval('event_positions'), e.id, e.at, e.type from turn, event e
    )
    select tenant_id as "tenantId", subscription_id as "subscriptionId", count(*)::int as count from made group by 1, 2`,
};
