-- Why: a list of a locale sorts and filters by what its readers see, fallbacks included, and looks up one value of an entry by index.
-- Works with: 39

-- Outside a transaction: every save writes index rows. Words, which are most of them, are not in it.
create index concurrently if not exists content_index_values on content_index
  (tenant_id, entry_id, stage, field, locale, key) where field <> '*';

-- Step: a worker adds the keys of fallbacks to entries from before. A new database has none.
insert into row_changes (name) select 'keys of content by locale' where exists (select from tenants) on conflict do nothing;
