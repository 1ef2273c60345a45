import type { Tx } from '#kernel/db/db.ts';
import { insertOrders, type NewOrder, type Placed } from './placing.sql.ts';

/** From here on, planning anew costs less than a plan that was made for few. */
const MANY = 20;

/**
 * A prepared statement is planned without knowing how long its lists are, which suits a few orders: for a thousand it compares
 * every line with every order, and takes seven times as long. So many orders are planned for by themselves.
 */
export async function insertManyOrders(tx: Tx, orders: NewOrder[]): Promise<Placed[]> {
  tx.wakeDispatcher();
  if (orders.length < MANY) return insertOrders(tx, orders);
  const unprepared: Tx = {
    ...tx,
    query: (statement, values) =>
      tx.query(typeof statement === 'string' ? statement : statement.text, values),
  };
  return insertOrders(unprepared, orders);
}
