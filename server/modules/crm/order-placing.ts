/** Placing orders: those that arrive together are written together, whoever they belong to. */
import type { Author } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import { crashPoint } from '#kernel/crash.ts';
import { type Db, type Tx, violates } from '#kernel/db/db.ts';
import { AppError, conflict, notFound } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { batching } from '#kernel/work/batching.ts';
import {
  INSERT_ORDERS,
  insertOrders,
  type NewOrder,
  orderColumns,
  type Placed,
  type PlacedRow,
  readPlaced,
} from './order-placing.sql.ts';
import type { Order, PlaceOrder } from './orders.routes.ts';
import { skipTakenNumbers } from './orders.sql.ts';
import { prepareOrder, presentOrder } from './orders.ts';

/** How many runs of numbers that were given by hand are stepped over before giving up. */
const MAX_SKIPS = 100;

/** A tenant's orders always take the same lane, so that its counter is not waited for by two batches of one process. */
const LANES = 2;
const BATCH = { most: 64, waiting: 1000 };

export type PlaceOrders = (actor: Actor, now: Date, input: PlaceOrder) => Promise<Order>;

/**
 * Natural batching: an order that is alone leaves at once; those that arrive while others are being written leave together, in one
 * statement that row-level security confines to their tenants. If a list fails as a whole, its orders go one by one, so that one
 * bad order never hurts another; unless nobody knows whether it was stored.
 */
export function createPlacing(db: Db): PlaceOrders {
  const lanes = Array.from({ length: LANES }, () =>
    batching<NewOrder, Placed | null>({ ...BATCH, run: placeTogether }),
  );

  async function placeTogether(orders: NewOrder[]): Promise<(Placed | null)[]> {
    const tenants = [...new Set(orders.map((entry) => entry.tenantId))];
    crashPoint('before_commit');
    try {
      const { rows } = await db.inTenantsQuery<PlacedRow>(tenants, INSERT_ORDERS, orderColumns(orders));
      crashPoint('after_commit_before_response');
      return rows.map(readPlaced);
    } catch (error) {
      if (error instanceof AppError) throw error;
      return orders.map(() => null);
    }
  }

  return async (actor, now, input) => {
    const entry = newOrder(actor, now, input);
    const lane = Number.parseInt(entry.tenantId.slice(-2), 16) % LANES;
    const placed = await lanes[lane]!(entry);
    if (placed?.customerKnown === false) throw notFound('customer');
    if (placed?.orderNumber)
      return presentOrder({ ...entry.order, order_number: placed.orderNumber }, entry.lines);
    return db.inTenant(entry.tenantId, (tx) => placeNewOrder(tx, entry));
  };
}

/** Alone, in a transaction of its caller's. */
export async function placeOrder(tx: Tx, actor: Actor, now: Date, input: PlaceOrder): Promise<Order> {
  return placeNewOrder(tx, newOrder(actor, now, input));
}

function newOrder(actor: Actor, now: Date, input: PlaceOrder): NewOrder {
  return {
    tenantId: actor.tenant.id,
    ...prepareOrder(input, now),
    orderNumber: input.orderNumber ?? null,
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
    if (!outcome!.customerKnown) throw notFound('customer');
    if (outcome!.orderNumber !== null) {
      return presentOrder({ ...entry.order, order_number: outcome!.orderNumber }, entry.lines);
    }
    if (entry.orderNumber !== null) throw taken;
    await skipTakenNumbers(tx);
  }
  throw new AppError('conflict', 'No free order number was found. Please give one in orderNumber.');
}
