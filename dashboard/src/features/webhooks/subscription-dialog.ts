import type { Data, OperationName } from '../../api.ts';

export type Subscription = Data<'getWebhookSubscription'>;

/** The props of every subscription dialog. */
export type SubscriptionDialog = { subscription: Subscription; close: () => void };

/** The operations to read again after a change of a subscription. */
export const AFTER_CHANGE: OperationName[] = [
  'getWebhookSubscription',
  'listWebhookSubscriptions',
  'getWebhookSubscriptionHealth',
  'listWebhookDeliveries',
];
