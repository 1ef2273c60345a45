import { IconKey } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const keyScreens: Screen[] = [
  {
    path: '/settings/ai-integrations',
    title: 'AI integrations',
    role: 'admin',
    menu: { section: 'Settings', icon: IconKey, words: 'api keys token secret integration' },
    load: () => import('./key-list.screen.tsx'),
  },
];
