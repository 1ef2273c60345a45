/** The storefront's callers: keys that may be public, tokens of carts and orders, sessions of customers. */
import type { Tx } from '#kernel/db/db.ts';
import type { App } from '#kernel/http/app.ts';
import type { Identify, IdentifyShopper } from '#kernel/http/authenticate.ts';
import type { Kernel } from '#kernel/module.ts';
import { createUseTimes } from '../keys/last-used.ts';
import { customerSessionRoutes } from './customer-sessions.routes.ts';
import type { HoldCustomer } from './customer-sessions.ts';
import { createIdentifyShopper } from './identify-shopper.ts';
import { type FindSite, shopRoutes } from './shop.routes.ts';
import { createShopperTokens, type ShopperTokens } from './shopper-tokens.ts';
import { storefrontKeyRoutes } from './storefront-keys.routes.ts';
import { countStorefrontKeys, markStorefrontKeysUsed } from './storefront-keys.sql.ts';
import type { HoldProperty } from './storefront-keys.ts';

/** The functions of other modules that the storefront needs. */
export type StorefrontDeps = {
  directory: {
    find: FindSite;
    holdProperty: HoldProperty;
    registerUse(
      use: (tx: Tx, propertyId: string) => Promise<{ what: string; count: number; first: string[] }>,
    ): void;
  };
  holdCustomer: HoldCustomer;
};

export type Storefront = {
  identifyShopper: IdentifyShopper;
  /** Makes and reads cart tokens and order links, for the modules that have carts and orders. */
  shopperTokens: ShopperTokens;
  routes(app: App): void;
  /** Writes what was noted during requests. */
  flush(): Promise<void>;
};

export function createStorefront(
  { db, clock, secrets }: Kernel,
  identify: Identify,
  { directory, holdCustomer }: StorefrontDeps,
): Storefront {
  const shopperTokens = createShopperTokens(secrets, clock);
  const lastUsed = createUseTimes((uses) => markStorefrontKeysUsed(db, uses));
  const noteUse = (tenantId: string, keyId: string) => lastUsed.note(tenantId, keyId, clock());
  directory.registerUse(async (tx, propertyId) => ({
    what: 'storefront keys',
    ...(await countStorefrontKeys(tx, propertyId)),
  }));
  return {
    shopperTokens,
    identifyShopper: createIdentifyShopper({ db, clock, identify, tokens: shopperTokens, noteUse }),
    routes(app) {
      storefrontKeyRoutes(app, clock, directory.holdProperty);
      customerSessionRoutes(app, clock, { holdCustomer, tokens: shopperTokens });
      shopRoutes(app, clock, directory.find);
    },
    flush: lastUsed.flush,
  };
}
