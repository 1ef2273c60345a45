/** Room in a tenant's quota of pictures: the least recently used make way for new ones. */
import type { Tx } from '#kernel/db/db.ts';
import { unavailable } from '#kernel/errors.ts';
import type { Kernel } from '#kernel/module.ts';
import { createAssertRoom, findRoom } from '#kernel/usage.ts';
import { TRANSFORMS } from '../settings.ts';
import { removeLeastUsed } from './transforms.sql.ts';

/** More of the quota is freed than is needed, so that few pictures wait for it. */
const FREED_PART = 0.05;
/** Other tenants wait meanwhile. Each step removes up to a thousand pictures and commits, so the next request goes on from there. */
const MOST_STEPS = 10;
const AGAIN_SECONDS = 2;

export type MakeRoom = (tenantId: string, bytes: number) => Promise<void>;

export function createMakeRoom({ db, clock, config, metrics }: Kernel): MakeRoom {
  const assertRoom = createAssertRoom(config, metrics);

  /** Returns true if there is room. */
  async function step(tx: Tx, bytes: number): Promise<boolean> {
    const { used, allowed } = await findRoom(tx, config.quotas, TRANSFORMS);
    if (allowed === null || used + bytes <= allowed) return true;
    // A picture larger than the whole quota removes no other.
    if (bytes > allowed) await assertRoom(tx, TRANSFORMS, bytes);
    await removeLeastUsed(tx, used + bytes - allowed + Math.round(allowed * FREED_PART), clock());
    return false;
  }

  return async (tenantId, bytes) => {
    for (let steps = 0; steps <= MOST_STEPS; steps++) {
      if (await db.inTenant(tenantId, (tx) => step(tx, bytes))) return;
    }
    throw unavailable('Older pictures are being removed to make room. Try again shortly.', AGAIN_SECONDS);
  };
}
