/** An order as other modules show it. */
import type { Tx } from '#kernel/db/db.ts';
import type { Order } from './fields.ts';
import { findOrder } from './orders.sql.ts';
import { presentOrder } from './orders.ts';

export async function showOrder(tx: Tx, id: string): Promise<Order | undefined> {
  const found = await findOrder(tx, id);
  return found && presentOrder(found.order, found.lines);
}
