import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import type { Derived, IndexKey, UniqueKey } from './value-index.ts';

export type Stage = 'draft' | 'published';

/** More in one statement would take seconds on a busy machine. */
const KEYS_AT_ONCE = 10_000;

/**
 * Replaces the index keys, unique values and references of the entry at this stage. Returns the values that another entry has
 * already; then the transaction must not commit.
 */
export async function writeDerived(
  tx: Tx,
  entry: { id: string; type_id: string },
  stage: Stage,
  { index, unique, links }: Derived,
): Promise<Pick<UniqueKey, 'field' | 'locale' | 'key'>[]> {
  const rest = index.slice(KEYS_AT_ONCE).map((key) => ({ id: entry.id, ...key }));
  await insertKeys(tx, entry.type_id, stage, rest);
  const { rows } = await tx.query<UniqueKey>(WRITE_DERIVED, [
    entry.id,
    entry.type_id,
    stage,
    texts(index, (each) => each.field),
    texts(index, (each) => each.locale),
    texts(index, (each) => each.key),
    texts(unique, (each) => each.field),
    texts(unique, (each) => each.property),
    texts(unique, (each) => each.locale),
    texts(unique, (each) => each.key),
    texts(links, (each) => each.path),
    texts(links, (each) => each.kind),
    list(links, (each) => each.id),
    KEYS_AT_ONCE,
  ]);
  return rows;
}

/** Index keys of many entries of a type, in addition to those that they have. */
export async function insertKeys(
  tx: Tx,
  typeId: string,
  stage: Stage,
  keys: (IndexKey & { id: string })[],
): Promise<void> {
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const some = keys.slice(from, from + KEYS_AT_ONCE);
    await tx.query(INSERT_KEYS, [
      ...[typeId, stage, list(some, ({ id }) => id), texts(some, ({ field }) => field)],
      ...[texts(some, ({ locale }) => locale), texts(some, ({ key }) => key)],
    ]);
  }
}

const INSERT_KEYS = {
  name: 'insert_content_keys',
  text: `
    insert into content_index (tenant_id, type_id, stage, field, locale, key, entry_id)
    select current_tenant(), $1, $2, field, locale, key, entry_id
    from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) as k (entry_id, field, locale, key) on conflict do nothing`,
};

const WRITE_DERIVED = {
  name: 'write_content_derived',
  text: `
    with
    keys as (select * from unnest($4::text[], $5::text[], $6::text[]) with ordinality as k (field, locale, key, nth)),
    alone as (select * from unnest($7::text[], $8::text[], $9::text[], $10::text[]) as u (field, property_id, locale, key)),
    links as (select distinct on (path, id) * from unnest($11::text[], $12::text[], $13::uuid[]) as l (path, kind, id)),
    no_longer_found as (
      delete from content_index i where tenant_id = current_tenant() and entry_id = $1 and stage = $3
        and (field, locale, key) not in (select field, locale, key from keys)),
    no_longer_alone as (
      delete from content_unique u where tenant_id = current_tenant() and entry_id = $1 and stage = $3
        and (field, property_id, locale, key) not in (select field, property_id, locale, key from alone)),
    no_longer_linked as (
      delete from content_references r where tenant_id = current_tenant() and entry_id = $1 and stage = $3
        and (field, target_id) not in (select path, id from links)),
    found as (
      insert into content_index (tenant_id, type_id, stage, field, locale, key, entry_id)
      select current_tenant(), $2, $3, field, locale, key, $1 from keys where nth <= $14 on conflict do nothing),
    linked as (
      insert into content_references (tenant_id, entry_id, stage, field, kind, target_id)
      select current_tenant(), $1, $3, path, kind, id from links on conflict do nothing),
    taken as (
      insert into content_unique (tenant_id, type_id, stage, field, property_id, key, locale, entry_id)
      select current_tenant(), $2, $3, field, property_id, key, locale, $1 from alone
      on conflict do nothing returning field, property_id, key, locale)
    select field, locale, key from alone a
    where not exists (
        select from taken t
        where (t.field, t.property_id, t.key, t.locale) = (a.field, a.property_id, a.key, a.locale))
      and not exists (
        select from content_unique u
        where u.tenant_id = current_tenant() and u.type_id = $2 and u.stage = $3 and u.entry_id = $1
          and (u.field, u.property_id, u.key, u.locale) = (a.field, a.property_id, a.key, a.locale))`,
};

/** Returns those of the keys that another entry has, which is still of the former definition of the type. */
export async function takenByFormer(
  tx: Tx,
  type: { id: string; version: number },
  entryId: string,
  stage: Stage,
  defaultLocale: string,
  keys: (UniqueKey & { was: string; isSlug: boolean })[],
): Promise<Pick<UniqueKey, 'field' | 'locale' | 'key'>[]> {
  if (keys.length === 0) return [];
  const { rows } = await tx.query<UniqueKey>(
    `select k.field, k.locale, k.key
     from unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::bool[])
       as k (field, was, locale, key, property_id, is_slug)
     where exists (
       select from content_index i
       join content_entries e on e.tenant_id = i.tenant_id and e.id = i.entry_id
       where i.tenant_id = current_tenant() and i.type_id = $1 and i.stage = $4 and i.field = k.was and i.key = k.key
         and (i.locale = k.locale or (i.locale in ('', $5) and k.locale in ('', $5))) and i.entry_id <> $3
         and e.definition is distinct from $2 and (not k.is_slug or coalesce(e.property_id, '') = k.property_id))`,
    [
      type.id,
      type.version,
      entryId,
      stage,
      defaultLocale,
      texts(keys, ({ field }) => field),
      texts(keys, ({ was }) => was),
      texts(keys, ({ locale }) => locale),
      texts(keys, ({ key }) => key),
      texts(keys, ({ property }) => property),
      keys.map(({ isSlug }) => isSlug),
    ],
  );
  return rows;
}

