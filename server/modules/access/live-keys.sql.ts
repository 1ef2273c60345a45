import type { ModuleName, Scope } from '#kernel/auth/actor.ts';
import type { Db } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';

/** A key as it is in the database. */
export type LiveKey = {
  keyId: string;
  /** Differs as soon as anything else here does. */
  stamp: string;
  id: string;
  secretHash: string;
  label: string;
  scopes: Scope[];
  tenantId: string;
  tenantName: string;
  tenantSlug: string;
  modules: ModuleName[];
};

/**
 * The one look-up of every request with a key: it knows no key that is revoked or expired. Tells only what the caller does not
 * know already, by the stamps: which keys are not known, and what differs about those that are.
 */
export async function findLiveKeys(
  db: Db,
  asked: { keyId: string; stamp: string | undefined }[],
  now: Date,
): Promise<{ unknown: string[]; news: LiveKey[] }> {
  const { rows } = await db.identityQuery<{ unknown: string[] | null; news: string | null }>(FIND_LIVE_KEYS, [
    list(asked, ({ keyId }) => keyId),
    list(asked, ({ stamp }) => stamp ?? null),
    now,
  ]);
  const { unknown, news } = rows[0]!;
  return { unknown: unknown ?? [], news: news === null ? [] : JSON.parse(news) };
}

// OFFSET 0: key by key through the index, however many there are. xmin is the transaction that wrote a row; whoever changes a
// tenant or its modules writes the tenant's keys too (migration 24).
const FIND_LIVE_KEYS = {
  name: 'find_live_keys',
  text: `
    select array_agg(asked.key_id) filter (where k.id is null) as unknown,
      json_agg((
        select json_build_object(
          'keyId', k.key_id, 'stamp', k.stamp, 'id', k.id, 'secretHash', encode(k.secret_hash, 'hex'), 'label', k.label,
          'scopes', k.scopes, 'tenantId', t.id, 'tenantName', t.name, 'tenantSlug', t.slug, 'modules', array(
            select m.module from tenant_modules m where m.tenant_id = t.id and m.active order by m.module))
        from tenants t where t.id = k.tenant_id
      )) filter (where k.stamp <> coalesce(asked.stamp, '')) as news
    from unnest($1::text[], $2::text[]) as asked (key_id, stamp)
    left join lateral (
      select *, xmin::text as stamp from api_keys
      where key_id = asked.key_id and revoked_at is null and (expires_at is null or expires_at > $3)
      offset 0
    ) k on true`,
};
