import { IconKey, IconRobot } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

/** Developers find their keys beside their other tools; the interface document has keys created among the settings, for assistants. */
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
    menu: {
      section: 'Settings',
      icon: IconRobot,
      words: 'assistant agent mcp chatgpt claude api key connect openapi',
    },
    load: () => import('./ai-integrations.screen.tsx'),
  },
];
