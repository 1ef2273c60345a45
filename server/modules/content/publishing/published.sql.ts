import type { Tx } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { conversionOf } from '../entries/entries.sql.ts';
import { SLUG } from '../entries/value-index.ts';
import type { EntryOrder } from '../types/types.sql.ts';
import { DRAFTS, type Perspective, PUBLISHED } from './perspective.ts';

export type PublishedRow = {
  id: string;
  property_id: string | null;
  fields: string;
  version: number;
  published_at: Date | null;
  first_published_at: Date | null;
  /** The locales whose readers see it; null: all. */
  live_locales: string[] | null;
  /** The name of its type. */
  type: string;
  type_id: string;
  type_fields: string;
  /** JSON of the addresses of its type. */
  addresses: string;
  /** The entry above it. */
  parent_id: string | null;
  entry_order: EntryOrder;
  /** The same as that of an entry. */
  conversion: string | null;
};

export type WithLocales = PublishedRow & { default_locale: string | null; locales: string | null };

const COLUMNS = `p.entry_id as id, p.property_id, p.fields, p.version, p.published_at, p.first_published_at, p.live_locales, p.parent_id, t.name as type,
  t.entry_order, t.id as type_id, t.fields as type_fields, t.addresses, ${conversionOf('p')} as conversion, l.default_locale, l.locales`;

export type Wanted = { tenantId: string; type: string; slug: string; property: string; locale: string };
export type FoundBySlug = WithLocales & { nth: number };

/** Runs a statement for readers, in one tenant or several. */
export type Query = (
  statement: { name: string; text: string },
  values: unknown[],
) => Promise<{ rows: FoundBySlug[] }>;
export const queryIn =
  (tx: Tx): Query =>
  (statement, values) =>
    tx.query(statement, values);

export const columnsOf = (wanted: Wanted[]): unknown[] => [
  list(wanted, (one) => one.tenantId),
  texts(wanted, (one) => one.type),
  texts(wanted, (one) => one.slug),
  texts(wanted, (one) => one.property),
  texts(wanted, (one) => one.locale),
];

/**
 * Finds entries by slug: in this locale ('': the default) rather than in another, of this property rather than for all. Without a
 * property, entries for all come first, then those of any. Each part
 * is looked up by index for each wanted entry; `limit 1` prevents any other plan.
 */
const bySlug = ({ table, stage }: Perspective, columns = '', condition = '') => `
    select w.nth::int, ${COLUMNS}
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]${columns && ', $6::text[]'}) with ordinality
      as w (tenant_id, type, slug, property_id, locale${columns}, nth)
    cross join lateral (
      select t.id, t.name, t.fields, t.version, t.conversion, t.addresses, t.entry_order from content_types t
      where t.tenant_id = w.tenant_id and t.name = w.type limit 1) t
    left join lateral (
      select l.default_locale, l.locales from content_locales l where l.tenant_id = w.tenant_id limit 1) l on true
    cross join lateral (
      select u.entry_id from content_unique u
      where u.tenant_id = w.tenant_id and u.type_id = t.id and u.stage = '${stage}' and u.field = '${SLUG}'
        and (w.property_id = '' or u.property_id in ('', w.property_id)) and u.key = w.slug${condition}
      order by u.property_id = w.property_id desc, u.property_id, u.locale = coalesce(nullif(w.locale, ''), l.default_locale) desc nulls last, u.locale
      limit 1) u
    cross join lateral (
      select p.entry_id, p.property_id, p.fields, p.version, p.published_at, p.first_published_at, p.definition, p.live_locales, p.parent_id
      from ${table} p where p.tenant_id = w.tenant_id and p.entry_id = u.entry_id limit 1) p`;

export const FIND_BY_SLUG = { name: 'find_published_by_slug', text: bySlug(PUBLISHED) };

/**
 * The same, for readers whom the entry that was found is not there for: another one may have the slug in a locale that serves them.
 * One more list has the locales that serve each.
 */
export const FIND_SEEN_BY_SLUG = {
  name: 'find_seen_by_slug',
  text: bySlug(
    PUBLISHED,
    ', chain',
    ` and exists (
          select from content_published p where p.tenant_id = w.tenant_id and p.entry_id = u.entry_id
            and (p.live_locales is null or p.live_locales && string_to_array(w.chain, '>')) offset 0)`,
  ),
};

/** Finds a draft by its slug, in the tenant of the transaction. */
export async function findDraftBySlug(tx: Tx, wanted: Wanted): Promise<WithLocales | undefined> {
  const { rows } = await tx.query<WithLocales>(FIND_DRAFT_BY_SLUG, columnsOf([wanted]));
  return rows[0];
}
const FIND_DRAFT_BY_SLUG = { name: 'find_draft_by_slug', text: bySlug(DRAFTS) };

export async function findById(
  tx: Tx,
  type: string,
  id: string,
  { table }: Perspective,
): Promise<WithLocales | undefined> {
  const { rows } = await tx.query<WithLocales>(
    `select ${COLUMNS} from ${table} p
     join content_types t on t.tenant_id = p.tenant_id and t.id = p.type_id and t.name = $1
     left join content_locales l on l.tenant_id = t.tenant_id
     where p.tenant_id = current_tenant() and p.entry_id = $2`,
    [type, id],
  );
  return rows[0];
}
