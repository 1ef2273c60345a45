/** When, and from which networks, a key was used: noted in memory, written in batches, never during a request. */
import type { Db } from '#kernel/db/db.ts';
import { networkOf } from '#kernel/http/network.ts';
import type { AuditNotes } from '../audit-log/audit-notes.ts';
import { markKeysUsed } from './keys.sql.ts';
import { type KeyNetwork, noteKeyNetworks } from './networks.sql.ts';

const ONCE_PER_MS = 60_000;
const MOST_REMEMBERED = 100_000;
const MOST_PER_ROUND = 1_000;

export type LastUsed = ReturnType<typeof createLastUsed>;

export type Use = { id: string; tenantId: string; at: Date };

/** Times of last use, each written once a minute at most. */
export function createUseTimes(write: (uses: Use[]) => Promise<void>) {
  const written = new Map<string, number>();
  const waiting = new Map<string, Use>();
  return {
    note(tenantId: string, id: string, at: Date): void {
      if (waiting.has(id) || at.getTime() - (written.get(id) ?? 0) < ONCE_PER_MS) return;
      waiting.set(id, { id, tenantId, at });
    },
    async flush(): Promise<void> {
      if (waiting.size === 0) return;
      const uses = [...waiting.values()];
      await write(uses);
      if (written.size > 100_000) written.clear();
      // Only written uses are removed: a failed round leaves all of them for the next one.
      for (const use of uses) {
        written.set(use.id, use.at.getTime());
        waiting.delete(use.id);
      }
    },
  };
}

export function createLastUsed(db: Db, notes: AuditNotes) {
  const times = createUseTimes((uses) => markKeysUsed(db, uses));
  /** Addresses by key, which are in the database or about to be written to it. */
  const seen = new Map<string, Set<string>>();
  let remembered = 0;
  const networks = new Map<string, KeyNetwork>();

  function noteAddress(tenantId: string, keyId: string, address: string, at: Date): void {
    const addresses = seen.get(keyId);
    if (addresses?.has(address)) return;
    if (networks.size >= MOST_PER_ROUND) return;
    if (remembered >= MOST_REMEMBERED) {
      seen.clear();
      remembered = 0;
    }
    remembered++;
    if (addresses === undefined || remembered === 1) seen.set(keyId, new Set([address]));
    else addresses.add(address);
    const network = networkOf(address);
    networks.set(`${keyId} ${network}`, { tenantId, keyId, network, at });
  }

  async function flushNetworks(): Promise<void> {
    if (networks.size === 0) return;
    const round = [...networks];
    const news = await noteKeyNetworks(
      db,
      round.map(([, use]) => use),
    );
    for (const [key] of round) networks.delete(key);
    // The first network of a key is its usual one; the others are reported to the tenant.
    for (const { tenant_id, key_id, label, network, at } of news)
      notes.note({
        where: { tenantId: tenant_id },
        author: { type: 'api_key', id: key_id, name: label },
        at,
        apart: network,
        entry: {
          action: 'api_key.used_from_new_network',
          subjectType: 'api_key',
          subjectId: key_id,
          details: { network },
        },
      });
  }

  return {
    note(tenantId: string, id: string, at: Date, address: string): void {
      noteAddress(tenantId, id, address, at);
      times.note(tenantId, id, at);
    },
    async flush(): Promise<void> {
      await flushNetworks();
      await times.flush();
    },
  };
}
