/** CRM: customers and their orders. */
import type { Kernel, Module } from '#kernel/module.ts';
import { createAssertRoom } from '#kernel/usage.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { bulkRoutes } from './bulk.routes.ts';
import { customerLifeRoutes } from './customer-life.routes.ts';
import { customerListRoutes } from './customer-list.routes.ts';
import { customerOrderRoutes } from './customer-orders.routes.ts';
import { startCustomerWork } from './customer-work.worker.ts';
import { customerEvents } from './customers.events.ts';
import { customerRoutes } from './customers.routes.ts';
import { exportRoutes } from './exports.routes.ts';
import { describeCustomers, describeOrders } from './found.sql.ts';
import { importUploadRoutes } from './import-upload.routes.ts';
import { importRoutes } from './imports.routes.ts';
import { startImports } from './imports.worker.ts';
import { metricsRoutes } from './metrics.routes.ts';
import { orderLifeRoutes } from './order-life.routes.ts';
import { orderListRoutes } from './order-list.routes.ts';
import { createPlacing } from './order-placing.ts';
import { indexOrders } from './order-search.sql.ts';
import { orderEvents } from './orders.events.ts';
import { orderRoutes } from './orders.routes.ts';
import { addToRollups, COUNTED } from './rollups.sql.ts';
import { timelineRoutes } from './timeline.routes.ts';

/** With how its customers and orders are shown to whoever found them. */
export function crm(kernel: Kernel) {
  const { clock, db } = kernel;
  let imports: Loop | null = null;
  const assertRoom = createAssertRoom(kernel.config, kernel.metrics);
  const placeTogether = createPlacing(db, assertRoom);
  const module: Module = {
    name: 'crm',
    gate: 'crm',
    events: { ...orderEvents, ...customerEvents },
    routes(app) {
      customerRoutes(app, clock, assertRoom);
      customerListRoutes(app);
      customerLifeRoutes(app, clock);
      customerOrderRoutes(app);
      orderRoutes(app, clock, placeTogether);
      orderLifeRoutes(app, clock);
      timelineRoutes(app);
      orderListRoutes(app);
      metricsRoutes(app, clock);
      bulkRoutes(app, clock);
      importRoutes(app, clock);
      importUploadRoutes(app, { ...kernel, wake: () => imports?.wake() });
      exportRoutes(app);
    },
    startWork() {
      imports = startImports(kernel);
      return [imports, startCustomerWork(kernel)];
    },
    consumers: [
      { name: 'order search', types: new Set(['order.placed']), consume: indexOrders },
      { name: 'order rollups', types: COUNTED, consume: addToRollups },
    ],
  };
  return { ...module, describe: { customer: describeCustomers, order: describeOrders } };
}
