-- Why: every table with rows of tenants needs the same row-level security, so one function sets it up.
-- Works with: 39

-- Shows each tenant its own rows only, also to the owner. Rights of roles other than colonnade_app need their own policies.
create function confine_to_tenant(tenant_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format(
    'create policy own_tenant on %s to colonnade_app
       using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', tenant_table);
end
$$;
-- Only migrations call it, as the owner.
revoke execute on function confine_to_tenant(regclass) from public;
