-- Why: shared caches may keep what a storefront key reads, for the seconds that the key states. Existing keys state none.
-- Works with: 39

alter table storefront_keys add column cache_seconds integer not null default 0;
grant update (cache_seconds) on storefront_keys to colonnade_app;
create trigger note_caching_of_key after update of cache_seconds on storefront_keys
  for each row execute function note_key_change('tenant_id');
