/** From which locations the units of a line are taken. Pure. */

/** The stock of a SKU at an active location. Rooms are in the order in which stock is taken. */
export type Room = { locationId: string; available: number; backorderLimit: number | null };
export type Allocation = { locationId: string; quantity: number };

/**
 * Takes all units from the first location that has them, else splits them in order. Units that are nowhere are a backorder at the
 * first location, so that an item's limit holds over all its locations. Null: there are too few.
 */
export function allocate(need: number, rooms: readonly Room[]): Allocation[] | null {
  const whole = rooms.find(({ available }) => available >= need);
  if (whole !== undefined) return [{ locationId: whole.locationId, quantity: need }];
  const { taken, left } = split(need, rooms);
  if (left > 0 && left > backorderOf(rooms)) return null;
  return withRest(taken, left, rooms);
}

/** The same for an order that may not be refused: units beyond the backorder are short at the first location. */
export function allocateShort(need: number, rooms: readonly Room[]): Allocation[] {
  const found = allocate(need, rooms);
  if (found !== null) return found;
  const { taken, left } = split(need, rooms);
  return withRest(taken, left, rooms);
}

/** The most units that `allocate` would give. */
export const roomOf = (rooms: readonly Room[]): number =>
  rooms.reduce((sum, { available }) => sum + Math.max(0, available), 0) + backorderOf(rooms);

/** Backorders that the first location may still take. */
function backorderOf([first]: readonly Room[]): number {
  if (first === undefined) return 0;
  if (first.backorderLimit === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, first.backorderLimit + Math.min(0, first.available));
}

function split(need: number, rooms: readonly Room[]): { taken: Allocation[]; left: number } {
  let left = need;
  const taken: Allocation[] = [];
  for (const { locationId, available } of rooms) {
    const quantity = Math.min(left, Math.max(0, available));
    if (quantity > 0) taken.push({ locationId, quantity });
    left -= quantity;
  }
  return { taken, left };
}

function withRest(taken: Allocation[], rest: number, [first]: readonly Room[]): Allocation[] {
  if (rest === 0 || first === undefined) return taken;
  const { locationId } = first;
  const already = taken.find((one) => one.locationId === locationId)?.quantity ?? 0;
  return [{ locationId, quantity: already + rest }, ...taken.filter((one) => one.locationId !== locationId)];
}
