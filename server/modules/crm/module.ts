/** CRM: customers and their orders. */
import type { Kernel, Module } from '#kernel/module.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { bulkRoutes } from './bulk.routes.ts';
import { customerRoutes } from './customers.routes.ts';
import { exportRoutes } from './exports.routes.ts';
import { importUploadRoutes } from './import-upload.routes.ts';
import { importRoutes } from './imports.routes.ts';
import { startImports } from './imports.worker.ts';
import { orderEvents } from './orders.events.ts';
import { orderRoutes } from './orders.routes.ts';

export function crm(kernel: Kernel): Module {
  const { clock, db, config } = kernel;
  let imports: Loop | null = null;
  return {
    name: 'crm',
    gate: 'crm',
    events: orderEvents,
    routes(app) {
      customerRoutes(app, clock);
      orderRoutes(app, clock);
      bulkRoutes(app, clock);
      importRoutes(app, clock);
      importUploadRoutes(app, { db, clock, maxBytes: config.importMaxBytes, wake: () => imports?.wake() });
      exportRoutes(app);
    },
    startWork() {
      imports = startImports(kernel);
      return [imports];
    },
  };
}
