/** What other modules need to know of properties; app and modules hand it to them. */
import type { Db, Tx } from '#kernel/db/db.ts';
import { conflict } from '#kernel/errors.ts';
import { batching } from '#kernel/work/batching.ts';
import { findPlaces, type Place } from './directory.sql.ts';
import { domainOfHost } from './domains.ts';
import { advanceServed, findDefaultProperty, findProperty, holdProperty } from './properties.sql.ts';
import { ensureDefault } from './properties.ts';

/** What stands in the way of a property's deletion: how many there are, and the first of them by name. */
export type Use = (tx: Tx, propertyId: string) => Promise<{ what: string; count: number; first: string[] }>;

/** Visits that arrive together are looked up together, each after it arrived: what was changed before is seen. */
const TOGETHER = { most: 256, waiting: 5000 };

export type Directory = ReturnType<typeof createDirectory>;

export function createDirectory(db: Db, ownHost: string) {
  const uses: Use[] = [];
  return {
    /** By id or by domain; undefined when there is no such property, or nobody has proved the domain. */
    locate: batching<string, Place | undefined>({
      ...TOGETHER,
      run: (addresses) => findPlaces(db, addresses),
    }),
    /** The domain that a Host header names; undefined when it cannot be a site's. */
    domainOf(host: string): string | undefined {
      const domain = domainOfHost(host);
      return domain === ownHost ? undefined : domain;
    },
    find: findProperty,
    holdProperty,
    findDefault: findDefaultProperty,
    /** Where whatever names no property belongs; made when it is first needed. */
    ensureDefault,
    /** What the property serves changes with this transaction; until it commits, nobody else changes it. */
    advance: advanceServed,
    registerUse: (use: Use) => void uses.push(use),
    async assertUnused(tx: Tx, propertyId: string): Promise<void> {
      const found = (await Promise.all(uses.map((use) => use(tx, propertyId)))).filter(
        ({ count }) => count > 0,
      );
      if (found.length === 0) return;
      const what = found.map(({ what, count }) => `${count} ${what}`).join(', ');
      throw conflict(`This property is in use: ${what}. Remove them first.`, { usedBy: found });
    },
  };
}
