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
 * The one look-up of every request with a key: it knows no key that is revoked or expired. A stamp for each, null for those
 * that are not known, and whatever about them differs from what the caller knows.
 */
export async function findLiveKeys(
  db: Db,
  asked: { keyId: string; stamp: string | null }[],
  now: Date,
): Promise<{ stamps: (string | null)[]; news: LiveKey[] }> {
  const { rows } = await db.identityQuery<{ stamps: string; news: string | null }>(FIND_LIVE_KEYS, [
    list(asked, ({ keyId }) => keyId),
    list(asked, ({ stamp }) => stamp),
    now,
  ]);
  const { stamps, news } = rows[0]!;
  return {
    stamps: stamps.split(' ').map((stamp) => (stamp === '-' ? null : stamp)),
    news: news === null ? [] : JSON.parse(news),
  };
}

// OFFSET 0: key by key through the index, however many there are. xmin is the transaction that wrote a row: whoever changes a key, its tenant or its modules changes the stamp.
const FIND_LIVE_KEYS = {
  name: 'find_live_keys',
  text: `
    select string_agg(coalesce(live.stamp, '-'), ' ' order by asked.place) as stamps,
      json_agg(json_build_object(
        'keyId', live.key_id, 'stamp', live.stamp, 'id', live.id, 'secretHash', encode(live.secret_hash, 'hex'),
        'label', live.label, 'scopes', live.scopes, 'tenantId', live.tenant_id, 'tenantName', live.name, 'tenantSlug', live.slug,
        'modules', array(
          select m.module from tenant_modules m where m.tenant_id = live.tenant_id and m.active order by m.module)
      )) filter (where live.stamp <> coalesce(asked.stamp, '')) as news
    from unnest($1::text[], $2::text[]) with ordinality as asked (key_id, stamp, place)
    left join lateral (
      select k.key_id, k.id, k.secret_hash, k.label, k.scopes, k.tenant_id, t.name, t.slug,
        concat(k.xmin, '.', t.xmin, '.', (
          select string_agg(m.xmin::text, '.' order by m.module) from tenant_modules m where m.tenant_id = k.tenant_id)
        ) as stamp
      from api_keys k join tenants t on t.id = k.tenant_id
      where k.key_id = asked.key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > $3)
      offset 0
    ) live on true`,
};
