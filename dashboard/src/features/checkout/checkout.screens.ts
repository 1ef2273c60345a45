import { IconCreditCard, IconShoppingCart, IconTicket, IconTruckDelivery } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const checkoutScreens: Screen[] = [
  {
    path: '/carts',
    title: 'Carts',
    module: 'checkout',
    menu: { section: 'Business', icon: IconShoppingCart, words: 'baskets abandoned checkouts storefront' },
    load: () => import('./cart-list.screen.tsx'),
  },
  { path: '/carts/$id', title: 'Cart', module: 'checkout', load: () => import('./cart.screen.tsx') },
  {
    path: '/carts/discounts',
    title: 'Discount codes',
    module: 'checkout',
    menu: {
      section: 'Business',
      icon: IconTicket,
      words: 'coupons vouchers promotions percent free shipping',
    },
    load: () => import('./discount-list.screen.tsx'),
  },
  {
    path: '/carts/shipping',
    title: 'Shipping and tax',
    module: 'checkout',
    menu: { section: 'Business', icon: IconTruckDelivery, words: 'delivery rates vat countries checkout' },
    load: () => import('./shipping.screen.tsx'),
  },
  {
    path: '/carts/settings',
    title: 'Checkout settings',
    module: 'checkout',
    menu: {
      section: 'Business',
      icon: IconCreditCard,
      words: 'payment methods ways to pay instructions invoice transfer hold abandoned tax included',
    },
    load: () => import('./checkout-settings.screen.tsx'),
  },
];
