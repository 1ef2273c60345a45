import type { Tx } from '#kernel/db/db.ts';
import { IS_ON, type ServedFile } from '../files/files.sql.ts';
import type { FocalKey, RenditionStatus } from '../images/renditions.sql.ts';

export type ImageRow = FocalKey & {
  blob_id: string;
  file_key: string;
  type: string;
  original_version: string;
  filename: string;
  visibility: 'public' | 'private';
  status: RenditionStatus;
  reason: string | null;
  /** Null until pictures were made of it once. */
  width: number | null;
  height: number | null;
  /** JSON. */
  presets: string | null;
};

export async function findImage(tx: Tx, assetId: string): Promise<ImageRow | undefined> {
  const { rows } = await tx.query<ImageRow>(FIND_IMAGE, [assetId]);
  return rows[0];
}

const FIND_IMAGE = {
  name: 'find_image',
  text: `
    select a.blob_id, a.focal_x, a.focal_y, a.filename, a.visibility, b.file_key, b.type,
      left(encode(b.sha256, 'hex'), 16) as original_version, r.status, r.reason, made.width, made.height,
      (select presets from media_presets where tenant_id = current_tenant()) as presets
    from media_assets a
    join media_blobs b on (b.tenant_id, b.id) = (a.tenant_id, a.blob_id)
    join media_renditions r
      on (r.tenant_id, r.blob_id, r.focal_x, r.focal_y) = (a.tenant_id, a.blob_id, a.focal_x, a.focal_y)
    left join lateral (
      select width, height from media_renditions m
      where (m.tenant_id, m.blob_id) = (a.tenant_id, a.blob_id) and m.status = 'ready' limit 1) made on true
    where a.tenant_id = current_tenant() and a.id = $1 and ${IS_ON}`,
};

export type TransformKey = FocalKey & { blob_id: string; picture: string };
export type TransformRow = Pick<ServedFile, 'file_key' | 'size' | 'type' | 'version'> & { used_at: Date };

const keysOf = ({ blob_id, focal_x, focal_y, picture }: TransformKey) => [blob_id, focal_x, focal_y, picture];
const IS_IT = 'tenant_id = current_tenant() and (blob_id, focal_x, focal_y, picture) = ($1, $2, $3, $4)';

export async function findTransform(tx: Tx, key: TransformKey): Promise<TransformRow | undefined> {
  const { rows } = await tx.query<TransformRow>(FIND_TRANSFORM, keysOf(key));
  return rows[0];
}

const FIND_TRANSFORM = {
  name: 'find_transform',
  text: `select file_key, size, type, version, used_at from media_transforms where ${IS_IT}`,
};

/** One of several requests that read the row before writes. */
export async function noteUse(tx: Tx, key: TransformKey, now: Date, before: Date): Promise<void> {
  await tx.query(`update media_transforms set used_at = $5 where ${IS_IT} and used_at < $6`, [
    ...keysOf(key),
    now,
    before,
  ]);
}

export type NewTransform = TransformKey & Omit<TransformRow, 'used_at' | 'size'> & { size: number };

/** Returns false if the picture is there already, or its rendition is gone; the transaction must have locked the blob. */
export async function insertTransform(tx: Tx, made: NewTransform, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into media_transforms
       (tenant_id, blob_id, focal_x, focal_y, picture, type, size, version, file_key, used_at)
     select tenant_id, blob_id, focal_x, focal_y, $4, $5, $6, $7, $8, $9 from media_renditions
     where tenant_id = current_tenant() and (blob_id, focal_x, focal_y) = ($1, $2, $3)
     on conflict do nothing`,
    [...keysOf(made), made.type, made.size, made.version, made.file_key, now],
  );
  return rowCount === 1;
}

const REMOVED_AT_ONCE = 1_000;

/** Removes the least recently used pictures of the tenant, until they free so many bytes, and returns how many they were. */
export async function removeLeastUsed(tx: Tx, bytes: number, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `with oldest as materialized (
       select blob_id, focal_x, focal_y, picture, file_key, size, used_at from media_transforms
       where tenant_id = current_tenant() order by used_at limit ${REMOVED_AT_ONCE} for update skip locked
     ), removed as (
       select * from (
         select *, sum(size) over (order by used_at, blob_id, focal_x, focal_y, picture) - size as freed from oldest) o
       where freed < $1
     ), discarded as (
       update media_files set doomed_at = $2
       where tenant_id = current_tenant() and key in (select file_key from removed)
     )
     delete from media_transforms
     where tenant_id = current_tenant()
       and (blob_id, focal_x, focal_y, picture) in (select blob_id, focal_x, focal_y, picture from removed)`,
    [bytes, now],
  );
  return rowCount;
}
