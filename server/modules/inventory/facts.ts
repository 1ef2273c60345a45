import type { ModuleFacts } from '#kernel/module.ts';
import { readStockBacklog } from './orders/orders.sql.ts';
import { ITEMS } from './settings.ts';

export const inventoryFacts: ModuleFacts = {
  tables: {
    worker: [
      'tenant_modules',
      'inventory_settings',
      'inventory_items',
      'stock_reservations',
      'stock_orders_due',
      'stock_items_changed',
    ],
    batch: ['inventory_items', 'stock_locations', 'stock_levels', 'stock_reservations'],
  },
  backlog: readStockBacklog,
  counted: [{ table: 'inventory_items', kind: ITEMS, amount: '1', key: { id: 'uuid' } }],
};
