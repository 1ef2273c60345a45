-- Why: what is rewritten often must be small. Events are written once and never changed; who waits for what is kept apart.

-- Events that their consumers have not seen yet: a row is written with its event and deleted in the transaction of its
-- consumers. Parked, because a consumer kept failing: next_at is infinity.
create table event_queue (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  type text not null,
  next_at timestamptz not null,
  attempts int not null default 0,
  last_error text
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_delay = 0);
-- In the order in which they are taken: the one index there is, since every event pays for it.
create index event_queue_due on event_queue (next_at, tenant_id, id);
-- An owner who is no superuser sees the rows only while the policies do not bind it.
alter table events no force row level security;
insert into event_queue (tenant_id, id, at, type, next_at, attempts, last_error)
select tenant_id, id, created_at, type, case when state = 'parked' then 'infinity' else next_at end, attempts, last_error
from events where state <> 'dispatched';

-- The tenants' feed: a place for each event that can be subscribed to, given one dispatcher at a time, so that places
-- become visible in their order.
create table event_feed (
  tenant_id uuid not null,
  position bigint not null,
  id uuid not null,
  at timestamptz(3) not null,
  type text not null,
  primary key (tenant_id, position, at)
) partition by range (at);
create table event_feed_default partition of event_feed default;
insert into event_feed (tenant_id, position, id, at, type)
select tenant_id, position, id, created_at, type from events where position is not null;
alter table events force row level security;

alter table events
  drop column state, drop column attempts, drop column next_at, drop column last_error, drop column position;

do $$
declare
  name text;
begin
  foreach name in array array['event_queue', 'event_feed', 'event_feed_default'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
  end loop;
  foreach name in array array['event_queue', 'event_feed'] loop
    execute format(
      'create policy own_tenant on %I to colonnade_app
         using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
    execute format('create policy worker_all on %I to colonnade_worker using (true) with check (true)', name);
  end loop;
end
$$;
revoke update on events from colonnade_worker;
grant insert on event_queue to colonnade_app;
grant select, delete, update (next_at, attempts, last_error) on event_queue to colonnade_worker;
grant select on event_feed to colonnade_app;
grant select, insert on event_feed to colonnade_worker;
