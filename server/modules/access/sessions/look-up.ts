/** Looks up the sign-in of every request; requests that arrive together share one statement. */
import type { Db } from '#kernel/db/db.ts';
import { batching } from '#kernel/work/batching.ts';
import { findLiveSessions, type StaffIdentity } from './sessions.sql.ts';

const TOGETHER = { most: 256, waiting: 5000 };

/** Each sign-in is looked up after its request arrived, so one that ended before is not found. */
export function createSessionLookUp(
  db: Db,
  clock: () => Date,
): (sessionId: string) => Promise<StaffIdentity | undefined> {
  async function find(sessionIds: string[]): Promise<(StaffIdentity | undefined)[]> {
    const rows = await findLiveSessions(db, new Set(sessionIds), clock());
    const found = new Map(rows.map((row) => [row.session_id, row]));
    return sessionIds.map((id) => found.get(id));
  }
  return batching({ name: 'sessions', ...TOGETHER, run: find });
}
