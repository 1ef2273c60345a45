/** Who stands behind a key. What it stood for is remembered; that it still does, unchanged, is asked on every request. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Db } from '#kernel/db/db.ts';
import { batching } from '#kernel/work/batching.ts';
import { findLiveKeys, type LiveKey } from './live-keys.sql.ts';

export type KeyHolder = { stamp: string; secretHash: Buffer; actor: Actor };

/** How many ask together, and how many more may wait for their turn. */
const TOGETHER = { most: 256, waiting: 5000 };
const MAX_REMEMBERED = 50_000;

/** Each key is asked for after its request arrived: one that was revoked before is not found. */
export function createLiveKeys(db: Db, clock: () => Date): (keyId: string) => Promise<KeyHolder | undefined> {
  const remembered = new Map<string, KeyHolder>();

  // One question at a time, so nothing here is older than the answer.
  async function find(keyIds: string[]): Promise<(KeyHolder | undefined)[]> {
    if (remembered.size > MAX_REMEMBERED) remembered.clear();
    const asked = [...new Set(keyIds)].map((keyId) => ({ keyId, stamp: remembered.get(keyId)?.stamp }));
    const { unknown, news } = await findLiveKeys(db, asked, clock());
    for (const keyId of unknown) remembered.delete(keyId);
    for (const key of news) remembered.set(key.keyId, holderOf(key));
    return keyIds.map((keyId) => remembered.get(keyId));
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
