-- Why: products have a quota, so each change of their number is recorded; rows from before are counted once for each kind of usage.
-- Works with: 39

-- Programs before this one count these kinds, and add a row that has them.
alter table usage_counted add column kinds text[] not null
  default '{files,imports,answers,entries,redirects,customers}';
grant update (kinds) on usage_counted to colonnade_app;

-- Step: products are counted from here on.
create trigger usage_of_added after insert on products referencing new table as changed
  for each statement execute function note_usage('products', '1');
create trigger usage_of_removed after delete on products referencing old table as changed
  for each statement execute function note_usage('products', '1');
