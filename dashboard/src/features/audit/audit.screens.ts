import { IconHistory } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const auditScreens: Screen[] = [
  {
    path: '/settings/audit-log',
    title: 'Audit log',
    role: 'admin',
    menu: { section: 'Settings', icon: IconHistory, words: 'history who changed what security trail' },
    load: () => import('./audit-log.screen.tsx'),
  },
];
