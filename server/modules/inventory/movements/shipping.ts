/** Units leave with a fulfilment and come back with a return, each once. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { invalid } from '#kernel/errors.ts';
import { findItemIds } from '../items/items.sql.ts';
import { lockLevelsOfOrder } from '../reservations/releasing.sql.ts';
import { ensureLevels, findFirstLocation, lockPlaces } from './levels.sql.ts';
import type { Move } from './movements.sql.ts';
import { moveStock } from './movements.ts';
import { findReservationsOf, findRestocked } from './shipping.sql.ts';

/** `fulfilled`: all units of each SKU that the order has fulfilled so far, so that a repeated call ships nothing more. */
export type Shipment = { orderId: string; version: number; fulfilled: ReadonlyMap<string, number> };

/** Ships the units that are fulfilled and not shipped. Without a reservation nothing leaves: the SKU is not tracked. */
export async function ship(tx: Tx, now: Date, by: Author, shipment: Shipment): Promise<void> {
  const { orderId, version } = shipment;
  if ((await lockLevelsOfOrder(tx, orderId)).length === 0) return;
  const moves: Move[] = [];
  const reservations = await findReservationsOf(tx, orderId);
  for (const [sku, own] of Map.groupBy(reservations, (row) => row.sku)) {
    let left = shipment.fulfilled.get(sku) ?? 0;
    for (const { shipped } of own) left -= Number(shipped);
    for (const { item_id, location_id, quantity, shipped } of own) {
      const units = Math.min(left, Number(quantity - shipped));
      if (units <= 0) continue;
      left -= units;
      moves.push({
        ...{ itemId: item_id, locationId: location_id, kind: 'shipped', change: -units, reason: null },
        shipped: { orderId, version },
      });
    }
  }
  await moveStock(tx, now, by, moves);
}

export type Restocking = {
  returnId: string;
  /** Without a location: where stock is taken first. */
  lines: { line: number; sku: string; quantity: number; locationId?: string }[];
};

/** Puts returned units back. Lines that are back already are skipped; SKUs that are no items are ignored. */
export async function restock(tx: Tx, now: Date, by: Author, { returnId, lines }: Restocking): Promise<void> {
  const items = await findItemIds(
    tx,
    lines.map(({ sku }) => sku),
  );
  const first = await findFirstLocation(tx);
  const wanted = lines.flatMap(({ line, sku, quantity, locationId = first }) => {
    const itemId = items.get(sku);
    if (itemId === undefined) return [];
    if (locationId === undefined) throw invalid([{ path: 'locationId', ...NO_LOCATION }]);
    return [{ itemId, locationId, line, quantity }];
  });
  if (wanted.length === 0) return;
  await ensureLevels(tx, wanted);
  await lockPlaces(tx, wanted);
  const done = await findRestocked(tx, returnId);
  let rest = wanted.filter(({ line }) => !done.has(line));
  while (rest.length > 0) {
    // A level takes one movement per statement.
    const turn = new Map(
      rest.toReversed().map((each) => [`${each.itemId} ${each.locationId}`, each] as const),
    );
    const batch = [...turn.values()];
    await moveStock(
      tx,
      now,
      by,
      batch.map(({ itemId, locationId, line, quantity }) => ({
        ...{ itemId, locationId, kind: 'returned', change: quantity, reason: null },
        returned: { returnId, line },
      })),
    );
    rest = rest.filter((each) => !batch.includes(each));
  }
}

const NO_LOCATION = { code: 'required', message: 'is required: the tenant has no active location' };
