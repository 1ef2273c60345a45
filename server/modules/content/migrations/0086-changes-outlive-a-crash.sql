-- Why: when one backend dies, PostgreSQL empties unlogged tables and goes on, and answers that had changed stayed in memory.
-- Works with: 39

-- The table is made anew, because it would be locked while its rows are written to the log. Its changes of some minutes are lost; no
-- released program reads them.
drop table content_changes;

-- Each transaction that changes what readers see says so here.
create table content_changes (
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
grant select (xid, at), delete on content_changes to colonnade_worker;
grant select on content_changes to colonnade_auth;
