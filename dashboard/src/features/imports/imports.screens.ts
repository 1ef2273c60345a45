import { IconFileImport } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const orderImportScreens: Screen[] = [
  {
    path: '/orders/import',
    title: 'Import orders',
    module: 'crm',
    role: 'editor',
    menu: { section: 'Business', icon: IconFileImport, words: 'csv ndjson upload file orders bulk' },
    load: () => import('./new-order-import.screen.tsx'),
  },
  {
    path: '/orders/import/$id',
    title: 'Import',
    module: 'crm',
    load: () => import('./order-import.screen.tsx'),
  },
];

export const productImportScreens: Screen[] = [
  {
    path: '/products/import',
    title: 'Import products',
    module: 'catalog',
    role: 'editor',
    menu: { section: 'Business', icon: IconFileImport, words: 'csv ndjson shopify upload file catalog bulk' },
    load: () => import('./new-product-import.screen.tsx'),
  },
  {
    path: '/products/import/$id',
    title: 'Import',
    module: 'catalog',
    load: () => import('./product-import.screen.tsx'),
  },
];
