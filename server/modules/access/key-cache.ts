/** Caches the actor of each API key. Every request asks the database whether the cached key is current. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Db } from '#kernel/db/db.ts';
import { batching } from '#kernel/work/batching.ts';
import { findKeys, type LiveKey, type Snapshot } from './key-cache.sql.ts';

export type KeyHolder = { secretHash: Buffer; expiresAt: number; actor: Actor };

/** The most keys that one statement looks up, and the most that may wait for the next. */
const TOGETHER = { most: 256, waiting: 5000 };
const MAX_REMEMBERED = 50_000;
/** The cache expires well before the changes of that time are deleted. */
const REMEMBERED_FOR_MS = 600_000;

/** Each key is looked up after its request arrived, so a key that was revoked before is not found. */
export function createKeyCache(db: Db, clock: () => Date): (keyId: string) => Promise<KeyHolder | undefined> {
  const remembered = new Map<string, KeyHolder>();
  let seen: Snapshot | null = null;
  let seenAt = 0;

  // Runs one look-up at a time, so no cached key is older than the answer.
  async function findHolders(keyIds: string[]): Promise<(KeyHolder | undefined)[]> {
    if (remembered.size > MAX_REMEMBERED || performance.now() - seenAt > REMEMBERED_FOR_MS) {
      remembered.clear();
      seen = null;
    }
    const asked = new Set<string>();
    let holders = keyIds.map(lookUp);
    const unknown = () => keyIds.filter((keyId, index) => holders[index] === undefined && !asked.has(keyId));
    do {
      for (const keyId of unknown()) asked.add(keyId);
      const isAnyNew = await refresh(asked);
      if (isAnyNew) holders = keyIds.map(lookUp);
      // Repeats the look-up for keys that have changed.
    } while (unknown().length > 0);
    const now = clock().getTime();
    return holders.map((holder) => (holder !== undefined && holder.expiresAt > now ? holder : undefined));
  }

  const lookUp = (keyId: string) => remembered.get(keyId);

  /** Refreshes the cache; returns whether anything in it changed. */
  async function refresh(keyIds: Set<string>): Promise<boolean> {
    const askedAt = performance.now();
    const { seen: seenNow, changed, found } = await findKeys(db, seen, keyIds);
    // Snapshots of two servers, or of one before and after a restart, cannot be compared: the cache is dropped.
    const isAnotherServer = seenNow.server !== seen?.server;
    if (isAnotherServer) remembered.clear();
    else if (changed !== null) forget(new Set(changed.split(' ')));
    for (const key of found) remembered.set(key.keyId, holderOf(key));
    seen = seenNow;
    seenAt = askedAt;
    return isAnotherServer || changed !== null || found.length > 0;
  }

  function forget(tenantIds: Set<string>): void {
    for (const [keyId, { actor }] of remembered) {
      if (tenantIds.has(actor.tenant.id)) remembered.delete(keyId);
    }
  }

  return batching({ name: 'keys', ...TOGETHER, run: findHolders });
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
    tenant: {
      id: key.tenantId,
      name: key.tenantName,
      slug: key.tenantSlug,
      modules: key.modules,
      timeZone: key.timeZone,
      currency: key.currency,
      locale: key.locale,
    },
    sessionId: null,
  } satisfies Actor),
});
