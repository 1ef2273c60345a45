import { SUBSCRIBABLE } from './catalogue.ts';

/** Each event belongs to one lane, which `event_queue.lane` derives from its type. Topics are only labels in the catalogue. */
export const LANES = ['webhooks', 'search', 'orders', 'others'] as const;

export type Lane = (typeof LANES)[number];

/** The lane of an event, as `event_queue.lane` derives it. Known here too, so that a commit wakes one dispatcher and not all. */
export function laneOf(type: string): Lane {
  if (type === 'order.placed') return 'orders';
  if (type === 'search.entity.changed') return 'search';
  return Object.hasOwn(SUBSCRIBABLE, type) ? 'webhooks' : 'others';
}

/** The most events in a round; in the webhooks lane, a tenant has far fewer. */
export const BATCH: Record<Lane, number> = { webhooks: 1000, search: 250, orders: 1000, others: 1000 };

/** The most tenants in a round. Statements for placed orders cost less for each order the more they take. */
export const TENANTS: Record<Lane, number> = { webhooks: 50, search: 50, orders: 200, others: 50 };
