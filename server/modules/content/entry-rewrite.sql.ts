import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import type { EntryRow, RevisionReason } from './entries.sql.ts';
import type { Stage } from './entry-index.sql.ts';
import type { Derived, UniqueKey } from './entry-index.ts';

type Saved = Pick<
  EntryRow,
  'id' | 'slug' | 'property_id' | 'fields' | 'version' | 'published_version' | 'updated_at'
>;

/** Saves many entries, each with its revision. The transaction must have locked them. */
export async function saveEntries(
  tx: Tx,
  rows: Saved[],
  by: Author,
  reason: RevisionReason,
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(SAVE_ENTRIES, [
    list(rows, ({ id }) => id),
    rows.map(({ slug }) => slug),
    rows.map(({ property_id }) => property_id),
    texts(rows, ({ fields }) => fields),
    rows.map(({ version }) => version),
    rows.map(({ published_version }) => published_version),
    now,
    reason,
    by.type,
    by.id,
    by.name,
  ]);
}

const SAVE_ENTRIES = {
  name: 'save_content_entries',
  text: `
    with saved as materialized (
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::json[], $5::int[], $6::int[])
        as s (id, slug, property_id, fields, version, published_version)),
    changed as (
      update content_entries e set slug = s.slug, fields = s.fields, version = s.version,
        published_version = s.published_version, updated_at = $7
      from saved s where e.tenant_id = current_tenant() and e.id = s.id)
    insert into content_revisions
      (tenant_id, entry_id, version, reason, property_id, fields, author_type, author_id, author_name, created_at)
    select current_tenant(), id, version, $8, property_id, fields, $9, $10, $11, $7 from saved`,
};

/** Replaces what readers see of many entries; the time of publication stays. */
export async function saveManyPublished(
  tx: Tx,
  rows: { id: string; fields: string; version: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `update content_published p set fields = s.fields, version = s.version
     from unnest($1::uuid[], $2::json[], $3::int[]) as s (id, fields, version)
     where p.tenant_id = current_tenant() and p.entry_id = s.id`,
    [list(rows, ({ id }) => id), texts(rows, ({ fields }) => fields), rows.map(({ version }) => version)],
  );
}

/**
 * Replaces the index keys, unique values and references of many entries of a type. Returns the values that another entry has
 * already; then the transaction must not commit.
 */
export async function writeManyDerived(
  tx: Tx,
  typeId: string,
  stage: Stage,
  entries: ({ id: string } & Derived)[],
): Promise<Pick<UniqueKey, 'field' | 'locale' | 'key'>[]> {
  if (entries.length === 0) return [];
  const keys = entries.flatMap(({ id, index }) => index.map((key) => ({ id, ...key })));
  const alone = entries.flatMap(({ id, unique }) => unique.map((key) => ({ id, ...key })));
  const links = entries.flatMap(({ id, links }) => links.map((link) => ({ from: id, ...link })));
  const { rows } = await tx.query<UniqueKey>(WRITE_MANY_DERIVED, [
    typeId,
    stage,
    list(entries, ({ id }) => id),
    list(keys, ({ id }) => id),
    texts(keys, ({ field }) => field),
    texts(keys, ({ locale }) => locale),
    texts(keys, ({ key }) => key),
    list(alone, ({ id }) => id),
    texts(alone, ({ field }) => field),
    texts(alone, ({ property }) => property),
    texts(alone, ({ locale }) => locale),
    texts(alone, ({ key }) => key),
    list(links, ({ from }) => from),
    texts(links, ({ path }) => path),
    texts(links, ({ kind }) => kind),
    list(links, ({ id }) => id),
  ]);
  return rows;
}

const WRITE_MANY_DERIVED = {
  name: 'write_many_content_derived',
  text: `
    with
    keys as materialized (
      select * from unnest($4::uuid[], $5::text[], $6::text[], $7::text[]) as k (entry_id, field, locale, key)),
    alone as materialized (
      select * from unnest($8::uuid[], $9::text[], $10::text[], $11::text[], $12::text[])
        as u (entry_id, field, property_id, locale, key)),
    links as materialized (
      select distinct on (entry_id, path, id) * from unnest($13::uuid[], $14::text[], $15::text[], $16::uuid[])
        as l (entry_id, path, kind, id)),
    no_longer_found as (
      delete from content_index where tenant_id = current_tenant() and entry_id = any($3) and stage = $2
        and (entry_id, field, locale, key) not in (select entry_id, field, locale, key from keys)),
    no_longer_alone as (
      delete from content_unique where tenant_id = current_tenant() and entry_id = any($3) and stage = $2
        and (entry_id, field, property_id, locale, key)
          not in (select entry_id, field, property_id, locale, key from alone)),
    no_longer_linked as (
      delete from content_references where tenant_id = current_tenant() and entry_id = any($3) and stage = $2
        and (entry_id, field, target_id) not in (select entry_id, path, id from links)),
    found as (
      insert into content_index (tenant_id, type_id, stage, field, locale, key, entry_id)
      select current_tenant(), $1, $2, field, locale, key, entry_id from keys on conflict do nothing),
    linked as (
      insert into content_references (tenant_id, entry_id, stage, field, kind, target_id)
      select current_tenant(), entry_id, $2, path, kind, id from links on conflict do nothing),
    taken as (
      insert into content_unique (tenant_id, type_id, stage, field, property_id, key, locale, entry_id)
      select current_tenant(), $1, $2, field, property_id, key, locale, entry_id from alone
      on conflict do nothing returning entry_id, field, property_id, key, locale)
    select a.field, a.locale, a.key from alone a
    where not exists (
        select from taken t where (t.entry_id, t.field, t.property_id, t.key, t.locale)
          = (a.entry_id, a.field, a.property_id, a.key, a.locale))
      and not exists (
        select from content_unique u
        where u.tenant_id = current_tenant() and u.type_id = $1 and u.stage = $2 and u.entry_id = a.entry_id
          and (u.field, u.property_id, u.key, u.locale) = (a.field, a.property_id, a.key, a.locale))`,
};
