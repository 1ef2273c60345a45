-- Why: people see where they are signed in, and a tenant sees when one of its keys is used from somewhere else.
alter table sessions add column address text, add column user_agent text;

create table api_key_networks (
  tenant_id uuid not null,
  key_id uuid not null,
  network text not null,
  first_used_at timestamptz not null default now(),
  primary key (tenant_id, key_id, network),
  foreign key (tenant_id, key_id) references api_keys (tenant_id, id) on delete cascade
);
alter table api_key_networks enable row level security;
alter table api_key_networks force row level security;
create policy auth_all on api_key_networks to colonnade_auth using (true) with check (true);
grant select, insert on api_key_networks to colonnade_auth;
