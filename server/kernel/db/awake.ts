/** Keeps a transaction open that computes for long between two statements: PostgreSQL would end it for being idle. */
import type { Tx } from '#kernel/db/db.ts';

/** Sends an empty statement at intervals until the work is over; the work must leave the event loop free in between. */
export async function stayingAwake<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.query<{ limit: number }>(
    `select setting::int as limit from pg_settings where name = 'idle_in_transaction_session_timeout'`,
  );
  const { limit } = rows[0]!;
  if (limit === 0) return work();
  let sent: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // If this statement fails, the one after the work fails too.
    sent = tx.query('select').catch(() => {});
  }, limit / 4);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await sent;
  }
}
