-- Why: a redirect is a rule of one site: exact or for all that begins with it, within its time, counted, and served.
alter table redirects
  add column property_id uuid,
  add column match text not null default 'exact' constraint match_is_known check (match in ('exact', 'prefix')),
  -- Of the path in its one spelling, which may be longer than an index takes.
  add column from_hash bytea,
  add column query text not null default 'keep' constraint query_handling_is_known check (query in ('keep', 'drop')),
  add column active_from timestamptz,
  add column active_until timestamptz,
  add column notes text,
  -- Where its visitors pass when rules follow each other, as it was when this was saved.
  add column chain text[] not null default '{}',
  add column version int not null default 1,
  -- The served_version of the property that came with the last change: what is newer has not been read yet.
  add column changed_in int not null default 0,
  add column updated_at timestamptz,
  add constraint window_ends_after_it_begins check (active_from < active_until);

-- What there is already goes to a default property. An owner who is no superuser sees these rows only while the policies do
-- not bind it.
alter table properties no force row level security;
alter table redirects no force row level security;
insert into properties (tenant_id, id, name, is_default, served_version, created_at, updated_at)
select tenant_id, gen_random_uuid(), 'Default site', true, 1, now(), now() from redirects group by tenant_id;
update redirects r set
  property_id = p.id, from_hash = sha256(convert_to('exact ' || from_path, 'UTF8')), changed_in = 1, updated_at = r.created_at
from properties p where p.tenant_id = r.tenant_id and p.is_default;
alter table properties force row level security;
alter table redirects force row level security;

alter table redirects
  alter column property_id set not null,
  alter column from_hash set not null,
  alter column updated_at set not null,
  drop constraint path_redirects_once,
  add constraint path_redirects_once_in_a_property unique (tenant_id, property_id, match, from_hash),
  add constraint redirect_is_of_a_property_of_its_tenant
    foreign key (tenant_id, property_id) references properties (tenant_id, id);
create index redirects_of_property on redirects (tenant_id, property_id, created_at desc, id desc);
create index redirects_by_change on redirects (tenant_id, property_id, changed_in, id);

-- So that processes that hold the rules in memory learn what is gone. Only the latest changes are kept: whoever missed more
-- reads everything.
create table redirect_removals (
  tenant_id uuid not null,
  property_id uuid not null,
  removed_in int not null,
  redirect_id uuid not null,
  primary key (tenant_id, property_id, removed_in, redirect_id),
  constraint removal_is_of_a_property_of_its_tenant
    foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete cascade
);

-- Apart from the rules, because what is rewritten often must be small.
create table redirect_hits (
  tenant_id uuid not null,
  redirect_id uuid not null,
  hits bigint not null,
  last_hit_at timestamptz not null,
  primary key (tenant_id, redirect_id),
  constraint hits_are_of_a_redirect_of_their_tenant
    foreign key (tenant_id, redirect_id) references redirects (tenant_id, id) on delete cascade
) with (fillfactor = 50);

do $$
declare
  name text;
begin
  foreach name in array array['redirect_removals', 'redirect_hits'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to colonnade_app
         using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  end loop;
end
$$;
grant update (
  match, from_path, from_hash, to_url, status_code, query, active_from, active_until, notes, chain, version, changed_in,
  updated_at) on redirects to colonnade_app;
grant select, insert, delete on redirect_removals to colonnade_app;
grant select, insert, update (hits, last_hit_at) on redirect_hits to colonnade_app;
