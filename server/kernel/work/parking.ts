/** Background work that fails waits twice as long after each failure, and is parked after the last: `colonnade retry` makes it due. */
import { isOutage } from '#kernel/db/transaction.ts';

export const MAX_ATTEMPTS = 8;

export type Failure = { message: string; counts: boolean };

/** An outage of the database does not count as an attempt, or it would park all work that was due in it. */
export function failureOf(error: Error): Failure {
  const { message } = (error.cause as Error | undefined) ?? error;
  return { message, counts: !isOutage(error) };
}

/** `set` of a row that failed, with the columns `attempts`, `next_at` and `last_error`; the arguments name parameters. */
export const postponed = (now: string, counts: string, message: string): string =>
  `attempts = attempts + ${counts}::int,
   next_at = case when attempts + ${counts}::int >= ${MAX_ATTEMPTS} then 'infinity'
     else ${now}::timestamptz + interval '1 second' * power(2, attempts) end,
   last_error = left(${message}, 500)`;
