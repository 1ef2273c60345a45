/** Inventory: locations, the stock of each SKU there, reservations of orders and checkouts, and the ledger of all movements. */
import type { Tx } from '#kernel/db/db.ts';
import type { Kernel, Module } from '#kernel/module.ts';
import { createAssertRoom } from '#kernel/usage.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { importRoutes } from './imports/imports.routes.ts';
import { inventoryEvents } from './inventory.events.ts';
import { startAnnouncing } from './items/announcing.worker.ts';
import { findAvailable } from './items/availability.sql.ts';
import { itemRoutes } from './items/items.routes.ts';
import type { Products } from './items/items.ts';
import { followSkus, type SkuChanges } from './items/variant-skus.ts';
import { locationRoutes } from './locations/locations.routes.ts';
import type { HoldProperty } from './locations/locations.ts';
import { adjustmentRoutes } from './movements/adjustments.routes.ts';
import { movementRoutes } from './movements/movements.routes.ts';
import { restock, ship } from './movements/shipping.ts';
import { queueOrders } from './orders/orders.sql.ts';
import { cancelled, fulfilled, type HoldOrders } from './orders/orders.ts';
import { startOrders } from './orders/orders.worker.ts';
import { movingRoutes } from './reservations/moving.routes.ts';
import { release, releaseHolds } from './reservations/releasing.ts';
import { reservationRoutes } from './reservations/reservations.routes.ts';
import { confirmHolds, findHeld, postponeHolds } from './reservations/reserving.sql.ts';
import { createReserving, reserve } from './reservations/reserving.ts';
import { startSweep } from './reservations/sweep.worker.ts';
import { settingsRoutes } from './settings/settings.routes.ts';

/** The functions for other modules. */
export const stock = {
  reserve,
  postpone: postponeHolds,
  held: findHeld,
  confirm: confirmHolds,
  release,
  releaseHolds,
  ship,
  restock,
  available: findAvailable,
};

export { stockAtHome } from './home.ts';
/** For pages of the storefront. */
export { availabilityOf } from './items/availability.sql.ts';
/** For lists of products. */
export { findStockOf, skusInState } from './items/product-stock.sql.ts';
/** For the catalog: stock keeps its variants. */
export { stockOfVariants } from './items/variant-skus.ts';

/** The hooks of the CRM, called in the transaction of the change. */
export const orderHooks = { fulfilled, cancelled };

type Others = Products & { holdOrders: HoldOrders; holdProperty: HoldProperty };

export function inventory(kernel: Kernel, others: Others) {
  const { clock, db } = kernel;
  const assertRoom = createAssertRoom(kernel.config, kernel.metrics);
  let orders: Loop | null = null;
  const module: Module = {
    name: 'inventory',
    gate: 'inventory',
    events: inventoryEvents,
    routes(app) {
      locationRoutes(app, clock, others.holdProperty);
      itemRoutes(app, clock, { ...others, assertRoom });
      adjustmentRoutes(app, clock);
      movementRoutes(app);
      reservationRoutes(app);
      movingRoutes(app, clock);
      importRoutes(app, clock, assertRoom);
      settingsRoutes(app, clock);
    },
    startWork() {
      const announcing = startAnnouncing(kernel);
      orders = startOrders(kernel, others.holdOrders, () => announcing.wake());
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
  return {
    ...module,
    reserveTogether: createReserving(db, clock),
    /** For the catalog: items follow its variants. */
    followSkus: (tx: Tx, now: Date, changes: SkuChanges) => followSkus(tx, now, changes, assertRoom),
  };
}
