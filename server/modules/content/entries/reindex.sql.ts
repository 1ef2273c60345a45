import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { COLUMNS, type TypeRow } from '../types/types.sql.ts';
import type { EntryStatus } from './entries.sql.ts';
import { insertKeys, type Stage } from './value-index.sql.ts';
import type { Derived } from './value-index.ts';

/** The types of the tenant, locked until commit. 'entries': no entry is saved meanwhile; 'change': no type is changed. */
export async function lockTypes(tx: Tx, against: 'entries' | 'change'): Promise<TypeRow[]> {
  const { rows } = await tx.query<TypeRow>(
    `select ${COLUMNS} from content_types
     where tenant_id = current_tenant() order by id ${against === 'entries' ? 'for update' : 'for key share'}`,
  );
  return rows;
}

/** A batch ends when its values exceed this; it has at least one entry. */
const MAX_BATCH_BYTES = 1024 * 1024;

export type IndexedEntry = {
  id: string;
  type_id: string;
  status: EntryStatus;
  slug: string | null;
  property_id: string | null;
  fields: string;
  published: string | null;
  published_property: string | null;
};

/**
 * Returns entries of these types in the order of their ids, locked until commit, with what readers see of them. They are fewer than
 * `limit` if they are large: their keys are in memory together.
 */
export async function nextIndexed(
  tx: Tx,
  typeIds: string[],
  after: string | null,
  limit: number,
): Promise<{ entries: IndexedEntry[]; isLast: boolean }> {
  const { rows } = await tx.query<IndexedEntry & { found: number }>(
    `with page as materialized (
       select e.id, e.type_id, e.status, e.slug, e.property_id, e.fields, p.fields as published,
         p.property_id as published_property
       from content_entries e left join content_published p on p.tenant_id = e.tenant_id and p.entry_id = e.id
       where e.tenant_id = current_tenant() and e.type_id = any($1) and ($2::uuid is null or e.id > $2)
       order by e.id limit $3 for no key update of e)
     select * from (
       select page.*, (count(*) over ())::int as found, row_number() over taken as nth,
         sum(octet_length(fields::text) + coalesce(octet_length(published::text), 0)) over taken as bytes
       from page window taken as (order by id)) page
     where nth = 1 or bytes <= ${MAX_BATCH_BYTES} order by nth`,
    [typeIds, after, limit],
  );
  const found = rows[0]?.found ?? 0;
  return { entries: rows, isLast: found < limit && rows.length === found };
}

/** Replaces the index keys of many entries of a type. Their unique values and references must not have changed. */
export async function replaceKeys(
  tx: Tx,
  typeId: string,
  stage: Stage,
  entries: { id: string; index: Derived['index'] }[],
): Promise<void> {
  if (entries.length === 0) return;
  const keys = entries.flatMap(({ id, index }) => index.map((key) => ({ id, ...key })));
  await tx.query(REMOVE_OTHER_KEYS, [
    stage,
    list(entries, ({ id }) => id),
    list(keys, ({ id }) => id),
    texts(keys, ({ field }) => field),
    texts(keys, ({ locale }) => locale),
    texts(keys, ({ key }) => key),
  ]);
  await insertKeys(tx, typeId, stage, keys);
}

const REMOVE_OTHER_KEYS = {
  name: 'remove_other_content_keys',
  text: `
    delete from content_index where tenant_id = current_tenant() and entry_id = any($2) and stage = $1
      and (entry_id, field, locale, key) not in (
        select entry_id, field, locale, key
        from unnest($3::uuid[], $4::text[], $5::text[], $6::text[]) as k (entry_id, field, locale, key))`,
};

export async function saveSlugs(tx: Tx, slugs: { id: string; slug: string | null }[]): Promise<void> {
  if (slugs.length === 0) return;
  await tx.query(
    `update content_entries e set slug = s.slug from unnest($1::uuid[], $2::text[]) as s (id, slug)
     where e.tenant_id = current_tenant() and e.id = s.id`,
    [slugs.map(({ id }) => id), slugs.map(({ slug }) => slug)],
  );
}

/** Adds references that the entries have, except to entries that are gone. */
export async function addReferences(
  tx: Tx,
  stage: Stage,
  entries: { id: string; links: Derived['links'] }[],
): Promise<void> {
  const links = entries.flatMap(({ id, links }) => links.map((link) => ({ from: id, ...link })));
  if (links.length === 0) return;
  await tx.query(
    `insert into content_references (tenant_id, entry_id, stage, field, kind, target_id)
     select current_tenant(), l.entry_id, $1, l.field, l.kind, l.target_id
     from unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[]) as l (entry_id, field, kind, target_id)
     where l.kind = 'asset' or exists (
       select from content_entries e where e.tenant_id = current_tenant() and e.id = l.target_id)
     on conflict do nothing`,
    [
      stage,
      list(links, ({ from }) => from),
      texts(links, ({ path }) => path),
      texts(links, ({ kind }) => kind),
      list(links, ({ id }) => id),
    ],
  );
}
