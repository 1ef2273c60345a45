import type { ModuleFacts } from '#kernel/module.ts';
import { readWorkBacklog } from './customers/life/work.sql.ts';
import { countOrders } from './metrics/rollups.sql.ts';
import { CUSTOMERS, IMPORTS, ORDERS } from './settings.ts';

export const crmFacts: ModuleFacts = {
  tables: {
    worker: [
      'order_lines',
      'order_rollups',
      'order_quarters',
      'imports',
      'customer_work',
      'customer_revenue',
      'customer_revenue_due',
    ],
    batch: ['customers', 'order_counters', 'orders', 'order_lines', 'order_metadata'],
  },
  backlog: readWorkBacklog,
  counted: [
    {
      table: 'import_chunks',
      kind: IMPORTS,
      amount: 'octet_length(bytes)',
      key: { import_id: 'uuid', start_byte: 'bigint' },
    },
    { table: 'customers', kind: CUSTOMERS, amount: '1', key: { id: 'uuid' } },
  ],
  countUsage: new Map([[ORDERS, countOrders]]),
};
