import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createLog } from '#kernel/log.ts';
import { type Loop, startLoop } from './loop.ts';

const HOUR = 3_600_000;

/** A loop that sleeps for an hour; `rounds(n)` resolves when the nth round has begun. */
function watched(t: TestContext, work: (round: number) => Promise<boolean> | boolean) {
  const begun = Array.from({ length: 10 }, () => Promise.withResolvers<void>());
  let count = 0;
  const loop = startLoop({
    name: 'test',
    idleMs: HOUR,
    log: createLog('silent'),
    round: async () => {
      begun[count++]?.resolve();
      return work(count);
    },
  });
  t.after(() => loop.stop());
  return { loop, rounds: (n: number) => begun[n - 1]!.promise, count: () => count };
}

const idle = () => new Promise((resolve) => setImmediate(resolve));

it('a loop continues at once while there is more to do, then sleeps', async (t) => {
  const { rounds, count } = watched(t, (round) => round < 4);
  await rounds(4);
  await idle();
  assert.equal(count(), 4);
});

it('a loop runs a round at once when it is woken', async (t) => {
  const { loop, rounds } = watched(t, () => false);
  await rounds(1);
  await idle();
  loop.wake();
  await rounds(2);
});

it('a wake-up in the middle of a round is not lost', async (t) => {
  let loop: Loop;
  const watch = watched(t, async (round) => {
    await idle();
    if (round === 1) loop.wake();
    return false;
  });
  loop = watch.loop;
  await watch.rounds(2);
});

it('a loop survives an error: it pauses, and continues when it is woken', async (t) => {
  const { loop, rounds } = watched(t, (round) => {
    if (round === 1) throw new Error('a bad moment');
    return false;
  });
  await rounds(1);
  await idle();
  loop.wake();
  await rounds(2);
});

it('a reminder wakes a loop that sleeps, and leaves one that failed its pause', async (t) => {
  const { loop, rounds, count } = watched(t, (round) => {
    if (round === 2) throw new Error('a bad moment');
    return false;
  });
  await rounds(1);
  await idle();
  loop.remind();
  await rounds(2);
  await idle();
  loop.remind();
  await idle();
  assert.equal(count(), 2);
  await rounds(3);
});

it('a loop survives an error also when it is not woken', async (t) => {
  const { rounds } = watched(t, (round) => {
    if (round === 1) throw new Error('a bad moment');
    return false;
  });
  await rounds(2);
});

it('stopping a loop waits for the current round, and is quick while the loop sleeps', async (t) => {
  const finish = Promise.withResolvers<boolean>();
  let done = false;
  const busy = watched(t, () => finish.promise.then(() => (done = true)));
  await busy.rounds(1);
  const stopped = busy.loop.stop();
  finish.resolve(true);
  await stopped;
  assert.equal(done, true);
  assert.equal(busy.count(), 1);
  const asleep = watched(t, () => false);
  await asleep.rounds(1);
  await asleep.loop.stop();
});
