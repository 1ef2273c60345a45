-- Why: an event is written in the same transaction as its fact, so nothing is lost and nothing is announced that did not happen.
create table events (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  type text not null,
  data json not null,
  created_at timestamptz not null,
  -- pending: not yet handed to its consumers; dispatched: every consumer has seen it; parked: a consumer kept failing.
  state text not null default 'pending' constraint event_state_is_known check (state in ('pending', 'dispatched', 'parked')),
  attempts int not null default 0,
  next_at timestamptz not null,
  last_error text,
  primary key (tenant_id, id)
);
create index events_waiting on events (next_at) where state = 'pending';
create index events_parked on events (next_at) where state = 'parked';
alter table events enable row level security;
alter table events force row level security;
create policy own_tenant on events to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy worker_all on events to colonnade_worker using (true) with check (true);
grant select, insert on events to colonnade_app;
grant select, update (state, attempts, next_at, last_error) on events to colonnade_worker;
