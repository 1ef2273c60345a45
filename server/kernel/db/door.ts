/** The way into a pool: whoever would wait long for a connection is better served by an honest 503 at once. */
import type pg from 'pg';
import { unavailable } from '#kernel/errors.ts';

const LONG_MS = 500;
const MAX_WAITING = 1000;
/** What the last one weighs in the average. */
const WEIGHT = 0.1;

export type Door = {
  /** Throws when those who wait already would take too long. */
  enter(): Promise<pg.PoolClient>;
  leave(client: pg.PoolClient, broken?: Error): void;
};

/** A burst that is served in a moment may queue: what counts is how long the queue would take, as connections are held of late. */
export function createDoor(pool: pg.Pool): Door {
  const entered = new WeakMap<pg.PoolClient, number>();
  let heldMs = 0;
  return {
    async enter() {
      const expectedMs = (pool.waitingCount * heldMs) / pool.options.max;
      if (expectedMs > LONG_MS || pool.waitingCount > MAX_WAITING) {
        throw unavailable('The service is busy. Please try again shortly.');
      }
      const client = await pool.connect();
      entered.set(client, performance.now());
      return client;
    },
    leave(client, broken) {
      heldMs += WEIGHT * (performance.now() - entered.get(client)! - heldMs);
      client.release(broken);
    },
  };
}
