/** What redirects need to know of properties, which are another module's: modules.ts hands it in. */
import type { Tx } from '#kernel/db/db.ts';

export type Place = { tenantId: string; propertyId: string; version: number; modules: string[] };

export type Directory = {
  locate(address: string): Promise<Place | undefined>;
  /** The domain that a Host header names; undefined when it cannot be a site's. */
  domainOf(host: string): string | undefined;
  find(tx: Tx, propertyId: string): Promise<{ domains: string[] } | undefined>;
  findDefault(tx: Tx): Promise<string | undefined>;
  /** Made when it is first needed. */
  ensureDefault(tx: Tx, now: Date): Promise<string>;
  /** Until the transaction ends, nobody else changes what this property serves; the version is the next one. */
  advance(tx: Tx, propertyId: string): Promise<{ version: number; domains: string[] } | undefined>;
  registerUse(
    use: (tx: Tx, propertyId: string) => Promise<{ what: string; count: number; first: string[] }>,
  ): void;
};
