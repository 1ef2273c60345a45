-- Why: a business may run several sites; redirects, content and orders belong to one of them, and visitors find it by its domain.
create table properties (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null constraint property_name_is_short check (length(name) between 1 and 200),
  -- The first is the one to fall back on.
  locales text[] not null default '{}',
  -- Where whatever names no property belongs.
  is_default boolean not null,
  version int not null default 1,
  -- Rises with every change to what visitors are served: whoever holds that in memory compares it on every visit.
  served_version int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index one_property_is_the_default on properties (tenant_id) where is_default;
create index properties_newest_first on properties (tenant_id, created_at desc, id desc);
-- Visitors bring an id and no tenant.
create index properties_by_id on properties (id);

-- Anyone may list a domain; it is served only for whoever proved that it is theirs, which nobody else then is.
create table property_domains (
  tenant_id uuid not null,
  property_id uuid not null,
  domain text not null constraint domain_is_lower_case_and_short check (domain = lower(domain) and length(domain) <= 253),
  -- The place in the list; the first is where the property is at home.
  place int not null,
  verified_at timestamptz,
  primary key (tenant_id, property_id, domain),
  constraint domain_is_of_a_property_of_its_tenant
    foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete cascade
);
create unique index one_property_answers_for_a_domain on property_domains (domain) where verified_at is not null;

do $$
declare
  name text;
begin
  foreach name in array array['properties', 'property_domains'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to colonnade_app
         using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  end loop;
end
$$;
-- A visit begins without a tenant: the host name, or the id in the path, tells whose site it is.
create policy auth_reads_all on properties for select to colonnade_auth using (true);
-- Whoever proves a domain takes it over, from another tenant too.
create policy auth_all on property_domains to colonnade_auth using (true);

grant select, insert, delete, update (name, locales, is_default, version, served_version, updated_at)
  on properties to colonnade_app;
grant select, delete, update (place) on property_domains to colonnade_app;
grant insert (tenant_id, property_id, domain, place) on property_domains to colonnade_app;
grant select (tenant_id, id, served_version) on properties to colonnade_auth;
grant select, update (verified_at) on property_domains to colonnade_auth;
