/** The way into a pool: whoever would wait long for a connection is better served by an honest 503 at once. */
import type pg from 'pg';
import { unavailable } from '#kernel/errors.ts';

const LONG_MS = 250;
const MAX_WAITING = 1000;

export type Door = {
  /** Throws when the wait is long already. */
  assertOpen(): void;
  /** How long the last one waited. */
  note(milliseconds: number): void;
};

/** A burst that is served in a moment may queue; a queue that has become slow takes nobody more until it is short again. */
export function createDoor(pool: Pick<pg.Pool, 'waitingCount' | 'options'>): Door {
  let lastWait = 0;
  return {
    assertOpen() {
      const isSlow = lastWait > LONG_MS && pool.waitingCount > pool.options.max;
      if (isSlow || pool.waitingCount > MAX_WAITING) {
        throw unavailable('The service is busy. Please try again shortly.');
      }
    },
    note(milliseconds) {
      lastWait = milliseconds;
    },
  };
}
