import type { Examples } from '#kernel/http/testing/examples.ts';

export const EXAMPLES: Examples = {
  '/v1/properties': {
    table: 'properties',
    body: (n) => ({ name: 'Shop', domains: [`shop-${n}.test`], locales: ['en', 'pt-BR'] }),
    change: { name: 'Renamed' },
  },
};
