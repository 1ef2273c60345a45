/**
 * A connection pooler may share a connection between clients; Colonnade needs sessions that stay its own from beginning to end.
 */

import type { DatabaseAddress } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { SetupError } from '#kernel/setting.ts';

const PID = 'select pg_backend_pid() as pid';

/**
 * Two open connections have one backend each, and always the same one. A pooler in transaction mode gives the second connection
 * the backend of the first, or moves the first to another backend during the second one's transaction.
 */
export async function assertOwnSessions(address: DatabaseAddress): Promise<void> {
  const first = await connectAsOwner(address);
  const second = await connectAsOwner(address).catch(async (error) => {
    await first.end();
    throw error;
  });
  const pidOf = async (client: typeof first) => (await client.query<{ pid: number }>(PID)).rows[0]!.pid;
  try {
    const before = await pidOf(first);
    // In statement mode there are no transactions.
    const isHeld = await second.query('begin').then(
      () => true,
      () => false,
    );
    if (isHeld && (await pidOf(second)) !== before && (await pidOf(first)) === before) return;
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
  throw new SetupError(
    'DATABASE_URL leads through a connection pooler in transaction or statement mode, which does not keep LISTEN, advisory locks, ' +
      'prepared statements and SET: connect to PostgreSQL directly, for Colonnade has pools of its own.',
  );
}
