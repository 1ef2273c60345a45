-- Why: what costs is the commit and the statement, not the rows; orders of several tenants that arrive together are placed together.

do $$
begin
  if not exists (select from pg_roles where rolname = 'colonnade_batch') then
    create role colonnade_batch login nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
exception when duplicate_object or unique_violation then null;
end
$$;
grant usage on schema public to colonnade_batch;
grant select on installation, schema_migrations to colonnade_batch;

-- The tenants of the current transaction, each of whom has just been let in.
create function current_tenants() returns uuid[]
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant_ids', true), '')::uuid[] $$;

do $$
declare
  name text;
begin
  foreach name in array array['customers', 'order_counters', 'orders', 'order_lines', 'events', 'event_queue'] loop
    execute format(
      'create policy those_told on %I to colonnade_batch
         using (tenant_id = any ((select current_tenants())::uuid[]))
         with check (tenant_id = any ((select current_tenants())::uuid[]))', name);
  end loop;
end
$$;
-- It locks the customers it writes orders for, and PostgreSQL lets only those lock who may update something.
grant select (tenant_id, id, merged_into, erased_at), update (updated_at) on customers to colonnade_batch;
grant select, insert, update (next_number) on order_counters to colonnade_batch;
grant select (tenant_id, id, order_number), insert on orders to colonnade_batch;
grant insert on order_lines, events, event_queue to colonnade_batch;

-- Looked up for every order, and known already: an order's customer is of a tenant, and who writes was let in for one.
alter table orders drop constraint orders_tenant_id_fkey;
alter table events drop constraint events_tenant_id_fkey;
