/** Who stands behind a key. What it stood for is remembered; that it still does, unchanged, is asked on every request. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Db } from '#kernel/db/db.ts';
import { batching } from '#kernel/work/batching.ts';
import { findLiveKeys, type LiveKey } from './live-keys.sql.ts';

export type KeyHolder = { stamp: string; secretHash: Buffer; actor: Actor };

/** Requests that arrive together ask together. Each is asked for after it arrived: what was revoked before is not found. */
const TOGETHER = { most: 256, inFlight: 2, enough: 16, waiting: 5000 };
const MAX_REMEMBERED = 50_000;

export function createLiveKeys(db: Db, clock: () => Date): (keyId: string) => Promise<KeyHolder | undefined> {
  const remembered = new Map<string, KeyHolder>();

  async function find(keyIds: string[]): Promise<(KeyHolder | undefined)[]> {
    // As known when asking: meanwhile, another batch may learn something newer.
    const holders = new Map(keyIds.map((keyId) => [keyId, remembered.get(keyId)]));
    const asked = Array.from(holders, ([keyId, holder]) => ({ keyId, stamp: holder?.stamp ?? null }));
    const { stamps, news } = await findLiveKeys(db, asked, clock());
    if (remembered.size > MAX_REMEMBERED) remembered.clear();
    for (const key of news) {
      const holder = holderOf(key);
      remembered.set(key.keyId, holder);
      holders.set(key.keyId, holder);
    }
    for (const [index, { keyId }] of asked.entries()) if (stamps[index] === null) holders.delete(keyId);
    return keyIds.map((keyId) => holders.get(keyId));
  }
  return batching({ ...TOGETHER, run: find });
}

const holderOf = (key: LiveKey): KeyHolder => ({
  stamp: key.stamp,
  secretHash: Buffer.from(key.secretHash, 'hex'),
  actor: Object.freeze({
    type: 'api_key',
    id: key.id,
    name: key.label,
    role: 'editor',
    scopes: key.scopes,
    tenant: { id: key.tenantId, name: key.tenantName, slug: key.tenantSlug, modules: key.modules },
    sessionId: null,
  } satisfies Actor),
});
