-- Why: a change of a type is in force at once; an entry says which version of its type it was written under, and is rewritten later.
-- Works with: 39
alter table content_types add column conversion json;
comment on column content_types.conversion is
  'While a change runs: {"phase":"check"}, then all that turns values of the former definition into those of the one in force.';
alter table content_entries add column definition int;
comment on column content_entries.definition is
  'The version of the type that the values are of. 0: saved while a change was checked, so it is checked again.';
alter table content_published add column definition int;
alter table content_type_changes add column total int;
-- Programs from before run changes that are running, so those of this one have states of their own.
alter table content_type_changes
  drop constraint type_change_status_is_known,
  add constraint type_change_status_is_known
    check (status in ('running', 'checking', 'rewriting', 'finished', 'refused', 'failed')) not valid,
  drop constraint type_change_has_an_end_when_over,
  add constraint type_change_has_an_end_when_over
    check ((status in ('running', 'checking', 'rewriting')) = (finished_at is null)) not valid;

grant select (version, conversion) on content_types to colonnade_batch;
grant update (conversion) on content_types to colonnade_app;
grant update (definition) on content_entries, content_published to colonnade_app;
grant update (total) on content_type_changes to colonnade_app;
-- Changes that failed before are taken after all others.
grant select (reason) on content_type_changes to colonnade_worker;

-- Outside a transaction: entries are saved all the time.
create index concurrently if not exists content_entries_to_check on content_entries (tenant_id, type_id, id) where definition = 0;

-- Outside a transaction: workers look for changes all the time.
create index concurrently if not exists content_type_changes_under_way on content_type_changes (created_at)
  where status in ('running', 'checking', 'rewriting');

-- Step: rows are read without a lock on them.
alter table content_type_changes validate constraint type_change_status_is_known;
alter table content_type_changes validate constraint type_change_has_an_end_when_over;
