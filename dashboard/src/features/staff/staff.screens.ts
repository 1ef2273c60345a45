import { IconUsers } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const staffScreens: Screen[] = [
  {
    path: '/settings/staff',
    title: 'Staff',
    role: 'admin',
    menu: { section: 'Settings', icon: IconUsers, words: 'people team invite roles members' },
    load: () => import('./staff-list.screen.tsx'),
  },
];
