-- Why: a file of orders is taken in at once and worked off in the background, by whichever process is free.
create table imports (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  format text not null constraint import_format_is_known check (format in ('csv', 'ndjson')),
  options json not null,
  dry_run boolean not null,
  error_policy text not null
    constraint import_error_policy_is_known check (error_policy in ('reject_all', 'reject_failed')),
  status text not null
    constraint import_status_is_known
    check (status in ('receiving', 'queued', 'running', 'finished', 'failed', 'cancelled')),
  -- A check writes no orders; a dry run is nothing but a check.
  pass text not null constraint import_pass_is_known check (pass in ('check', 'write')),
  received_bytes bigint not null default 0,
  -- Where the next batch begins. It moves in the transaction that places the batch before, so nothing is placed twice.
  reached_byte bigint not null default 0,
  rows_done bigint not null default 0,
  rows_failed bigint not null default 0,
  orders_placed bigint not null default 0,
  orders_failed bigint not null default 0,
  errors_kept int not null default 0,
  warnings json not null default '[]',
  reason text,
  -- Rises with each worker that takes the import over: what an earlier one still has in hand no longer counts.
  claim int not null default 0,
  -- Until then it is in someone's hands: of the upload, or of a worker.
  lease_until timestamptz not null,
  stumbles int not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  constraint import_has_an_end_when_over
    check ((status in ('finished', 'failed', 'cancelled')) = (finished_at is not null)),
  constraint dry_run_only_checks check (not dry_run or pass = 'check')
);
create index imports_newest_first on imports (tenant_id, created_at desc, id desc);
create index imports_open on imports (lease_until) where status in ('receiving', 'queued', 'running');
create index imports_over on imports (finished_at) where finished_at is not null;

-- The file itself, until the import is over.
create table import_chunks (
  tenant_id uuid not null,
  import_id uuid not null,
  start_byte bigint not null,
  bytes bytea not null,
  primary key (tenant_id, import_id, start_byte),
  constraint chunk_belongs_to_an_import_of_its_tenant
    foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
);
-- Read once or twice and gone: compressing it would cost more than it saves.
alter table import_chunks alter column bytes set storage external;

create table import_errors (
  tenant_id uuid not null,
  import_id uuid not null,
  row_number bigint not null,
  entry int not null,
  field text not null,
  code text not null,
  message text not null,
  primary key (tenant_id, import_id, row_number, entry),
  constraint error_belongs_to_an_import_of_its_tenant
    foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['imports', 'import_chunks', 'import_errors'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to colonnade_app
         using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  end loop;
end
$$;
-- Workers look for work in all tenants; the work itself they do inside one.
create policy worker_all on imports to colonnade_worker using (true) with check (true);

grant select, insert, delete, update (
    status, pass, received_bytes, reached_byte, rows_done, rows_failed, orders_placed, orders_failed, errors_kept, warnings,
    reason, lease_until, stumbles, finished_at) on imports to colonnade_app;
grant select, delete, update (status, claim, lease_until, started_at) on imports to colonnade_worker;
grant select, insert, delete on import_chunks to colonnade_app;
grant select, insert on import_errors to colonnade_app;
