-- Why: a search for readers of a site looks words up in its entries, if other sites have them so often that its own are not reached.
-- Works with: 39

-- Outside a transaction: entries are published all the time.
create index concurrently if not exists content_published_of_site on content_published (tenant_id, property_id, type_id, entry_id);

-- Step: the index is there.
comment on index content_published_of_site is 'Searches of a site.';
