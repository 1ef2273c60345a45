-- Why: browsers of shoppers call the storefront with bearers that are weaker than an API key (decision 47).
-- Works with: 39

-- A storefront key has no secret: it names a site, and whoever reads that site's pages reads the key.
create table storefront_keys (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  key_id text not null constraint storefront_key_id_is_eight_letters_or_digits check (key_id ~ '^[0-9A-Za-z]{8}$'),
  label text not null constraint storefront_key_label_is_short check (length(label) between 1 and 100),
  property_id uuid not null,
  created_at timestamptz not null,
  created_by text not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  version int not null default 1,
  primary key (tenant_id, id),
  -- Random 8 characters of 62 that no tenant chooses: a clash reveals nothing about another tenant.
  constraint storefront_key_id_is_unique unique (key_id),
  -- A property is not deleted while a key of it works; revoked ones are deleted with it.
  constraint storefront_key_is_of_a_property_of_its_tenant
    foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete cascade
);
create index storefront_keys_newest_first on storefront_keys (tenant_id, created_at desc, id desc);
create index storefront_keys_of_property on storefront_keys (tenant_id, property_id);
select confine_to_tenant('storefront_keys');
create policy auth_all on storefront_keys to colonnade_auth using (true);
grant select, insert, update (label, revoked_at, version) on storefront_keys to colonnade_app;
grant select, update (last_used_at) on storefront_keys to colonnade_auth;

-- The sign-in of a customer at a site. The row makes a sign-out hold at once.
create table customer_sessions (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  property_id uuid not null,
  customer_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  constraint customer_session_is_at_a_property_of_its_tenant
    foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete cascade,
  constraint customer_session_is_of_a_customer_of_its_tenant
    foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade
);
create index customer_sessions_of_customer on customer_sessions (tenant_id, customer_id);
create index customer_sessions_of_property on customer_sessions (tenant_id, property_id);
create index customer_sessions_by_age on customer_sessions (expires_at);
select confine_to_tenant('customer_sessions');
create policy auth_all on customer_sessions to colonnade_auth using (true);
grant select, insert, update (expires_at), delete on customer_sessions to colonnade_app;
grant select, delete on customer_sessions to colonnade_auth;
-- The consumer of erasures and merges ends the sessions of those customers.
create policy worker_ends on customer_sessions to colonnade_worker using (true);
grant select (tenant_id, customer_id), delete on customer_sessions to colonnade_worker;

-- A shop is the default property if the caller names none.
grant select (is_default) on properties to colonnade_auth;

-- Caches of keys and shops read these notes (migration 26).
create trigger note_key_change after update of revoked_at, label on storefront_keys
  for each row execute function note_key_change('tenant_id');
create function note_property_change() returns trigger language plpgsql as $$
begin
  insert into key_changes (tenant_id) values (old.tenant_id);
  return null;
end $$;
create trigger note_property_change after delete or update of is_default on properties
  for each row execute function note_property_change();
