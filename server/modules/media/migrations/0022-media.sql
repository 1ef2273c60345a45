-- Why: files that tenants upload, stored once however often they are uploaded, and the pictures made of them.

-- Every file in the storage, also one that is only about to be put there: so none can be forgotten.
create table media_files (
  tenant_id uuid not null references tenants (id),
  key text collate "C" not null,
  -- From then on it may be removed. Null while something points to it.
  doomed_at timestamptz,
  primary key (tenant_id, key)
);
create index media_files_doomed on media_files (doomed_at) where doomed_at is not null;

-- Whoever changes what hangs on a blob (its assets, its renditions) holds its row until commit.
create table media_blobs (
  tenant_id uuid not null,
  id uuid not null,
  sha256 bytea not null constraint blob_digest_is_whole check (length(sha256) = 32),
  size bigint not null constraint blob_is_not_empty check (size > 0),
  type text not null,
  kind text not null
    constraint blob_kind_is_known check (kind in ('image', 'video', 'audio', 'document', 'other')),
  file_key text collate "C" not null,
  primary key (tenant_id, id),
  constraint same_bytes_are_stored_once unique (tenant_id, sha256),
  constraint file_is_of_one_blob unique (tenant_id, file_key),
  constraint blob_has_a_file foreign key (tenant_id, file_key) references media_files (tenant_id, key)
);

-- What is made of a blob for one focal point, in thousandths of its width and height. Assets that want the same share it.
create table media_renditions (
  tenant_id uuid not null,
  blob_id uuid not null,
  focal_x smallint not null constraint focal_point_is_inside_x check (focal_x between 0 and 1000),
  focal_y smallint not null constraint focal_point_is_inside_y check (focal_y between 0 and 1000),
  status text not null
    constraint rendition_status_is_known check (status in ('waiting', 'working', 'ready', 'failed')),
  reason text,
  width int,
  height int,
  placeholder text,
  dominant_color text,
  -- Rises with each worker that takes it over: what an earlier one still has in hand no longer counts.
  claim int not null default 0,
  lease_until timestamptz not null,
  -- Whose turn it is: each image of a tenant a little after the one before, so that many of one do not keep others waiting.
  turn_at timestamptz not null,
  stumbles int not null default 0,
  primary key (tenant_id, blob_id, focal_x, focal_y),
  constraint rendition_belongs_to_a_blob_of_its_tenant
    foreign key (tenant_id, blob_id) references media_blobs (tenant_id, id) on delete cascade,
  constraint rendition_has_a_reason_when_failed check ((status = 'failed') = (reason is not null))
);
create index media_renditions_turns on media_renditions (turn_at) where status in ('waiting', 'working');
create index media_renditions_turns_of_tenant on media_renditions (tenant_id, turn_at)
  where status in ('waiting', 'working');

create table media_derivatives (
  tenant_id uuid not null,
  blob_id uuid not null,
  focal_x smallint not null,
  focal_y smallint not null,
  name text not null
    constraint derivative_name_is_known check (name in ('thumbnail', 'small', 'medium', 'large')),
  format text not null constraint derivative_format_is_known check (format in ('webp', 'avif')),
  width int not null,
  height int not null,
  size bigint not null,
  -- The beginning of the digest of its bytes.
  version text not null,
  file_key text collate "C" not null,
  primary key (tenant_id, blob_id, focal_x, focal_y, name, format),
  constraint derivative_belongs_to_a_rendition_of_its_tenant
    foreign key (tenant_id, blob_id, focal_x, focal_y)
    references media_renditions (tenant_id, blob_id, focal_x, focal_y) on delete cascade,
  constraint derivative_has_a_file foreign key (tenant_id, file_key) references media_files (tenant_id, key)
);
create index media_derivatives_by_file on media_derivatives (tenant_id, file_key);

create table media_assets (
  tenant_id uuid not null,
  id uuid not null,
  blob_id uuid not null,
  focal_x smallint not null,
  focal_y smallint not null,
  filename text not null,
  title text not null,
  alt text not null,
  tags text[] not null,
  folder text collate "C" not null
    constraint folder_is_a_path check (folder = '/' or folder ~ '^(/[^/]+)+$'),
  visibility text not null constraint asset_visibility_is_known check (visibility in ('public', 'private')),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint asset_shows_a_rendition_of_its_tenant
    foreign key (tenant_id, blob_id, focal_x, focal_y)
    references media_renditions (tenant_id, blob_id, focal_x, focal_y)
);
create index media_assets_newest_first on media_assets (tenant_id, created_at desc, id desc);
create index media_assets_by_folder on media_assets (tenant_id, folder, created_at desc, id desc);
create index media_assets_by_rendition on media_assets (tenant_id, blob_id, focal_x, focal_y);

create table media_terms (
  tenant_id uuid not null,
  kind text not null constraint media_term_kind_is_known check (kind in ('word', 'tag')),
  term text collate "C" not null,
  asset_id uuid not null,
  primary key (tenant_id, kind, term, asset_id),
  constraint term_belongs_to_an_asset_of_its_tenant
    foreign key (tenant_id, asset_id) references media_assets (tenant_id, id) on delete cascade
);
create index media_terms_of_asset on media_terms (tenant_id, asset_id);

do $$
declare
  name text;
begin
  foreach name in array array[
    'media_files', 'media_blobs', 'media_renditions', 'media_derivatives', 'media_assets', 'media_terms'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to colonnade_app
         using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  end loop;
end
$$;
-- Workers look for work in all tenants; the work itself they do inside one.
create policy worker_all on media_files to colonnade_worker using (true) with check (true);
create policy worker_all on media_renditions to colonnade_worker using (true) with check (true);

grant select, insert, update (doomed_at) on media_files to colonnade_app;
grant select, delete, update (doomed_at) on media_files to colonnade_worker;
grant select, insert, delete, update (kind) on media_blobs to colonnade_app;
grant select, insert, delete, update (
    status, reason, width, height, placeholder, dominant_color, lease_until, stumbles) on media_renditions to colonnade_app;
grant select, update (status, claim, lease_until) on media_renditions to colonnade_worker;
grant select, insert on media_derivatives to colonnade_app;
grant select, insert, delete, update (
    focal_x, focal_y, filename, title, alt, tags, folder, visibility, version, updated_at) on media_assets to colonnade_app;
grant select, insert, delete on media_terms to colonnade_app;
