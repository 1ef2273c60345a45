/** Lists of redirects: their filters as stored values, and the order by hits. */
import type { Tx } from '#kernel/db/db.ts';
import { readSortedCursor, type SortedPosition, writeSortedCursor } from '#kernel/http/sorted-cursor.ts';
import { type HitFilter, listByHits, NO_HITS, positionOf } from './by-hits.sql.ts';
import { hashOf } from './redirect-check.ts';
import type { RedirectFilter, RedirectRow } from './redirects.sql.ts';
import { MATCHES, readRule } from './rules.ts';

/** `from` becomes the hashes of its path for each kind of match. */
export function readFilter({ propertyId, from }: { propertyId?: string; from?: string }): RedirectFilter {
  if (from === undefined) return { propertyId };
  const rule = {
    id: '',
    from_path: from,
    to_url: '/',
    status_code: 301,
    active_from: null,
    active_until: null,
  };
  const hashes = MATCHES.map((match) => hashOf(readRule({ ...rule, match, query: 'keep' })));
  return { propertyId, fromHashes: hashes };
}

/** Redirects with hits, then those without; ascending, the other way round. */
export async function findByHits(
  tx: Tx,
  filter: HitFilter,
  { descending, cursor, limit }: { descending: boolean; cursor: string | undefined; limit: number },
) {
  const sort = { by: 'hits', descending };
  let after = readSortedCursor(cursor, sort, HITS_KEY);
  const rows: RedirectRow[] = [];
  let next: SortedPosition | null = null;
  for (const isHit of [descending, !descending]) {
    // The cursor is behind all of this kind.
    if (after !== null && (after.key !== NO_HITS) !== isHit) continue;
    const found = await listByHits(tx, filter, { isHit, descending }, limit - rows.length, after);
    after = null;
    const isFull = rows.length + found.rows.length > limit;
    rows.push(...found.rows.slice(0, limit - rows.length));
    next = isFull ? positionOf(rows.at(-1)!, rows.at(-1)!.hits > 0n) : found.reached;
    if (next !== null) break;
  }
  const nextCursor = next && writeSortedCursor(sort, next);
  return { rows, pagination: { limit, hasMore: nextCursor !== null, nextCursor } };
}

/** A bigint holds any number of 18 digits. */
const HITS_KEY = /^(\d{1,18}|none)$/;
