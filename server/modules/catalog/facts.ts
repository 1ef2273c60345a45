import type { ModuleFacts } from '#kernel/module.ts';
import { PRODUCTS } from './settings.ts';

export const catalogFacts: ModuleFacts = {
  tables: {
    worker: ['catalog_imports'],
    batch: ['catalog_handles', 'products', 'variants', 'prices', 'price_lists'],
  },
  counted: [{ table: 'products', kind: PRODUCTS, amount: '1', key: { id: 'uuid' } }],
};
