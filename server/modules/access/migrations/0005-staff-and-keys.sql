-- Why: people sign in once and may work for several tenants; keys belong to exactly one.
create table people (
  id uuid primary key,
  email text not null constraint email_is_lower_case check (email = lower(email)),
  password_hash text not null,
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  constraint email_is_unique unique (email)
);

create table memberships (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  person_id uuid not null references people (id),
  -- What this tenant calls them: another tenant's name for the same person is none of its business.
  name text not null,
  role text not null constraint role_is_known check (role in ('viewer', 'editor', 'admin', 'owner')),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint person_is_once_in_tenant unique (tenant_id, person_id)
);
create index memberships_by_person on memberships (person_id);
alter table memberships enable row level security;
alter table memberships force row level security;
create policy own_tenant on memberships to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy auth_reads_all on memberships for select to colonnade_auth using (true);
grant select, insert, delete on memberships to colonnade_app;
grant update (role) on memberships to colonnade_app;
grant select on memberships to colonnade_auth;

-- A tenant sees the people who work for it, and never a password hash.
alter table people enable row level security;
alter table people force row level security;
create policy staff_of_own_tenant on people for select to colonnade_app
  using (id in (select person_id from memberships));
create policy auth_all on people to colonnade_auth using (true) with check (true);
grant select (id, email, created_at) on people to colonnade_app;
grant select, insert on people to colonnade_auth;
grant update (password_hash, password_changed_at) on people to colonnade_auth;

create table sessions (
  id uuid primary key,
  tenant_id uuid not null,
  member_id uuid not null,
  -- Of the part of the refresh token that stays: with it, any outdated token of this sign-in is known for a copy.
  family_hash bytea not null,
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- Whoever leaves the staff takes no sign-in along, and finds none when they come back.
  constraint session_ends_with_its_membership
    foreign key (tenant_id, member_id) references memberships (tenant_id, id) on delete cascade
);
create index sessions_by_member on sessions (tenant_id, member_id);
create index sessions_by_age on sessions (expires_at);
alter table sessions enable row level security;
alter table sessions force row level security;
create policy own_tenant on sessions to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy auth_all on sessions to colonnade_auth using (true) with check (true);
grant select, insert, update, delete on sessions to colonnade_auth;

create table api_keys (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  key_id text not null constraint key_id_is_eight_letters_or_digits check (key_id ~ '^[0-9A-Za-z]{8}$'),
  secret_hash bytea not null constraint secret_hash_is_sha256 check (length(secret_hash) = 32),
  label text not null,
  scopes text[] not null constraint key_has_a_scope check (cardinality(scopes) > 0),
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  -- Random 8 characters of 62 that nobody chooses: a clash tells nothing about another tenant.
  constraint key_id_is_unique unique (key_id)
);
create index api_keys_newest_first on api_keys (tenant_id, created_at desc, id desc);
alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy own_tenant on api_keys to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy auth_all on api_keys to colonnade_auth using (true);
grant select (tenant_id, id, key_id, label, scopes, expires_at, created_at, created_by, revoked_at, last_used_at) on api_keys to colonnade_app;
grant insert on api_keys to colonnade_app;
grant update (revoked_at) on api_keys to colonnade_app;
grant select on api_keys to colonnade_auth;
grant update (last_used_at) on api_keys to colonnade_auth;
