import { IconApps, IconBuildingStore, IconChartBar } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const settingsScreens: Screen[] = [
  {
    path: '/settings/modules',
    title: 'Modules',
    role: 'admin',
    menu: { section: 'Settings', icon: IconApps, words: 'switch on off features' },
    load: () => import('./modules.screen.tsx'),
  },
  {
    path: '/settings/tenant',
    title: 'Tenant',
    menu: { section: 'Settings', icon: IconBuildingStore, words: 'name slug business company' },
    load: () => import('./tenant.screen.tsx'),
  },
  {
    path: '/settings/usage',
    title: 'Usage',
    menu: { section: 'Settings', icon: IconChartBar, words: 'quota limit storage disk space files' },
    load: () => import('./usage.screen.tsx'),
  },
];
