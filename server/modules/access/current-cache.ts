/** Caches what bearers stand for. Every request asks the database whether the cached entry is current (decision 14). */
import { batching } from '#kernel/work/batching.ts';
import type { Snapshot } from './keys/cache.sql.ts';

/** The most entries that one statement looks up, and the most that may wait for the next. */
const TOGETHER = { most: 256, waiting: 5000 };
const MAX_REMEMBERED = 50_000;
/** The cache expires well before the changes of that time are deleted. */
const REMEMBERED_FOR_MS = 600_000;

/** Each entry is looked up after its request arrived, so a key that was revoked before is not found. */
export function createCurrentCache<Entry>({
  name,
  find,
  tenantOf,
}: {
  name: string;
  /** Returns the tenants with changes after `since`, and the entries asked for, by their ids. */
  find(
    since: Snapshot | null,
    ids: Set<string>,
  ): Promise<{ seen: Snapshot; changed: string | null; found: [id: string, Entry][] }>;
  tenantOf(entry: Entry): string;
}): (id: string) => Promise<Entry | undefined> {
  const remembered = new Map<string, Entry>();
  let seen: Snapshot | null = null;
  let seenAt = 0;

  // Runs one look-up at a time, so no cached entry is older than the answer.
  async function findEntries(ids: string[]): Promise<(Entry | undefined)[]> {
    if (remembered.size > MAX_REMEMBERED || performance.now() - seenAt > REMEMBERED_FOR_MS) {
      remembered.clear();
      seen = null;
    }
    const asked = new Set<string>();
    let entries = ids.map(lookUp);
    const unknown = () => ids.filter((id, index) => entries[index] === undefined && !asked.has(id));
    do {
      for (const id of unknown()) asked.add(id);
      const isAnyNew = await refresh(asked);
      if (isAnyNew) entries = ids.map(lookUp);
      // Repeats the look-up for entries that have changed.
    } while (unknown().length > 0);
    return entries;
  }

  const lookUp = (id: string) => remembered.get(id);

  /** Refreshes the cache; returns whether anything in it changed. */
  async function refresh(ids: Set<string>): Promise<boolean> {
    const askedAt = performance.now();
    const { seen: seenNow, changed, found } = await find(seen, ids);
    // Snapshots of two servers, or of one before and after a restart, cannot be compared: the cache is dropped.
    const isAnotherServer = seenNow.server !== seen?.server;
    if (isAnotherServer) remembered.clear();
    else if (changed !== null) forget(new Set(changed.split(' ')));
    for (const [id, entry] of found) remembered.set(id, entry);
    seen = seenNow;
    seenAt = askedAt;
    return isAnotherServer || changed !== null || found.length > 0;
  }

  function forget(tenantIds: Set<string>): void {
    for (const [id, entry] of remembered) if (tenantIds.has(tenantOf(entry))) remembered.delete(id);
  }

  return batching({ name, ...TOGETHER, run: findEntries });
}
