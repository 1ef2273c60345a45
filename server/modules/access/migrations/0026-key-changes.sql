-- Why: every request asks whether its key still stands for what it stood for (decision 14), so the answer must be quick to find.

-- In place of the stamps of migration 24.
drop trigger stamp_keys on tenants;
drop trigger stamp_keys on tenant_modules;
drop trigger wait_for_stamps on api_keys;
drop function stamp_keys(), wait_for_stamps(), lock_stamps(uuid, boolean);

-- Whoever changes what a key stands for says so here, in the same transaction: of the key, its tenant, or the tenant's modules.
create table key_changes (
  tenant_id uuid not null,
  -- Who has not seen this transaction has not seen the change.
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp()
);
create index key_changes_by_transaction on key_changes (xid) include (tenant_id);
create index key_changes_by_age on key_changes (at);
alter table key_changes enable row level security;
alter table key_changes force row level security;
create policy own_tenant on key_changes to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy auth_all on key_changes to colonnade_auth using (true);
grant insert (tenant_id) on key_changes to colonnade_app;
grant select, delete on key_changes to colonnade_auth;

create function note_key_change() returns trigger language plpgsql as $$
begin
  insert into key_changes (tenant_id) values ((to_jsonb(new) ->> tg_argv[0])::uuid);
  return null;
end $$;
create trigger note_key_change after update of revoked_at, expires_at, scopes, label, secret_hash, key_id on api_keys
  for each row execute function note_key_change('tenant_id');
create trigger note_key_change after update on tenants for each row execute function note_key_change('id');
create trigger note_key_change after insert or update on tenant_modules
  for each row execute function note_key_change('tenant_id');
