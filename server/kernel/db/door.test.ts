import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { createDoor } from './door.ts';

function doorOf(waitingCount: number, lastWait = 0) {
  const door = createDoor({ waitingCount, options: { max: 20 } as never });
  door.note(lastWait);
  return door;
}

describe('the way into a pool', () => {
  it('is open to a burst that is served in a moment', () => {
    doorOf(900, 100).assertOpen();
  });

  it('is shut at once when those before have come to wait long', () => {
    assert.throws(
      () => doorOf(21, 300).assertOpen(),
      (error) => error instanceof AppError && error.code === 'unavailable',
    );
  });

  it('is open again as soon as the queue is short, whatever the last one waited', () => {
    doorOf(20, 300).assertOpen();
  });

  it('is shut to a queue that is too long by itself', () => {
    assert.throws(() => doorOf(1001).assertOpen());
  });
});
