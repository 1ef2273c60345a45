/** Room for an entry between two others: positions are keys that sort, made longer or anew where they are used up. */
import type { Tx } from '#kernel/db/db.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { keyBetween, keysBetween, LONGEST_KEY, UNPLACED } from './position-keys.ts';
import {
  findBeside,
  findUnplaced,
  type Placed,
  type Row,
  type Sibling,
  savePositions,
} from './positions.sql.ts';

/** Entries that were never moved and get a position, because another one comes behind them. */
const MOST_PLACED = 2_000;
/** Entries on either side whose keys are renewed when one would grow too long: some, and if that is not enough, more. */
const RENEWED = [500, 5_000];

/** The side of an entry on which another is to be; null: the end of all. */
export type Beside = { side: 'before' | 'after'; of: Sibling | null };
type Neighbours = [Placed | null, Placed | null];

export async function neighboursOf(tx: Tx, row: Row, id: string, { side, of }: Beside): Promise<Neighbours> {
  // At an end, the nearest entry is the last one seen from the other side.
  const from = side === 'before' ? 'after' : 'before';
  if (of === null) {
    const [nearest = null] = await findBeside(tx, row, from, null, id, 1);
    return side === 'before' ? [null, nearest] : [nearest, null];
  }
  const [other = null] = await findBeside(tx, row, side, of, id, 1);
  return side === 'before' ? [other, of] : [of, other];
}

const isLess = (one: Placed, other: Placed) =>
  one.position < other.position || (one.position === other.position && one.id < other.id);

export const isBetween = (before: Placed | null, own: Placed, after: Placed | null) =>
  (before === null || isLess(before, own)) && (after === null || isLess(own, after));

/** Keys end where the entries begin that were never moved. */
const keyOf = (placed: Placed | null) =>
  placed === null || placed.position === UNPLACED ? null : placed.position;

/** Returns a position between the two. Entries before it that were never moved get one, too. */
export async function makeRoom(
  tx: Tx,
  row: Row,
  id: string,
  before: Placed | null,
  after: Placed | null,
): Promise<string> {
  const previous = before?.position === UNPLACED ? await place(tx, row, id, before) : before;
  const key = keyIn(keyOf(previous), keyOf(after));
  if (key !== null) return key;
  for (const most of RENEWED) {
    const renewed = await renew(tx, row, id, previous, after, most);
    if (renewed !== null) return renewed;
  }
  throw new AppError('conflict', 'There is no room for the entry here. Move another one beside it first.');
}

const keyIn = (before: string | null, after: string | null): string | null => {
  if (before !== null && after !== null && before >= after) return null;
  const key = keyBetween(before, after);
  return key.length > LONGEST_KEY ? null : key;
};

async function place(tx: Tx, row: Row, id: string, upTo: Placed): Promise<Placed> {
  const ids = await findUnplaced(tx, row, upTo.id, id, MOST_PLACED + 1);
  if (ids.length > MOST_PLACED)
    throw invalid([
      {
        path: 'position',
        code: 'too_many',
        message: `must not be behind more than ${MOST_PLACED} entries that were never moved: move it before one of the first`,
      },
    ]);
  const first = { id: ids[0]!, position: UNPLACED };
  const [last = null] = await findBeside(tx, row, 'before', first, id, 1);
  const placed = keysBetween(keyOf(last), null, ids.length).map((position, n) => ({ id: ids[n]!, position }));
  await savePositions(tx, placed);
  return placed.at(-1)!;
}

/** Spreads the keys around the place anew, and returns the one between; null: they are still too long. */
async function renew(
  tx: Tx,
  row: Row,
  id: string,
  before: Placed | null,
  after: Placed | null,
  most: number,
): Promise<string | null> {
  const isKeyed = ({ position }: Placed) => position !== UNPLACED;
  const left =
    before === null ? [] : [before, ...(await findBeside(tx, row, 'before', before, id, most))].reverse();
  const right =
    after === null ? [] : [after, ...(await findBeside(tx, row, 'after', after, id, most))].filter(isKeyed);
  // The outermost one on either side is the bound.
  const low = left.length > most ? left.shift()! : null;
  const high = right.length > most ? right.pop()! : null;
  const all = [...left.map((one) => one.id), id, ...right.map((one) => one.id)];
  const keys = keysBetween(keyOf(low), keyOf(high), all.length);
  if (keys.some((key) => key.length > LONGEST_KEY)) return null;
  const placed = all.map((one, n) => ({ id: one, position: keys[n]! }));
  await savePositions(tx, placed.toSpliced(left.length, 1));
  return keys[left.length]!;
}
