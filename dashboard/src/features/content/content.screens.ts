import { IconFileText } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const contentScreens: Screen[] = [
  {
    path: '/content',
    title: 'Content',
    module: 'content',
    menu: { section: 'Content', icon: IconFileText, words: 'entries articles pages types locales cms' },
    load: () => import('./entry-list.screen.tsx'),
  },
  {
    path: '/content/new/$type',
    title: 'New entry',
    module: 'content',
    role: 'editor',
    load: () => import('./new-entry.screen.tsx'),
  },
  {
    path: '/content/releases',
    title: 'Releases',
    module: 'content',
    load: () => import('./releases/release-list.screen.tsx'),
  },
  {
    path: '/content/releases/$id',
    title: 'Release',
    module: 'content',
    load: () => import('./releases/release.screen.tsx'),
  },
  {
    path: '/content/calendar',
    title: 'Calendar',
    module: 'content',
    load: () => import('./calendar/calendar.screen.tsx'),
  },
  {
    path: '/content/types',
    title: 'Content types',
    module: 'content',
    load: () => import('./type-list.screen.tsx'),
  },
  {
    path: '/content/types/$name',
    title: 'Content type',
    module: 'content',
    load: () => import('./type.screen.tsx'),
  },
  {
    path: '/content/order/$type',
    title: 'Order of entries',
    module: 'content',
    load: () => import('./order/order.screen.tsx'),
  },
  {
    path: '/content/search',
    title: 'Search of a site',
    module: 'content',
    load: () => import('./search.screen.tsx'),
  },
  { path: '/content/$id', title: 'Entry', module: 'content', load: () => import('./entry.screen.tsx') },
];
