import { IconUsers } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const customerScreens: Screen[] = [
  {
    path: '/customers',
    title: 'Customers',
    module: 'crm',
    menu: { section: 'Business', icon: IconUsers, words: 'people companies clients contacts' },
    load: () => import('./customer-list.screen.tsx'),
  },
  {
    path: '/customers/$id',
    title: 'Customer',
    module: 'crm',
    load: () => import('./customer.screen.tsx'),
  },
];
