-- Why: editors prepare many entries and publish them at one moment: all of them or none.
-- Works with: 39
create table content_releases (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null constraint release_name_is_short check (length(name) between 1 and 200),
  status text not null constraint release_status_is_known check (status in ('open', 'scheduled', 'published')),
  version int not null,
  at timestamptz,
  redirects boolean not null default false,
  -- A live entry may then lack something that its type requires.
  allows_broken boolean not null default false,
  -- Until then it is in the hands of a process; should that die, of another.
  claimed_until timestamptz,
  -- Why it was not published at its time; null again once it is scheduled or published.
  failure json,
  created_by json not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  primary key (tenant_id, id),
  constraint release_has_a_time_when_scheduled check ((status = 'scheduled') = (at is not null)),
  constraint release_is_published_when_it_says_so check ((status = 'published') = (published_at is not null))
);
create index content_releases_newest_first on content_releases (tenant_id, created_at desc, id desc);
create index content_releases_due on content_releases (at) where status = 'scheduled';

create table content_release_entries (
  tenant_id uuid not null,
  release_id uuid not null,
  entry_id uuid not null,
  action text not null constraint release_action_is_known check (action in ('publish', 'unpublish')),
  -- Null: all.
  locales text[],
  -- The version that was reviewed; once the release is published, the one that went live.
  version int not null,
  added_at timestamptz not null,
  primary key (tenant_id, release_id, entry_id, action),
  constraint entry_is_in_a_release_of_its_tenant
    foreign key (tenant_id, release_id) references content_releases (tenant_id, id) on delete cascade,
  constraint released_is_an_entry_of_its_tenant
    foreign key (tenant_id, entry_id) references content_entries (tenant_id, id) on delete cascade
);
create index content_release_entries_of_entry on content_release_entries (tenant_id, entry_id);

select confine_to_tenant('content_releases');
select confine_to_tenant('content_release_entries');
grant select, insert, delete, update (name, status, version, at, redirects, allows_broken, claimed_until, failure, updated_at,
  published_at) on content_releases to colonnade_app;
grant select, insert, delete, update (locales, version, added_at) on content_release_entries to colonnade_app;

-- Workers look for due releases in all tenants; they publish them inside one.
create policy worker_all on content_releases to colonnade_worker using (true) with check (true);
grant select (tenant_id, id, status, at, claimed_until), update (claimed_until) on content_releases to colonnade_worker;
