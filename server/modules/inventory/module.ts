/** Inventory: locations, the stock of each SKU there, reservations of orders and checkouts, and the ledger of all movements. */
import type { Kernel, Module } from '#kernel/module.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { adjustmentRoutes } from './adjustments.routes.ts';
import { startAnnouncing } from './announcing.worker.ts';
import { findAvailable } from './availability.sql.ts';
import { importRoutes } from './imports.routes.ts';
import { inventoryEvents } from './inventory.events.ts';
import { itemRoutes } from './items.routes.ts';
import type { FindProducts } from './items.ts';
import { ledgerRoutes } from './ledger.routes.ts';
import { locationRoutes } from './locations.routes.ts';
import type { HoldProperty } from './locations.ts';
import { movingRoutes } from './moving.routes.ts';
import { queueOrders } from './order-stock.sql.ts';
import { cancelled, fulfilled, type HoldOrders } from './order-stock.ts';
import { startOrderStock } from './order-stock.worker.ts';
import { release, releaseHolds } from './releasing.ts';
import { confirmHolds, postponeHolds } from './reserving.sql.ts';
import { createReserving, reserve } from './reserving.ts';
import { restock, ship } from './shipping.ts';
import { stockSettingsRoutes } from './stock-settings.routes.ts';
import { startSweep } from './sweep.worker.ts';

/** The functions for other modules. */
export const stock = {
  reserve,
  postpone: postponeHolds,
  confirm: confirmHolds,
  release,
  releaseHolds,
  ship,
  restock,
  available: findAvailable,
};

/** For pages of the storefront. */
export { availabilityOf } from './availability.sql.ts';
export { stockAtHome } from './home.ts';
/** For the catalog: items follow its variants. */
export { followSkus, stockOfVariants } from './variant-skus.ts';

/** The hooks of the CRM, called in the transaction of the change. */
export const orderHooks = { fulfilled, cancelled };

type Others = { holdOrders: HoldOrders; holdProperty: HoldProperty; findProducts: FindProducts };

export function inventory(kernel: Kernel, others: Others) {
  const { clock, db } = kernel;
  let orders: Loop | null = null;
  const module: Module = {
    name: 'inventory',
    gate: 'inventory',
    events: inventoryEvents,
    routes(app) {
      locationRoutes(app, clock, others.holdProperty);
      itemRoutes(app, clock, others.findProducts);
      adjustmentRoutes(app, clock);
      ledgerRoutes(app);
      movingRoutes(app, clock);
      importRoutes(app, clock);
      stockSettingsRoutes(app, clock);
    },
    startWork() {
      const announcing = startAnnouncing(kernel);
      orders = startOrderStock(kernel, others.holdOrders, () => announcing.wake());
      return [orders, announcing, startSweep(kernel)];
    },
    consumers: [
      {
        name: 'stock of orders',
        types: new Set(['order.placed']),
        async consume(tx, events, now) {
          const queued = await queueOrders(tx, events, now);
          return () => {
            if (queued > 0) orders?.wake();
          };
        },
      },
    ],
  };
  return { ...module, reserveTogether: createReserving(db, clock) };
}
