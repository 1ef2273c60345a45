import type { Tx } from '#kernel/db/db.ts';
import type { EntryRow } from '../entries/entries.sql.ts';

/** Stores the values that readers get from now on. */
export async function savePublished(tx: Tx, row: EntryRow): Promise<void> {
  await tx.query(SAVE_PUBLISHED, [
    row.id,
    row.type_id,
    row.property_id,
    row.fields,
    row.version,
    row.published_at,
    row.first_published_at,
    row.definition,
  ]);
}

const SAVE_PUBLISHED = {
  name: 'save_content_published',
  text: `
    insert into content_published
      (tenant_id, entry_id, type_id, property_id, fields, version, published_at, first_published_at, definition)
    values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (tenant_id, entry_id) do update set property_id = excluded.property_id, fields = excluded.fields,
      version = excluded.version, published_at = excluded.published_at, definition = excluded.definition`,
};

export async function removePublished(tx: Tx, entryId: string): Promise<void> {
  await tx.query('delete from content_published where tenant_id = current_tenant() and entry_id = $1', [
    entryId,
  ]);
}

export async function findPublishedFields(tx: Tx, entryId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ fields: string }>(
    'select fields from content_published where tenant_id = current_tenant() and entry_id = $1',
    [entryId],
  );
  return rows[0]?.fields;
}
