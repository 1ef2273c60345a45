import type { Tx } from '#kernel/db/db.ts';
import type { EntryRow } from '../entries/entries.sql.ts';
import { SLUG } from '../entries/value-index.ts';
import type { Live } from '../locales/locales.ts';

/** Stores the values that readers of these locales get from now on. */
export async function savePublished(tx: Tx, row: EntryRow, fields: string, live: Live): Promise<void> {
  await tx.query(SAVE_PUBLISHED, [
    row.id,
    row.type_id,
    row.property_id,
    fields,
    row.version,
    row.published_at,
    row.first_published_at,
    row.definition,
    live,
  ]);
}

const SAVE_PUBLISHED = {
  name: 'save_content_published',
  text: `
    insert into content_published
      (tenant_id, entry_id, type_id, property_id, fields, version, published_at, first_published_at, definition,
       live_locales)
    values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (tenant_id, entry_id) do update set property_id = excluded.property_id, fields = excluded.fields,
      version = excluded.version, published_at = excluded.published_at, definition = excluded.definition,
      live_locales = excluded.live_locales`,
};

export async function removePublished(tx: Tx, entryId: string): Promise<void> {
  await tx.query('delete from content_published where tenant_id = current_tenant() and entry_id = $1', [
    entryId,
  ]);
}

export type StoredPublished = { fields: string; property_id: string | null };

export async function findPublished(tx: Tx, entryId: string): Promise<StoredPublished | undefined> {
  const { rows } = await tx.query<StoredPublished>(
    'select fields, property_id from content_published where tenant_id = current_tenant() and entry_id = $1',
    [entryId],
  );
  return rows[0];
}

/** Takes the values of locales away; the rest stays as it was published. */
export async function narrowPublished(
  tx: Tx,
  entryId: string,
  fields: string,
  live: string[],
): Promise<void> {
  await tx.query(
    `update content_published set fields = $2, live_locales = $3
     where tenant_id = current_tenant() and entry_id = $1`,
    [entryId, fields, live],
  );
}

/**
 * Those of these slugs that another live entry of the type has on the site, without one on any: a page is there. By the entry that
 * had the slug.
 */
export async function findTakenSlugs(
  tx: Tx,
  slugs: (Pick<EntryRow, 'id' | 'type_id' | 'property_id'> & { slug: string })[],
): Promise<Map<string, string[]>> {
  const taken = new Map<string, string[]>();
  if (slugs.length === 0) return taken;
  const { rows } = await tx.query<{ id: string; key: string }>(
    `select w.id, u.key from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as w (id, type_id, property_id, slug)
     cross join lateral (
       select u.key from content_unique u
       where u.tenant_id = current_tenant() and u.type_id = w.type_id and u.stage = 'published' and u.field = '${SLUG}'
         and u.key = w.slug and u.entry_id <> w.id and (w.property_id is null or u.property_id in ('', w.property_id))
       limit 1) u`,
    [
      slugs.map(({ id }) => id),
      slugs.map(({ type_id }) => type_id),
      slugs.map(({ property_id }) => property_id),
      slugs.map(({ slug }) => slug),
    ],
  );
  for (const { id, key } of rows) taken.set(id, [...(taken.get(id) ?? []), key]);
  return taken;
}
