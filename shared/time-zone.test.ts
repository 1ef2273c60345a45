import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addDays,
  dayAt,
  isDay,
  isTimeZone,
  localTime,
  startOfDay,
  startsOfDays,
  timeOf,
} from './time-zone.ts';

const iso = (time: number) => new Date(time).toISOString().slice(0, 16);

describe('the start of a day', () => {
  for (const [zone, day, start] of [
    ['UTC', '2026-11-16', '2026-11-16T00:00'],
    ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00'],
    ['America/Los_Angeles', '2026-11-16', '2026-11-16T08:00'],
    // Half hours and quarters of an hour.
    ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30'],
    ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15'],
    ['Pacific/Chatham', '2026-01-01', '2025-12-31T10:15'],
    // The clocks skip midnight.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00'],
    // They show midnight twice: the first one counts.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00'],
    // They show 23:00 twice, and midnight once.
    ['America/Santiago', '2026-04-05', '2026-04-05T04:00'],
    // The day was skipped.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00'],
  ] as const) {
    it(`${day} in ${zone} is ${start} UTC`, () => assert.equal(iso(startOfDay(zone, day)), start));
  }

  it('is the first moment with that date, in every time zone of this machine', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      for (const day of ['2026-03-29', '2026-07-15', '2026-10-25', '2027-01-01']) {
        const start = startOfDay(zone, day);
        assert.deepEqual([dayAt(zone, start - 1000), dayAt(zone, start)], [addDays(day, -1), day], zone);
      }
    }
  });

  it('is the same for many days at once', () => {
    for (const zone of [
      'Europe/Berlin',
      'America/Santiago',
      'America/Havana',
      'Africa/Casablanca',
      'Pacific/Apia',
    ]) {
      const first = zone === 'Pacific/Apia' ? '2011-12-01' : '2026-01-01';
      const singly = Array.from({ length: 400 }, (_, index) => startOfDay(zone, addDays(first, index)));
      assert.deepEqual(startsOfDays(zone, first, 400), singly, zone);
    }
  });

  it('makes days of 23 and 25 hours when the clocks change', () => {
    const hours = (zone: string, day: string) =>
      (startOfDay(zone, addDays(day, 1)) - startOfDay(zone, day)) / 3_600_000;
    assert.deepEqual([hours('Europe/Berlin', '2026-03-29'), hours('Europe/Berlin', '2026-10-25')], [23, 25]);
  });
});

it('a local time comes back as it was, unless the clocks skip it', () => {
  const [zone, local] = ['Asia/Kathmandu', '2026-05-06T07:08:09'];
  assert.equal(localTime(zone, timeOf(zone, local)), local);
  assert.equal(
    localTime('Europe/Berlin', timeOf('Europe/Berlin', '2026-03-29T02:30:00')),
    '2026-03-29T03:30:00',
  );
});

it('a day is a date that exists', () => {
  assert.ok(isDay('2028-02-29'));
  for (const text of ['2026-02-29', '2026-2-3', '0000-01-01', 'today', '', '2026-01-01T00:00', undefined])
    assert.equal(isDay(text), false, text);
});

it('an unknown time zone is told from a known one', () => {
  assert.deepEqual(['Europe/Berlin', 'UTC', 'Mars/Olympus', '+05:30'].map(isTimeZone), [
    true,
    true,
    false,
    false,
  ]);
});
