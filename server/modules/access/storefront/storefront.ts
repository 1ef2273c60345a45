/** The storefront's callers: keys that may be public, tokens of carts and orders, sessions of customers. */
import type { App } from '#kernel/http/app.ts';
import type { Identify, IdentifyShopper } from '#kernel/http/authenticate.ts';
import type { Kernel } from '#kernel/module.ts';
import { createIdentifyShopper } from './identify-shopper.ts';
import { type FindSite, shopRoutes } from './shop.routes.ts';
import { createShopperTokens, type ShopperTokens } from './shopper-tokens.ts';

/** The functions of other modules that the storefront needs. */
export type StorefrontDeps = {
  directory: { find: FindSite };
};

export type Storefront = {
  identifyShopper: IdentifyShopper;
  /** Makes and reads cart tokens and order links, for the modules that have carts and orders. */
  shopperTokens: ShopperTokens;
  routes(app: App): void;
};

export function createStorefront(
  { db, clock, secrets }: Kernel,
  identify: Identify,
  { directory }: StorefrontDeps,
): Storefront {
  const shopperTokens = createShopperTokens(secrets, clock);
  return {
    shopperTokens,
    identifyShopper: createIdentifyShopper({ db, clock, identify, tokens: shopperTokens, noteUse() {} }),
    routes(app) {
      shopRoutes(app, clock, directory.find);
    },
  };
}
