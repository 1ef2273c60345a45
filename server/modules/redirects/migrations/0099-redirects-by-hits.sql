-- Why: the redirects that visitors follow most, and those that nobody follows, are found without reading all of them.
-- Works with: 39

-- Outside a transaction: hits are written all the time.
create index concurrently if not exists redirect_hits_by_number on redirect_hits (tenant_id, hits, redirect_id);

-- Step: it is there.
comment on index redirect_hits_by_number is 'Redirects by their hits; those without a hit have no row.';
