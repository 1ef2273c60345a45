/** Redirects by their hits. Those without a hit have no row of hits: they come before or behind the others, by their ids. */
import { binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { SortedPosition } from '#kernel/http/sorted-cursor.ts';
import { COLUMNS, MAX_ROWS_SEARCHED, type RedirectFilter, type RedirectRow } from './redirects.sql.ts';

/** `q`: a part of the source or of the target. */
export type HitFilter = RedirectFilter & { q?: string };

/** The key of redirects without a hit. */
export const NO_HITS = 'none';
const OF_TENANT = 'tenant_id = (select current_tenant())';

const hitRows = (from: string, way: string) => `
  select redirect_id as id, hits, last_hit_at from redirect_hits where ${OF_TENANT} ${from}
  order by hits ${way}, redirect_id ${way}`;
const allRows = (from: string, way: string) => `
  select id, 0::bigint as hits, null::timestamptz as last_hit_at from redirects where ${OF_TENANT} ${from}
  order by id ${way}`;

type Found = { rows: RedirectRow[]; reached: SortedPosition | null };
type Row = RedirectRow & { is_end: boolean };

/**
 * One page of one of the two kinds, and one row more, among the next `MAX_ROWS_SEARCHED`. `reached` is the last one read, if
 * more follow.
 */
export async function listByHits(
  tx: Tx,
  { propertyId, fromHashes, q }: HitFilter,
  { isHit, descending }: { isHit: boolean; descending: boolean },
  limit: number,
  after: SortedPosition | null,
): Promise<Found> {
  const { bind, values } = binding();
  const [way, beyond] = descending ? ['desc', '<'] : ['asc', '>'];
  const from =
    after === null
      ? ''
      : isHit
        ? `and (hits, redirect_id) ${beyond} (${bind(after.key, 'bigint')}, ${bind(after.id, 'uuid')})`
        : `and id ${beyond} ${bind(after.id, 'uuid')}`;
  const conditions = [
    ...(propertyId === undefined ? [] : [`r.property_id = ${bind(propertyId, 'uuid')}`]),
    ...(fromHashes === undefined ? [] : [`r.from_hash = any (${bind(fromHashes, 'bytea[]')})`]),
    ...(q === undefined
      ? []
      : [
          `(strpos(lower(r.from_path), lower(${bind(q, 'text')})) > 0 or strpos(lower(r.to_url), lower(${bind(q, 'text')})) > 0)`,
        ]),
    ...(isHit
      ? []
      : [
          `(select true from redirect_hits x where x.${OF_TENANT} and x.redirect_id = any (array[h.id]) limit 1) is null`,
        ]),
  ];
  const order = isHit ? `h.hits ${way}, h.id ${way}` : `h.id ${way}`;
  const { rows } = await tx.query<Row>(
    `with scanned as materialized (${isHit ? hitRows(from, way!) : allRows(from, way!)} limit ${MAX_ROWS_SEARCHED}),
     found as (
       select ${COLUMNS}, false as is_end from scanned h
       cross join lateral (select * from redirects where ${OF_TENANT} and id = any (array[h.id]) offset 0) r
       where ${conditions.join(' and ') || 'true'} order by ${order} limit ${bind(limit + 1, 'int')})
     select * from found
     union all (
       select ${COLUMNS}, true from (select * from scanned offset ${MAX_ROWS_SEARCHED - 1} limit 1) h
       cross join lateral (select * from redirects where ${OF_TENANT} and id = any (array[h.id]) offset 0) r)`,
    values,
  );
  const end = rows.find((row) => row.is_end);
  return {
    rows: rows.filter((row) => !row.is_end),
    reached: end === undefined ? null : positionOf(end, isHit),
  };
}

export const positionOf = ({ id, hits }: RedirectRow, isHit: boolean): SortedPosition => ({
  key: isHit ? String(hits) : NO_HITS,
  id,
});
