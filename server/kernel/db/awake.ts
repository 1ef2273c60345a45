/** A transaction that computes for long, between two statements, is not ended for being idle. */
import type { Tx } from '#kernel/db/db.ts';

/** Says something now and then until the work is over, which leaves the event loop free in between. */
export async function stayingAwake<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.query<{ limit: number }>(
    `select setting::int as limit from pg_settings where name = 'idle_in_transaction_session_timeout'`,
  );
  const { limit } = rows[0]!;
  if (limit === 0) return work();
  let said: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // Should it fail, so will the statement after the work.
    said = tx.query('select').catch(() => {});
  }, limit / 4);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await said;
  }
}
