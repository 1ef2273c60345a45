import { IconHome } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const homeScreens: Screen[] = [
  {
    path: '/',
    title: 'Home',
    menu: { section: '', icon: IconHome, words: 'start overview dashboard' },
    load: () => import('./home.screen.tsx'),
  },
];
