/** Placing orders: orders that arrive together are written together, even if they belong to several tenants. */
import type { Author } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import { crashPoint } from '#kernel/crash.ts';
import { type Db, type Tx, violates } from '#kernel/db/db.ts';
import { gathering, isShared, RUN_ALONE } from '#kernel/db/sharing.ts';
import { AppError, conflict, notFound, unavailable } from '#kernel/errors.ts';
import { heldKey, type IdempotentRequest, keyInProgress, runIdempotent } from '#kernel/http/idempotency.ts';
import { newId } from '#kernel/id.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import { batchingBy, batchingInLanes } from '#kernel/work/batching.ts';
import { Company } from '#kernel/work/company.ts';
import { type Answered, answerTo, readPlaced } from '../answers.ts';
import type { Order, PlaceOrder } from '../fields.ts';
import { skipTakenNumbers } from '../orders.sql.ts';
import { prepareOrder, presentOrder } from '../orders.ts';
import {
  INSERT_ORDERS_OF_FREE_CUSTOMERS,
  INSERT_UNLOCKED_ORDERS,
  insertOrders,
  limitLockWaits,
  type NewOrder,
  orderColumns,
  type Placed,
} from './placing.sql.ts';

/** The most ranges of manually assigned numbers that are skipped before the request fails. */
const MAX_SKIPS = 100;

/** A tenant uses one lane at a time, so that two batches of one process never wait for its counter. */
const LANES = 2;
const BATCH = { most: 64, waiting: 10_000, waitingOfOne: 500 };
/** An order with a larger request is written in batches of its own tenant. */
const LARGE_BYTES = 16_384;
/** Limits per tenant: orders that wait for its counter or are large, and orders that each need their own transaction. */
const OF_ONE_TENANT = { most: 64, waiting: 500, heaviest: 16 * LARGE_BYTES };
const ALONE = { most: 4, waiting: 64 };
const COUNTER_WAIT_MS = 5_000;
const CUSTOMER_WAIT_MS = 2_000;
/** A tenant whose orders exceeded a lock timeout is excluded from shared batches for this long. */
const APART_MS = 10_000;

export type PlaceOrders = (
  actor: Actor,
  now: Date,
  input: PlaceOrder,
  request: IdempotentRequest | null,
  bytes: number,
) => Promise<Answered>;

type Caller = { actor: Actor; request: IdempotentRequest | null; entry: NewOrder };

/**
 * Natural batching: a single order is written at once; orders that arrive during a write are written together in the next
 * statement. Row-level security confines that statement to their tenants. It waits for no lock: an order whose customer or
 * counter is locked is skipped, and waits in a batch of its own tenant. Tenants take turns, and large orders stay out of shared
 * batches. If a batch fails, its orders are written one by one, so that one bad order never harms another, unless it is unknown
 * whether the batch was stored.
 */
export function createPlacing(db: Db, assertRoom?: AssertRoom): PlaceOrders {
  const apart = new Map<string, number>();
  const keysUnderWay = new Set<string>();
  const tenants = { partyOf: ({ tenantId }: NewOrder) => tenantId, company: new Company('orders') };
  const together = batchingInLanes<NewOrder, Placed | null>(LANES, {
    ...{ name: 'orders', ...BATCH, ...tenants },
    run: placeTogether,
  });
  const behindCounter = batchingBy<NewOrder, Placed | null>(tenants.partyOf, {
    ...{ name: 'orders of one tenant', ...OF_ONE_TENANT, ...tenants },
    weigh: ({ bytes = 0 }) => bytes,
    run: (orders) =>
      orNulls(orders, () =>
        waiting(orders[0]!.tenantId, COUNTER_WAIT_MS, (tx) => {
          tx.wakeDispatcher('orders');
          return insertOrders(tx, orders, INSERT_ORDERS_OF_FREE_CUSTOMERS);
        }),
      ),
  });
  const alone = batchingBy<Caller, PromiseSettledResult<Answered>>(({ entry }) => entry.tenantId, {
    ...{ name: 'orders alone', ...ALONE },
    run: (callers) => Promise.allSettled(callers.map(placeAlone)),
  });

  async function placeTogether(orders: NewOrder[]): Promise<(Placed | null)[]> {
    const tenants = [...new Set(orders.map((entry) => entry.tenantId))];
    crashPoint('before_commit');
    return orNulls(orders, async () => {
      const { rows } = await db.inTenantsQuery<Placed>(
        tenants,
        INSERT_UNLOCKED_ORDERS,
        orderColumns(orders),
        'orders',
      );
      crashPoint('after_commit_before_response');
      return rows;
    });
  }

  function placeAlone({ actor, request, entry }: Caller): Promise<Answered> {
    const { answer, ...order } = entry;
    return waiting(entry.tenantId, CUSTOMER_WAIT_MS, (tx) => {
      const place = () => placeNewOrder(tx, order);
      if (request === null) return place().then((placed) => ({ order: placed, replayed: false }));
      return runIdempotent(tx, actor, request, answer!.now, place, assertRoom).then(({ data, replayed }) => ({
        order: data,
        replayed,
      }));
    });
  }

  /** Runs a transaction that waits for a lock for at most `ms`. */
  async function waiting<T>(tenantId: string, ms: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await db.inTenant(tenantId, (tx) => {
        limitLockWaits(tx, ms);
        return work(tx);
      });
    } catch (error) {
      if (((error as AppError).cause as { code?: string })?.code !== LOCK_NOT_AVAILABLE) throw error;
      apart.set(tenantId, performance.now() + APART_MS);
      throw unavailable(
        'Another request is changing the customer or the number of this order. Try again shortly.',
      );
    }
  }

  function isApart(tenantId: string): boolean {
    const until = apart.get(tenantId);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    apart.delete(tenantId);
    return false;
  }

  async function place(caller: Caller): Promise<Answered> {
    const { entry } = caller;
    const { tenantId } = entry;
    const isLarge = entry.bytes! > LARGE_BYTES;
    // A large answer is stored only if the tenant's quota has room for it.
    if (isLarge && caller.request !== null) return placeAmongFew(caller);
    let placed = isLarge || isApart(tenantId) ? await behindCounter(entry) : await together(entry);
    if (placed?.obstacle === 'counter_locked') placed = await behindCounter(entry);
    const answered = placed === null ? undefined : readPlaced(entry, placed);
    return answered ?? placeAmongFew(caller);
  }

  async function placeAmongFew(caller: Caller): Promise<Answered> {
    const settled = await alone(caller);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  return async (actor, now, input, request, bytes) => {
    const entry = { ...newOrder(actor, now, input), bytes };
    if (request === null) return place({ actor, request, entry });
    entry.answer = answerTo(entry, heldKey(actor, request, now));
    const { lockName } = entry.answer;
    // The lock belongs to the connection, so two orders of one batch would both get it.
    if (keysUnderWay.has(lockName)) throw keyInProgress();
    keysUnderWay.add(lockName);
    try {
      return await place({ actor, request, entry });
    } finally {
      keysUnderWay.delete(lockName);
    }
  };
}