/** Clears one stage, or both. */
export async function clearDerived(tx: Tx, entryId: string, stages: Stage[]): Promise<void> {
  await Promise.all(
    ['content_index', 'content_unique', 'content_references'].map((table) =>
      tx.query(
        `delete from ${table} where tenant_id = current_tenant() and entry_id = $1 and stage = any($2)`,
        [entryId, stages],
      ),
    ),
  );
}

/** Returns which of these slugs drafts of the type have already, in this property and locale. */
export async function takenSlugs(
  tx: Tx,
  typeId: string,
  property: string,
  locale: string,
  wanted: string[],
  exceptOf: string,
): Promise<string[]> {
  const { rows } = await tx.query<{ key: string }>(
    `select key from content_unique
     where tenant_id = current_tenant() and type_id = $1 and stage = 'draft' and field = '/' and property_id = $2
       and ($3 = '' or locale in ('', $3)) and key = any($4) and entry_id <> $5`,
    [typeId, property, locale, wanted, exceptOf],
  );
  return rows.map((row) => row.key);
}

export type FoundTarget = { id: string; type: string };

/** Returns those of the entries that exist, locked against deletion until commit. */
export async function holdTargets(tx: Tx, ids: string[]): Promise<FoundTarget[]> {
  const { rows } = await tx.query<FoundTarget>(
    `select e.id, t.name as type from content_entries e
     join content_types t on t.tenant_id = e.tenant_id and t.id = e.type_id
     where e.tenant_id = current_tenant() and e.id = any($1) and e.deleted_at is null
     order by e.id for key share of e`,
    [ids],
  );
  return rows;
}

export type Referrer = {
  id: string;
  type: string;
  slug: string | null;
  field: string;
  /** published: readers see the reference. */
  stage: Stage;
  places: { field: string; stage: Stage }[];
};

const MAX_PLACES = 20;
/** Rows of references that a page reads; an entry has one for each place and stage. */
const MAX_WALKED = 4_000;

/**
 * Returns the entries that refer to the target: at most `limit`, and one more if there are more. `reached`: the last entry that was
 * read, if a bounded number of references did not make the page full.
 */
export async function findReferrers(
  tx: Tx,
  kind: 'entry' | 'asset',
  targetId: string,
  limit: number,
  after: string | null,
  /** The types that the caller may read; undefined: every one. */
  typeIds?: string[],
  walked = MAX_WALKED,
): Promise<{ rows: Referrer[]; reached: string | null }> {
  type Row = Omit<Referrer, 'places'> & { places: string; last: string | null };
  const { rows } = await tx.query<Row>(FIND_REFERRERS, [
    ...[kind, targetId, limit + 1, after, typeIds ?? null, walked],
  ]);
  const found = rows.filter(({ id }) => id !== null).map(({ last: _, ...row }) => row);
  return {
    rows: found.map((row) => ({ ...row, places: JSON.parse(row.places) })),
    reached: found.length > limit ? null : (rows[0]?.last ?? null),
  };
}

/** Walks the references in the order of their entries, and shows each entry with its first places. */
const FIND_REFERRERS = {
  name: 'find_referrers',
  text: `
    with walked as materialized (
      select r.entry_id from content_references r
      where r.tenant_id = current_tenant() and r.target_id = $2 and r.kind = $1 and r.entry_id <> $2
        and r.entry_id > coalesce($4::uuid, '00000000-0000-0000-0000-000000000000')
      order by r.entry_id limit $6),
    named as materialized (
      select distinct entry_id from walked order by entry_id limit case when $5::uuid[] is null then $3::int else $6::int end),
    shown as materialized (
      select e.id, e.slug, e.type_id
      from named n cross join lateral (
        select e.id, e.slug, e.type_id from content_entries e
        where e.tenant_id = current_tenant() and e.id = n.entry_id and ($5::uuid[] is null or e.type_id = any($5)) limit 1) e
      order by e.id limit $3),
    found as (
      select s.id, t.name as type, s.slug, p.field, p.stage, p.places
      from shown s
      cross join lateral (
        select t.name from content_types t where t.tenant_id = current_tenant() and t.id = s.type_id limit 1) t
      cross join lateral (
        select min(field) as field, max(stage) as stage, json_agg(json_build_object('field', field, 'stage', stage)) as places
        from (
          select r.field, r.stage from content_references r
          where r.tenant_id = current_tenant() and r.target_id = $2 and r.kind = $1 and r.entry_id = s.id
          order by r.stage desc, r.field limit ${MAX_PLACES}) r) p)
    select found.*, case when (select count(*) from walked) = $6 then (select max(entry_id::text) from walked) end as last
    from (values (1)) one left join found on true order by found.id`,
};
