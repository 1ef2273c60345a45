/** Guesses count by the clock of the database, so a test moves what was counted instead of the clock. */
import type { TestApp } from '../../../testing.ts';
import { asOwner } from './owner.ts';

export const forgetGuesses = (test: TestApp, seconds: number): Promise<unknown> =>
  asOwner(test, (client) =>
    client.query("update sign_in_guesses set settled_at = settled_at - $1 * interval '1 second'", [seconds]),
  );
