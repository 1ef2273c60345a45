-- Why: a content type says at which addresses a site shows its entries. Existing types say nothing.
-- Works with: 39

alter table content_types add column addresses json not null default '{}';
grant update (addresses) on content_types to colonnade_app;
grant select (addresses) on content_types to colonnade_batch;
