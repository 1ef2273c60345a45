/** Inventory: locations, the stock of each SKU there, reservations of orders and checkouts, and the ledger of all movements. */
import type { Kernel, Module } from '#kernel/module.ts';
import { adjustmentRoutes } from './adjustments.routes.ts';
import { inventoryEvents } from './inventory.events.ts';
import { itemRoutes } from './items.routes.ts';
import { rename } from './items.ts';
import { ledgerRoutes } from './ledger.routes.ts';
import { locationRoutes } from './locations.routes.ts';
import { release } from './releasing.ts';
import { confirmHolds } from './reserving.sql.ts';
import { createReserving, reserve } from './reserving.ts';
import { restock, ship } from './shipping.ts';
import { stockSettingsRoutes } from './stock-settings.routes.ts';
import { startSweep } from './sweep.worker.ts';

/** The functions for other modules. */
export const stock = { reserve, confirm: confirmHolds, release, ship, restock, rename };

export function inventory(kernel: Kernel) {
  const { clock, db } = kernel;
  const module: Module = {
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
    startWork: () => [startSweep(kernel)],
  };
  return { ...module, reserveTogether: createReserving(db, clock) };
}
