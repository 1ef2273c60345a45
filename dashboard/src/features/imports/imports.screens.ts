import { IconFileImport } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const importScreens: Screen[] = [
  {
    path: '/imports',
    title: 'Import orders',
    module: 'crm',
    role: 'editor',
    menu: { section: 'Business', icon: IconFileImport, words: 'csv ndjson upload file orders bulk' },
    load: () => import('./new-import.screen.tsx'),
  },
  {
    path: '/imports/$id',
    title: 'Import',
    module: 'crm',
    load: () => import('./import.screen.tsx'),
  },
];
