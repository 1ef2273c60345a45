-- Why: a file of products is taken in at once and worked off in the background, by whichever process is free.
-- Works with: 39

create table catalog_imports (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  format text not null constraint catalog_import_format_is_known check (format in ('csv', 'ndjson')),
  options json not null,
  dry_run boolean not null,
  error_policy text not null
    constraint catalog_import_error_policy_is_known check (error_policy in ('reject_all', 'reject_failed')),
  status text not null constraint catalog_import_status_is_known
    check (status in ('receiving', 'queued', 'running', 'finished', 'failed', 'cancelled')),
  -- A check writes no products; a dry run is nothing but a check.
  pass text not null constraint catalog_import_pass_is_known check (pass in ('check', 'write')),
  received_bytes bigint not null default 0,
  -- The next batch begins here. It moves in the transaction that writes the batch before, so nothing is written twice.
  reached_byte bigint not null default 0,
  rows_done bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  failed bigint not null default 0,
  variants bigint not null default 0,
  errors_kept int not null default 0,
  warnings json not null default '[]',
  reason text,
  -- Rises with each worker that claims the import: the writes of an earlier one fail.
  claim int not null default 0,
  lease_until timestamptz not null,
  failures int not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (tenant_id, id),
  constraint catalog_import_has_an_end_when_over
    check ((status in ('finished', 'failed', 'cancelled')) = (finished_at is not null)),
  constraint dry_run_of_catalog_only_checks check (not dry_run or pass = 'check')
);
create index catalog_imports_newest_first on catalog_imports (tenant_id, created_at desc, id desc);
create index catalog_imports_open on catalog_imports (lease_until) where status in ('receiving', 'queued', 'running');
create index catalog_imports_over on catalog_imports (finished_at) where finished_at is not null;

-- The file itself, until the import is over.
create table catalog_import_chunks (
  tenant_id uuid not null,
  import_id uuid not null,
  start_byte bigint not null,
  bytes bytea not null,
  primary key (tenant_id, import_id, start_byte),
  constraint chunk_belongs_to_a_catalog_import_of_its_tenant
    foreign key (tenant_id, import_id) references catalog_imports (tenant_id, id) on delete cascade
);
alter table catalog_import_chunks alter column bytes set storage external;

create table catalog_import_errors (
  tenant_id uuid not null,
  import_id uuid not null,
  row_number bigint not null,
  entry int not null,
  field text not null,
  code text not null,
  message text not null,
  primary key (tenant_id, import_id, row_number, entry),
  constraint error_belongs_to_a_catalog_import_of_its_tenant
    foreign key (tenant_id, import_id) references catalog_imports (tenant_id, id) on delete cascade
);

select confine_to_tenant('catalog_imports');
select confine_to_tenant('catalog_import_chunks');
select confine_to_tenant('catalog_import_errors');
-- Workers look for work in all tenants; the work itself they do inside one.
create policy worker_all on catalog_imports to colonnade_worker using (true) with check (true);

grant select, insert, delete, update (
    status, pass, received_bytes, reached_byte, rows_done, created, updated, unchanged, failed, variants, errors_kept, warnings,
    reason, lease_until, failures, finished_at) on catalog_imports to colonnade_app;
grant select, delete, update (status, claim, lease_until, started_at) on catalog_imports to colonnade_worker;
grant select, insert, delete on catalog_import_chunks to colonnade_app;
grant select, insert on catalog_import_errors to colonnade_app;
