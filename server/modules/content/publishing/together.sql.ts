import type { Tx } from '#kernel/db/db.ts';
import type { LiveReferrer } from './live-links.sql.ts';
import { holdTypesOf } from './locks.sql.ts';

/**
 * Locks entries until commit: their types first, then the entries in the order of their ids, as any two such requests do.
 * `against`: as for a single entry.
 */
export async function holdAll(tx: Tx, ids: string[], against: 'saving' | 'references'): Promise<void> {
  await holdTypesOf(tx, ids);
  const lock = against === 'saving' ? 'for no key update' : 'for update';
  await tx.query(
    `select from content_entries where tenant_id = current_tenant() and id = any($1) order by id ${lock}`,
    [ids],
  );
}

/** Returns the types of those of the entries that are below another in a tree, in the order of their ids. */
export async function findTreesOf(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from content_types where tenant_id = current_tenant() and entry_order = 'tree' and id in (
       select type_id from content_entries where tenant_id = current_tenant() and id = any($1) and parent_id is not null)
     order by id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Gives up the live slugs and other unique values of entries whose drafts go live whole: they may swap them. */
export async function freeUnique(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `delete from content_unique u using content_entries e
     where u.tenant_id = current_tenant() and u.entry_id = any($1) and u.stage = 'published'
       and e.tenant_id = u.tenant_id and e.id = u.entry_id and e.status = 'changed'`,
    [ids],
  );
}

/** Returns those of the live entries that refer to something, with what readers get of them. */
export async function findLiveWithLinks(tx: Tx, ids: string[]): Promise<LiveReferrer[]> {
  const { rows } = await tx.query<LiveReferrer>(
    `select p.entry_id as id, t.name as type, null as slug, p.fields, p.live_locales, t.fields as type_fields, null as conversion
     from content_published p join content_types t on t.tenant_id = p.tenant_id and t.id = p.type_id
     where p.tenant_id = current_tenant() and p.entry_id = any($1) and exists (
       select from content_references r
       where r.tenant_id = current_tenant() and r.entry_id = p.entry_id and r.stage = 'published')
     order by p.entry_id`,
    [ids],
  );
  return rows;
}
