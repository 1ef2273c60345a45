/** Inventory: locations, the stock of each SKU there, reservations of orders and checkouts, and the ledger of all movements. */
import type { Kernel, Module } from '#kernel/module.ts';
import { adjustmentRoutes } from './adjustments.routes.ts';
import { inventoryEvents } from './inventory.events.ts';
import { itemRoutes } from './items.routes.ts';
import { ledgerRoutes } from './ledger.routes.ts';
import { locationRoutes } from './locations.routes.ts';
import { stockSettingsRoutes } from './stock-settings.routes.ts';

export function inventory({ clock }: Kernel): Module {
  return {
    name: 'inventory',
    gate: 'inventory',
    events: inventoryEvents,
    routes(app) {
      locationRoutes(app, clock);
      itemRoutes(app, clock);
      adjustmentRoutes(app, clock);
      ledgerRoutes(app);
      stockSettingsRoutes(app, clock);
    },
  };
}
