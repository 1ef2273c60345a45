/** CRM: customers and their orders. */
import type { Kernel, Module } from '#kernel/module.ts';
import { customerRoutes } from './customers.routes.ts';
import { metricsRoutes } from './metrics.routes.ts';
import { orderListRoutes } from './order-list.routes.ts';
import { indexOrders } from './order-search.sql.ts';
import { orderEvents } from './orders.events.ts';
import { orderRoutes } from './orders.routes.ts';
import { addToRollups } from './rollups.sql.ts';

export function crm({ clock }: Kernel): Module {
  return {
    name: 'crm',
    gate: 'crm',
    events: orderEvents,
    routes(app) {
      customerRoutes(app, clock);
      orderRoutes(app, clock);
      orderListRoutes(app);
      metricsRoutes(app, clock);
    },
    consumers: [
      { name: 'order search', consume: indexOrders },
      { name: 'order rollups', consume: addToRollups },
    ],
  };
}
