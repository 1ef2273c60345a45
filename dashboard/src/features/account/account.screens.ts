import type { Screen } from '../../session/screen.ts';

export const accountScreens: Screen[] = [
  {
    path: '/account',
    title: 'Your account',
    load: () => import('./account.screen.tsx'),
    beforeSecondFactor: true,
  },
  {
    path: '/account/security',
    title: 'Sessions & security',
    load: () => import('./security.screen.tsx'),
    beforeSecondFactor: true,
  },
];
