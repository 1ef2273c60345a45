/** CRM: customers and their orders. */
import type { Kernel, Module } from '#kernel/module.ts';
import { createAssertRoom } from '#kernel/usage.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { customerEvents } from './customers/customers.events.ts';
import { customerRoutes } from './customers/customers.routes.ts';
import { customersOfHistory } from './customers/history.sql.ts';
import type { CustomerHooks } from './customers/hooks.ts';
import { customerLifeRoutes } from './customers/life/life.routes.ts';
import { startCustomerWork } from './customers/life/work.worker.ts';
import { customerListRoutes } from './customers/lists/list.routes.ts';
import { noteCustomersOf, revenueOfCustomers } from './customers/revenue/revenue.sql.ts';
import { startRevenue } from './customers/revenue/revenue.worker.ts';
import { customerTimelineRoutes } from './customers/timeline.routes.ts';
import { documentRoutes } from './documents/documents.routes.ts';
import type { Readers } from './documents/documents.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { importRoutes } from './imports/imports.routes.ts';
import { startImports } from './imports/imports.worker.ts';
import { metricsRoutes } from './metrics/metrics.routes.ts';
import { startQuarters } from './metrics/quarters.worker.ts';
import { addToRollups, COUNTED } from './metrics/rollups.sql.ts';
import { orderLifeRoutes } from './orders/life/life.routes.ts';
import type { OrderHooks } from './orders/life/life.ts';
import { customerOrderRoutes } from './orders/lists/customer-orders.routes.ts';
import { orderListRoutes } from './orders/lists/list.routes.ts';
import { indexOrders } from './orders/lists/search.sql.ts';
import { soldItemRoutes } from './orders/lists/sold-items.routes.ts';
import { orderEvents } from './orders/orders.events.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { bulkRoutes } from './orders/placing/bulk.routes.ts';
import { createPlacing } from './orders/placing/placing.ts';
import { timelineRoutes } from './orders/timeline/timeline.routes.ts';
import { describeCustomers, describeOrders } from './search-results.sql.ts';
import type { CrmSettings } from './settings.ts';

/** Also provides the descriptions of customers and orders for search results. */
export function crm(
  kernel: Kernel,
  settings: CrmSettings,
  readers: Readers,
  hooks: OrderHooks = {},
  people: CustomerHooks = {},
) {
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
      customerLifeRoutes(app, clock, people);
      customerTimelineRoutes(app);
      customerOrderRoutes(app);
      orderRoutes(app, clock, placeTogether);
      orderLifeRoutes(app, clock, hooks);
      timelineRoutes(app);
      soldItemRoutes(app);
      orderListRoutes(app);
      metricsRoutes(app, clock);
      bulkRoutes(app, clock);
      importRoutes(app, kernel, () => imports?.wake(), settings);
      exportRoutes(app);
      documentRoutes(app, clock, readers);
    },
    startWork() {
      imports = startImports(kernel);
      return [imports, startCustomerWork(kernel), startQuarters(kernel), startRevenue(kernel)];
    },
    rowChanges: [customersOfHistory, revenueOfCustomers],
    consumers: [
      { name: 'order search', types: new Set(['order.placed']), consume: indexOrders },
      { name: 'revenue of customers', types: new Set(['order.placed']), consume: noteCustomersOf },
      { name: 'order rollups', types: COUNTED, consume: addToRollups },
    ],
  };
  return { ...module, describe: { customer: describeCustomers, order: describeOrders } };
}

/** The customer who signs in to a shop. */
export { holdCustomer } from './customers/customers.sql.ts';
/** For checkouts: orders with an id of their own choice, and the customers that they belong to. */
export { createBuyer, customerForOrder, findBuyer, tagsOfCustomer } from './customers/for-orders.ts';
/** For lists of carts. */
export { searchCustomers } from './customers/lists/list.ts';
/** The part of home that is about orders. */
export { ordersAtHome } from './metrics/home.ts';
/** The orders of a product, for the catalog. */
export { ordersOfProduct } from './orders/lists/product-orders.ts';
export { placeOrder } from './orders/placing/placing.ts';
export { ordersOfCustomer, showOrder } from './orders/reading.ts';
/** For the inventory: locks orders, with their units. */
export { holdOrders } from './orders/units.sql.ts';
