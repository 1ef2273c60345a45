-- Why: editors discuss an entry, or one of its fields, beside it, and call others by name.
-- Works with: 39
create table content_comments (
  tenant_id uuid not null,
  id uuid not null,
  entry_id uuid not null,
  -- Null: it begins a thread.
  thread_id uuid,
  -- Null: it is about the whole entry.
  field text constraint comment_names_a_field check (length(field) between 1 and 50),
  locale text constraint comment_names_a_locale check (length(locale) between 1 and 35),
  text text not null constraint comment_is_short check (length(text) between 1 and 4000),
  -- Ids of members.
  mentions uuid[] not null default '{}' constraint comment_mentions_few check (cardinality(mentions) <= 10),
  author json not null,
  version int not null,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- Of a thread alone.
  resolved_at timestamptz,
  resolved_by json,
  primary key (tenant_id, id),
  constraint comment_is_on_an_entry_of_its_tenant
    foreign key (tenant_id, entry_id) references content_entries (tenant_id, id) on delete cascade,
  constraint reply_is_in_a_thread_of_its_tenant
    foreign key (tenant_id, thread_id) references content_comments (tenant_id, id) on delete cascade,
  constraint resolved_is_a_thread check (resolved_at is null or thread_id is null),
  constraint resolved_by_somebody check ((resolved_at is null) = (resolved_by is null))
);
create index content_comments_threads on content_comments (tenant_id, entry_id, created_at desc, id desc);
create index content_comments_replies on content_comments (tenant_id, thread_id, created_at, id) where thread_id is not null;
select confine_to_tenant('content_comments');
grant select, insert, delete, update (text, mentions, version, edited_at, resolved_at, resolved_by) on content_comments to colonnade_app;

-- A notice for one member. Null: for everybody.
alter table notices add column member_id uuid;
grant delete on notices to colonnade_app;

-- Outside a transaction: notices are written all the time.
create index concurrently if not exists notices_of_members on notices (tenant_id, subject_id) where member_id is not null;

-- Step: the index is there.
comment on index notices_of_members is 'Notices about a record that is deleted for good.';
