/** Orders as other modules show them, and the orders of one customer. */
import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/db/newest-first.ts';
import { notFound } from '#kernel/errors.ts';
import { findCustomer } from '../customers/customers.sql.ts';
import { findArriving } from '../customers/life/work.sql.ts';
import type { Order } from './fields.ts';
import { type CompactOrderRow, listOrdersOf } from './lists/customer-orders.sql.ts';
import { findOrder } from './orders.sql.ts';
import { presentOrder } from './orders.ts';

export async function showOrder(tx: Tx, id: string): Promise<Order | undefined> {
  const found = await findOrder(tx, id);
  return found && presentOrder(found.order, found.lines);
}

/** The id of the customer, or of its survivor after a merge; then the ids under which some of its orders are still stored. */
export async function idsOf(tx: Tx, id: string): Promise<string[]> {
  const row = await findCustomer(tx, id);
  if (row === undefined) throw notFound('customer');
  return [row.id, ...(await findArriving(tx, row.id))];
}

/** One page, newest first, and one row more. */
export async function ordersOfCustomer(
  tx: Tx,
  customerId: string,
  limit: number,
  after: Position | null,
): Promise<CompactOrderRow[]> {
  return listOrdersOf(tx, await idsOf(tx, customerId), limit, after);
}
