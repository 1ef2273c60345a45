/** Placing orders: those that arrive together are written together, whoever they belong to. */
import type { Author } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import { crashPoint } from '#kernel/crash.ts';
import { type Db, type Tx, violates } from '#kernel/db/db.ts';
import { AppError, conflict, notFound, unavailable } from '#kernel/errors.ts';
import { heldKey, type IdempotentRequest, keyInProgress, runIdempotent } from '#kernel/http/idempotency.ts';
import { newId } from '#kernel/id.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import { batchingBy, batchingInLanes } from '#kernel/work/batching.ts';
import { Company } from '#kernel/work/company.ts';
import { type Answered, answerTo, readPlaced } from './answers.ts';
import type { Order, PlaceOrder } from './fields.ts';
import { skipTakenNumbers } from './orders.sql.ts';
import { prepareOrder, presentOrder } from './orders.ts';
import {
  INSERT_ORDERS_OF_FREE_CUSTOMERS,
  INSERT_UNLOCKED_ORDERS,
  insertOrders,
  limitLockWaits,
  type NewOrder,
  orderColumns,
  type Placed,
} from './placing.sql.ts';

/** How many runs of numbers that were given by hand are stepped over before giving up. */
const MAX_SKIPS = 100;

/** A tenant is in one lane at a time, so that its counter is not waited for by two batches of one process. */
const LANES = 2;
const BATCH = { most: 64, waiting: 10_000, waitingOfOne: 500 };
/** Larger ones, by their request, are written among those of their own tenant. */
const LARGE_BYTES = 16_384;
/** Of one tenant: orders that wait for its counter or are large, and those that need a transaction each, so many at a time. */
const OF_ONE_TENANT = { most: 64, waiting: 500, heaviest: 16 * LARGE_BYTES };
const ALONE = { most: 4, waiting: 64 };
const COUNTER_WAIT_MS = 5_000;
const CUSTOMER_WAIT_MS = 2_000;
/** For so long, a tenant whose orders made a list wait in vain has no part in the lists of others. */
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
 * Natural batching: an order that is alone leaves at once; those that arrive while others are being written leave together, in one
 * statement that row-level security confines to their tenants, and that waits for no lock: an order whose customer or counter is
 * locked is left out, and waits among its own tenant's. Tenants take turns, and large orders keep out of what tenants share. If a list fails as a whole, its orders go one by one, so that one bad order
 * never hurts another; unless nobody knows whether it was stored.
 */
export function createPlacing(db: Db, assertRoom?: AssertRoom): PlaceOrders {
  const apart = new Map<string, number>();
  const keysUnderWay = new Set<string>();
  const tenants = { partyOf: ({ tenantId }: NewOrder) => tenantId, company: new Company() };
  const together = batchingInLanes<NewOrder, Placed | null>(LANES, {
    ...{ ...BATCH, ...tenants },
    run: placeTogether,
  });
  const behindCounter = batchingBy<NewOrder, Placed | null>(tenants.partyOf, {
    ...{ ...OF_ONE_TENANT, ...tenants },
    weigh: ({ bytes = 0 }) => bytes,
    run: (orders) =>
      orNulls(orders, () =>
        waiting(orders[0]!.tenantId, COUNTER_WAIT_MS, (tx) => {
          tx.wakeDispatcher();
          return insertOrders(tx, orders, INSERT_ORDERS_OF_FREE_CUSTOMERS);
        }),
      ),
  });
  const alone = batchingBy<Caller, PromiseSettledResult<Answered>>(({ entry }) => entry.tenantId, {
    ...ALONE,
    run: (callers) => Promise.allSettled(callers.map(placeAlone)),
  });

  async function placeTogether(orders: NewOrder[]): Promise<(Placed | null)[]> {
    const tenants = [...new Set(orders.map((entry) => entry.tenantId))];
    crashPoint('before_commit');
    return orNulls(orders, async () => {
      const { rows } = await db.inTenantsQuery<Placed>(tenants, INSERT_UNLOCKED_ORDERS, orderColumns(orders));
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

  /** A transaction that may wait for a lock, but not for long. */
  async function waiting<T>(tenantId: string, ms: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await db.inTenant(tenantId, (tx) => {
        limitLockWaits(tx, ms);
        return work(tx);
      });
    } catch (error) {
      if (((error as AppError).cause as { code?: string })?.code !== LOCK_NOT_AVAILABLE) throw error;
      apart.set(tenantId, performance.now() + APART_MS);
      throw unavailable('Something this order needs is being changed right now. Please try again shortly.');
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
    // Its answer is kept if there is room for it.
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
    // Its lock is the connection's: twice in one list, it would be free both times.
    if (keysUnderWay.has(lockName)) throw keyInProgress();
    keysUnderWay.add(lockName);
    try {
      return await place({ actor, request, entry });
    } finally {
      keysUnderWay.delete(lockName);
    }
  };
}

/** One of them breaks the list, and nobody knows which; unless it is the database that is in trouble. */
async function orNulls(orders: NewOrder[], place: () => Promise<Placed[]>): Promise<(Placed | null)[]> {
  try {
    return await place();
  } catch (error) {
    if (error instanceof AppError) throw error;
    return orders.map(() => null);
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Alone, in a transaction of its caller's. */
export async function placeOrder(tx: Tx, actor: Actor, now: Date, input: PlaceOrder): Promise<Order> {
  return placeNewOrder(tx, newOrder(actor, now, input));
}

function newOrder(actor: Actor, now: Date, input: PlaceOrder): NewOrder {
  return {
    tenantId: actor.tenant.id,
    ...prepareOrder(input, now),
    orderNumber: input.orderNumber ?? null,
    at: now,
    eventId: newId(),
    placedBy: authorOf(actor),
  };
}

export const authorOf = (by: Pick<Author, 'type' | 'id' | 'name'>) =>
  JSON.stringify({ type: by.type, id: by.id, name: by.name });

/** Given to another order at this very moment, so that looking for it found nothing. */
export const numberWasTakenMeanwhile = (error: unknown) =>
  violates(error, 'order_number_is_unique_in_tenant');
export const numberGone = conflict('An order number was taken at this very moment. Please send this again.');

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
    tx.wakeDispatcher();
    const { obstacle, order_number } = outcome!;
    // Locked, in a statement that waits for locks: whoever held the customer merged or erased them.
    if (obstacle === 'unknown' || obstacle === 'locked') throw notFound('customer');
    if (order_number !== null) return presentOrder({ ...entry.order, order_number }, entry.lines);
    if (entry.orderNumber !== null) throw taken;
    await skipTakenNumbers(tx);
  }
  throw new AppError('conflict', 'No free order number was found. Please give one in orderNumber.');
}
