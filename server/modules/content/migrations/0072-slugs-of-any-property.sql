-- Why: a reader who names no property finds an entry by its slug, whatever property it is for.
-- Works with: 39

-- Outside a transaction: every save writes slugs.
create index concurrently if not exists content_unique_of_slug on content_unique (tenant_id, type_id, stage, key)
  where field = '/';

-- Step: it is there.
comment on index content_unique_of_slug is 'Slugs of any property and locale.';
