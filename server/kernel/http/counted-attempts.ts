/** Limits that guard money are counted in the database: over all processes and restarts, and exactly. */
import type { Db, Tx } from '#kernel/db/db.ts';
import { type AppError, tooMany } from '#kernel/errors.ts';
import { sha256 } from '#kernel/secrets.ts';

/**
 * Counts an attempt of `whom`, and returns the refusal if it is one too many in the window. The transaction must commit whatever
 * comes of the attempt: a rollback takes the count back. `whom` is stored as a hash.
 */
export async function countInDatabase(
  tx: Tx,
  what: string,
  whom: string,
  most: number,
  window: { seconds: number; now: Date },
): Promise<AppError | null> {
  const { rows } = await tx.query<{ attempts: number; wait: number }>(COUNT, [
    what,
    sha256(whom),
    window.seconds,
    window.now,
    most,
  ]);
  const { attempts, wait } = rows[0]!;
  return attempts > most ? tooMany(Math.max(1, Math.ceil(wait))) : null;
}

// Refused attempts are not counted on, so the number stays small.
const COUNT = {
  name: 'count_attempt',
  text: `
    insert into counted_attempts as c (tenant_id, what, whom, attempts, ends_at)
    values (current_tenant(), $1, $2, 1, $4::timestamptz + make_interval(secs => $3))
    on conflict (tenant_id, what, whom) do update set
      attempts = case when c.ends_at <= $4 then 1 else least(c.attempts, $5::int) + 1 end,
      ends_at = case when c.ends_at <= $4 then excluded.ends_at else c.ends_at end
    returning attempts, extract(epoch from ends_at - $4)::float8 as wait`,
};

/** The refusal while a window that `countInDatabase` began is not over; null otherwise. */
export async function findWindow(tx: Tx, what: string, whom: string, now: Date): Promise<AppError | null> {
  const { rows } = await tx.query<{ wait: number }>(FIND, [what, sha256(whom), now]);
  return rows[0] === undefined ? null : tooMany(Math.max(1, Math.ceil(rows[0].wait)));
}

const FIND = {
  name: 'find_attempt_window',
  text: `
    select extract(epoch from ends_at - $3::timestamptz)::float8 as wait from counted_attempts
    where tenant_id = current_tenant() and what = $1 and whom = $2 and ends_at > $3`,
};

const FORGOTTEN_AT_ONCE = 10_000;

/** Deletes counts whose window is over, in steps. Returns true when there are more. */
export async function forgetAttempts(db: Db, now: Date): Promise<boolean> {
  const { rowCount } = await db.acrossTenants((tx) => tx.query(FORGET, [now, FORGOTTEN_AT_ONCE]));
  return rowCount > FORGOTTEN_AT_ONCE;
}

const FORGET = `
  delete from counted_attempts where ends_at <= least($1, (
    select ends_at from counted_attempts where ends_at <= $1 order by ends_at offset $2 limit 1))`;
