import type { Screen } from '../../app/screen.ts';

export const accountScreens: Screen[] = [
  { path: '/account', title: 'Your account', load: () => import('./account.screen.tsx') },
];
