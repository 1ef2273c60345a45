/** Finds the rules in force for the address of a request: a property's id or a domain. */
import type { Db } from '#kernel/db/db.ts';
import type { Logger } from '#kernel/log.ts';
import type { Directory, Place } from './directory.ts';
import type { Held, RuleCache } from './rule-cache.ts';

/** The longest wait of a visitor to a known site for a database that does not answer. */
const PATIENCE_MS = 1_000;
const MOST_PLACES = 100_000;

export type Site = {
  tenantId: string;
  propertyId: string;
  /** Null while the tenant has redirects switched off. */
  rules: Held | null;
  /** False when the database could not be queried: an old answer is better than none. */
  isCurrent: boolean;
};

export type Sites = ReturnType<typeof createSites>;

export function createSites(kernel: { db: Db; log: Logger }, directory: Directory, tables: RuleCache) {
  const { db, log } = kernel;
  /** The properties last found by address, the latest last. */
  const places = new Map<string, Place>();
  const reading = new Map<string, Promise<unknown>>();

  /** Undefined when no property has the address. */
  async function find(address: string): Promise<Site | undefined> {
    try {
      const known = places.get(address);
      const place = await (known === undefined
        ? directory.locate(address)
        : within(directory.locate(address)));
      places.delete(address);
      if (place === undefined) return undefined;
      places.set(address, place);
      if (places.size > MOST_PLACES) places.delete(places.keys().next().value!);
      const isOn = place.modules.includes('redirects');
      const rules = isOn ? await rulesOf(place) : null;
      return rules === undefined ? undefined : { ...place, rules, isCurrent: true };
    } catch (error) {
      const site = lastKnown(address);
      if (site === undefined) throw error;
      log.warn({ err: error }, 'redirects are served from memory, without asking the database');
      return site;
    }
  }

  function lastKnown(address: string): Site | undefined {
    const place = places.get(address);
    const rules = place && tables.known(place.propertyId);
    return rules && { tenantId: place.tenantId, propertyId: place.propertyId, rules, isCurrent: false };
  }

  /** Concurrent visits share one read. */
  async function rulesOf({ tenantId, propertyId, version }: Place): Promise<Held | undefined> {
    for (;;) {
      const known = tables.ofVersion(propertyId, version);
      if (known !== undefined) return known;
      let read = reading.get(propertyId);
      if (read === undefined) {
        const fresh = db.inTenant(tenantId, (tx) => tables.atVersion(tx, propertyId, version));
        read = fresh.finally(() => reading.delete(propertyId));
        reading.set(propertyId, read);
        return read as typeof fresh;
      }
      // Their read may be older than the version asked for here.
      await read;
    }
  }

  return { find };
}

async function within<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the database does not answer')), PATIENCE_MS);
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
