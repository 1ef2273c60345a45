/** Decides baskets of one tenant in its transaction: locks all levels of their SKUs, and allocates one basket after the other. */
import type { Tx } from '#kernel/db/db.ts';
import {
  ensureLevels,
  findFirstLocation,
  findUnplaced,
  type LevelRow,
  lockLevelsOf,
} from '../movements/levels.sql.ts';
import { type Allocation, allocate, allocateShort, type Room, roomOf } from './allocate.ts';
import type { Lacking } from './out-of-stock.ts';
import { freeDue } from './releasing.sql.ts';
import { type Basket, findReserved, insertReservations, type NewReservation } from './reserving.sql.ts';

/** Units that an order has reserved already count, so a repeated basket reserves only the missing ones. Null: granted. */
export async function reserveAll(
  tx: Tx,
  now: Date,
  baskets: Basket[],
  { mayRunShort }: { mayRunShort: boolean },
): Promise<(Lacking[] | null)[]> {
  const skus = [...new Set(baskets.flatMap(({ lines }) => lines.map(({ sku }) => sku)))];
  const unplaced = await placeItems(tx, skus, mayRunShort);
  const levels = await lockLevelsOf(tx, skus);
  if (levels.length === 0 && unplaced.length === 0) return baskets.map(() => null);
  const stock = new Stock(levels, unplaced);
  const reserved = await findReserved(
    tx,
    baskets.map(({ orderId }) => orderId),
  );
  const needsOf = ({ orderId, lines }: Basket) =>
    lines
      .filter(({ sku }) => stock.has(sku))
      .map(({ sku, quantity }) => ({ sku, need: quantity - (reserved.get(`${orderId} ${sku}`) ?? 0) }))
      .filter(({ need }) => need > 0);
  const rows: NewReservation[] = [];
  const decide = (basket: Basket) => {
    const taken = stock.take(needsOf(basket), mayRunShort);
    if (!('allocated' in taken)) return taken.lacking;
    const { orderId, expiresAt } = basket;
    rows.push(...taken.allocated.map((allocation) => ({ orderId, expiresAt, ...allocation })));
    return null;
  };
  const outcomes = baskets.map(decide);
  if (outcomes.some((lacking) => lacking !== null)) {
    const places = levels.map(({ item_id, location_id }) => ({ itemId: item_id, locationId: location_id }));
    for (const freed of await freeDue(tx, now, places)) stock.giveBack(freed);
    baskets.forEach((basket, index) => {
      if (outcomes[index] !== null) outcomes[index] = decide(basket);
    });
  }
  if (rows.length > 0) await insertReservations(tx, rows, mayRunShort);
  return outcomes;
}

/**
 * An item that never had stock has no level to promise from: it gets one where stock is taken first, if anything may be promised.
 * Returns the SKUs of tracked items without a level.
 */
async function placeItems(tx: Tx, skus: string[], mayRunShort: boolean): Promise<string[]> {
  const found = await findUnplaced(tx, skus);
  const all = found.map(({ sku }) => sku);
  const unplaced = found.filter(({ backorder_limit }) => mayRunShort || backorder_limit !== 0n);
  if (unplaced.length === 0) return all;
  const locationId = await findFirstLocation(tx);
  if (locationId === undefined) return all;
  await ensureLevels(
    tx,
    unplaced.map(({ id }) => ({ itemId: id, locationId })),
  );
  return all;
}

type Taken = { allocated: ({ itemId: string } & Allocation)[] } | { lacking: Lacking[] };

/** The locked levels, as the baskets before have left them. */
class Stock {
  readonly #items = new Map<string, { itemId: string; rooms: Room[] }>();
  readonly #rooms = new Map<string, Room>();

  constructor(levels: LevelRow[], unplaced: string[]) {
    for (const sku of unplaced) this.#items.set(sku, { itemId: '', rooms: [] });
    const inOrder = levels.toSorted(
      (one, other) => one.priority - other.priority || (one.location_id < other.location_id ? -1 : 1),
    );
    for (const level of inOrder) {
      const item = this.#items.get(level.sku) ?? { itemId: '', rooms: [] };
      item.itemId = level.item_id;
      this.#items.set(level.sku, item);
      if (!level.active) continue;
      const room: Room = {
        locationId: level.location_id,
        available: Number(level.on_hand - level.reserved),
        backorderLimit: level.backorder_limit === null ? null : Number(level.backorder_limit),
      };
      item.rooms.push(room);
      this.#rooms.set(`${level.item_id} ${level.location_id}`, room);
    }
  }

  has(sku: string): boolean {
    return this.#items.has(sku);
  }

  /** All lines or none. */
  take(needs: { sku: string; need: number }[], mayRunShort: boolean): Taken {
    const lacking: Lacking[] = [];
    const allocated = needs.flatMap(({ sku, need }) => {
      const { itemId, rooms } = this.#items.get(sku)!;
      const found = mayRunShort ? allocateShort(need, rooms) : allocate(need, rooms);
      if (found === null) lacking.push({ sku, wanted: need, available: roomOf(rooms) });
      return (found ?? []).map((allocation) => ({ itemId, ...allocation }));
    });
    if (lacking.length > 0) return { lacking };
    for (const { itemId, locationId, quantity } of allocated) {
      this.#rooms.get(`${itemId} ${locationId}`)!.available -= quantity;
    }
    return { allocated };
  }

  giveBack({ item_id, location_id, units }: { item_id: string; location_id: string; units: bigint }): void {
    const room = this.#rooms.get(`${item_id} ${location_id}`);
    if (room !== undefined) room.available += Number(units);
  }
}
