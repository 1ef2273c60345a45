/** Counts the uses of redirects: in memory, written in batches, never during a visit. A crash loses the last second. */
import type { Db } from '#kernel/db/db.ts';
import { addHits, type Hit } from './hits.sql.ts';

/** While the database is unavailable, hits of no more redirects than this are counted. */
const MOST_WAITING = 200_000;

export type Hits = ReturnType<typeof createHits>;

export function createHits(db: Db) {
  /** By tenant, then by redirect. */
  const waiting = new Map<string, Map<string, Hit>>();
  let size = 0;

  function add(tenantId: string, id: string, count: number, at: Date): void {
    let ofTenant = waiting.get(tenantId);
    if (ofTenant === undefined) {
      ofTenant = new Map();
      waiting.set(tenantId, ofTenant);
    }
    const hit = ofTenant.get(id);
    if (hit !== undefined) {
      hit.count += count;
      if (at > hit.at) hit.at = at;
    } else if (size < MOST_WAITING) {
      ofTenant.set(id, { id, count, at });
      size += 1;
    }
  }

  return {
    note: (tenantId: string, id: string, at: Date) => add(tenantId, id, 1, at),
    async flush(): Promise<void> {
      for (const [tenantId, hits] of [...waiting]) {
        waiting.delete(tenantId);
        size -= hits.size;
        try {
          await db.inTenant(tenantId, (tx) => addHits(tx, [...hits.values()]));
        } catch (error) {
          // The hits wait for the next round, together with those counted meanwhile.
          for (const { id, count, at } of hits.values()) add(tenantId, id, count, at);
          throw error;
        }
      }
    },
  };
}
