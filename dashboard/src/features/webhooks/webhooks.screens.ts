import { IconBolt, IconWebhook } from '@tabler/icons-react';
import type { Screen } from '../../session/screen.ts';

export const webhookScreens: Screen[] = [
  {
    path: '/webhooks',
    title: 'Webhooks',
    menu: { section: 'Developers', icon: IconWebhook, words: 'subscriptions events deliveries endpoints' },
    load: () => import('./subscription-list.screen.tsx'),
  },
  {
    path: '/webhooks/new',
    title: 'New subscription',
    role: 'admin',
    load: () => import('./new-subscription.screen.tsx'),
  },
  { path: '/webhooks/deliveries', title: 'Deliveries', load: () => import('./delivery-log.screen.tsx') },
  { path: '/webhooks/deliveries/$id', title: 'Delivery', load: () => import('./delivery.screen.tsx') },
  {
    path: '/webhooks/events',
    title: 'Event types',
    menu: { section: 'Developers', icon: IconBolt, words: 'event types catalogue schema payload' },
    load: () => import('./event-types.screen.tsx'),
  },
  { path: '/webhooks/events/$id', title: 'Event', load: () => import('./event.screen.tsx') },
  { path: '/webhooks/$id', title: 'Subscription', load: () => import('./subscription.screen.tsx') },
];
