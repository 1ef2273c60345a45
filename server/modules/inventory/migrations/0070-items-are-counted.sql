-- Why: items have a quota, so each change of their number is recorded.
-- Works with: 39

create trigger usage_of_added after insert on inventory_items referencing new table as changed
  for each statement execute function note_usage('items', '1');
create trigger usage_of_removed after delete on inventory_items referencing old table as changed
  for each statement execute function note_usage('items', '1');
