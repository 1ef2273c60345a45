-- Why: the calendar lists what is scheduled between two days.
-- Works with: 39

-- Outside a transaction: entries are scheduled and deleted all the time.
create index concurrently if not exists content_schedule_by_time on content_schedule (tenant_id, at, entry_id) where action <> 'purge';

-- Step: the index is there.
comment on index content_schedule_by_time is 'The calendar.';
