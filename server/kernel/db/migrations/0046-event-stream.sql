-- Why: a relay passes every event to a stream outside the database, in one order; only subscribable events had a position.
-- Works with: 39

-- At most one row, which a worker with a relay inserts. While it exists, dispatchers give each event a position.
create table relay (
  only_one boolean primary key default true constraint there_is_one_relay check (only_one),
  -- The stream that is written: a new one replaces a stream that lost acknowledged events.
  epoch int not null default 1,
  -- The last event that the stream is known to have: its position here and its sequence there.
  position bigint not null default 0,
  sequence bigint not null default 0,
  holder uuid,
  lease_until timestamptz not null default '-infinity',
  last_error text
);
grant select, insert, update, delete on relay to colonnade_worker;

-- Positions are given one dispatcher at a time, until its commit, so they become visible in their order. They belong to this
-- installation, and their reader reads the events of all tenants, so the position is the beginning of the key.
create sequence stream_positions;
grant usage on sequence stream_positions to colonnade_worker;
create table event_stream (
  position bigint not null,
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  primary key (position, tenant_id, at)
) partition by range (at);
create table event_stream_default partition of event_stream default;
alter table event_stream enable row level security;
alter table event_stream force row level security;
alter table event_stream_default enable row level security;
alter table event_stream_default force row level security;
create policy worker_all on event_stream to colonnade_worker using (true) with check (true);
grant select, insert on event_stream to colonnade_worker;
select let_backup_read('event_stream');
grant select on relay to colonnade_backup;
grant select on sequence stream_positions to colonnade_backup;
