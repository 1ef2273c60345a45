/** CRM: customers and their orders. */
import type { Kernel, Module } from '#kernel/module.ts';
import { customerRoutes } from './customers.routes.ts';
import { orderLifeRoutes } from './order-life.routes.ts';
import { createPlacing } from './order-placing.ts';
import { orderEvents } from './orders.events.ts';
import { orderRoutes } from './orders.routes.ts';
import { timelineRoutes } from './timeline.routes.ts';

export function crm({ clock, db }: Kernel): Module {
  const placeTogether = createPlacing(db);
  return {
    name: 'crm',
    gate: 'crm',
    events: orderEvents,
    routes(app) {
      customerRoutes(app, clock);
      orderRoutes(app, clock, placeTogether);
      orderLifeRoutes(app, clock);
      timelineRoutes(app);
    },
  };
}
