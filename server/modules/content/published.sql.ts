import type { Tx } from '#kernel/db/db.ts';
import { SLUG } from './entry-index.ts';

export type PublishedRow = {
  id: string;
  property_id: string | null;
  fields: string;
  version: number;
  published_at: Date | null;
  first_published_at: Date | null;
  /** Of its type. */
  type: string;
  type_fields: string;
};

type WithLocales = PublishedRow & { default_locale: string | null; locales: string | null };

const COLUMNS = `p.entry_id as id, p.property_id, p.fields, p.version, p.published_at, p.first_published_at, t.name as type,
  t.fields as type_fields, l.default_locale, l.locales`;

/** By its slug, in this locale ('': the default) rather than in another, and of this property rather than for all. */
export async function findBySlug(
  tx: Tx,
  type: string,
  slug: string,
  property: string,
  locale: string,
): Promise<WithLocales | undefined> {
  const { rows } = await tx.query<WithLocales>(FIND_BY_SLUG, [type, slug, property, locale]);
  return rows[0];
}

const FIND_BY_SLUG = {
  name: 'find_published_by_slug',
  text: `
    select ${COLUMNS}
    from content_types t
    join content_unique u on u.tenant_id = t.tenant_id and u.type_id = t.id and u.stage = 'published' and u.field = '${SLUG}'
      and u.property_id in ('', $3) and u.key = $2
    join content_published p on p.tenant_id = u.tenant_id and p.entry_id = u.entry_id
    left join content_locales l on l.tenant_id = t.tenant_id
    where t.tenant_id = current_tenant() and t.name = $1
    order by u.property_id desc, u.locale = coalesce(nullif($4, ''), l.default_locale) desc nulls last, u.locale limit 1`,
};

export async function findById(tx: Tx, type: string, id: string): Promise<WithLocales | undefined> {
  const { rows } = await tx.query<WithLocales>(
    `select ${COLUMNS} from content_published p
     join content_types t on t.tenant_id = p.tenant_id and t.id = p.type_id and t.name = $1
     left join content_locales l on l.tenant_id = t.tenant_id
     where p.tenant_id = current_tenant() and p.entry_id = $2`,
    [type, id],
  );
  return rows[0];
}

/** What is live of these, whatever type they are of. */
export async function findLive(tx: Tx, ids: string[]): Promise<PublishedRow[]> {
  const { rows } = await tx.query<PublishedRow>(
    `select p.entry_id as id, p.property_id, p.fields, p.version, p.published_at, p.first_published_at, t.name as type,
       t.fields as type_fields
     from content_published p join content_types t on t.tenant_id = p.tenant_id and t.id = p.type_id
     where p.tenant_id = current_tenant() and p.entry_id = any($1)`,
    [ids],
  );
  return rows;
}
