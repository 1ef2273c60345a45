/** The values of an order's state in the API. */
export const STATUSES = [
  'placed',
  'partially_fulfilled',
  'fulfilled',
  'delivered',
  'cancelled',
  'refunded',
] as const;
export type Status = (typeof STATUSES)[number];

export const PAYMENT_STATUSES = [
  'unpaid',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'failed',
  'voided',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Each action has the name of its path: POST /v1/crm/orders/:id/<action>. */
export const ACTIONS = ['fulfill', 'deliver', 'cancel', 'refund', 'payments'] as const;
export type Action = (typeof ACTIONS)[number];
