-- Why: a change of the locales rewrote all entries of a tenant in one transaction. A worker prepares them now, before it is in force.
-- Works with: 39
-- The latest change of each tenant. While it prepares entries, saves write the keys of its locales too.
create table content_locale_changes (
  tenant_id uuid primary key references tenants (id),
  id uuid not null,
  status text not null constraint locale_change_status_is_known
    check (status in ('preparing', 'finishing', 'finished', 'refused', 'failed')),
  -- JSON: default, locales, blank.
  wanted json not null,
  author json not null,
  -- The last entry that was prepared, or finished; null: none yet.
  reached_id uuid,
  -- All entries were reached; those that were saved since are left.
  is_through boolean not null default false,
  total int not null,
  done int not null,
  -- What readers of live entries lose by it, as JSON.
  losses json not null,
  -- Why it was refused, or is late.
  reason text,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint locale_change_has_an_end_when_over check ((status in ('preparing', 'finishing')) = (finished_at is null))
);
create index content_locale_changes_under_way on content_locale_changes (created_at) where finished_at is null;
select confine_to_tenant('content_locale_changes');
grant select, insert, update (id, status, wanted, author, reached_id, is_through, total, done, losses, reason, created_at, finished_at)
  on content_locale_changes to colonnade_app;

-- Workers look for changes in all tenants; the work itself they do inside one.
create policy worker_reads_all on content_locale_changes for select to colonnade_worker using (true);
grant select (tenant_id, status, created_at, finished_at, reason) on content_locale_changes to colonnade_worker;
