import { FILES_LOCK } from '#kernel/backup/writing.ts';
import type { Queryable, Tx } from '#kernel/db/db.ts';

/** Registers files before they are stored: a file that no transaction keeps is removed after `removeAt`. */
export async function expectFiles(tx: Tx, keys: string[], removeAt: Date): Promise<void> {
  await tx.query(
    'insert into media_files (tenant_id, key, doomed_at) select current_tenant(), key, $2 from unnest($1::text[]) key',
    [keys, removeAt],
  );
}

/** Returns false when one of them is being removed already. */
export async function keepFiles(tx: Tx, keys: string[], now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update media_files set doomed_at = null
     where tenant_id = current_tenant() and key = any($1) and doomed_at > $2`,
    [keys, now],
  );
  return rowCount === keys.length;
}

export async function discardFiles(tx: Tx, keys: string[], now: Date): Promise<void> {
  await tx.query(
    'update media_files set doomed_at = $2 where tenant_id = current_tenant() and key = any($1)',
    [keys, now],
  );
}

/** Nothing happens to a file that a transaction keeps, also if its commit succeeded without an answer. */
export async function discardUnkept(tx: Tx, key: string, now: Date): Promise<void> {
  await tx.query(
    `update media_files set doomed_at = $2
     where tenant_id = current_tenant() and key = $1 and doomed_at is not null`,
    [key, now],
  );
}

const KEYS_AT_ONCE = 1_000;

/** The keys of all files that rows of any tenant need, as the backup role sees them in its snapshot. */
export async function* listNeededFiles(snapshot: Queryable): AsyncGenerator<string> {
  for (let after = ['00000000-0000-0000-0000-000000000000', '']; ; ) {
    const { rows } = await snapshot.query<{ tenant_id: string; key: string }>(
      `select tenant_id, key from media_files
       where (tenant_id, key) > ($1, $2) and doomed_at is null order by tenant_id, key limit ${KEYS_AT_ONCE}`,
      after,
    );
    for (const { key } of rows) yield key;
    const last = rows.at(-1);
    if (last === undefined || rows.length < KEYS_AT_ONCE) return;
    after = [last.tenant_id, last.key];
  }
}

export type DiscardedFile = { tenant_id: string; key: string };

/**
 * Claims files without a reference until `again`; if they still exist then, another worker tries. Claims none while a backup runs:
 * rows of its snapshot may need them.
 */
export async function claimDiscarded(worker: Queryable, before: Date, again: Date): Promise<DiscardedFile[]> {
  const { rows } = await worker.query<DiscardedFile>(
    `with no_backup as materialized (select pg_try_advisory_xact_lock(${FILES_LOCK}) as is_so)
     update media_files set doomed_at = $2
     where (tenant_id, key) in (
       select tenant_id, key from media_files where doomed_at <= $1 and (select is_so from no_backup)
       order by doomed_at limit 100 for update skip locked)
     returning tenant_id, key`,
    [before, again],
  );
  return rows;
}

export async function forgetFile(worker: Queryable, { tenant_id, key }: DiscardedFile): Promise<void> {
  await worker.query('delete from media_files where tenant_id = $1 and key = $2 and doomed_at is not null', [
    tenant_id,
    key,
  ]);
}

export type ServedFile = {
  file_key: string;
  size: bigint;
  type: string;
  version: string;
  filename: string;
  visibility: 'public' | 'private';
};

/** False while the tenant has the module switched off. */
export const IS_ON = `exists (select from tenant_modules where module = 'media' and active)`;

export async function findOriginal(tx: Tx, assetId: string): Promise<ServedFile | undefined> {
  const { rows } = await tx.query<ServedFile>(
    `select b.file_key, b.size, b.type, left(encode(b.sha256, 'hex'), 16) as version, a.filename, a.visibility
     from media_assets a join media_blobs b on (b.tenant_id, b.id) = (a.tenant_id, a.blob_id)
     where a.tenant_id = current_tenant() and a.id = $1 and ${IS_ON}`,
    [assetId],
  );
  return rows[0];
}

/** Returns the rendition for the asset's focal point, or another while that one is being made. */
export async function findDerivative(
  tx: Tx,
  assetId: string,
  name: string,
  format: string,
): Promise<ServedFile | undefined> {
  const { rows } = await tx.query<ServedFile>(
    `select d.file_key, d.size, 'image/' || d.format as type, d.version, a.filename, a.visibility
     from media_assets a join media_derivatives d on (d.tenant_id, d.blob_id) = (a.tenant_id, a.blob_id)
     where a.tenant_id = current_tenant() and a.id = $1 and d.name = $2 and d.format = $3 and ${IS_ON}
     order by (d.focal_x, d.focal_y) = (a.focal_x, a.focal_y) desc limit 1`,
    [assetId, name, format],
  );
  return rows[0];
}
