-- Why: an event is written in the same transaction as its fact, so nothing is lost and nothing is announced that did not happen.
-- Partitioned by time: old events are dropped a week at a time, never deleted row by row (kernel/db/partitions.ts).
create table events (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  type text not null,
  data json not null,
  -- Milliseconds: what JavaScript can carry, since the partition key is compared for equality.
  created_at timestamptz(3) not null,
  -- pending: not yet handed to its consumers; dispatched: every consumer has seen it; parked: a consumer kept failing.
  state text not null default 'pending' constraint event_state_is_known check (state in ('pending', 'dispatched', 'parked')),
  attempts int not null default 0,
  next_at timestamptz not null,
  last_error text,
  -- The place in the tenants' feed: given at dispatch, one dispatcher at a time, so that it grows in order of commit.
  position bigint,
  primary key (tenant_id, id, created_at)
) partition by range (created_at);
create table events_default partition of events default;
create index events_waiting on events (next_at) where state = 'pending';
create index events_parked on events (next_at) where state = 'parked';
create index events_feed on events (tenant_id, position) where position is not null;
create sequence event_positions;

alter table events enable row level security;
alter table events force row level security;
alter table events_default enable row level security;
alter table events_default force row level security;
create policy own_tenant on events to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy worker_all on events to colonnade_worker using (true) with check (true);
grant select, insert on events to colonnade_app;
grant select, update (state, attempts, next_at, last_error, position) on events to colonnade_worker;
grant usage on sequence event_positions to colonnade_worker;
