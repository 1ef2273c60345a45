/**
 * Places many orders at once, for bulk requests and files: each is checked by the rules of a single order, and all are written
 * together.
 */
import type { Tx } from '#kernel/db/db.ts';
import { AppError, type Problem } from '#kernel/errors.ts';
import { compileCheck } from '#kernel/http/body/validation.ts';
import { newId } from '#kernel/id.ts';
import { PastOrder } from '../fields.ts';
import { skipTakenNumbers } from '../orders.sql.ts';
import { findAmountProblems, prepareOrder } from '../orders.ts';
import { insertManyOrders } from './batch.sql.ts';
import type { NewOrder, Placed } from './placing.sql.ts';

const check = compileCheck(PastOrder);

/** Tolerates small differences between clocks; a later time is an error. */
const TOLERANCE_MS = 60_000;

/** Limits of one statement: larger ones gain nothing, and risk the statement timeout. */
const ORDERS_PER_STATEMENT = 1_000;
const LINES_PER_STATEMENT = 5_000;
/** The most ranges of manually assigned numbers that are skipped before the request fails. */
const MAX_SKIPS = 100;

/** The tenant and the author (JSON) are added when the order is placed. */
export type CheckedOrder = Omit<NewOrder, keyof Placing>;
export type Placing = Pick<NewOrder, 'tenantId' | 'placedBy'>;
export type Checked = { order: CheckedOrder } | { problems: Problem[] };

/** Pure: returns the order to store, or all its problems. */
export function checkOrder(value: unknown, now: Date): Checked {
  const problems = check(value);
  if (problems.length > 0) return { problems: [...problems, ...findAmountProblems(value)] };
  const input = value as PastOrder;
  const placedAt = input.placedAt === undefined ? now : new Date(input.placedAt);
  if (placedAt.getTime() < 0) return { problems: [TOO_OLD] };
  if (placedAt.getTime() > now.getTime() + TOLERANCE_MS) return { problems: [IN_FUTURE] };
  try {
    const { order, lines } = prepareOrder(input, placedAt < now ? placedAt : now);
    return { order: { order, lines, orderNumber: input.orderNumber ?? null, at: now, eventId: newId() } };
  } catch (error) {
    if (error instanceof AppError && Array.isArray(error.details))
      return { problems: error.details as Problem[] };
    throw error;
  }
}

/**
 * Returns each order's number, or the reason why it was not placed. Numbers may be reserved beforehand, from `firstNumber` on.
 */
export async function placeOrders(
  tx: Tx,
  placing: Placing,
  orders: CheckedOrder[],
  firstNumber: bigint | null = null,
): Promise<(string | Problem)[]> {
  const outcomes = new Map<CheckedOrder, string | Problem>();
  const numbers = new Set<string>();
  const given: CheckedOrder[] = [];
  for (const order of orders) {
    if (order.orderNumber === null) continue;
    if (numbers.has(order.orderNumber)) outcomes.set(order, numberGivenTwice(order.orderNumber));
    else given.push(order);
    numbers.add(order.orderNumber);
  }
  // Orders with a requested number come first, so that no automatic number takes one of those.
  for (const part of statements(given)) note(outcomes, part, await insertAll(tx, placing, part));
  let open = orders.filter((order) => order.orderNumber === null);
  if (firstNumber !== null) {
    const numberOf = new Map(open.map((order, index) => [order, String(firstNumber + BigInt(index))]));
    for (const part of statements(open)) {
      const numbered = part.map((order) => ({ ...order, orderNumber: numberOf.get(order)! }));
      note(outcomes, part, await insertAll(tx, placing, numbered));
    }
    open = open.filter((order) => outcomes.get(order) === NUMBER_TAKEN);
  }
  for (const part of statements(open)) await placeUnnumbered(tx, placing, part, outcomes);
  return orders.map((order) => outcomes.get(order)!);
}

const insertAll = (tx: Tx, placing: Placing, orders: CheckedOrder[]) =>
  insertManyOrders(
    tx,
    orders.map((order) => ({ ...order, ...placing })),
  );

async function placeUnnumbered(
  tx: Tx,
  placing: Placing,
  orders: CheckedOrder[],
  outcomes: Map<CheckedOrder, string | Problem>,
) {
  let open = orders;
  for (let skips = 0; open.length > 0 && skips <= MAX_SKIPS; skips++) {
    if (skips > 0) await skipTakenNumbers(tx);
    note(outcomes, open, await insertAll(tx, placing, open));
    open = open.filter((order) => outcomes.get(order) === NUMBER_TAKEN);
  }
}

function note(outcomes: Map<CheckedOrder, string | Problem>, orders: CheckedOrder[], placed: Placed[]): void {
  orders.forEach((order, index) => {
    const { obstacle, order_number } = placed[index]!;
    // The statement waits for locks, so `locked` means that the lock's holder merged or erased the customer.
    const isGone = obstacle === 'unknown' || obstacle === 'locked';
    outcomes.set(order, isGone ? UNKNOWN_CUSTOMER : (order_number ?? takenNumber(order)));
  });
}

function* statements(orders: CheckedOrder[]): Generator<CheckedOrder[]> {
  let part: CheckedOrder[] = [];
  let lines = 0;
  for (const order of orders) {
    const isFull = part.length === ORDERS_PER_STATEMENT || lines + order.lines.length > LINES_PER_STATEMENT;
    if (isFull && part.length > 0) {
      yield part;
      part = [];
      lines = 0;
    }
    part.push(order);
    lines += order.lines.length;
  }
  if (part.length > 0) yield part;
}

const IN_FUTURE: Problem = { path: 'placedAt', code: 'too_large', message: 'must not be in the future' };
const TOO_OLD: Problem = { path: 'placedAt', code: 'too_small', message: 'must not be before 1970' };

export const UNKNOWN_CUSTOMER: Problem = {
  path: 'customerId',
  code: 'not_found',
  message: 'must be a customer of this tenant',
};

const NUMBER_TAKEN: Problem = {
  path: 'orderNumber',
  code: 'order_number_taken',
  message: 'is required, because no free number was found',
};

const takenNumber = ({ orderNumber }: CheckedOrder): Problem =>
  orderNumber === null
    ? NUMBER_TAKEN
    : { ...NUMBER_TAKEN, message: `must be free; there is an order with the number ${orderNumber} already` };

export const numberGivenTwice = (number: string): Problem => ({
  ...NUMBER_TAKEN,
  message: `must be free; ${number} was given to an earlier order of this list`,
});
