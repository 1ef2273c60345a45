/**
 * Finds a page of entries by any conditions and sorts, in ways that each read a bounded number of rows, whatever the planner knows
 * about the tables:
 *
 * 1. The list is walked in its order, and each row is looked up in the conditions, which common ones meet soon.
 * 2. A condition that few entries meet yields them, and they are sorted.
 * 3. If no condition is so rare, the walk is longer. When it finds too little, the entries of a condition that has not too many are
 *    gathered, and compared with those of the others.
 * 4. Otherwise the page is short, and its cursor goes on behind the last row that was read.
 */
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { AppError } from '#kernel/errors.ts';
import type { Condition } from './condition.ts';
import { type Part, partsOf } from './conditions.sql.ts';
import {
  type Bounds,
  beforeEach,
  type Listing,
  lastWalked,
  limitTime,
  readPage,
  resetTime,
  sizesOf,
  type Way,
} from './list.sql.ts';
import type { Found, Position, Sort } from './sorting.ts';

export type Sorted = { id: string; sort_keys: string[] };

/** A list takes no longer than this with all of its statements, whatever it asks for. */
export const MAX_MS = 2_000;
/** Statements that follow each other sooner share a limit. */
const TOLERATED_MS = 100;

/** Runs the statements of a list, which began at `since`; taking too long is the request's fault. */
export async function withinBounds<T>(
  tx: Tx,
  work: (timed: Tx, since: number) => Promise<T>,
  tooLong = listTooLong,
  since = performance.now(),
): Promise<T> {
  let limit = Number.POSITIVE_INFINITY;
  const timed = beforeEach(tx, () => {
    const left = Math.ceil(since + MAX_MS - performance.now());
    if (left <= 0) throw tooLong();
    if (limit - left <= TOLERATED_MS) return;
    limit = left;
    limitTime(tx, left);
  });
  planByIndex(tx);
  try {
    const result = await work(timed, since);
    resetTime(tx);
    return result;
  } catch (error) {
    throw (error as { code?: string }).code === '57014' ? tooLong() : error;
  }
}

const tooCostly = (what: string, path: string, remedy: string) =>
  new AppError('validation_error', `This ${what} takes too long. Ask with ${remedy}.`, [
    { path, code: 'too_costly', message: `takes too long: use ${remedy}` },
  ]);
export const listTooLong = () => tooCostly('list', 'where', 'fewer or narrower conditions');
export const searchTooLong = () => tooCostly('search', 'q', 'fewer or longer words');

export async function findPage<Row extends Sorted>(
  tx: Tx,
  listing: Listing,
  since: number,
): Promise<Found<Row>> {
  const { parts, bounds, limit } = listing;
  const isOne = listing.sorts.length === 1;
  const isSlow = parts.some((part) => part.isSlow);
  const whole = (rows: Row[]) => ({ rows, reached: null });
  if (isOne && parts.length > 0 && !isSlow) {
    const rows = await readPage<Row>(tx, listing, { walked: bounds.short });
    if (rows.length > limit) return whole(rows);
  }
  // Words are looked up among hundreds, so their entries are compared before any walk.
  const few = await gatherable(tx, listing, isSlow ? bounds.gathered : bounds.sorted);
  if (few !== null) return whole(await readPage<Row>(tx, listing, few));
  const isPassing = isOne && parts.length === 0;
  let found = await walk<Row>(
    tx,
    listing,
    isSlow ? bounds.slow : isPassing ? bounds.passing : bounds.looking,
  );
  if (found.rows.length > limit || found.last === null) return whole(found.rows);
  const many = isSlow ? null : await gatherable(tx, listing, bounds.gathered);
  if (many !== null) return whole(await readPage<Row>(tx, listing, many));
  if (!isOne) return goOnInGroup<Row>(tx, listing, since, found.rows, found.last);
  if (!isSlow && !isPassing) found = await walk<Row>(tx, listing, bounds.far);
  return { rows: found.rows, reached: found.rows.length > limit ? null : found.last };
}

