import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { Slices } from '#kernel/work/slices.ts';
import type { EntryRow, RevisionReason } from './entries.sql.ts';
import type { Stage } from './value-index.sql.ts';
import type { Derived, UniqueKey } from './value-index.ts';

type Saved = Pick<
  EntryRow,
  | 'id'
  | 'slug'
  | 'property_id'
  | 'fields'
  | 'version'
  | 'published_version'
  | 'updated_at'
  | 'definition'
  | 'status'
  | 'locale_state'
> & { isChanged: boolean };

/** Saves many entries, with a revision of each whose values changed. The transaction must have locked them. */
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
    texts(rows, ({ slug }) => slug),
    texts(rows, ({ property_id }) => property_id),
    texts(rows, ({ fields }) => fields),
    list(rows, ({ version }) => version),
    list(rows, ({ published_version }) => published_version),
    texts(rows, ({ updated_at }) => updated_at.toISOString()),
    list(rows, ({ isChanged }) => isChanged),
    rows[0]!.definition,
    now,
    reason,
    by.type,
    by.id,
    by.name,
    list(rows, ({ status }) => status),
    texts(rows, ({ locale_state }) => locale_state),
  ]);
}

const SAVE_ENTRIES = {
  name: 'save_content_entries',
  text: `
    with saved as materialized (
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::json[], $5::int[], $6::int[], $7::timestamptz[], $8::bool[],
        $15::text[], $16::json[])
        as s (id, slug, property_id, fields, version, published_version, updated_at, is_changed, status, locale_state)),
    changed as (
      update content_entries e set slug = s.slug, fields = s.fields, version = s.version,
        published_version = s.published_version, updated_at = s.updated_at, definition = $9, status = s.status,
        locale_state = s.locale_state
      from saved s where e.tenant_id = current_tenant() and e.id = s.id)
    insert into content_revisions
      (tenant_id, entry_id, version, reason, property_id, fields, author_type, author_id, author_name, created_at)
    select current_tenant(), id, version, $11, property_id, fields, $12, $13, $14, $10 from saved where is_changed`,
};

/** Replaces what readers see of many entries; the time of publication stays. */
export async function saveManyPublished(
  tx: Tx,
  rows: { id: string; fields: string; version: number }[],
  definition: number,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `update content_published p set fields = s.fields, version = s.version, definition = $4
     from unnest($1::uuid[], $2::json[], $3::int[]) as s (id, fields, version)
     where p.tenant_id = current_tenant() and p.entry_id = s.id`,
    [
      list(rows, ({ id }) => id),
      texts(rows, ({ fields }) => fields),
      rows.map(({ version }) => version),
      definition,
    ],
  );
}

/** Replaces the locales whose readers see many entries. */
export async function saveManyLive(tx: Tx, rows: { id: string; live: string[] }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `update content_published p set live_locales = array(select json_array_elements_text(s.live))
     from unnest($1::uuid[], $2::json[]) as s (id, live)
     where p.tenant_id = current_tenant() and p.entry_id = s.id`,
    [list(rows, ({ id }) => id), texts(rows, ({ live }) => JSON.stringify(live))],
  );
}

type Keyed = { id: string } & Derived;

const keyOf = (...parts: string[]) => parts.join('\0');

/** Returns what is in the first list and not in the other. */
function missingIn<T>(some: T[], others: T[], key: (one: T) => string): T[] {
  const there = new Set(others.map(key));
  return some.filter((one) => !there.has(key(one)));
}

/**
 * Replaces the index keys, unique values and references of many entries of a type: only those that differ, because most stay.
 * Returns the values that another entry has already; then the transaction must not commit.
 */
export async function writeManyDerived(
  tx: Tx,
  typeId: string,
  stage: Stage,
  before: Keyed[],
  after: Keyed[],
): Promise<Pick<UniqueKey, 'field' | 'locale' | 'key'>[]> {
  const keys = await changes(
    before,
    after,
    ({ index }) => index,
    ({ field, locale, key }) => [field, locale, key],
  );
  const alone = await changes(
    before,
    after,
    ({ unique }) => unique,
    ({ field, property, locale, key }) => [field, property, locale, key],
  );
  const links = await changes(
    before,
    after,
    ({ links }) => links,
    ({ path, kind, id }) => [path, kind, id],
  );
  const all = [keys, alone, links].flatMap(({ gone, added }) => [gone, added]);
  if (all.every(({ length }) => length === 0)) return [];
  const { rows } = await tx.query<UniqueKey>(WRITE_MANY_DERIVED, [typeId, stage, ...all.flatMap(columns)]);
  return rows;
}

type Row = { id: string; values: string[] };

