/** Moves what an order holds from one location to another, before it is shipped. */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import type { ReservationMove } from '../fields.ts';
import { findItemIds } from '../items/items.sql.ts';
import { holdLocations } from '../locations/locations.sql.ts';
import { ensureLevels, lockPlaces } from '../movements/levels.sql.ts';
import { findOpenUnits, moveReservation } from './moving.sql.ts';
import { outOfStock } from './out-of-stock.ts';
import { listReservations, type ReservationRow } from './reservations.sql.ts';

const MOST = 100;

/** All units of the SKU that are not shipped. Returns the reservations of the order for the SKU. */
export async function moveReserved(
  tx: Tx,
  actor: Actor,
  now: Date,
  orderId: string,
  { sku, from, to }: ReservationMove,
): Promise<ReservationRow[]> {
  const itemId = (await findItemIds(tx, [sku])).get(sku);
  if (itemId === undefined) throw notFound('reservation');
  if (from.toLowerCase() === to.toLowerCase()) throw invalid([{ path: 'to', ...SAME }]);
  const places = [from, to].map((id) => ({ itemId, locationId: id.toLowerCase() }));
  const [source, target] = places as [(typeof places)[number], (typeof places)[number]];
  if ((await findOpenUnits(tx, orderId, itemId, source.locationId)) === 0) throw notFound('reservation');
  const location = (await holdLocations(tx, [target.locationId])).get(target.locationId);
  if (!location?.active) throw invalid([{ path: 'to', ...UNKNOWN }]);
  await ensureLevels(tx, [target]);
  const levels = await lockPlaces(tx, places);
  const units = await findOpenUnits(tx, orderId, itemId, source.locationId);
  if (units === 0) throw notFound('reservation');
  const level = levels.find(({ location_id }) => location_id === target.locationId)!;
  const available = Number(level.on_hand - level.reserved);
  const limit = level.backorder_limit === null ? Number.POSITIVE_INFINITY : Number(level.backorder_limit);
  if (units > available + limit) {
    throw outOfStock([{ sku, wanted: units, available: Math.max(0, available + limit) }]);
  }
  await moveReservation(tx, orderId, itemId, source.locationId, target.locationId);
  await audit(tx, actor, now, {
    action: 'reservation.moved',
    subjectType: 'order',
    subjectId: orderId,
    details: { sku, units, from: source.locationId, to: target.locationId },
  });
  return listReservations(tx, { sku, orderId }, MOST, null);
}

const SAME = { code: 'not_allowed', message: 'is the location that has the reservation' };
const UNKNOWN = { code: 'not_found', message: 'is not an active location of this tenant' };
