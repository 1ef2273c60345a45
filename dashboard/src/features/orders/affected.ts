import type { OperationName } from '../../api.ts';

/** The lists and figures that a step of an order changes. */
export const AFFECTED: OperationName[] = [
  'listOrderTimeline',
  'listOrders',
  'listCustomerOrders',
  'getCustomerTotals',
  'getOrderMetrics',
  'countOrders',
  'getHome',
];
