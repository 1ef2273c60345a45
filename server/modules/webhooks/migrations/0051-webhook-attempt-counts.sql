-- Why: a graph of the attempts of a subscription must not read its log, which may have millions of rows.
-- Works with: 39

-- Workers add up what they settled, every second. A delivery that is resent or retried counts each attempt.
create table webhook_attempt_counts (
  tenant_id uuid not null,
  subscription_id uuid not null,
  hour timestamptz not null,
  succeeded int not null,
  failed int not null,
  primary key (tenant_id, subscription_id, hour)
) partition by range (hour);
create table webhook_attempt_counts_default partition of webhook_attempt_counts default;
select confine_to_tenant('webhook_attempt_counts');
alter table webhook_attempt_counts_default enable row level security;
alter table webhook_attempt_counts_default force row level security;
create policy worker_all on webhook_attempt_counts to colonnade_worker using (true) with check (true);
grant select on webhook_attempt_counts to colonnade_app;
grant select, insert, update (succeeded, failed) on webhook_attempt_counts to colonnade_worker;

-- Step: a tenant may bring the next attempt of a delivery forward.
grant update (next_at) on webhook_queue to colonnade_app;
