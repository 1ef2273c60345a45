import { IconArrowRampRight, IconWorld } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const redirectScreens: Screen[] = [
  {
    path: '/redirects',
    title: 'Redirects',
    module: 'redirects',
    menu: { section: 'Content', icon: IconArrowRampRight, words: 'urls addresses moved 301 302 paths' },
    load: () => import('./redirect-list.screen.tsx'),
  },
  {
    path: '/redirects/import',
    title: 'Import redirects',
    module: 'redirects',
    role: 'editor',
    load: () => import('./redirect-import.screen.tsx'),
  },
  {
    path: '/redirects/$id',
    title: 'Redirect',
    module: 'redirects',
    load: () => import('./redirect.screen.tsx'),
  },
  {
    path: '/properties',
    title: 'Sites',
    menu: { section: 'Content', icon: IconWorld, words: 'properties domains hosts websites dns' },
    load: () => import('./property-list.screen.tsx'),
  },
  { path: '/properties/$id', title: 'Site', load: () => import('./property.screen.tsx') },
];
