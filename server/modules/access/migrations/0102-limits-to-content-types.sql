-- Why: a member or a key may be limited to some content types; without a limit, null, it has every type as before.
-- Works with: 39

alter table memberships
  add column content_types jsonb,
  add constraint content_types_are_by_name check (jsonb_typeof(content_types) = 'object') not valid;
grant update (content_types) on memberships to colonnade_app;

alter table api_keys
  add column content_types jsonb,
  add constraint content_types_are_by_name check (jsonb_typeof(content_types) = 'object') not valid;
grant select (content_types), update (content_types) on api_keys to colonnade_app;
create trigger note_key_types_change after update of content_types on api_keys
  for each row execute function note_key_change('tenant_id');

-- Step: the rows from before have none.
alter table memberships validate constraint content_types_are_by_name;
alter table api_keys validate constraint content_types_are_by_name;
