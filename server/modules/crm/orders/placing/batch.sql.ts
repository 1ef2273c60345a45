import type { Tx } from '#kernel/db/db.ts';
import { insertOrders, type NewOrder, type Placed } from './placing.sql.ts';

/** From this many orders on, planning anew costs less than running a plan made for few. */
const MANY = 20;

/**
 * A prepared statement is planned without knowing the length of its lists, which suits a few orders. For a thousand it compares
 * every line with every order, and takes seven times as long. So a statement for many orders is planned anew.
 */
export async function insertManyOrders(tx: Tx, orders: NewOrder[]): Promise<Placed[]> {
  tx.wakeDispatcher('orders');
  if (orders.length < MANY) return insertOrders(tx, orders);
  const unprepared: Tx = {
    ...tx,
    query: (statement, values) =>
      tx.query(typeof statement === 'string' ? statement : statement.text, values),
  };
  return insertOrders(unprepared, orders);
}
