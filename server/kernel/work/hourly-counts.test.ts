import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HourlyCounts } from './hourly-counts.ts';

it('attempts that end by turns in two hours are counted once for each hour', () => {
  const counts = new HourlyCounts();
  const turn = 10 * 3_600_000;
  for (const time of [turn - 100, turn + 50, turn - 50, turn + 80])
    counts.add('tenant', 'subject', time, time < turn);
  assert.deepEqual(
    counts.take(10).map(({ hour, succeeded, failed }) => [hour, succeeded, failed]),
    [
      [turn - 3_600_000, 0, 2],
      [turn, 2, 0],
    ],
  );
  assert.ok(counts.isEmpty);
});
