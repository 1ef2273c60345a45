-- Why: sites list entries by the time of their first publication, and editors those of a type by the last save.
-- Works with: 39

-- Outside a transaction: entries are published all the time.
create index concurrently if not exists content_published_first_published on content_published
  (tenant_id, type_id, first_published_at desc, entry_id desc);

-- Outside a transaction: entries are saved all the time.
create index concurrently if not exists content_entries_of_type_last_saved on content_entries
  (tenant_id, type_id, updated_at desc, id desc);

-- Step: they are there.
comment on index content_published_first_published is 'Lists sorted and filtered by firstPublishedAt.';
