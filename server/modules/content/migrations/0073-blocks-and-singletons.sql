-- Why: a content type may be a block, which fields of other types name, or have a single entry.
-- Works with: 39

alter table content_types add column block boolean not null default false;
alter table content_types add column singleton boolean not null default false;
grant update (singleton) on content_types to colonnade_app;
