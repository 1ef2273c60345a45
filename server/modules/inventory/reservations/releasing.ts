/** Releases reservations: of an order that is over, or holds that expired. */
import type { Tx } from '#kernel/db/db.ts';
import { noteChanges } from '../items/announcing.sql.ts';
import {
  type Freed,
  freeDue,
  freeHolds,
  freeOrder,
  lockLevelsOfDue,
  lockLevelsOfHolds,
  lockLevelsOfOrder,
} from './releasing.sql.ts';

/** Releases all units of an order that are not shipped. Nothing happens if there are none. */
export async function release(tx: Tx, now: Date, orderId: string): Promise<void> {
  const places = await lockLevelsOfOrder(tx, orderId);
  if (places.length === 0) return;
  const freed = await freeOrder(tx, orderId, places);
  // Holds do not count for what is low, so that abandoned checkouts make no noise.
  const items = freed.filter(({ expires_at }) => expires_at === null).map(({ item_id }) => item_id);
  if (items.length > 0) await noteChanges(tx, now, items);
}

/** Releases the holds under these orders, whose checkouts are over; reservations of orders stay. */
export async function releaseHolds(tx: Tx, orderIds: string[]): Promise<void> {
  const places = await lockLevelsOfHolds(tx, orderIds);
  if (places.length > 0) await freeHolds(tx, orderIds, places);
}

/** Releases the holds of a tenant that expired first; returns them. */
export async function sweep(tx: Tx, now: Date): Promise<Freed[]> {
  const places = await lockLevelsOfDue(tx, now);
  return places.length === 0 ? [] : freeDue(tx, now, places);
}
