/** When a key was last used: noted in memory, written in batches, never on the way of a request. */
import type { Db } from '#kernel/db/db.ts';
import { markKeysUsed } from './keys.sql.ts';

const ONCE_PER_MS = 60_000;

export type LastUsed = ReturnType<typeof createLastUsed>;

export function createLastUsed(db: Db) {
  const written = new Map<string, number>();
  const waiting = new Map<string, { id: string; tenantId: string; at: Date }>();
  return {
    note(tenantId: string, id: string, at: Date): void {
      if (waiting.has(id) || at.getTime() - (written.get(id) ?? 0) < ONCE_PER_MS) return;
      waiting.set(id, { id, tenantId, at });
    },
    async flush(): Promise<void> {
      if (waiting.size === 0) return;
      const uses = [...waiting.values()];
      await markKeysUsed(db, uses);
      if (written.size > 100_000) written.clear();
      // Only what was written is done with: a failed round leaves all of it for the next one.
      for (const use of uses) {
        written.set(use.id, use.at.getTime());
        waiting.delete(use.id);
      }
    },
  };
}
