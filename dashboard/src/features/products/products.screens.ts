import { IconCategory, IconDiscount, IconTag } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const productScreens: Screen[] = [
  {
    path: '/products',
    title: 'Products',
    module: 'catalog',
    menu: { section: 'Business', icon: IconTag, words: 'catalog variants sku goods articles' },
    load: () => import('./product-list.screen.tsx'),
  },
  {
    path: '/products/categories',
    title: 'Categories',
    module: 'catalog',
    menu: { section: 'Business', icon: IconCategory, words: 'collections tree departments' },
    load: () => import('./category-list.screen.tsx'),
  },
  {
    path: '/products/price-lists',
    title: 'Price lists',
    module: 'catalog',
    menu: { section: 'Business', icon: IconDiscount, words: 'prices discounts wholesale quantity sale' },
    load: () => import('./price-list-list.screen.tsx'),
  },
  {
    path: '/products/price-lists/$id',
    title: 'Price list',
    module: 'catalog',
    load: () => import('./price-list.screen.tsx'),
  },
  {
    path: '/products/$id',
    title: 'Product',
    module: 'catalog',
    load: () => import('./product.screen.tsx'),
  },
];
