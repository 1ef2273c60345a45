/** A part of a transaction that can fail by itself. */
import type { Tx } from '#kernel/db/transaction.ts';

/** Undoes the work alone if it fails; the rest of the transaction stays. */
export async function inSavepoint<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  let isOver = false;
  const own: Tx = {
    // Statements that are sent side by side may outlive the first that fails; behind the rollback they would be kept.
    query: async (statement, values) => {
      if (isOver) throw new Error('this part of the transaction has failed');
      return tx.query(statement, values);
    },
    wakeDispatcher: tx.wakeDispatcher,
  };
  await tx.query('savepoint attempt');
  try {
    const result = await work(own);
    await tx.query('release savepoint attempt');
    return result;
  } catch (error) {
    isOver = true;
    await tx.query('rollback to savepoint attempt');
    // Without this, the next part would lie inside this one.
    await tx.query('release savepoint attempt');
    throw error;
  }
}
