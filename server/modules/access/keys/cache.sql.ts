import type { ModuleName, Scope } from '#kernel/auth/actor.ts';
import type { TypeRights } from '#kernel/auth/type-rights.ts';
import type { Db } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';

/** A tenant as it is in the database. */
export type LiveTenant = {
  tenantId: string;
  tenantName: string;
  tenantSlug: string;
  timeZone: string;
  currency: string;
  locale: string | null;
  modules: ModuleName[];
};

/** A key as it is in the database. */
export type LiveKey = LiveTenant & {
  keyId: string;
  id: string;
  secretHash: string;
  label: string;
  scopes: Scope[];
  contentTypes: TypeRights | null;
  /** Milliseconds since 1970. */
  expiresAt: number | null;
};

/** The state of a database that a look-up has seen. */
export type Snapshot = { server: string; snapshot: string };

/**
 * The one look-up of every request with an API key. Returns the tenants whose keys changed after `since`, and the keys asked for
 * in full. A revoked key is not found.
 */
export async function findKeys(
  db: Db,
  since: Snapshot | null,
  keyIds: Iterable<string>,
): Promise<{ seen: Snapshot; changed: string | null; found: LiveKey[] }> {
  const asked = [...keyIds];
  const snapshotBefore = since?.snapshot ?? null;
  const { rows } =
    asked.length === 0
      ? await db.callersQuery<Answer>(FIND_CHANGES, [snapshotBefore])
      : await db.callersQuery<Answer>(FIND_KEYS, [snapshotBefore, list(asked, (keyId) => keyId)]);
  const { server, snapshot, changed, found } = rows[0]!;
  return { seen: { server, snapshot }, changed, found: found == null ? [] : JSON.parse(found) };
}

export type Answer = Snapshot & { changed: string | null; found?: string | null };

// A change that `since` does not see belongs to a transaction that began after it, or was open then: each is a range of the index.
export const SEEN_AND_CHANGED = `
  pg_postmaster_start_time()::text as server, pg_current_snapshot()::text as snapshot,
  (select string_agg(tenant_id::text, ' ') from (
     select tenant_id from key_changes where xid >= pg_snapshot_xmax($1::pg_snapshot)
     union all
     select c.tenant_id from pg_snapshot_xip($1::pg_snapshot) as open (xid)
     cross join lateral (select tenant_id from key_changes where xid = open.xid offset 0) c) unseen) as changed`;

/** The fields of a LiveTenant, for json_build_object. */
export const TENANT_FIELDS = `
  'tenantId', t.id, 'tenantName', t.name, 'tenantSlug', t.slug, 'timeZone', t.time_zone, 'currency', t.currency,
  'locale', t.locale,
  'modules', array(select m.module from tenant_modules m where m.tenant_id = t.id and m.active order by m.module)`;

// Serves nearly every request: setting up the key look-up takes longer than finding that nothing has changed.
export const FIND_CHANGES = { name: 'find_changes', text: `select ${SEEN_AND_CHANGED}` };

// OFFSET 0 makes the planner look up key by key through the index, however many there are.
const FIND_KEYS = {
  name: 'find_keys',
  text: `
    select ${SEEN_AND_CHANGED},
      (select json_agg(json_build_object(
          'keyId', k.key_id, 'id', k.id, 'secretHash', encode(k.secret_hash, 'hex'), 'label', k.label, 'scopes', k.scopes, 'contentTypes', k.content_types,
          'expiresAt', extract(epoch from k.expires_at) * 1000, ${TENANT_FIELDS}))
       from unnest($2::text[]) as asked (key_id)
       cross join lateral (
         select * from api_keys where key_id = asked.key_id and revoked_at is null offset 0) k
       cross join lateral (select * from tenants where id = k.tenant_id offset 0) t) as found`,
};

/** A process that has not asked for this long starts with an empty cache (see key-cache.ts). */
export async function deleteOldChanges(db: Db): Promise<void> {
  await db.identityQuery(`delete from key_changes where at < now() - interval '1 hour'`);
}
