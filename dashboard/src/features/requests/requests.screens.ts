import { IconListSearch } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const requestScreens: Screen[] = [
  {
    path: '/developers/requests',
    title: 'Request log',
    role: 'admin',
    menu: { section: 'Developers', icon: IconListSearch, words: 'api calls errors failures http logs debug' },
    load: () => import('./request-list.screen.tsx'),
  },
  {
    path: '/developers/requests/$id',
    title: 'Request',
    role: 'admin',
    load: () => import('./request.screen.tsx'),
  },
];
