-- Why: a storefront key may read the published entries of the content types that it names. Existing keys name none.
-- Works with: 39

alter table storefront_keys add column content_types text[] not null default '{}';
grant update (content_types) on storefront_keys to colonnade_app;
create trigger note_content_of_key after update of content_types on storefront_keys
  for each row execute function note_key_change('tenant_id');
