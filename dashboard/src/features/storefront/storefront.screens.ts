import { IconShoppingBag } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const storefrontScreens: Screen[] = [
  {
    path: '/developers/keys/storefront',
    title: 'Storefront keys',
    role: 'admin',
    menu: { section: 'Developers', icon: IconShoppingBag, words: 'shop publishable public pk browser cart' },
    load: () => import('./storefront-keys.screen.tsx'),
  },
];
