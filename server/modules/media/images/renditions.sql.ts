import type { Queryable, Tx } from '#kernel/db/db.ts';
import { dueIf } from '#kernel/work/poller.ts';
import type { Pictures } from './image-maker.ts';

/** In thousandths. */
export type FocalKey = { focal_x: number; focal_y: number };
export type RenditionStatus = 'waiting' | 'working' | 'ready' | 'failed';
export type Claimed = FocalKey & { tenant_id: string; blob_id: string; claim: number; failures: number };

/** Creates the rendition if there is none; the transaction must have locked its blob. */
export async function takeRendition(
  tx: Tx,
  blobId: string,
  { focal_x, focal_y }: FocalKey,
  status: RenditionStatus,
  now: Date,
): Promise<RenditionStatus> {
  const { rows } = await tx.query<{ status: RenditionStatus }>(
    `with made as (
       insert into media_renditions (tenant_id, blob_id, focal_x, focal_y, status, lease_until, turn_at)
       values (current_tenant(), $1, $2, $3, $4, $5, greatest($5, (
         select max(turn_at) from media_renditions
         where tenant_id = current_tenant() and status in ('waiting', 'working'))) + interval '1 second')
       on conflict do nothing returning status
     )
     select status from made
     union all
     select status from media_renditions
     where tenant_id = current_tenant() and (blob_id, focal_x, focal_y) = ($1, $2, $3)`,
    [blobId, focal_x, focal_y, status, now],
  );
  return rows[0]!.status;
}

const IS_DUE = `status in ('waiting', 'working') and lease_until <= $1`;
export const RENDITION_DUE = dueIf(`from media_renditions where ${IS_DUE}`);

/** Claims the next rendition that no worker has. */
export async function claimRendition(
  worker: Queryable,
  now: Date,
  leaseUntil: Date,
): Promise<Claimed | undefined> {
  const { rows } = await worker.query<Claimed>(
    `update media_renditions set status = 'working', claim = claim + 1, lease_until = $2
     where (tenant_id, blob_id, focal_x, focal_y) = (
       select tenant_id, blob_id, focal_x, focal_y from media_renditions
       where ${IS_DUE}
       order by turn_at limit 1 for update skip locked)
     returning tenant_id, blob_id, focal_x, focal_y, claim, stumbles as failures`,
    [now, leaseUntil],
  );
  return rows[0];
}

export async function findSource(tx: Tx, blobId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ file_key: string }>(
    'select file_key from media_blobs where tenant_id = current_tenant() and id = $1',
    [blobId],
  );
  return rows[0]?.file_key;
}

const STILL_OURS = `tenant_id = current_tenant() and (blob_id, focal_x, focal_y, claim) = ($1, $2, $3, $4)
  and status = 'working'`;
const ours = ({ blob_id, focal_x, focal_y, claim }: Claimed) => [blob_id, focal_x, focal_y, claim];

/** Marks the rendition as ready. Returns false if another worker has claimed it since, or it is gone: its pictures are discarded. */
export async function finishRendition(tx: Tx, job: Claimed, pictures: Pictures): Promise<boolean> {
  const { width, height, placeholder, dominantColor } = pictures;
  const { rowCount } = await tx.query(
    `update media_renditions set status = 'ready', width = $5, height = $6, placeholder = $7, dominant_color = $8
     where ${STILL_OURS}`,
    [...ours(job), width, height, placeholder, dominantColor],
  );
  return rowCount === 1;
}

export async function failRendition(tx: Tx, job: Claimed, reason: string): Promise<void> {
  await tx.query(`update media_renditions set status = 'failed', reason = $5 where ${STILL_OURS}`, [
    ...ours(job),
    reason,
  ]);
}

/** Any worker may claim the rendition from `at` on. */
export async function releaseRendition(tx: Tx, job: Claimed, at: Date, failures: number): Promise<void> {
  await tx.query(
    `update media_renditions set status = 'waiting', lease_until = $5, stumbles = $6 where ${STILL_OURS}`,
    [...ours(job), at, failures],
  );
}

export async function insertDerivatives(
  tx: Tx,
  { blob_id, focal_x, focal_y }: Claimed,
  derivatives: Pictures['derivatives'],
  keyOfFile: Map<string, string>,
): Promise<void> {
  await tx.query(
    `insert into media_derivatives
       (tenant_id, blob_id, focal_x, focal_y, name, format, width, height, size, version, file_key)
     select current_tenant(), $1, $2, $3, * from unnest(
       $4::text[], $5::text[], $6::int[], $7::int[], $8::bigint[], $9::text[], $10::text[])`,
    [
      blob_id,
      focal_x,
      focal_y,
      derivatives.map((made) => made.name),
      derivatives.map((made) => made.format),
      derivatives.map((made) => made.width),
      derivatives.map((made) => made.height),
      derivatives.map((made) => made.size),
      derivatives.map((made) => made.sha256.slice(0, 16)),
      derivatives.map((made) => keyOfFile.get(made.file)),
    ],
  );
}

/** Deletes renditions that no asset needs any more, except one that is shown until the needed one is ready. */
export async function deleteIdleRenditions(tx: Tx, blobId: string, now: Date): Promise<void> {
  await tx.query(
    `with of_blob as (
       select r.*, exists (
         select from media_assets a
         where (a.tenant_id, a.blob_id, a.focal_x, a.focal_y) = (r.tenant_id, r.blob_id, r.focal_x, r.focal_y)
       ) as is_wanted
       from media_renditions r where r.tenant_id = current_tenant() and r.blob_id = $1
     ), idle as (
       select * from of_blob where not is_wanted
         and (status <> 'ready' or not exists (select from of_blob where is_wanted and status <> 'ready'))
     ), discarded as (
       update media_files set doomed_at = $2
       where tenant_id = current_tenant() and key in (
         select d.file_key from media_derivatives d
         join idle i on (i.tenant_id, i.blob_id, i.focal_x, i.focal_y) = (d.tenant_id, d.blob_id, d.focal_x, d.focal_y)
         union all
         select t.file_key from media_transforms t
         join idle i on (i.tenant_id, i.blob_id, i.focal_x, i.focal_y) = (t.tenant_id, t.blob_id, t.focal_x, t.focal_y))
     )
     delete from media_renditions
     where tenant_id = current_tenant() and blob_id = $1 and (focal_x, focal_y) in (select focal_x, focal_y from idle)`,
    [blobId, now],
  );
}