type Walked<Row> = { rows: Row[]; last: Position | null };

/** Entries with the key at which the walk ended may be incomplete, which matters only if others are sorted among them. */
async function walk<Row extends Sorted>(tx: Tx, listing: Listing, most: number): Promise<Walked<Row>> {
  const rows = await readPage<Row>(tx, listing, { walked: most });
  const isOne = listing.sorts.length === 1;
  if (isOne && rows.length > listing.limit) return { rows, last: null };
  const last = await lastWalked(tx, listing, most);
  if (isOne || last === null) return { rows, last };
  return { rows: rows.filter(({ sort_keys: [key] }) => key !== last.keys[0]), last };
}

/** Lists the entries with the value at which a walk ended by the further sorts, and then goes on behind them. */
async function goOnInGroup<Row extends Sorted>(
  tx: Tx,
  listing: Listing,
  since: number,
  before: Row[],
  last: Position,
): Promise<Found<Row>> {
  const { sorts, after, limit, base, typeId } = listing;
  const [first, ...more] = sorts as [Sort, ...Sort[]];
  const key = last.keys[0]!;
  const isLate = () => performance.now() - since >= listing.bounds.groupsMs;
  const shown = before.at(-1);
  if (shown !== undefined && isLate())
    return { rows: before, reached: { keys: shown.sort_keys, id: shown.id } };
  const isInside = after !== null && after.keys[0] === key && (after.id !== null || after.keys.length > 1);
  const [group] = partsOf(base, typeId, [equals(first, key)], null);
  const inside = {
    ...listing,
    parts: [...listing.parts, group!],
    sorts: more,
    after: isInside ? { keys: after.keys.slice(1), id: after.id } : null,
    limit: limit - before.length,
    isCommon: false,
  };
  const found = await findPage<Row>(tx, inside, since);
  const inGroup = found.rows.map((row) => ({ ...row, sort_keys: [key, ...row.sort_keys] }));
  const rows = [...before, ...inGroup];
  if (rows.length > limit) return { rows, reached: null };
  if (found.reached !== null) {
    return { rows, reached: { keys: [key, ...found.reached.keys], id: found.reached.id } };
  }
  const behind = { keys: [key], id: null };
  const bounds = { ...listing.bounds, groups: listing.bounds.groups - 1 };
  if (bounds.groups === 0 || isLate()) return { rows, reached: behind };
  const rest = { ...listing, after: behind, limit: limit - rows.length, bounds };
  const next = await findPage<Row>(tx, rest, since);
  return { rows: [...rows, ...next.rows], reached: next.reached };
}

function equals({ by, column, locale }: Sort, key: string): Condition {
  if (column !== null)
    return { kind: 'time', column, is: [{ operator: '=', key: new Date(Number(key)).toISOString() }] };
  if (key === '') return { kind: 'absent', field: by, locale, isIndexed: true };
  return { kind: 'value', field: by, locale, is: [{ operator: '=', key }] };
}

/** The part that the fewest entries meet, if they are at most so many; the others with at most so many are hashed. */
export function rarest(parts: Part[], sizes: (number | null)[], most: number, { sorted }: Bounds) {
  const known = parts.flatMap((part, n) => {
    const size = sizes[n] ?? null;
    return size === null || size > most ? [] : [{ part, size }];
  });
  if (known.length === 0) return null;
  const { part: driver, size } = known.reduce((least, each) => (each.size < least.size ? each : least));
  const others = known.flatMap(({ part }) => (part === driver ? [] : [part]));
  const sets = size <= sorted ? others.filter(({ isSlow }) => isSlow) : others;
  return { driver, sets, most: most + 1, size } satisfies Way & { size: number };
}

const gatherable = async (tx: Tx, { parts, isCommon, bounds }: Listing, most: number) =>
  rarest(parts, await sizesOf(tx, parts, most, isCommon), most, bounds);
