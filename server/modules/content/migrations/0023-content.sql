-- Why: businesses describe their own content: types as data, drafts beside what readers see, and a time for each to go live.
create table content_locales (
  tenant_id uuid primary key references tenants (id),
  default_locale text not null,
  locales json not null,
  updated_at timestamptz not null
);

create table content_types (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null constraint content_type_name_is_a_word check (name ~ '^[a-z][a-z0-9_-]{0,62}$'),
  title text not null constraint content_type_title_is_short check (length(title) between 1 and 200),
  fields json not null,
  version int not null,
  -- The change that is under way, if any: until it is over, entries of the type are read but not written.
  change_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint content_type_name_is_unique_in_tenant unique (tenant_id, name)
);

-- A change of a type that has to look at, or rewrite, many entries. It goes on batch by batch, by whichever process is free:
-- the place reached moves in the transaction of the batch, so nothing is done twice and nothing is left out.
create table content_type_changes (
  tenant_id uuid not null,
  id uuid not null,
  type_id uuid not null,
  status text not null
    constraint type_change_status_is_known check (status in ('running', 'finished', 'refused', 'failed')),
  phase text not null constraint type_change_phase_is_known check (phase in ('check', 'migrate')),
  wanted json not null,
  author json not null,
  reached_at timestamptz,
  reached_id uuid,
  checked int not null default 0,
  migrated int not null default 0,
  broken int not null default 0,
  examples json not null default '[]',
  reason text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, id),
  constraint type_change_is_of_a_type_of_its_tenant
    foreign key (tenant_id, type_id) references content_types (tenant_id, id) on delete cascade,
  constraint type_change_has_an_end_when_over check ((status = 'running') = (finished_at is null))
);
create unique index one_change_of_a_type_at_a_time on content_type_changes (tenant_id, type_id) where status = 'running';
create index content_type_changes_running on content_type_changes (created_at) where status = 'running';

create table content_entries (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  type_id uuid not null,
  property_id text,
  status text not null
    constraint entry_status_is_known check (status in ('draft', 'published', 'changed', 'deleted')),
  -- In the default locale, to show and to tell; what is looked up is in content_unique.
  slug text,
  fields json not null,
  -- The number of the latest revision: it rises with each save, not with publishing.
  version int not null,
  published_version int,
  published_at timestamptz,
  first_published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  constraint entry_is_of_a_type_of_its_tenant foreign key (tenant_id, type_id) references content_types (tenant_id, id),
  constraint entry_is_live_when_it_says_so check ((status in ('published', 'changed')) = (published_version is not null)),
  constraint entry_is_deleted_when_it_says_so check ((status = 'deleted') = (deleted_at is not null))
);
create index content_entries_newest_first on content_entries (tenant_id, created_at desc, id desc);
create index content_entries_last_saved_first on content_entries (tenant_id, updated_at desc, id desc);
create index content_entries_of_type on content_entries (tenant_id, type_id, created_at desc, id desc);
create index content_entries_by_status on content_entries (tenant_id, type_id, status, created_at desc, id desc);

create table content_revisions (
  tenant_id uuid not null,
  entry_id uuid not null,
  version int not null,
  reason text not null
    constraint revision_reason_is_known check (reason in ('created', 'saved', 'restored', 'migrated')),
  property_id text,
  fields json not null,
  author_type text not null,
  author_id uuid,
  author_name text not null,
  created_at timestamptz not null,
  primary key (tenant_id, entry_id, version),
  constraint revision_is_of_an_entry_of_its_tenant
    foreign key (tenant_id, entry_id) references content_entries (tenant_id, id) on delete cascade
);

-- What readers see, until it is published again or taken down.
create table content_published (
  tenant_id uuid not null,
  entry_id uuid not null,
  type_id uuid not null,
  property_id text,
  fields json not null,
  version int not null,
  published_at timestamptz not null,
  first_published_at timestamptz not null,
  primary key (tenant_id, entry_id),
  constraint published_is_an_entry_of_its_tenant
    foreign key (tenant_id, entry_id) references content_entries (tenant_id, id) on delete cascade
);
create index content_published_newest_first on content_published (tenant_id, type_id, published_at desc, entry_id desc);

-- What entries are filtered, sorted and found by. Under row-level security an index serves only comparisons that cannot leak,
-- which = and < of text are; so every value, also a number or a time, is a text in whose order it belongs. Field '*' holds words.
create table content_index (
  tenant_id uuid not null,
  type_id uuid not null,
  stage text not null constraint indexed_stage_is_known check (stage in ('draft', 'published')),
  field text collate "C" not null,
  locale text collate "C" not null,
  key text collate "C" not null,
  entry_id uuid not null,
  primary key (tenant_id, type_id, stage, field, locale, key, entry_id),
  constraint indexed_is_an_entry_of_its_tenant
    foreign key (tenant_id, entry_id) references content_entries (tenant_id, id) on delete cascade
);
create index content_index_of_entry on content_index (tenant_id, entry_id, stage);
-- A search without a type.
create index content_index_words on content_index (tenant_id, stage, key, entry_id) where field = '*';

