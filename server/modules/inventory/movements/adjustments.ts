/** Adjustments, counts and transfers: all lines or none. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, type Problem } from '#kernel/errors.ts';
import { type Adjustment, MAX_UNITS, type Transfer } from '../fields.ts';
import { findItemIds } from '../items/items.sql.ts';
import { holdLocations } from '../locations/locations.sql.ts';
import { outOfStock } from '../reservations/out-of-stock.ts';
import { ensureLevels, type LevelRow, lockPlaces, type Place } from './levels.sql.ts';
import type { Move } from './movements.sql.ts';
import { moveStock } from './movements.ts';

type Line = Adjustment['lines'][number];
/** A line, its place, and where a problem with it is reported. */
type Placed<T> = { line: T; place: Place; path: string };

export async function adjust(tx: Tx, actor: Actor, now: Date, { reason, kind, lines }: Adjustment) {
  assertLines(lines);
  const placed = await placeLines(
    tx,
    lines.map((line, index) => ({ line, locationIds: [line.locationId], path: `lines[${index}]` })),
  );
  const level = await lockAll(tx, placed);
  assertSeen(placed, level);
  const moves = placed.flatMap(({ line, place, path }): Move[] => {
    const onHand = Number(level(place).on_hand);
    const change = line.count === undefined ? line.change! : line.count - onHand;
    if (change === 0) return [];
    if (Math.abs(onHand + change) > MAX_UNITS) throw invalid([{ path, ...TOO_MANY_UNITS }]);
    return [{ ...place, kind: line.count === undefined ? kind : 'counted', change, reason }];
  });
  return moveStock(tx, now, actor, moves);
}

export async function transfer(tx: Tx, actor: Actor, now: Date, { from, to, reason, lines }: Transfer) {
  const problems = findRepeated(lines.map(({ sku }) => sku));
  if (from === to) problems.push({ path: 'to', code: 'not_allowed', message: 'is the location it leaves' });
  if (problems.length > 0) throw invalid(problems);
  const placed = await placeLines(
    tx,
    lines.map((line, index) => ({ line, locationIds: [from, to], path: `lines[${index}]` })),
    { [from]: 'from', [to]: 'to' },
  );
  const level = await lockAll(tx, placed);
  const leaving = placed.filter(({ place }) => place.locationId === from);
  const lacking = leaving.filter(({ line, place }) => line.quantity > availableOf(level(place)));
  if (lacking.length > 0) {
    throw outOfStock(
      lacking.map(({ line: { sku, quantity }, place }) => ({
        sku,
        wanted: quantity,
        available: availableOf(level(place)),
      })),
    );
  }
  const moves = placed.map(({ line, place }): Move => {
    const change = place.locationId === from ? -line.quantity : line.quantity;
    return { ...place, kind: 'moved', change, reason: reason ?? null };
  });
  return moveStock(tx, now, actor, moves);
}

const availableOf = (level: LevelRow) => Number(level.on_hand - level.reserved);

/** Finds the item and the locations of each line, reports all that are unknown at once, and adds missing levels. */
async function placeLines<T extends { sku: string }>(
  tx: Tx,
  wanted: { line: T; locationIds: string[]; path: string }[],
  pathOf: Record<string, string> = {},
): Promise<Placed<T>[]> {
  const locations = await holdLocations(tx, [...new Set(wanted.flatMap(({ locationIds }) => locationIds))]);
  const items = await findItemIds(tx, [...new Set(wanted.map(({ line }) => line.sku))]);
  const problems = new Map<string, Problem>();
  const placed = wanted.flatMap(({ line, locationIds, path }) => {
    const itemId = items.get(line.sku);
    if (itemId === undefined) problems.set(`${path}.sku`, { path: `${path}.sku`, ...UNKNOWN_SKU });
    return locationIds.map((locationId): Placed<T> => {
      const at = pathOf[locationId] ?? `${path}.locationId`;
      const location = locations.get(locationId.toLowerCase());
      if (location === undefined) problems.set(at, { path: at, ...UNKNOWN_LOCATION });
      else if (!location.active) problems.set(at, { path: at, ...INACTIVE_LOCATION });
      return { line, path, place: { itemId: itemId ?? '', locationId: locationId.toLowerCase() } };
    });
  });
  if (problems.size > 0) throw invalid([...problems.values()].slice(0, 100));
  await ensureLevels(
    tx,
    placed.map(({ place }) => place),
  );
  return placed;
}

async function lockAll(tx: Tx, placed: { place: Place }[]): Promise<(place: Place) => LevelRow> {
  const rows = await lockPlaces(
    tx,
    placed.map(({ place }) => place),
  );
  const levels = new Map(rows.map((row) => [`${row.item_id} ${row.location_id}`, row]));
  return ({ itemId, locationId }) => levels.get(`${itemId} ${locationId}`)!;
}

function assertLines(lines: Line[]): void {
  const problems = findRepeated(lines.map(({ sku, locationId }) => `${sku} ${locationId.toLowerCase()}`));
  lines.forEach(({ change, count, seen }, index) => {
    const path = `lines[${index}]`;
    if ((change === undefined) === (count === undefined)) problems.push({ path, ...ONE_OF_BOTH });
    if (change === 0)
      problems.push({ path: `${path}.change`, code: 'not_allowed', message: 'must not be 0' });
    if (seen !== undefined && count === undefined) problems.push({ path: `${path}.seen`, ...SEEN_OF_COUNT });
  });
  if (problems.length > 0) throw invalid(problems.slice(0, 100));
}

function findRepeated(keys: string[]): Problem[] {
  const seen = new Set<string>();
  return keys.flatMap((key, index): Problem[] => {
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ path: `lines[${index}].sku`, code: 'not_unique', message: 'must not be named twice' }];
  });
}

/** Compare-and-set: somebody else counted or moved units since the client read the level. */
function assertSeen(placed: Placed<Line>[], level: (place: Place) => LevelRow): void {
  const changed = placed.flatMap(({ line, place, path }) => {
    const onHand = Number(level(place).on_hand);
    if (line.seen === undefined || line.seen === onHand) return [];
    return [{ path, sku: line.sku, locationId: line.locationId, seen: line.seen, onHand }];
  });
  if (changed.length === 0) return;
  const [first] = changed as [(typeof changed)[number]];
  const message =
    changed.length === 1
      ? `The stock of "${first.sku}" is ${first.onHand}, not ${first.seen} as it was seen. Count again.`
      : `The stock of ${changed.length} lines has changed since it was seen. Count them again.`;
  throw conflict(message, { lines: changed });
}

const UNKNOWN_SKU = { code: 'not_found', message: 'is not the SKU of an item' };
const UNKNOWN_LOCATION = { code: 'not_found', message: 'is not a location of this tenant' };
const INACTIVE_LOCATION = { code: 'not_allowed', message: 'is a location that is not active' };
const ONE_OF_BOTH = { code: 'required', message: 'must have either change or count' };
const SEEN_OF_COUNT = { code: 'not_allowed', message: 'is only for a count' };
const TOO_MANY_UNITS = { code: 'too_large', message: `leads to more than ${MAX_UNITS} units` };
