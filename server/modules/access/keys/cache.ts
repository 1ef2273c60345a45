/** Caches the actor of each API key. Every request asks the database whether the cached key is current. */
import type { Actor, Tenant } from '#kernel/auth/actor.ts';
import type { Db } from '#kernel/db/db.ts';
import { createCurrentCache } from '../current-cache.ts';
import { findKeys, type LiveKey, type LiveTenant } from './cache.sql.ts';

export type KeyHolder = { secretHash: Buffer; expiresAt: number; actor: Actor };

/** Each key is looked up after its request arrived, so a key that was revoked before is not found. */
export function createKeyCache(db: Db, clock: () => Date): (keyId: string) => Promise<KeyHolder | undefined> {
  const findCurrent = createCurrentCache<KeyHolder>({
    name: 'keys',
    async find(since, keyIds) {
      const { found, ...state } = await findKeys(db, since, keyIds);
      return { ...state, found: found.map((key) => [key.keyId, holderOf(key)]) };
    },
    tenantOf: ({ actor }) => actor.tenant.id,
  });
  return async (keyId) => {
    const holder = await findCurrent(keyId);
    return holder !== undefined && holder.expiresAt > clock().getTime() ? holder : undefined;
  };
}

const holderOf = (key: LiveKey): KeyHolder => ({
  secretHash: Buffer.from(key.secretHash, 'hex'),
  expiresAt: key.expiresAt ?? Number.POSITIVE_INFINITY,
  actor: Object.freeze({
    type: 'api_key',
    id: key.id,
    name: key.label,
    // An API key always acts as editor; its scopes narrow that.
    role: 'editor',
    scopes: key.scopes,
    contentTypes: key.contentTypes,
    tenant: tenantOf(key),
    sessionId: null,
  } satisfies Actor),
});

/** The columns of a tenant as look-ups of callers return them. */
export const tenantOf = (row: LiveTenant): Tenant => ({
  id: row.tenantId,
  name: row.tenantName,
  slug: row.tenantSlug,
  modules: row.modules,
  timeZone: row.timeZone,
  currency: row.currency,
  locale: row.locale,
});
