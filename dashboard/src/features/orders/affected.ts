import type { OperationName } from '../../api.ts';
import { counted } from '../../ui/formats.ts';

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

/** The sentence about selected orders for which an action is not. */
export const leftOut = (count: number): string =>
  `${counted(count, 'other selected order is', 'other selected orders are')} not in a state for this, and ${count === 1 ? 'stays as it is' : 'stay as they are'}.`;
