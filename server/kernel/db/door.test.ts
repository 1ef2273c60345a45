import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#kernel/errors.ts';
import { createDoor } from './door.ts';

/** A pool of two connections that have each been held for so long, a few times. */
async function poolHeldFor(milliseconds: number) {
  const pool = { waitingCount: 0, options: { max: 2 }, connect: async () => ({ release() {} }) };
  const door = createDoor(pool as never);
  const clients = await Promise.all(Array.from({ length: 30 }, door.enter));
  await sleep(milliseconds);
  for (const client of clients) door.leave(client);
  const tryWith = (waiting: number) => {
    pool.waitingCount = waiting;
    return door.enter();
  };
  return tryWith;
}

const isBusy = (error: unknown) => error instanceof AppError && error.code === 'unavailable';

describe('the way into a pool', () => {
  it('is open to a burst that will be served in a moment', async () => {
    const tryWith = await poolHeldFor(0);
    await tryWith(50);
  });

  it('is shut at once when the queue would take long, and open as soon as it would not', async () => {
    const tryWith = await poolHeldFor(50);
    await assert.rejects(tryWith(40), isBusy);
    await tryWith(5);
  });

  it('is shut to a queue that is too long by itself', async () => {
    const tryWith = await poolHeldFor(0);
    await assert.rejects(tryWith(1001), isBusy);
  });
});
