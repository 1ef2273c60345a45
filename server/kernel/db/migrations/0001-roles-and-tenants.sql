-- Why: everything stands on who may see what. The owner migrates; three roles that own nothing do the work.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['colonnade_app', 'colonnade_worker', 'colonnade_auth'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      -- Roles belong to the whole cluster; another Colonnade database may be creating them at this moment.
      begin
        execute format('create role %I login nosuperuser nobypassrls nocreatedb nocreaterole', wanted);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
end
$$;

grant usage on schema public to colonnade_app, colonnade_worker, colonnade_auth;

-- The tenant of the current transaction. nullif: a transaction-local setting leaves '' behind on a pooled connection.
create function current_tenant() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;

create table installation (
  only_one boolean primary key default true constraint installation_has_one_row check (only_one),
  secret_fingerprint text not null,
  created_at timestamptz not null default now()
);
grant select on installation, schema_migrations to colonnade_app, colonnade_worker, colonnade_auth;

create table tenants (
  id uuid primary key,
  name text not null constraint tenant_name_is_short check (length(name) between 1 and 200),
  slug text not null constraint slug_is_unique unique
    constraint slug_is_lower_case_and_short check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  created_at timestamptz not null
);
alter table tenants enable row level security;
alter table tenants force row level security;
create policy own_tenant on tenants to colonnade_app
  using (id = (select current_tenant())) with check (id = (select current_tenant()));
create policy auth_reads_all on tenants for select to colonnade_auth using (true);
create policy worker_reads_all on tenants for select to colonnade_worker using (true);
grant select, insert on tenants to colonnade_app;
grant update (name) on tenants to colonnade_app;
grant select on tenants to colonnade_auth, colonnade_worker;

create table tenant_modules (
  tenant_id uuid not null references tenants (id),
  module text not null,
  active boolean not null,
  changed_at timestamptz not null,
  primary key (tenant_id, module)
);
alter table tenant_modules enable row level security;
alter table tenant_modules force row level security;
create policy own_tenant on tenant_modules to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy auth_reads_all on tenant_modules for select to colonnade_auth using (true);
grant select, insert, update on tenant_modules to colonnade_app;
grant select on tenant_modules to colonnade_auth;
