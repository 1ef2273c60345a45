/** The ledger of the stock: each change of what is there is a movement, with its event, in the transaction of the change. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { noteChanges } from '../items/announcing.sql.ts';
import { insertMovements, type Move, type Moved, type MovementRow } from './movements.sql.ts';

/** The levels are locked already, each is named once. */
export async function moveStock(tx: Tx, now: Date, by: Author, moves: Move[]): Promise<Moved[]> {
  if (moves.length === 0) return [];
  const moved = await insertMovements(tx, now, by, moves);
  if (moved.length !== moves.length) throw new Error('a movement has no level, or one level has two');
  const told = moved.filter(({ kind }) => kind !== 'shipped');
  await publishAll(
    tx,
    now,
    told.map((row) => ({
      type: 'inventory.adjusted',
      data: {
        movementId: row.id,
        sku: row.sku,
        locationId: row.location_id,
        kind: row.kind,
        change: Number(row.change),
        onHand: Number(row.after),
        available: Number(row.available),
        reason: row.reason,
        at: now.toISOString(),
      },
    })),
  );
  await noteChanges(
    tx,
    now,
    moved.map(({ item_id }) => item_id),
  );
  return moved;
}

export const presentMovement = (row: MovementRow) => ({
  id: row.id,
  sku: row.sku,
  locationId: row.location_id,
  seq: row.seq,
  kind: row.kind,
  change: Number(row.change),
  before: Number(row.before),
  after: Number(row.after),
  reason: row.reason,
  orderId: row.order_id,
  returnId: row.return_id,
  by: JSON.parse(row.by) as { type: string; id: string | null; name: string },
  at: row.created_at.toISOString(),
});
