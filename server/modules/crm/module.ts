/** CRM: customers and their orders. */
import type { Kernel, Module } from '#kernel/module.ts';
import { customerRoutes } from './customers.routes.ts';
import { orderEvents } from './orders.events.ts';
import { orderRoutes } from './orders.routes.ts';

export function crm({ clock }: Kernel): Module {
  return {
    name: 'crm',
    gate: 'crm',
    events: orderEvents,
    routes(app) {
      customerRoutes(app, clock);
      orderRoutes(app, clock);
    },
  };
}
