-- Why: one row per (event, subscription) from the first to the last attempt is what makes delivery at-least-once.
create table webhook_subscriptions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  url text not null,
  events text[] not null constraint subscription_has_an_event check (cardinality(events) > 0),
  active boolean not null,
  -- Deliveries a second at most; null: no limit of its own.
  rate_limit int constraint rate_limit_is_sensible check (rate_limit between 1 and 10000),
  secret_sealed bytea not null,
  secret_preview text not null constraint preview_is_eight_characters check (length(secret_preview) = 8),
  -- After a rotation, the secret before signs too until this time.
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint previous_secret_has_an_end check ((previous_secret_sealed is null) = (previous_secret_until is null))
);
create index webhook_subscriptions_newest_first on webhook_subscriptions (tenant_id, created_at desc, id desc);
alter table webhook_subscriptions enable row level security;
alter table webhook_subscriptions force row level security;
create policy own_tenant on webhook_subscriptions to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy worker_reads_all on webhook_subscriptions for select to colonnade_worker using (true);
grant select, insert, delete,
  update (name, url, events, active, rate_limit, secret_sealed, secret_preview, previous_secret_sealed,
    previous_secret_until, updated_at)
  on webhook_subscriptions to colonnade_app;
grant select on webhook_subscriptions to colonnade_worker;

-- The same id for the same event, subscription and cause, however often it is computed: the primary key is then all that
-- "exactly one delivery" needs. It begins like the event's id, so deliveries sort by time. (A UUID of version 8, which
-- leaves its bits to us; one expression, so that PostgreSQL puts it in place of the call.)
create function delivery_id(event_id uuid, subscription_id uuid, cause_id uuid) returns uuid
  language sql immutable parallel safe
  as $$
    select encode(set_byte(set_byte(
      substr(uuid_send(event_id), 1, 6)
        || substr(sha256(uuid_send(event_id) || uuid_send(subscription_id) || uuid_send(cause_id)), 1, 10),
      6, 128), 8, 128), 'hex')::uuid
  $$;

-- Deliveries on their way. Small and busy: a row is made here, claimed and settled here, and leaves for the log when it is
-- over. subscription_id has no foreign key: what a deleted subscription leaves behind is cancelled, not lost from sight.
create table webhook_queue (
  tenant_id uuid not null,
  id uuid not null,
  -- When its event happened: the partition of the event, and of its place in the log.
  at timestamptz(3) not null,
  event_id uuid not null,
  subscription_id uuid not null,
  event_type text not null,
  -- What made it: the event itself, or someone who asked for it again.
  cause text not null constraint cause_is_known check (cause in ('event', 'resend', 'replay', 'test')),
  -- ready: may be sent now; sending: a worker has it, until next_at at the latest; waiting: for its next attempt.
  state text not null constraint queue_state_is_known check (state in ('ready', 'sending', 'waiting', 'held')),
  attempts int not null default 0 constraint attempts_are_at_most_seven check (attempts between 0 and 7),
  retry boolean not null generated always as (attempts > 0) stored,
  next_at timestamptz not null,
  -- Rises with each claim; an outcome is only recorded by the holder of the latest claim.
  claim int not null default 0,
  created_at timestamptz(3) not null,
  primary key (tenant_id, id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_delay = 0);
-- Lanes: what may be sent, by tenant, endpoint, and first attempts apart from retries. A claim steps from lane to lane.
create index webhook_queue_ready on webhook_queue (tenant_id, subscription_id, retry, next_at) where state = 'ready';
-- What becomes due by itself: retries, and leases of workers that died.
create index webhook_queue_timed on webhook_queue (next_at) where state in ('waiting', 'sending');
create index webhook_queue_waiting on webhook_queue (tenant_id, subscription_id) where state = 'waiting';
create index webhook_queue_held on webhook_queue (tenant_id, subscription_id) where state = 'held';

-- Deliveries that are over: written once, never changed, dropped a week at a time.
create table webhook_deliveries (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  event_id uuid not null,
  subscription_id uuid not null,
  event_type text not null,
  cause text not null,
  status text not null
    constraint finished_status_is_known check (status in ('delivered', 'failed', 'cancelled')),
  attempts int not null constraint attempts_are_at_most_eight check (attempts between 0 and 8),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3) not null,
  primary key (tenant_id, id, at)
) partition by range (at);
create table webhook_deliveries_default partition of webhook_deliveries default;
create index webhook_deliveries_of_subscription on webhook_deliveries (tenant_id, subscription_id, id);
create index webhook_deliveries_failed on webhook_deliveries (tenant_id, id) where status = 'failed';

create table webhook_attempts (
  tenant_id uuid not null,
  delivery_id uuid not null,
  at timestamptz(3) not null,
  attempt int not null constraint attempt_is_one_to_eight check (attempt between 1 and 8),
  started_at timestamptz not null,
  duration_ms int not null,
  status_code int,
  failure text,
  message text not null,
  address text,
  timings json not null,
  answer_headers json not null,
  answer_body text not null,
  primary key (tenant_id, delivery_id, at, attempt)
) partition by range (at);
create table webhook_attempts_default partition of webhook_attempts default;

-- When a rate-limited subscription may send again.
create table webhook_pace (
  tenant_id uuid not null,
  subscription_id uuid not null,
  free_at timestamptz not null,
  primary key (tenant_id, subscription_id),
  constraint pace_is_of_a_subscription_of_its_tenant
    foreign key (tenant_id, subscription_id) references webhook_subscriptions (tenant_id, id) on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['webhook_queue', 'webhook_deliveries', 'webhook_deliveries_default', 'webhook_attempts',
    'webhook_attempts_default', 'webhook_pace'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
  end loop;
  foreach name in array array['webhook_queue', 'webhook_deliveries', 'webhook_attempts', 'webhook_pace'] loop
    execute format(
      'create policy own_tenant on %I to colonnade_app
         using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
    execute format('create policy worker_all on %I to colonnade_worker using (true) with check (true)', name);
  end loop;
end
$$;
grant select, insert, delete, update (state) on webhook_queue to colonnade_app;
grant select, insert, delete, update (state, attempts, next_at, claim) on webhook_queue to colonnade_worker;
grant select, insert on webhook_deliveries to colonnade_app, colonnade_worker;
grant select on webhook_attempts to colonnade_app;
grant select, insert on webhook_attempts to colonnade_worker;
grant select, insert on webhook_pace to colonnade_app;
grant select, update on webhook_pace to colonnade_worker;
