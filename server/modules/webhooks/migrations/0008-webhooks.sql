-- Why: one row per (event, subscription) from the first to the last attempt is what makes delivery at-least-once.
create table webhook_subscriptions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null,
  url text not null,
  events text[] not null constraint subscription_has_an_event check (cardinality(events) > 0),
  active boolean not null,
  secret_sealed bytea not null,
  secret_preview text not null constraint preview_is_eight_characters check (length(secret_preview) = 8),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index webhook_subscriptions_newest_first on webhook_subscriptions (tenant_id, created_at desc, id desc);
alter table webhook_subscriptions enable row level security;
alter table webhook_subscriptions force row level security;
create policy own_tenant on webhook_subscriptions to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy worker_reads_all on webhook_subscriptions for select to colonnade_worker using (true);
grant select, insert, delete, update (name, url, events, active, updated_at) on webhook_subscriptions to colonnade_app;
grant select on webhook_subscriptions to colonnade_worker;

-- subscription_id has no foreign key: the log of what was sent outlives a deleted subscription.
create table webhook_deliveries (
  tenant_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  subscription_id uuid not null,
  event_type text not null,
  status text not null
    constraint delivery_status_is_known check (status in ('pending', 'held', 'delivered', 'failed', 'cancelled')),
  attempts int not null default 0 constraint attempts_are_at_most_eight check (attempts between 0 and 8),
  -- When it is due. While a worker holds it, the end of its lease: a lease that ran out is simply due again.
  next_at timestamptz not null,
  -- Rises with each claim; an outcome is only recorded by the holder of the latest claim.
  claim bigint not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  constraint event_goes_once_to_a_subscription unique (tenant_id, event_id, subscription_id),
  constraint delivery_carries_an_event_of_its_tenant foreign key (tenant_id, event_id) references events (tenant_id, id),
  constraint finished_means_no_longer_open check ((finished_at is null) = (status in ('pending', 'held')))
);
create index webhook_deliveries_due on webhook_deliveries (next_at) where status = 'pending';
create index webhook_deliveries_open on webhook_deliveries (tenant_id, subscription_id) where status in ('pending', 'held');
alter table webhook_deliveries enable row level security;
alter table webhook_deliveries force row level security;
create policy own_tenant on webhook_deliveries to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy worker_all on webhook_deliveries to colonnade_worker using (true) with check (true);
grant select, update (status, next_at, finished_at) on webhook_deliveries to colonnade_app;
grant select, insert, update (status, attempts, next_at, claim, finished_at) on webhook_deliveries to colonnade_worker;

create table webhook_attempts (
  tenant_id uuid not null,
  delivery_id uuid not null,
  attempt int not null constraint attempt_is_one_to_eight check (attempt between 1 and 8),
  started_at timestamptz not null,
  duration_ms int not null,
  status_code int,
  failure text,
  message text not null,
  address text,
  primary key (tenant_id, delivery_id, attempt),
  constraint attempt_belongs_to_a_delivery_of_its_tenant
    foreign key (tenant_id, delivery_id) references webhook_deliveries (tenant_id, id)
);
alter table webhook_attempts enable row level security;
alter table webhook_attempts force row level security;
create policy own_tenant on webhook_attempts to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy worker_all on webhook_attempts to colonnade_worker using (true) with check (true);
grant select on webhook_attempts to colonnade_app;
grant select, insert on webhook_attempts to colonnade_worker;
