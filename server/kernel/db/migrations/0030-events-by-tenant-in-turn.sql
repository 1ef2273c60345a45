-- Why: one tenant's import kept the webhooks of all others waiting, for minutes; events are now taken by tenant in turn.

drop index event_queue_due;
drop index event_queue_due_orders;
-- Derived from the type, so that whoever writes an event need not know of lanes.
alter table event_queue add column lane text not null generated always as (
  case
    when type = 'order.placed' then 'orders'
    when type = 'search.entity.changed' then 'search'
    when type in (
      'content.entry.created', 'content.entry.updated', 'content.entry.published', 'content.entry.scheduled',
      'content.entry.unpublished', 'content.entry.deleted', 'media.uploaded', 'media.processed', 'redirect.added',
      'redirect.removed') then 'webhooks'
    else 'others'
  end) stored;
-- A step from tenant to tenant, and the oldest events of each, are one look each, however long the queue. Parked events are not in
-- it, or a tenant that has nothing else would be visited for ever.
create index event_queue_due on event_queue (lane, tenant_id, next_at, id) where next_at < 'infinity';
create index event_queue_parked on event_queue (tenant_id) where next_at = 'infinity';