async function changes<T>(
  before: Keyed[],
  after: Keyed[],
  pick: (one: Keyed) => T[],
  valuesOf: (one: T) => string[],
): Promise<{ gone: Row[]; added: Row[] }> {
  const rows = (entries: Keyed[]) =>
    entries.flatMap((entry) => pick(entry).map((one) => ({ id: entry.id, values: valuesOf(one) })));
  const key = ({ id, values }: Row) => keyOf(id, ...values);
  const slices = new Slices();
  const was = rows(before);
  await slices.pause();
  const is = rows(after);
  await slices.pause();
  const gone = missingIn(was, is, key);
  await slices.pause();
  const added = missingIn(is, was, key);
  await slices.pause();
  return { gone, added };
}

/** The entry's id and its values, as one array each: three, or four for unique values. */
const columns = (rows: Row[], at: number) => [
  list(rows, ({ id }) => id),
  ...Array.from({ length: at === 2 || at === 3 ? 4 : 3 }, (_, n) => texts(rows, ({ values }) => values[n]!)),
];

/**
 * Each row is looked up in its primary key: that index alone has this order, whatever the statistics say. The index by entry would
 * read every key of an entry for each of them, and a join every key of the type.
 */
const WRITE_MANY_DERIVED = {
  name: 'write_many_content_derived',
  text: `
    with
    no_longer_found as (
      delete from content_index where ctid = any(array(
        select i.at from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) as k (entry_id, field, locale, key)
        cross join lateral (
          select i.ctid as at, i.field, i.locale, i.key, i.entry_id from content_index i
          where i.tenant_id = current_tenant() and i.type_id = $1 and i.stage = $2
            and (i.field, i.locale, i.key, i.entry_id) >= (k.field, k.locale, k.key, k.entry_id)
          order by i.field, i.locale, i.key, i.entry_id limit 1) i
        where (i.field, i.locale, i.key, i.entry_id) = (k.field, k.locale, k.key, k.entry_id)))),
    found as (
      insert into content_index (tenant_id, type_id, stage, field, locale, key, entry_id)
      select current_tenant(), $1, $2, field, locale, key, entry_id
      from unnest($7::uuid[], $8::text[], $9::text[], $10::text[]) as k (entry_id, field, locale, key)
      on conflict do nothing),
    no_longer_alone as (
      delete from content_unique where ctid = any(array(
        select u.at from unnest($11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[])
          as k (entry_id, field, property_id, locale, key)
        cross join lateral (
          select u.ctid as at, u.entry_id from content_unique u
          where u.tenant_id = current_tenant() and u.type_id = $1 and u.stage = $2 and u.field = k.field
            and u.property_id = k.property_id and u.key = k.key and u.locale = k.locale limit 1) u
        where u.entry_id = k.entry_id))),
    alone as materialized (
      select * from unnest($16::uuid[], $17::text[], $18::text[], $19::text[], $20::text[])
        as u (entry_id, field, property_id, locale, key)),
    taken as (
      insert into content_unique (tenant_id, type_id, stage, field, property_id, key, locale, entry_id)
      select current_tenant(), $1, $2, field, property_id, key, locale, entry_id from alone
      on conflict do nothing returning entry_id, field, property_id, key, locale),
    no_longer_linked as (
      delete from content_references where ctid = any(array(
        select r.at from unnest($21::uuid[], $22::text[], $23::text[], $24::uuid[]) as k (entry_id, path, kind, target_id)
        cross join lateral (
          select r.ctid as at, r.field, r.target_id from content_references r
          where r.tenant_id = current_tenant() and r.entry_id = k.entry_id and r.stage = $2
            and (r.field, r.target_id) >= (k.path, k.target_id)
          order by r.field, r.target_id limit 1) r
        where (r.field, r.target_id) = (k.path, k.target_id)))),
    linked as (
      insert into content_references (tenant_id, entry_id, stage, field, kind, target_id)
      select current_tenant(), entry_id, $2, path, kind, target_id
      from unnest($25::uuid[], $26::text[], $27::text[], $28::uuid[]) as k (entry_id, path, kind, target_id)
      -- A value that the change made may lead to no entry. Readers see none there, and the next save names it.
      where kind <> 'entry' or exists (
        select from content_entries t where t.tenant_id = current_tenant() and t.id = k.target_id offset 0)
      on conflict do nothing)
    select a.field, a.locale, a.key from alone a
    where not exists (
        select from taken t where (t.entry_id, t.field, t.property_id, t.key, t.locale)
          = (a.entry_id, a.field, a.property_id, a.key, a.locale))
      and not exists (
        select from content_unique u
        where u.tenant_id = current_tenant() and u.type_id = $1 and u.stage = $2 and u.entry_id = a.entry_id
          and (u.field, u.property_id, u.key, u.locale) = (a.field, a.property_id, a.key, a.locale))`,
};