/** Returns nulls if an unknown order makes the whole batch fail; rethrows if the database itself is in trouble. */
async function orNulls(orders: NewOrder[], place: () => Promise<Placed[]>): Promise<(Placed | null)[]> {
  try {
    return await place();
  } catch (error) {
    if (error instanceof AppError) throw error;
    return orders.map(() => null);
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

/** The author of an order, and its tenant: an actor, or the name of a part of the program. */
export type OrderAuthor = Pick<Author, 'type' | 'id' | 'name'> & { tenant: { id: string } };

/** Places one order in the caller's transaction. With an id that was decided before, a second order with it is impossible. */
export async function placeOrder(
  tx: Tx,
  by: OrderAuthor,
  now: Date,
  input: PlaceOrder,
  { id }: { id?: string } = {},
): Promise<Order> {
  return placeGathered(tx, newOrder(by, now, input, id));
}

/** In a shared transaction, the orders of all its calls are written together. */
const placeGathered = gathering(async (tx, entries: NewOrder[]): Promise<Order[]> => {
  if (!isShared(tx)) return [await placeNewOrder(tx, entries[0]!)];
  const outcomes = await insertOrders(tx, entries, INSERT_ORDERS_OF_FREE_CUSTOMERS);
  tx.wakeDispatcher('orders');
  return entries.map(({ order, lines }, index) => {
    const { order_number } = outcomes[index]!;
    // Its customer is locked, or the next number is taken.
    if (order_number === null) throw RUN_ALONE;
    return presentOrder({ ...order, order_number }, lines);
  });
});

function newOrder(by: OrderAuthor, now: Date, input: PlaceOrder, id?: string): NewOrder {
  return {
    tenantId: by.tenant.id,
    ...prepareOrder(input, now, id),
    orderNumber: input.orderNumber ?? null,
    at: now,
    eventId: newId(),
    placedBy: authorOf(by),
  };
}

export const authorOf = (by: Pick<Author, 'type' | 'id' | 'name'>) =>
  JSON.stringify({ type: by.type, id: by.id, name: by.name });

/** A concurrent transaction took the number after the look-up had found it free. */
export const numberWasTakenMeanwhile = (error: unknown) =>
  violates(error, 'order_number_is_unique_in_tenant');
export const numberGone = conflict(
  'Another request took an order number meanwhile. Send this request again.',
);

async function placeNewOrder(tx: Tx, entry: NewOrder): Promise<Order> {
  const taken = new AppError(
    'order_number_taken',
    `There is an order with the number ${entry.orderNumber} already.`,
  );
  for (let skips = 0; skips <= MAX_SKIPS; skips++) {
    const [outcome] = await insertOrders(tx, [entry]).catch((error) => {
      if (!numberWasTakenMeanwhile(error)) throw error;
      throw entry.orderNumber === null ? numberGone : taken;
    });
    tx.wakeDispatcher('orders');
    const { obstacle, order_number } = outcome!;
    // The statement waits for locks, so `locked` means that the lock's holder merged or erased the customer.
    if (obstacle === 'unknown' || obstacle === 'locked') throw notFound('customer');
    if (order_number !== null) return presentOrder({ ...entry.order, order_number }, entry.lines);
    if (entry.orderNumber !== null) throw taken;
    await skipTakenNumbers(tx);
  }
  throw new AppError('conflict', 'No free order number was found. Please give one in orderNumber.');
}
