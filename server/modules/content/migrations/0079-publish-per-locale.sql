-- Why: an entry is live in some locales and not in others, and goes live or down in a locale at its own time.
-- Works with: 39
alter table content_entries add column locale_state json;
comment on column content_entries.locale_state is
  'Of a live entry: the locales in which it is live (null: all), since when, and those whose draft was saved since. Null: all alike.';
alter table content_published add column live_locales text[];
comment on column content_published.live_locales is 'The locales whose values are in it, and whose readers see it. Null: all.';
-- publish:de is the action of one locale. Workers of programs from before leave it alone.
alter table content_schedule
  drop constraint scheduled_action_is_known,
  add constraint scheduled_action_is_known
    check (action in ('publish', 'unpublish', 'purge') or action ~ '^(publish|unpublish):[A-Za-z0-9-]{2,35}$') not valid;

grant update (locale_state) on content_entries to colonnade_app;
grant update (live_locales) on content_published to colonnade_app;

-- Step: rows are read without a lock on them.
alter table content_schedule validate constraint scheduled_action_is_known;
