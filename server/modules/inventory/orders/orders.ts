/** How orders meet the stock: reserved when they are placed, shipped when they are fulfilled, released when they are over. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { noteChanges } from '../items/announcing.sql.ts';
import { findPresentSkus, lockNames } from '../items/former-skus.sql.ts';
import { findItemIds } from '../items/items.sql.ts';
import { ship } from '../movements/shipping.ts';
import { release } from '../reservations/releasing.ts';
import { reserveAll } from '../reservations/reserve-all.ts';
import { merged } from '../reservations/reserving.ts';

/** An order as the CRM passes it: locked until commit. */
export type StockOrder = {
  id: string;
  version: number;
  placedAt: Date;
  /** Cancelled or refunded: nothing more will be fulfilled. */
  isOver: boolean;
  lines: { sku: string; quantity: number; fulfilled: number }[];
};

/** Locks orders and returns those that exist; a function of the CRM. */
export type HoldOrders = (tx: Tx, orderIds: string[]) => Promise<StockOrder[]>;

const WORKER: Author = { type: 'system', id: null, name: 'stock' };

/**
 * Reserves the lines of placed orders, short if it must be, and ships what was fulfilled before: the order may have gone on since
 * it was placed. An order that is over gets nothing. Units that a checkout has reserved count.
 */
export async function meetOrders(
  tx: Tx,
  now: Date,
  tenantId: string,
  orderIds: string[],
  hold: HoldOrders,
): Promise<void> {
  const placed = (await hold(tx, orderIds)).filter(({ isOver }) => !isOver);
  if (placed.length === 0) return;
  const orders = await withPresentSkus(tx, placed);
  const baskets = orders.map(({ id, lines }) => ({
    ...{ tenantId, orderId: id, expiresAt: null },
    lines: merged(lines),
  }));
  await reserveAll(tx, now, baskets, { mayRunShort: true });
  for (const order of orders) {
    if (order.lines.some(({ fulfilled }) => fulfilled > 0)) await shipFulfilled(tx, now, WORKER, order);
  }
  const skus = new Set(baskets.flatMap(({ lines }) => lines.map(({ sku }) => sku)));
  const items = await findItemIds(tx, [...skus]);
  if (items.size > 0) await noteChanges(tx, now, items.values());
}

/** In the transaction of the fulfilment, of all units or of some. An order that has not met the stock yet ships when it does. */
export async function fulfilled(
  tx: Tx,
  now: Date,
  by: Author,
  order: Omit<StockOrder, 'isOver'>,
): Promise<void> {
  const [present] = await withPresentSkus(tx, [order]);
  await shipFulfilled(tx, now, by, present!);
}

/** Lines name items by the SKUs of the time when the order was placed; items are renamed since. */
async function withPresentSkus<T extends Pick<StockOrder, 'placedAt' | 'lines'>>(
  tx: Tx,
  orders: T[],
): Promise<T[]> {
  const named = orders.flatMap(({ placedAt, lines }) => lines.map(({ sku }) => ({ sku, placedAt })));
  await lockNames(tx, [...new Set(named.map(({ sku }) => sku))]);
  const present = (await findPresentSkus(tx, named)).values();
  return orders.map((order) => ({
    ...order,
    lines: order.lines.map((line) => ({ ...line, sku: present.next().value ?? line.sku })),
  }));
}

async function shipFulfilled(
  tx: Tx,
  now: Date,
  by: Author,
  { id, version, lines }: Pick<StockOrder, 'id' | 'version' | 'lines'>,
): Promise<void> {
  const units = merged(lines.map(({ sku, fulfilled: quantity }) => ({ sku, quantity })));
  const all = new Map(units.map(({ sku, quantity }) => [sku, quantity]));
  await ship(tx, now, by, { orderId: id, version, fulfilled: all });
}

/** In the transaction that cancels the order or refunds all of it. */
export const cancelled = (tx: Tx, now: Date, orderId: string): Promise<void> => release(tx, now, orderId);
