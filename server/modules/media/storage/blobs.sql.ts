import type { Tx } from '#kernel/db/db.ts';
import type { Kind } from '../uploads/content-type.ts';

export type Blob = { id: string; sha256: Buffer; size: number; type: string; kind: Kind; fileKey: string };

export async function isStored(tx: Tx, sha256: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from media_blobs where tenant_id = current_tenant() and sha256 = $1',
    [sha256],
  );
  return rowCount === 1;
}

/** Returns the blob of these bytes, locked until commit: this one, or an older one. */
export async function takeBlob(tx: Tx, blob: Blob): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into media_blobs (tenant_id, id, sha256, size, type, kind, file_key)
     values (current_tenant(), $1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, sha256) do update set kind = media_blobs.kind returning id`,
    [blob.id, blob.sha256, blob.size, blob.type, blob.kind, blob.fileKey],
  );
  return rows[0]!.id;
}

export async function holdBlobOf(tx: Tx, sha256: Buffer): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from media_blobs where tenant_id = current_tenant() and sha256 = $1 for update',
    [sha256],
  );
  return rows[0]?.id;
}

/** Returns false when the blob is gone. */
export async function holdBlob(tx: Tx, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    'select from media_blobs where tenant_id = current_tenant() and id = $1 for update',
    [id],
  );
  return rowCount === 1;
}

/** The last asset takes the blob and all its renditions with it; their files are removed a little later. */
export async function deleteUnusedBlob(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query(
    `with unused as (
       select tenant_id, id, file_key from media_blobs b
       where tenant_id = current_tenant() and id = $1
         and not exists (select from media_assets a where (a.tenant_id, a.blob_id) = (b.tenant_id, b.id))
     ), discarded as (
       update media_files set doomed_at = $2
       where tenant_id = current_tenant() and key in (
         select file_key from unused
         union all
         select d.file_key from media_derivatives d join unused u on (u.tenant_id, u.id) = (d.tenant_id, d.blob_id)
         union all
         select t.file_key from media_transforms t join unused u on (u.tenant_id, u.id) = (t.tenant_id, t.blob_id))
     )
     delete from media_blobs where tenant_id = current_tenant() and id in (select id from unused)`,
    [id, now],
  );
}