-- Values that one entry of a type has at most: slugs (field '/', once per property), and fields that say they are unique.
create table content_unique (
  tenant_id uuid not null,
  type_id uuid not null,
  stage text not null constraint unique_stage_is_known check (stage in ('draft', 'published')),
  field text collate "C" not null,
  property_id text collate "C" not null,
  key text collate "C" not null,
  locale text collate "C" not null,
  entry_id uuid not null,
  constraint value_is_of_one_entry_of_a_type primary key (tenant_id, type_id, stage, field, property_id, key, locale),
  constraint unique_value_is_of_an_entry_of_its_tenant
    foreign key (tenant_id, entry_id) references content_entries (tenant_id, id) on delete cascade
);
create index content_unique_of_entry on content_unique (tenant_id, entry_id, stage);

create table content_references (
  tenant_id uuid not null,
  entry_id uuid not null,
  stage text not null constraint reference_stage_is_known check (stage in ('draft', 'published')),
  field text not null,
  kind text not null constraint reference_kind_is_known check (kind in ('entry', 'asset')),
  target_id uuid not null,
  target_entry_id uuid generated always as (case kind when 'entry' then target_id end) stored,
  primary key (tenant_id, entry_id, stage, field, target_id),
  constraint reference_is_from_an_entry_of_its_tenant
    foreign key (tenant_id, entry_id) references content_entries (tenant_id, id) on delete cascade,
  constraint reference_is_to_an_entry_of_its_tenant
    foreign key (tenant_id, target_entry_id) references content_entries (tenant_id, id)
);
create index content_references_to on content_references (tenant_id, target_id, kind);

-- What is to happen to an entry at its time. All that a worker sees of other tenants: whose, which, what and when.
create table content_schedule (
  tenant_id uuid not null,
  entry_id uuid not null,
  action text not null constraint scheduled_action_is_known check (action in ('publish', 'unpublish', 'purge')),
  at timestamptz not null,
  -- Until then it is in the hands of a process; should that die, of another.
  claimed_until timestamptz,
  failed_at timestamptz,
  failure json,
  primary key (tenant_id, entry_id, action),
  constraint scheduled_is_an_entry_of_its_tenant
    foreign key (tenant_id, entry_id) references content_entries (tenant_id, id) on delete cascade,
  constraint failure_has_a_reason check ((failed_at is null) = (failure is null))
);
create index content_schedule_due on content_schedule (at) where failed_at is null;

do $$
declare
  name text;
begin
  foreach name in array array['content_locales', 'content_types', 'content_type_changes', 'content_entries', 'content_revisions',
    'content_published', 'content_index', 'content_unique', 'content_references', 'content_schedule']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to colonnade_app
         using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  end loop;
end
$$;
-- What sites read: requests that arrive together are answered together, for the tenants that were told and no other.
do $$
declare
  name text;
begin
  foreach name in array array['content_locales', 'content_types', 'content_unique', 'content_published'] loop
    execute format(
      'create policy those_told on %I for select to colonnade_batch
         using (tenant_id = any ((select current_tenants())::uuid[]))', name);
  end loop;
end
$$;
grant select (tenant_id, default_locale, locales) on content_locales to colonnade_batch;
grant select (tenant_id, id, name, fields) on content_types to colonnade_batch;
grant select on content_unique, content_published to colonnade_batch;

-- Workers look for work in all tenants; the work itself they do inside one.
create policy worker_all on content_schedule to colonnade_worker using (true) with check (true);
create policy worker_reads_all on content_type_changes for select to colonnade_worker using (true);
grant select (tenant_id, entry_id, action, at, claimed_until, failed_at), update (claimed_until)
  on content_schedule to colonnade_worker;
grant select (tenant_id, id, status, created_at) on content_type_changes to colonnade_worker;

grant select, insert, update (default_locale, locales, updated_at) on content_locales to colonnade_app;
grant select, insert, delete, update (title, fields, version, change_id, updated_at) on content_types to colonnade_app;
grant select, insert, update (status, phase, reached_at, reached_id, checked, migrated, broken, examples, reason, finished_at)
  on content_type_changes to colonnade_app;
grant select, insert, delete, update (property_id, status, slug, fields, version, published_version, published_at,
  first_published_at, updated_at, deleted_at) on content_entries to colonnade_app;
grant select, insert on content_revisions to colonnade_app;
grant select, insert, delete, update (property_id, fields, version, published_at) on content_published to colonnade_app;
grant select, insert, delete on content_index, content_unique, content_references to colonnade_app;
grant select, insert, delete, update (at, claimed_until, failed_at, failure) on content_schedule to colonnade_app;
