/** The functions of properties that other modules need; `server/modules.ts` passes them on. */
import type { Limited } from '#kernel/auth/type-rights.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { conflict } from '#kernel/errors.ts';
import { batching } from '#kernel/work/batching.ts';
import { findPlaces, type Place } from './directory.sql.ts';
import { domainOfHost } from './domains.ts';
import {
  advanceServed,
  findDefaultProperty,
  findProperty,
  findPropertyNames,
  holdProperty,
} from './properties.sql.ts';
import { ensureDefault } from './properties.ts';

/** The records that prevent a property's deletion: their number, and the first of them by name. */
export type Use = (
  tx: Tx,
  propertyId: string,
  /** Records that it may not read are counted without their names. */
  caller: Limited,
) => Promise<{ what: string; count: number; first: string[] }>;

/** Visits that arrive together share one look-up, which starts after they arrived, so that it sees earlier changes. */
const TOGETHER = { most: 256, waiting: 5000 };

export type Directory = ReturnType<typeof createDirectory>;

export function createDirectory(db: Db, ownHost: string) {
  const uses: Use[] = [];
  const locate = batching<string, Place | undefined>({
    ...{ name: 'sites', ...TOGETHER },
    run: (addresses) => findPlaces(db, addresses),
  });
  function domainOf(host: string): string | undefined {
    const domain = domainOfHost(host);
    return domain === ownHost ? undefined : domain;
  }
  return {
    /** Finds a property by id or by domain; undefined when there is none, or the domain is not proved. */
    locate,
    /** The domain that a Host header names; undefined when it cannot be a site's. */
    domainOf,
    /** Finds the property that has proved the domain of this host. */
    async findSite(host: string): Promise<Place | undefined> {
      const domain = domainOf(host);
      return domain === undefined ? undefined : locate(domain);
    },
    find: findProperty,
    findNames: findPropertyNames,
    holdProperty,
    findDefault: findDefaultProperty,
    /** Returns the property for records that name none; created when it is first needed. */
    ensureDefault,
    /** Marks what the property serves as changed in this transaction; until it commits, no other transaction can. */
    advance: advanceServed,
    registerUse: (use: Use) => void uses.push(use),
    async assertUnused(tx: Tx, propertyId: string, caller: Limited): Promise<void> {
      const found = (await Promise.all(uses.map((use) => use(tx, propertyId, caller)))).filter(
        ({ count }) => count > 0,
      );
      if (found.length === 0) return;
      const what = found.map(({ what, count }) => `${count} ${what}`).join(', ');
      throw conflict(`This property is in use: ${what}. Remove them first.`, { usedBy: found });
    },
  };
}
