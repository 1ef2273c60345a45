-- Why: visitors of a site search what is live; titles count first, and words are folded as visitors type them.
-- Works with: 39

-- A worker writes the words of entries from before. A new database has none.
insert into row_changes (name) select 'words of content for sites' where exists (select from tenants) on conflict do nothing;
