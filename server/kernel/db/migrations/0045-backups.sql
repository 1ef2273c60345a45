-- Why: a backup reads the rows of all tenants in one snapshot, as a role that can do nothing else (decision 33).
-- Works with: 39

do $$
begin
  if not exists (select from pg_roles where rolname = 'colonnade_backup') then
    -- Roles belong to the whole cluster; another Colonnade database may be creating it at this moment.
    begin
      create role colonnade_backup login nosuperuser nobypassrls nocreatedb nocreaterole;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end
$$;
grant usage on schema public to colonnade_backup;
grant select on installation, row_changes, schema_migrations to colonnade_backup;
grant select on sequence event_positions to colonnade_backup;

-- Lets backups read all rows of a table, and the sequences of its columns. Without the policy a backup would silently lack them.
create or replace function let_backup_read(tenant_table regclass) returns void language plpgsql as $$
declare
  counter regclass;
begin
  execute format('drop policy if exists backup_reads_all on %s', tenant_table);
  execute format('create policy backup_reads_all on %s for select to colonnade_backup using (true)', tenant_table);
  execute format('grant select on %s to colonnade_backup', tenant_table);
  for counter in
    select d.objid from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid = tenant_table
      and d.deptype in ('a', 'i')
  loop
    execute format('grant select on sequence %s to colonnade_backup', counter);
  end loop;
end
$$;

-- The function of migration 41; in addition, backups read the table.
create or replace function confine_to_tenant(tenant_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format(
    'create policy own_tenant on %s to colonnade_app
       using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', tenant_table);
  perform let_backup_read(tenant_table);
end
$$;
-- Only migrations call them, as the owner.
revoke execute on function let_backup_read(regclass), confine_to_tenant(regclass) from public;

-- A table at a time, because a policy locks its table.
-- Step: api_key_networks.
select let_backup_read('api_key_networks');
-- Step: api_keys.
select let_backup_read('api_keys');
-- Step: audit_log.
select let_backup_read('audit_log');
-- Step: content_entries.
select let_backup_read('content_entries');
-- Step: content_index.
select let_backup_read('content_index');
-- Step: content_locales.
select let_backup_read('content_locales');
-- Step: content_published.
select let_backup_read('content_published');
-- Step: content_references.
select let_backup_read('content_references');
-- Step: content_revisions.
select let_backup_read('content_revisions');
-- Step: content_schedule.
select let_backup_read('content_schedule');
-- Step: content_type_changes.
select let_backup_read('content_type_changes');
-- Step: content_types.
select let_backup_read('content_types');
-- Step: content_unique.
select let_backup_read('content_unique');
-- Step: customer_identities.
select let_backup_read('customer_identities');
-- Step: customer_terms.
select let_backup_read('customer_terms');
-- Step: customer_work.
select let_backup_read('customer_work');
-- Step: customers.
select let_backup_read('customers');
-- Step: event_feed.
select let_backup_read('event_feed');
-- Step: event_queue.
select let_backup_read('event_queue');
-- Step: events.
select let_backup_read('events');
-- Step: idempotency_forgotten.
select let_backup_read('idempotency_forgotten');
-- Step: idempotency_keys.
select let_backup_read('idempotency_keys');
-- Step: import_chunks.
select let_backup_read('import_chunks');
-- Step: import_errors.
select let_backup_read('import_errors');
-- Step: import_numbers.
select let_backup_read('import_numbers');
-- Step: imports.
select let_backup_read('imports');
-- Step: invitations.
select let_backup_read('invitations');
-- Step: key_changes.
select let_backup_read('key_changes');
-- Step: media_assets.
select let_backup_read('media_assets');
-- Step: media_blobs.
select let_backup_read('media_blobs');
-- Step: media_derivatives.
select let_backup_read('media_derivatives');
-- Step: media_files.
select let_backup_read('media_files');
-- Step: media_renditions.
select let_backup_read('media_renditions');
-- Step: media_terms.
select let_backup_read('media_terms');
-- Step: memberships.
select let_backup_read('memberships');
-- Step: notices.
select let_backup_read('notices');
-- Step: order_counters.
select let_backup_read('order_counters');
-- Step: order_history.
select let_backup_read('order_history');
-- Step: order_lines.
select let_backup_read('order_lines');
-- Step: order_metadata.
select let_backup_read('order_metadata');
-- Step: order_rollups.
select let_backup_read('order_rollups');
-- Step: orders.
select let_backup_read('orders');
-- Step: password_links.
select let_backup_read('password_links');
-- Step: people.
select let_backup_read('people');
-- Step: properties.
select let_backup_read('properties');
-- Step: property_domains.
select let_backup_read('property_domains');
-- Step: recovery_codes.
select let_backup_read('recovery_codes');
-- Step: redirect_hits.
select let_backup_read('redirect_hits');
-- Step: redirect_removals.
select let_backup_read('redirect_removals');
-- Step: redirects.
select let_backup_read('redirects');
-- Step: search_texts.
select let_backup_read('search_texts');
-- Step: search_trigrams.
select let_backup_read('search_trigrams');
-- Step: search_words.
select let_backup_read('search_words');
-- Step: second_factors.
select let_backup_read('second_factors');
-- Step: sessions.
select let_backup_read('sessions');
-- Step: sign_in_guesses.
select let_backup_read('sign_in_guesses');
-- Step: tenant_modules.
select let_backup_read('tenant_modules');
-- Step: tenant_quotas.
select let_backup_read('tenant_quotas');
-- Step: tenant_usage.
select let_backup_read('tenant_usage');
-- Step: tenants.
select let_backup_read('tenants');
-- Step: usage_changes.
select let_backup_read('usage_changes');
-- Step: usage_counted.
select let_backup_read('usage_counted');
-- Step: webhook_attempts.
select let_backup_read('webhook_attempts');
-- Step: webhook_deliveries.
select let_backup_read('webhook_deliveries');
-- Step: webhook_lanes.
select let_backup_read('webhook_lanes');
-- Step: webhook_pace.
select let_backup_read('webhook_pace');
-- Step: webhook_queue.
select let_backup_read('webhook_queue');
-- Step: webhook_replays.
select let_backup_read('webhook_replays');
-- Step: webhook_subscriptions.
select let_backup_read('webhook_subscriptions');
-- Step: webhook_warnings.
select let_backup_read('webhook_warnings');
