import type { Examples } from '#kernel/http/testing/examples.ts';

export const EXAMPLES: Examples = {
  '/v1/views': {
    table: 'views',
    body: (n) => ({ list: 'orders', name: `Unpaid ${n}`, query: { paymentStatus: 'unpaid' } }),
    change: { name: 'Renamed' },
  },
};
