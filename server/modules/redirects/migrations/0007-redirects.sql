-- Why: a page that moved must still be found; each path of a tenant goes to one place.
create table redirects (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  from_path text not null,
  to_url text not null,
  status_code int not null constraint status_code_redirects check (status_code in (301, 302, 307, 308)),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint path_redirects_once unique (tenant_id, from_path)
);
create index redirects_newest_first on redirects (tenant_id, created_at desc, id desc);
alter table redirects enable row level security;
alter table redirects force row level security;
create policy own_tenant on redirects to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert, delete on redirects to colonnade_app;
