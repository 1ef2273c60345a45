/**
 * A row of background work that fails waits twice as long after each failure. The eighth failure parks it, until `colonnade
 * retry` makes it due.
 */
import { isOutage } from '#kernel/db/transaction.ts';

export const MAX_ATTEMPTS = 8;

export type Failure = { message: string; counts: boolean };

/** A database outage does not count as a failure; otherwise it would park all work that was due during it. */
export function failureOf(error: Error): Failure {
  const { message } = (error.cause as Error | undefined) ?? error;
  return { message, counts: !isOutage(error) };
}

/**
 * The `set` clause for a row that failed; its table has `attempts`, `next_at` and `last_error`. The arguments are placeholders
 * such as `$2`.
 */
export const postponed = (now: string, counts: string, message: string): string =>
  `attempts = attempts + ${counts}::int,
   next_at = case when attempts + ${counts}::int >= ${MAX_ATTEMPTS} then 'infinity'
     else ${now}::timestamptz + interval '1 second' * power(2, attempts) end,
   last_error = left(${message}, 500)`;
