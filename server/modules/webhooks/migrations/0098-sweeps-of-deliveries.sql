-- Why: a request that pauses, resumes, empties or deletes a subscription changes a bounded number of its open deliveries.
-- Works with: 39

-- Subscriptions of which a worker changes the other deliveries, in portions. No foreign key: a deleted subscription has some too.
create table webhook_sweeps (
  tenant_id uuid not null,
  subscription_id uuid not null,
  -- Deliveries that were made before are cancelled; null: the state of the subscription decides alone.
  discard_before timestamptz,
  swept_at timestamptz not null,
  primary key (tenant_id, subscription_id)
);
select confine_to_tenant('webhook_sweeps');
create policy worker_all on webhook_sweeps to colonnade_worker using (true) with check (true);
grant select, insert, delete, update (discard_before, swept_at) on webhook_sweeps to colonnade_app;
grant select on webhook_sweeps to colonnade_worker;
