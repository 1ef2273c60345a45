/** The functions of the properties module that redirects need; modules.ts passes them in. */
import type { Tx } from '#kernel/db/db.ts';

export type Place = { tenantId: string; propertyId: string; version: number; modules: string[] };

export type Directory = {
  locate(address: string): Promise<Place | undefined>;
  /** The domain that a Host header names; undefined when it cannot be a site's. */
  domainOf(host: string): string | undefined;
  find(tx: Tx, propertyId: string): Promise<{ domains: string[] } | undefined>;
  findDefault(tx: Tx): Promise<string | undefined>;
  /** Creates the default property when it is first needed. */
  ensureDefault(tx: Tx, now: Date): Promise<string>;
  /**
   * Until the transaction ends, no other one changes what this property serves; `version` is the next one. `isAgain`: the transaction
   * has called it before, so the version before is not committed.
   */
  advance(
    tx: Tx,
    propertyId: string,
  ): Promise<{ version: number; domains: string[]; isAgain: boolean } | undefined>;
  registerUse(
    use: (tx: Tx, propertyId: string) => Promise<{ what: string; count: number; first: string[] }>,
  ): void;
};
