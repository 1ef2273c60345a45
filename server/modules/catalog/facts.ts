import type { ModuleFacts } from '#kernel/module.ts';

export const catalogFacts: ModuleFacts = {
  tables: {
    worker: ['catalog_imports'],
    batch: ['catalog_handles', 'products', 'variants', 'prices', 'price_lists'],
  },
};
