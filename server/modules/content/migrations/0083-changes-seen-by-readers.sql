-- Why: answers to readers are kept in memory (decision 64), and every request asks whether anything that they show has changed since.
-- Works with: 39

-- Each transaction that changes what readers see says so here. Not logged: after a crash every process forgets its answers.
create unlogged table content_changes (
  tenant_id uuid not null,
  -- A snapshot that does not contain this transaction does not contain the change.
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp()
);
create index content_changes_by_transaction on content_changes (xid) include (tenant_id);
create index content_changes_by_age on content_changes (at);
alter table content_changes enable row level security;
alter table content_changes force row level security;
create policy own_tenant on content_changes to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy worker_all on content_changes to colonnade_worker using (true) with check (true);
create policy auth_all on content_changes to colonnade_auth using (true) with check (true);
select let_backup_read('content_changes');
grant insert (tenant_id) on content_changes to colonnade_app, colonnade_worker, colonnade_auth;
grant select (at), delete on content_changes to colonnade_worker;
grant select on content_changes to colonnade_auth;

create function note_content_change() returns trigger language plpgsql as $$
begin
  insert into content_changes (tenant_id) select distinct tenant_id from changed;
  return null;
end $$;

-- For tables that have rows of drafts, too.
create function note_published_change() returns trigger language plpgsql as $$
begin
  insert into content_changes (tenant_id) select distinct tenant_id from changed where stage = 'published';
  return null;
end $$;

-- The tables that answers to readers are made of.
do $$
declare
  shown text;
  noting text;
begin
  foreach shown in array array['content_published', 'content_index', 'content_unique', 'content_types', 'content_locales',
    'media_assets', 'media_renditions', 'media_derivatives', 'properties', 'property_domains']
  loop
    noting := case when shown in ('content_index', 'content_unique') then 'note_published_change' else 'note_content_change' end;
    execute format(
      'create trigger note_content_insert after insert on %I referencing new table as changed
       for each statement execute function %I()', shown, noting);
    execute format(
      'create trigger note_content_update after update on %I referencing new table as changed
       for each statement execute function %I()', shown, noting);
    execute format(
      'create trigger note_content_delete after delete on %I referencing old table as changed
       for each statement execute function %I()', shown, noting);
  end loop;
end $$;
