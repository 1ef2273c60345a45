-- Why: a page of the entries that refer to one is read by index, however many refer to it.
-- Works with: 39
-- Removes: content_references_to

-- Outside a transaction: entries are saved all the time.
create index concurrently if not exists content_references_by_target on content_references (tenant_id, target_id, kind, entry_id);

-- Step: nothing but speed is lost to a program from before. It begins with the columns of the former index.
comment on index content_references_by_target is 'Entries that refer to an entry or an asset, in the order of their ids.';
drop index content_references_to;
