-- Why: a published release keeps its lines when their entries are purged from the bin, and lists count no lines of releases.
-- Works with: 39
-- Null: it is not published, or a program from before published it; then its lines are those of content_release_entries.
alter table content_releases add column published_entries json,
-- Null: no program has counted its lines yet.
  add column entry_count int;
grant update (published_entries, entry_count) on content_releases to colonnade_app;
