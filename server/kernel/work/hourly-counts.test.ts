import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fillHours, HourlyCounts, QUARTER } from './hourly-counts.ts';

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

it('quarters of an hour are counted apart, and add up to their hour', () => {
  const counts = new HourlyCounts(QUARTER);
  const hour = Date.parse('2026-11-10T10:00:00Z');
  for (const minute of [0, 14, 15, 59])
    counts.add('tenant', 'subject', hour + minute * 60_000, minute === 15);
  const rows = counts.take(10).map((count) => ({ ...count, at: new Date(count.hour) }));
  assert.deepEqual(
    rows.map(({ at, succeeded, failed }) => [at.toISOString().slice(11, 16), succeeded, failed]),
    [
      ['10:00', 2, 0],
      ['10:15', 0, 1],
      ['10:45', 1, 0],
    ],
  );
  assert.deepEqual(fillHours(rows, new Date(hour + 3_700_000), 2), [
    { at: '2026-11-10T10:00:00.000Z', succeeded: 3, failed: 1 },
    { at: '2026-11-10T11:00:00.000Z', succeeded: 0, failed: 0 },
  ]);
});
