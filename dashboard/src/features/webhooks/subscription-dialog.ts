import type { Data, OperationName } from '../../api.ts';

export type Subscription = Data<'getWebhookSubscription'>;

/** What every dialog about a subscription is given. */
export type SubscriptionDialog = { subscription: Subscription; close: () => void };

/** What a change to a subscription makes outdated. */
export const AFTER_CHANGE: OperationName[] = [
  'getWebhookSubscription',
  'listWebhookSubscriptions',
  'getWebhookSubscriptionHealth',
  'listWebhookDeliveries',
];
