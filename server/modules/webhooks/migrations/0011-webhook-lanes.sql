-- Why: marking each delivery when it is taken cost as much as sending it; a lease on the whole lane says the same.

-- Who sends from which endpoint's queue: one process at a time, which renews its lease while it lives. An outcome is only
-- recorded by the holder, so whoever overslept its lease changes nothing.
create table webhook_lanes (
  tenant_id uuid not null,
  subscription_id uuid not null,
  holder uuid not null,
  until timestamptz not null,
  primary key (tenant_id, subscription_id)
) with (fillfactor = 50);

-- A delivery is no longer marked when it is taken: the lane is.
alter table webhook_queue no force row level security;
update webhook_queue set state = 'ready' where state = 'sending';
alter table webhook_queue force row level security;
drop index webhook_queue_timed;
alter table webhook_queue
  drop constraint queue_state_is_known,
  add constraint queue_state_is_known check (state in ('ready', 'waiting', 'held')),
  drop column claim;
create index webhook_queue_timed on webhook_queue (next_at) where state = 'waiting';

alter table webhook_lanes enable row level security;
alter table webhook_lanes force row level security;
create policy own_tenant on webhook_lanes to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy worker_all on webhook_lanes to colonnade_worker using (true) with check (true);
grant select, insert, delete, update (holder, until) on webhook_lanes to colonnade_worker;

-- The last attempt of a delivery is logged in the delivery's own row: nearly all have one attempt, and one row is half of two.
-- webhook_attempts holds those before it. Null: it was cancelled before any, or is from before this was so.
alter table webhook_deliveries
  add column started_at timestamptz,
  add column duration_ms int,
  add column status_code int,
  add column failure text,
  add column message text,
  add column address text,
  add column timings json,
  add column answer_headers json,
  add column answer_body text;
-- Of a delivery that was cancelled while it was in flight, what really came of it is recorded all the same.
grant update (status, attempts, finished_at, started_at, duration_ms, status_code, failure, message, address, timings,
  answer_headers, answer_body) on webhook_deliveries to colonnade_worker;
