import { IconPhoto } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const mediaScreens: Screen[] = [
  {
    path: '/media',
    title: 'Media',
    module: 'media',
    menu: { section: 'Content', icon: IconPhoto, words: 'images pictures files uploads assets library' },
    load: () => import('./asset-list.screen.tsx'),
  },
  { path: '/media/$id', title: 'Asset', module: 'media', load: () => import('./asset.screen.tsx') },
];
