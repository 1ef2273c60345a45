import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/db/newest-first.ts';
import { ASSETS, type AssetRow } from './assets.sql.ts';

export type AssetFilter = {
  folder: string | null;
  tag: string | null;
  kind: string | null;
  /** The status of the rendition. */
  status: string | null;
  /** The beginnings of words, all of which an asset must have. */
  words: string[];
};

/** With fewer matches than that, they are checked one by one instead of walking the list. */
const FEW = 1000;

/** Returns the assets that have the rarest of the words; null when each of them is frequent. */
async function findByRarestWord(tx: Tx, words: string[]): Promise<string[] | null> {
  const { rows } = await tx.query<{ ids: string[] }>(
    `select array(
       select t.asset_id from media_terms t
       where t.tenant_id = current_tenant() and t.kind = 'word'
         and t.term >= w.word collate "C" and t.term < (w.word || chr(1114111)) collate "C"
       limit ${FEW + 1}) as ids
     from unnest($1::text[]) as w (word)`,
    [words],
  );
  const rarest = rows.map(({ ids }) => ids).toSorted((a, b) => a.length - b.length)[0];
  return rarest === undefined || rarest.length > FEW ? null : rarest;
}

/**
 * Beginnings are compared as a range: under row-level security an index serves only comparisons that cannot leak, which LIKE
 * and array operators are not.
 */
export async function listAssets(
  tx: Tx,
  filter: AssetFilter,
  limit: number,
  after: Position | null,
): Promise<AssetRow[]> {
  const among = await findByRarestWord(tx, filter.words);
  if (among?.length === 0) return [];
  const { rows } = await tx.query<AssetRow>(
    `${ASSETS}
       and ($9::uuid[] is null or a.id = any($9))
       and ($1::timestamptz is null or (a.created_at, a.id) < ($1, $2::uuid))
       and ($4::text is null or a.folder = $4)
       and ($5::text is null or a.id in (
         select t.asset_id from media_terms t
         where t.tenant_id = current_tenant() and t.kind = 'tag' and t.term = $5))
       and ($6::text is null or b.kind = $6)
       and ($7::text is null or r.status = $7)
       and not exists (
         select from unnest($8::text[]) as w (word) where not exists (
           select from media_terms t
           where t.tenant_id = current_tenant() and t.kind = 'word' and t.asset_id = a.id
             and t.term >= w.word collate "C" and t.term < (w.word || chr(1114111)) collate "C"))
     order by a.created_at desc, a.id desc limit $3`,
    [
      after?.at ?? null,
      after?.id ?? null,
      limit + 1,
      filter.folder,
      filter.tag,
      filter.kind,
      filter.status,
      filter.words,
      among,
    ],
  );
  return rows;
}

export type FolderRow = { folder: string; assets: number };

export async function listFolders(tx: Tx): Promise<FolderRow[]> {
  const { rows } = await tx.query<FolderRow>(
    `select folder, count(*)::int as assets from media_assets where tenant_id = current_tenant()
     group by folder order by folder limit 1000`,
  );
  return rows;
}

/** Moves the assets of a folder and of all folders in it. Returns how many there were. */
export async function moveFolder(tx: Tx, from: string, to: string, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `update media_assets set folder = coalesce(nullif($2 || substr(folder, $3), ''), '/'),
       version = version + 1, updated_at = $4
     where tenant_id = current_tenant() and (folder = $1 or folder >= $1 || '/' and folder < $1 || '0')`,
    [from, to === '/' ? '' : to, from.length + 1, now],
  );
  return rowCount;
}
