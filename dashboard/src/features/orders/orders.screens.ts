import { IconReceipt } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const orderScreens: Screen[] = [
  {
    path: '/orders',
    title: 'Orders',
    module: 'crm',
    menu: { section: 'Business', icon: IconReceipt, words: 'sales revenue purchases export' },
    load: () => import('./order-list.screen.tsx'),
  },
  {
    path: '/orders/new',
    title: 'New order',
    module: 'crm',
    role: 'editor',
    load: () => import('./new-order.screen.tsx'),
  },
  {
    path: '/orders/$id/invoice',
    title: 'Invoice',
    module: 'crm',
    load: () => import('./invoice.screen.tsx'),
  },
  {
    path: '/orders/$id/packing-slip',
    title: 'Packing slip',
    module: 'crm',
    load: () => import('./packing-slip.screen.tsx'),
  },
  { path: '/orders/$id', title: 'Order', module: 'crm', load: () => import('./order.screen.tsx') },
];
