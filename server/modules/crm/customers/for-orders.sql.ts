import type { Tx } from '#kernel/db/db.ts';

/** Undoes the work alone if it fails; the rest of the transaction stays. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.query('savepoint attempt');
  try {
    const result = await work();
    await tx.query('release savepoint attempt');
    return result;
  } catch (error) {
    await tx.query('rollback to savepoint attempt');
    throw error;
  }
}
