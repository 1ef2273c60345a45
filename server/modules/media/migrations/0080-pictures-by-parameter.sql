-- Why: pictures are made in the sizes that a page asks for, and the texts of an asset exist in several languages.
-- Works with: 39
alter table media_assets add column caption text not null default '';
alter table media_assets add column credit text not null default '';
alter table media_assets add column translations json not null default '{}';
comment on column media_assets.translations is 'By language tag: {"de": {"alt", "caption", "credit"}}.';
grant update (caption, credit, translations) on media_assets to colonnade_app;

create table media_presets (
  tenant_id uuid primary key references tenants (id),
  presets json not null,
  updated_at timestamptz not null
);
comment on column media_presets.presets is 'By name: {"teaser": {"w", "h", "fit", "q", "format"}}.';
select confine_to_tenant('media_presets');
grant select, insert, update (presets, updated_at) on media_presets to colonnade_app;

-- The least recently used are removed when a tenant's quota is full, so nobody can fill the disk by asking.
create table media_transforms (
  tenant_id uuid not null,
  blob_id uuid not null,
  focal_x smallint not null,
  focal_y smallint not null,
  -- Fit, size, quality and format.
  picture text collate "C" not null,
  type text not null,
  size bigint not null constraint transform_is_not_empty check (size > 0),
  -- The beginning of the digest of its bytes.
  version text not null,
  file_key text collate "C" not null,
  -- Exact to a day.
  used_at timestamptz not null,
  primary key (tenant_id, blob_id, focal_x, focal_y, picture),
  constraint transform_belongs_to_a_rendition_of_its_tenant
    foreign key (tenant_id, blob_id, focal_x, focal_y)
    references media_renditions (tenant_id, blob_id, focal_x, focal_y) on delete cascade,
  constraint transform_has_a_file foreign key (tenant_id, file_key) references media_files (tenant_id, key)
);
create index media_transforms_by_file on media_transforms (tenant_id, file_key);
create index media_transforms_by_use on media_transforms (tenant_id, used_at);
select confine_to_tenant('media_transforms');
grant select, insert, delete, update (used_at) on media_transforms to colonnade_app;
create trigger usage_of_added after insert on media_transforms referencing new table as changed
  for each statement execute function note_usage('transforms', 'size');
create trigger usage_of_removed after delete on media_transforms referencing old table as changed
  for each statement execute function note_usage('transforms', 'size');
