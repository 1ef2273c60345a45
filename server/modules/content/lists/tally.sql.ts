import { type Bind, binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Part } from './conditions.sql.ts';
import { inRange, ofEntry } from './index-rows.sql.ts';
import { type Listing, othersHold, rowOf } from './list.sql.ts';

/** `isScanned`: all index rows of the field are read, instead of those of each entry. */
export type FacetRead = { field: string; locale: string; isScanned: boolean };
export type FacetRow = { key: string; count: number; example: string };

/**
 * The entries to count are those of a condition, or of the whole list without one; `most` of them are compared with the other
 * conditions.
 */
export type Source = { driver: Part | null; sets: Part[]; most: number };

/** `seen`: the entries that were compared, one more than `most` if there are more. */
export type Tally = { seen: number; found: number; facets: FacetRow[][] };

export async function readTally(
  tx: Tx,
  listing: Listing,
  source: Source,
  facets: FacetRead[],
  values: number,
): Promise<Tally> {
  const { bind: $, values: bound } = binding();
  const { base, typeId, parts } = listing;
  const isOfType = () => (typeId === null ? [] : [`${base.as}.type_id = ${$(typeId)}`]);
  const narrow = listing.narrow($);
  const needsRow = narrow.length > 0 || parts.some((part) => part.needsRow);
  const seen =
    source.driver === null
      ? `select ${base.as}.${base.id} as entry_id from ${base.table} ${base.as}
         where ${[`${base.as}.tenant_id = (select current_tenant())`, ...isOfType()].join(' and ')}
         order by ${base.as}.${base.indexed[0]} desc, ${base.as}.${base.id} desc limit ${source.most + 1}`
      : `select distinct x.entry_id
         from (select * from (${source.driver.scan!($, source.most + 1)}) each limit ${source.most + 1}) x where x.meets`;
  const where = [
    ...othersHold(parts, source, 'c.entry_id', $),
    ...(needsRow ? [...isOfType(), ...narrow] : []),
    'true',
  ];
  const counts = facets.map((facet, n) => `(${facetOf(listing, facet, values, $)}) as f${n}`);
  const { rows } = await tx.query<{ seen: number; found: number } & Record<string, string | null>>(
    `with seen as materialized (${seen}),
     found as materialized (
       select c.entry_id from seen c ${needsRow ? rowOf(listing, 'c.entry_id') : ''} where ${where.join(' and ')})
     select ${[
       '(select count(*) from seen)::int as seen',
       '(select count(*) from found)::int as found',
       ...counts,
     ].join(', ')}`,
    bound,
  );
  const [row] = rows;
  return {
    seen: row!.seen,
    found: row!.found,
    facets: facets.map((_, n) => JSON.parse(row![`f${n}`] ?? '[]') as FacetRow[]),
  };
}

/** The most frequent values of the entries found, and one more if there are more. */
function facetOf(
  { base, typeId }: Listing,
  { field, locale, isScanned }: FacetRead,
  values: number,
  $: Bind,
): string {
  const of = { base, typeIds: [typeId!], depth: 0 };
  const more = "and i.key <> '' and coalesce(i.entry_id in (select c.entry_id from found c), false)";
  const rows = isScanned
    ? inRange(of, { field, locales: [locale], more, columns: 'i.key, i.entry_id', most: 0 }, $)
    : `select i.key, c.entry_id from found c
       cross join lateral (select i.key from ${ofEntry(base.stage, 'c.entry_id', field, locale, $)} and i.key <> '' offset 0) i`;
  return `select json_agg(v) from (
    select key, count(*)::int as count, min(entry_id::text) as example from (${rows}) r
    group by key order by count(*) desc, key limit ${values + 1}) v`;
}

/** Facets show the keys of a larger value. */
const MAX_EXAMPLE_BYTES = 16 * 1024;

/** The values of one field of these entries, as JSON, but for large ones. */
export async function findExamples(
  tx: Tx,
  { base }: Listing,
  field: string,
  ids: Set<string>,
): Promise<{ id: string; value: string }[]> {
  const { rows } = await tx.query<{ id: string; value: string | null }>(
    `select w.id, case when octet_length(e.value) <= ${MAX_EXAMPLE_BYTES} then e.value end as value from unnest($2::uuid[]) as w (id)
     cross join lateral (
       select (b.fields -> $1)::text as value from ${base.table} b
       where b.tenant_id = (select current_tenant()) and b.${base.id} = w.id limit 1) e`,
    [field, [...ids]],
  );
  return rows.filter((row): row is { id: string; value: string } => row.value !== null);
}
