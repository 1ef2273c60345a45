import { IconKey } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

/** The list has two addresses: the one of the interface document among the settings, and one beside the other tools of developers. */
export const keyScreens: Screen[] = [
  {
    path: '/developers/keys',
    title: 'API keys',
    role: 'admin',
    menu: { section: 'Developers', icon: IconKey, words: 'token secret integration rotate usage' },
    load: () => import('./api-keys.screen.tsx'),
  },
  {
    path: '/developers/keys/$id',
    title: 'API key',
    role: 'admin',
    load: () => import('./key.screen.tsx'),
  },
  {
    path: '/settings/ai-integrations',
    title: 'AI integrations',
    role: 'admin',
    menu: { section: 'Settings', icon: IconKey, words: 'api keys token secret integration' },
    load: () => import('./ai-integrations.screen.tsx'),
  },
];
