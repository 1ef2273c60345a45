-- Why: a password can be phished or reused; a second factor belongs to the person, and a tenant may ask for one.
create table second_factors (
  id uuid primary key,
  person_id uuid not null constraint factor_ends_with_its_account references people (id) on delete cascade,
  kind text not null constraint factor_kind_is_known check (kind in ('totp', 'passkey')),
  name text not null,
  created_at timestamptz not null,
  -- Until it was used once, it opens nothing and is not asked for.
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- Sealed, and bound to the person and this row.
  totp_secret bytea,
  -- The last that was used: a code holds once.
  totp_step integer,
  credential_id text constraint credential_is_unique unique,
  public_key bytea,
  counter bigint,
  transports text[],
  constraint factor_has_what_its_kind_needs check (
    case kind when 'totp' then totp_secret is not null
    else credential_id is not null and public_key is not null and counter is not null end)
);
create index second_factors_by_person on second_factors (person_id);
alter table second_factors enable row level security;
alter table second_factors force row level security;
create policy auth_all on second_factors to colonnade_auth using (true) with check (true);
grant select, insert, update, delete on second_factors to colonnade_auth;

create table recovery_codes (
  person_id uuid not null constraint code_ends_with_its_account references people (id) on delete cascade,
  -- Signed with the installation's secret, so the table alone cannot be tried through.
  proof text not null,
  primary key (person_id, proof)
);
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy auth_all on recovery_codes to colonnade_auth using (true) with check (true);
grant select, insert, delete on recovery_codes to colonnade_auth;

alter table sessions add column second_factor_at timestamptz;
alter table tenants add column second_factor_roles text[] not null default '{}'
  constraint roles_are_known check (second_factor_roles <@ array['viewer', 'editor', 'admin', 'owner']);
grant update (second_factor_roles) on tenants to colonnade_app;

-- Another one with every change of the password or of the factors, so that what a device proved before stays void.
alter table people add column opening uuid not null default gen_random_uuid();
grant update (opening) on people to colonnade_auth;

-- Such a change and its rows in the audit logs are one transaction, which enters the person's tenants one after the other.
create policy own_tenant_of_identity on audit_log to colonnade_auth
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select (tenant_id, seq, hash), insert on audit_log to colonnade_auth;
