import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import { GONE, type RuleSource } from './rules.ts';

export type RedirectRow = RuleSource & {
  property_id: string;
  notes: string | null;
  chain: string[];
  version: number;
  created_at: Date;
  updated_at: Date;
  hits: bigint;
  last_hit_at: Date | null;
};

/** A redirect with the hash of its source, which is unique within a property. */
export type KeyedRow = RedirectRow & { from_hash: Buffer };

/** Of a redirect `r` and its hits `h`. */
export const COLUMNS = `r.id, r.property_id, r.match, r.from_path,
  case r.status_code when ${GONE} then '' else r.to_url end as to_url, r.status_code, r.query, r.active_from, r.active_until, r.notes,
  r.chain, r.version, r.created_at, r.updated_at, coalesce(h.hits, 0) as hits, h.last_hit_at`;
const REDIRECTS = `
  select ${COLUMNS}
  from redirects r left join redirect_hits h on h.tenant_id = r.tenant_id and h.redirect_id = r.id
  where r.tenant_id = current_tenant()`;

const arrays = (rows: KeyedRow[]) => [
  list(rows, ({ id }) => id),
  list(rows, ({ match }) => match),
  texts(rows, ({ from_path }) => from_path),
  texts(rows, ({ from_hash }) => `\\x${from_hash.toString('hex')}`),
  texts(rows, ({ to_url, status_code }) => (status_code === GONE ? '/' : to_url)),
  list(rows, ({ status_code }) => status_code),
  list(rows, ({ query }) => query),
  list(rows, ({ active_from }) => time(active_from)),
  list(rows, ({ active_until }) => time(active_until)),
  texts(rows, ({ notes }) => notes),
  texts(rows, ({ chain }) => JSON.stringify(chain)),
  list(rows, ({ version }) => version),
];
const time = (at: Date | null) => at && `"${at.toISOString()}"`;

const GIVEN = `unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::text[], $6::int[], $7::text[], $8::timestamptz[],
  $9::timestamptz[], $10::text[], $11::json[], $12::int[])
  as g (id, match, from_path, from_hash, to_url, status_code, query, active_from, active_until, notes, chain, version)`;

const ROWS_PER_STATEMENT = 500;

export function* batches<T>(rows: T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) yield rows.slice(at, at + ROWS_PER_STATEMENT);
}

/** All rows are of one property, and inserted at the same moment. */
export async function insertRedirects(
  tx: Tx,
  rows: KeyedRow[],
  at: { propertyId: string; servedVersion: number; now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into redirects (tenant_id, property_id, id, match, from_path, from_hash, to_url, status_code, query, active_from,
       active_until, notes, chain, version, changed_in, created_at, updated_at)
     select current_tenant(), $13, id, match, from_path, from_hash, to_url, status_code, query, active_from, active_until,
       notes, array(select json_array_elements_text(chain)), version, $14, $15, $15
     from ${GIVEN}`,
    [...arrays(rows), at.propertyId, at.servedVersion, at.now],
  );
}

/** The caller has locked the property's row, so that saves of one property get increasing versions. */
export async function updateRedirects(
  tx: Tx,
  rows: KeyedRow[],
  at: { servedVersion: number; now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `update redirects r set match = g.match, from_path = g.from_path, from_hash = g.from_hash, to_url = g.to_url,
       status_code = g.status_code, query = g.query, active_from = g.active_from, active_until = g.active_until,
       notes = g.notes, chain = array(select json_array_elements_text(g.chain)), version = g.version, changed_in = $13,
       updated_at = $14
     from ${GIVEN} where r.tenant_id = current_tenant() and r.id = g.id`,
    [...arrays(rows), at.servedVersion, at.now],
  );
}

export async function findRedirects(tx: Tx, ids: string[]): Promise<RedirectRow[]> {
  const { rows } = await tx.query<RedirectRow>(`${REDIRECTS} and r.id = any ($1)`, [ids]);
  return rows;
}

export type RedirectFilter = { propertyId?: string; fromHashes?: Buffer[] };

export const listRedirects = (
  tx: Tx,
  { propertyId, fromHashes }: RedirectFilter,
  limit: number,
  after: Position | null,
) =>
  listNewestFirst<RedirectRow>(
    tx,
    `${REDIRECTS} and ($1::uuid is null or r.property_id = $1) and ($2::bytea[] is null or r.from_hash = any ($2))`,
    [propertyId ?? null, fromHashes ?? null],
    limit,
    after,
  );

/** The most redirects that one search reads. */
export const MAX_ROWS_SEARCHED = 5_000;

/**
 * Redirects with this text in their source or target, among the next `MAX_ROWS_SEARCHED`. `reached` is the last one read, if more
 * follow.
 */
export async function searchRedirects(
  tx: Tx,
  { propertyId, fromHashes }: RedirectFilter,
  text: string,
  limit: number,
  after: Position | null,
): Promise<{ rows: RedirectRow[]; reached: { id: string; created_at: Date } | null }> {
  const { rows } = await tx.query<RedirectRow & { is_end: boolean }>(
    `with scanned as (
       ${REDIRECTS} and ($1::uuid is null or r.property_id = $1)
         and ($2::timestamptz is null or (r.created_at, r.id) < ($2, $3::uuid))
         and ($6::bytea[] is null or r.from_hash = any ($6))
       order by r.created_at desc, r.id desc limit ${MAX_ROWS_SEARCHED}),
     numbered as (
       select *, row_number() over newest as place,
         strpos(lower(from_path), lower($4)) > 0 or strpos(lower(to_url), lower($4)) > 0 as is_match
       from scanned window newest as (order by created_at desc, id desc))
     (select *, false as is_end from numbered where is_match order by place limit $5)
     union all select *, true from numbered where place = ${MAX_ROWS_SEARCHED}`,
    [propertyId ?? null, after?.at ?? null, after?.id ?? null, text, limit + 1, fromHashes ?? null],
  );
  return { rows: rows.filter((row) => !row.is_end), reached: rows.find((row) => row.is_end) ?? null };
}

export async function findRedirectPlace(tx: Tx, id: string): Promise<Position | null> {
  const { rows } = await tx.query<{ at: Date }>(
    'select created_at as at from redirects where tenant_id = current_tenant() and id = $1',
    [id],
  );
  return rows[0] === undefined ? null : { at: rows[0].at, id };
}

/** Removals are kept for processes whose cached rules are older than them. */
export const REMOVALS_KEPT = 1_000;

export async function deleteRedirect(
  tx: Tx,
  { id, property_id }: RedirectRow,
  servedVersion: number,
): Promise<void> {
  await tx.query(
    `with gone as (delete from redirects where tenant_id = current_tenant() and id = $1 returning id),
     forgotten as (
       delete from redirect_removals where tenant_id = current_tenant() and property_id = $2 and removed_in < $3 - $4::int)
     insert into redirect_removals (tenant_id, property_id, removed_in, redirect_id)
     select current_tenant(), $2, $3, id from gone`,
    [id, property_id, servedVersion, REMOVALS_KEPT],
  );
}

/** Returns the number of redirects of a property, and the sources of its oldest ones. */
export async function countRedirects(
  tx: Tx,
  propertyId: string,
): Promise<{ count: number; first: string[] }> {
  const { rows } = await tx.query<{ count: number; first: string[] }>(
    `select count(*)::int as count, array(
       select from_path from redirects where tenant_id = current_tenant() and property_id = $1
       order by created_at, id limit 10) as first
     from redirects where tenant_id = current_tenant() and property_id = $1`,
    [propertyId],
  );
  return rows[0]!;
}
