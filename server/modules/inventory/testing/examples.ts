import type { Examples } from '#kernel/http/testing/examples.ts';

export const EXAMPLES: Examples = {
  '/v1/inventory/locations': {
    table: 'stock_locations',
    body: (n) => ({
      name: 'Warehouse',
      code: `W${n}`,
      address: { line1: 'Dock 4', city: 'Leith' },
      priority: n,
    }),
    change: { name: 'Renamed' },
  },
};
