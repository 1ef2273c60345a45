import { IconBuildingWarehouse, IconPackages } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const inventoryScreens: Screen[] = [
  {
    path: '/inventory',
    title: 'Inventory',
    module: 'inventory',
    menu: { section: 'Business', icon: IconPackages, words: 'stock sku levels available sold out low' },
    load: () => import('./item-list.screen.tsx'),
  },
  {
    path: '/inventory/count',
    title: 'Count stock',
    module: 'inventory',
    role: 'editor',
    load: () => import('./count.screen.tsx'),
  },
  {
    path: '/inventory/locations',
    title: 'Locations',
    module: 'inventory',
    menu: { section: 'Business', icon: IconBuildingWarehouse, words: 'warehouses stores places stock' },
    load: () => import('./location-list.screen.tsx'),
  },
  {
    path: '/inventory/items/$sku',
    title: 'Stock of a SKU',
    module: 'inventory',
    load: () => import('./item.screen.tsx'),
  },
];
