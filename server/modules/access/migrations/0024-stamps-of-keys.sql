-- Why: a key is looked up by one row of one index (decision 14), so whatever it stands for must show in that row.
-- What a key stands for is remembered by the transaction that last wrote the key. Whoever changes its tenant or modules writes it too.
create function lock_stamps(tenant uuid, is_shared boolean) returns void language plpgsql as $$
begin
  if is_shared then
    perform pg_advisory_xact_lock_shared(hashtextextended('stamps of keys ' || tenant, 0));
  else
    perform pg_advisory_xact_lock(hashtextextended('stamps of keys ' || tenant, 0));
  end if;
end $$;

create function stamp_keys() returns trigger language plpgsql as $$
declare
  tenant uuid := to_jsonb(new) ->> tg_argv[0];
begin
  -- Waits for keys that are being made; keys to be made wait for the change.
  perform lock_stamps(tenant, false);
  update api_keys set revoked_at = revoked_at where tenant_id = tenant;
  return null;
end $$;

create function wait_for_stamps() returns trigger language plpgsql as $$
begin
  perform lock_stamps(new.tenant_id, true);
  return new;
end $$;

create trigger stamp_keys after update on tenants for each row execute function stamp_keys('id');
create trigger stamp_keys after insert or update on tenant_modules for each row execute function stamp_keys('tenant_id');
create trigger wait_for_stamps before insert on api_keys for each row execute function wait_for_stamps();
