import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_DELIVERY_ATTEMPTS, WAITS_IN_MINUTES, waitAfterAttempt } from './retry-schedule.ts';

const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('without jitter the waits are those of the document, about seven and a half hours in all', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempt) => waitAfterAttempt(attempt, () => 0.5)! / 60_000);
  assert.deepEqual(waits, [1, 5, 15, 30, 60, 120, 240]);
  assert.ok(Math.abs(waits.reduce((sum, wait) => sum + wait) / 60 - 7.5) < 0.5);
});

test('every wait stays within ten per cent of the document', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), anyRandom, (attempt, random) => {
      const documented = WAITS_IN_MINUTES[attempt - 1]! * 60_000;
      const wait = waitAfterAttempt(attempt, () => random)!;
      assert.ok(Number.isInteger(wait));
      assert.ok(wait >= documented * 0.9 && wait <= documented * 1.1, `${wait} after attempt ${attempt}`);
    }),
  );
});

test('a wait that the receiver asks for is granted within ten per cent of the document', () => {
  const asked = (ms: number) => waitAfterAttempt(1, () => 0.5, 1, ms)! / 1000;
  assert.deepEqual([-5, 0, 58_000, 65_000, 3_600_000].map(asked), [54, 54, 58, 65, 66]);
});

test('there are exactly seven waits, and none after the last attempt', () => {
  let attempts = 1;
  while (waitAfterAttempt(attempts, Math.random) !== null) attempts += 1;
  assert.equal(attempts, MAX_DELIVERY_ATTEMPTS);
  assert.equal(WAITS_IN_MINUTES.length, 7);
  assert.equal(waitAfterAttempt(9, Math.random), null);
});

test('the scale shrinks the waits for tests', () => {
  assert.equal(
    waitAfterAttempt(1, () => 0.5, 0.001),
    60,
  );
});

test('an invalid attempt number is refused', () => {
  for (const attempt of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => waitAfterAttempt(attempt, Math.random), RangeError);
  }
});
