/** Checkout: carts, checkouts, discount codes, and the shipping options and tax rates that they are priced with. */
import type { Kernel, Module } from '#kernel/module.ts';
import { cartRoutes } from './carts/carts.routes.ts';
import { cartListRoutes } from './carts/list.routes.ts';
import { recoveryRoutes } from './carts/recovery.routes.ts';
import { checkoutEvents } from './checkout.events.ts';
import { startCheckoutWork } from './checkout.worker.ts';
import { checkoutRoutes } from './checkouts/checkouts.routes.ts';
import { checkoutListRoutes } from './checkouts/list.routes.ts';
import { buyersOrderRoutes } from './checkouts/orders.routes.ts';
import { discountRoutes } from './discounts/discounts.routes.ts';
import type { Others } from './others.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { shippingRoutes } from './shipping/options.routes.ts';
import { taxRoutes } from './tax/rates.routes.ts';
import type { CartTokens } from './tokens.ts';

export { checkoutsAtHome } from './home.ts';
/** For the CRM: carts and checkouts follow its customers. */
export { customerHooks } from './people.ts';

/** Also returns the functions that it uses, for tests that call its rules themselves. */
export function checkout(kernel: Kernel, others: Others, tokens: CartTokens): Module & { others: Others } {
  const { clock } = kernel;
  return {
    others,
    name: 'checkout',
    gate: 'checkout',
    events: checkoutEvents,
    routes(app) {
      cartRoutes(app, kernel, others, tokens);
      checkoutRoutes(app, kernel, others);
      buyersOrderRoutes(app, clock, others);
      recoveryRoutes(app, clock, others, tokens);
      cartListRoutes(app, clock, others);
      checkoutListRoutes(app, clock, others);
      discountRoutes(app, clock);
      shippingRoutes(app, clock);
      taxRoutes(app, clock);
      settingsRoutes(app, clock);
    },
    startWork: () => startCheckoutWork(kernel, others),
  };
}
