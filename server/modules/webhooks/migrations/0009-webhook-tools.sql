-- Why: people must see what became of a delivery, catch up after an outage, and be warned before it hurts.

-- Most deliveries succeed, and it is the others that are looked for.
drop index webhook_deliveries_failed;
create index webhook_deliveries_undelivered on webhook_deliveries (tenant_id, status, id) where status <> 'delivered';

-- How much of a replay is on its way: costs live events nothing.
create index webhook_queue_replayed on webhook_queue (tenant_id, subscription_id) where cause = 'replay';

-- Events sent again to one subscription, in the order of the feed, a stretch at a time.
create table webhook_replays (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  -- No foreign key: what a deleted subscription leaves behind is cancelled, not lost from sight.
  subscription_id uuid not null,
  since timestamptz not null,
  until timestamptz not null,
  events text[] not null constraint replay_has_an_event check (cardinality(events) > 0),
  status text not null constraint replayed_status_is_known check (status in ('any', 'delivered', 'failed', 'cancelled')),
  state text not null constraint replay_state_is_known check (state in ('running', 'done', 'cancelled')),
  matched bigint not null default 0,
  queued bigint not null default 0,
  -- The last event that was looked at: its place in the feed, and its time.
  reached bigint not null default 0,
  reached_at timestamptz,
  -- When to take the next stretch.
  next_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  constraint replay_spans_some_time check (since < until),
  constraint replay_has_an_end_when_over check ((state = 'running') = (finished_at is null))
);
create unique index one_replay_of_a_subscription_at_a_time on webhook_replays (tenant_id, subscription_id)
  where state = 'running';
create index webhook_replays_running on webhook_replays (next_at) where state = 'running';
create index webhook_replays_newest_first on webhook_replays (tenant_id, subscription_id, created_at desc, id desc);

-- When a subscription's owner was last warned of what, so that it happens at most once a day.
create table webhook_warnings (
  tenant_id uuid not null,
  subscription_id uuid not null,
  kind text not null constraint warning_kind_is_known check (kind in ('failing', 'failed')),
  noted_at timestamptz not null,
  told_at timestamptz,
  primary key (tenant_id, subscription_id, kind),
  constraint warning_is_of_a_subscription_of_its_tenant
    foreign key (tenant_id, subscription_id) references webhook_subscriptions (tenant_id, id) on delete cascade
);
create index webhook_warnings_untold on webhook_warnings (noted_at) where told_at is null;

-- What the product has to say to a tenant's people.
create table notices (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  kind text not null,
  subject_type text not null,
  subject_id uuid not null,
  message text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (tenant_id, id)
);
create index notices_newest_first on notices (tenant_id, created_at desc, id desc);
create index notices_unread on notices (tenant_id, created_at desc, id desc) where read_at is null;

do $$
declare
  name text;
begin
  foreach name in array array['webhook_replays', 'webhook_warnings', 'notices'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to colonnade_app
         using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  end loop;
  foreach name in array array['webhook_replays', 'webhook_warnings'] loop
    execute format('create policy worker_all on %I to colonnade_worker using (true) with check (true)', name);
  end loop;
end
$$;
grant select, insert, update (state, finished_at) on webhook_replays to colonnade_app;
grant select, update (state, matched, queued, reached, reached_at, next_at, finished_at)
  on webhook_replays to colonnade_worker;
grant select, update (told_at) on webhook_warnings to colonnade_app;
grant select, insert, update (noted_at, told_at) on webhook_warnings to colonnade_worker;
grant select, insert, update (read_at) on notices to colonnade_app;
