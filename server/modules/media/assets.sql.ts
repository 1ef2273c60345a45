import type { Tx } from '#kernel/db/db.ts';
import type { FocalKey, RenditionStatus } from './images/renditions.sql.ts';
import type { Kind } from './uploads/content-type.ts';

export type AssetRow = FocalKey & {
  tenant_id: string;
  id: string;
  blob_id: string;
  filename: string;
  title: string;
  alt: string;
  caption: string;
  credit: string;
  /** JSON. */
  translations: string;
  tags: string[];
  folder: string;
  visibility: 'public' | 'private';
  version: number;
  created_at: Date;
  updated_at: Date;
  sha256: Buffer;
  size: bigint;
  type: string;
  kind: Kind;
  status: RenditionStatus;
  reason: string | null;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  dominant_color: string | null;
  /** JSON. */
  derivatives: string;
};

/** An asset with the rendition to show: for its focal point, or another while that one is being made. */
export const ASSETS = `
  select a.*, b.sha256, b.size, b.type, b.kind, r.status, r.reason,
    shown.width, shown.height, shown.placeholder, shown.dominant_color,
    coalesce((
      select json_agg(json_build_object(
        'name', d.name, 'format', d.format, 'width', d.width, 'height', d.height, 'size', d.size, 'version', d.version)
        order by array_position(array['thumbnail', 'small', 'medium', 'large'], d.name), d.format desc)
      from media_derivatives d
      where (d.tenant_id, d.blob_id, d.focal_x, d.focal_y)
        = (shown.tenant_id, shown.blob_id, shown.focal_x, shown.focal_y)), '[]'::json) as derivatives
  from media_assets a
  join media_blobs b on (b.tenant_id, b.id) = (a.tenant_id, a.blob_id)
  join media_renditions r
    on (r.tenant_id, r.blob_id, r.focal_x, r.focal_y) = (a.tenant_id, a.blob_id, a.focal_x, a.focal_y)
  left join lateral (
    select * from media_renditions s
    where (s.tenant_id, s.blob_id) = (a.tenant_id, a.blob_id) and s.status = 'ready'
    order by (s.focal_x, s.focal_y) = (a.focal_x, a.focal_y) desc limit 1) shown on true
  where a.tenant_id = current_tenant()`;

export async function findAsset(tx: Tx, id: string): Promise<AssetRow | undefined> {
  const { rows } = await tx.query<AssetRow>(`${ASSETS} and a.id = $1`, [id]);
  return rows[0];
}

/** Returns all assets that show this rendition, oldest first. */
export async function findAssetsOf(
  tx: Tx,
  { blob_id, focal_x, focal_y }: FocalKey & { blob_id: string },
): Promise<AssetRow[]> {
  const { rows } = await tx.query<AssetRow>(
    `${ASSETS} and (a.blob_id, a.focal_x, a.focal_y) = ($1, $2, $3) order by a.created_at, a.id`,
    [blob_id, focal_x, focal_y],
  );
  return rows;
}

export type AssetFields = Pick<
  AssetRow,
  | 'filename'
  | 'title'
  | 'alt'
  | 'caption'
  | 'credit'
  | 'translations'
  | 'tags'
  | 'folder'
  | 'visibility'
  | 'focal_x'
  | 'focal_y'
>;

export async function insertAsset(
  tx: Tx,
  id: string,
  blobId: string,
  fields: AssetFields,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into media_assets (tenant_id, id, blob_id, focal_x, focal_y, filename, title, alt, tags, folder,
       visibility, caption, credit, translations, created_at, updated_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
    [id, blobId, ...valuesOf(fields), now],
  );
}

const valuesOf = (fields: AssetFields) => [
  fields.focal_x,
  fields.focal_y,
  fields.filename,
  fields.title,
  fields.alt,
  fields.tags,
  fields.folder,
  fields.visibility,
  fields.caption,
  fields.credit,
  fields.translations,
];

/** Returns the asset, locked until commit. */
export async function holdAsset(tx: Tx, id: string): Promise<AssetRow | undefined> {
  const { rowCount } = await tx.query(
    'select from media_assets where tenant_id = current_tenant() and id = $1 for update',
    [id],
  );
  return rowCount === 1 ? findAsset(tx, id) : undefined;
}

export async function updateAsset(tx: Tx, id: string, fields: AssetFields, now: Date): Promise<void> {
  await tx.query(
    `update media_assets set focal_x = $2, focal_y = $3, filename = $4, title = $5, alt = $6, tags = $7, folder = $8,
       visibility = $9, caption = $10, credit = $11, translations = $12, updated_at = $13, version = version + 1
     where tenant_id = current_tenant() and id = $1`,
    [id, ...valuesOf(fields), now],
  );
}

export async function deleteAsset(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from media_assets where tenant_id = current_tenant() and id = $1', [id]);
}

/** Returns those of the ids that are assets. They cannot be deleted before this transaction ends, so it may refer to them. */
export async function findExisting(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from media_assets where tenant_id = current_tenant() and id = any($1) order by id for key share`,
    [ids],
  );
  return rows.map((row) => row.id);
}

/** Those of the ids that are assets, with their MIME types; they stay until the transaction ends. */
export async function findWithMimeTypes(tx: Tx, ids: string[]): Promise<{ id: string; mimeType: string }[]> {
  const { rows } = await tx.query<{ id: string; mimeType: string }>(
    `select a.id, b.type as "mimeType"
     from media_assets a join media_blobs b on b.tenant_id = a.tenant_id and b.id = a.blob_id
     where a.tenant_id = current_tenant() and a.id = any($1) order by a.id for key share of a`,
    [ids],
  );
  return rows;
}

/** Those of the ids that visitors get; none becomes private until the transaction ends. */
export async function findPublicAssets(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>(
    `select id from media_assets where tenant_id = current_tenant() and id = any($1) and visibility = 'public'
     order by id for share`,
    [ids],
  );
  return rows.map((row) => row.id);
}

/** Returns those of the ids that visitors get. */
export async function findShown(tx: Tx, ids: string[]): Promise<AssetRow[]> {
  const { rows } = await tx.query<AssetRow>(`${ASSETS} and a.id = any($1) and a.visibility = 'public'`, [
    ids,
  ]);
  return rows;
}

/** Those of the ids that are images; they stay until the transaction ends. */
export async function findExistingImages(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select a.id from media_assets a join media_blobs b on b.tenant_id = a.tenant_id and b.id = a.blob_id
     where a.tenant_id = current_tenant() and a.id = any($1) and b.kind = 'image' order by a.id for key share of a`,
    [ids],
  );
  return rows.map((row) => row.id);
}

export type Term = { kind: 'word' | 'tag'; term: string };

export async function replaceTerms(tx: Tx, assetId: string, terms: Term[]): Promise<void> {
  await tx.query('delete from media_terms where tenant_id = current_tenant() and asset_id = $1', [assetId]);
  await tx.query(
    `insert into media_terms (tenant_id, kind, term, asset_id)
     select current_tenant(), kind, term, $1 from unnest($2::text[], $3::text[]) as t (kind, term)`,
    [assetId, terms.map(({ kind }) => kind), terms.map(({ term }) => term)],
  );
}
