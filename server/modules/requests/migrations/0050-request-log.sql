-- Why: a developer reads what a program sent with its key, and how often; no request waits for that to be stored (decision 40).
-- Works with: 39

-- Requests with a key, written in batches after their answers. The id begins with the time, so its index serves the list, a period and
-- a look-up alike. No foreign keys: they would cost each row more than the row itself.
create table request_log (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  key_id uuid not null,
  method text not null,
  -- Null when no route has this path.
  route text,
  path text not null,
  status smallint not null,
  duration_ms real not null,
  request_id text not null,
  -- These are stored for failures alone, without secrets.
  error_code text,
  query text,
  body text,
  answer text,
  primary key (tenant_id, id, at)
) partition by range (at);
create table request_log_default partition of request_log default;
create index request_log_of_key on request_log (tenant_id, key_id, id);
create index request_log_failures on request_log (tenant_id, id) where status >= 400;

-- All requests of a key, by hour: also those that the log had no room for.
create table key_usage (
  tenant_id uuid not null,
  key_id uuid not null,
  hour timestamptz not null,
  requests int not null,
  failures int not null,
  primary key (tenant_id, key_id, hour)
) partition by range (hour);
create table key_usage_default partition of key_usage default;

-- How much of the log's quota a tenant has used: it falls steadily, so that a flood silences the log for hours and not for days.
create table request_log_levels (
  tenant_id uuid primary key,
  bytes double precision not null,
  at timestamptz not null
) with (fillfactor = 50);

select confine_to_tenant('request_log');
select confine_to_tenant('key_usage');
select confine_to_tenant('request_log_levels');
alter table request_log_default enable row level security;
alter table request_log_default force row level security;
alter table key_usage_default enable row level security;
alter table key_usage_default force row level security;
create policy worker_inserts on request_log for insert to colonnade_worker with check (true);
create policy worker_all on key_usage to colonnade_worker using (true) with check (true);
create policy worker_all on request_log_levels to colonnade_worker using (true) with check (true);
grant select on request_log, key_usage to colonnade_app;
grant insert on request_log to colonnade_worker;
grant select, insert, update (requests, failures) on key_usage to colonnade_worker;
grant select, insert, update (bytes, at) on request_log_levels to colonnade_worker;

-- Step: keys have a label that can be changed, and one that replaces them.
alter table api_keys
  add column version int not null default 1,
  -- The key that this one was made from, and the key that was made from this one.
  add column replaces uuid,
  add column replaced_by uuid;
grant select (version, replaces, replaced_by), update (label, version, expires_at, replaced_by) on api_keys to colonnade_app;
