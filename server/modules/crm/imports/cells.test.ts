import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberOf, timeIn } from './cells.ts';

describe('a number', () => {
  it('with a decimal comma may have points between its thousands', () => {
    const read = ['1,5', '1.234,50', '1.234.567', '-3', '12'].map((text) => numberOf(text, 'comma'));
    assert.deepEqual(read, [1.5, 1234.5, 1_234_567, -3, 12]);
  });

  it('that mixes both notations, or has more than fifteen digits, stays text', () => {
    for (const text of ['1,234.50', '12.34,5', '1,2,3', '1.23', '1234567890123456'])
      assert.equal(numberOf(text, 'comma'), text);
    for (const text of ['1,5', '1.234,50', '1e3']) assert.equal(numberOf(text, 'point'), text);
  });
});

describe('a time', () => {
  it('without a time zone is that of the tenant, in winter and in summer', () => {
    assert.equal(timeIn('Europe/Berlin', '01.03.2026 14:30'), '2026-03-01T13:30:00.000Z');
    assert.equal(timeIn('Europe/Berlin', '2026-07-01T14:30:05'), '2026-07-01T12:30:05.000Z');
    assert.equal(timeIn('America/New_York', '1.3.2026'), '2026-03-01T05:00:00.000Z');
  });

  it('with a time zone, or in a form that is ambiguous or impossible, stays as it is', () => {
    for (const text of ['2026-03-01T14:30:00Z', '03/04/2026', '2026-02-30', '2026-03-01 25:00', 'May'])
      assert.equal(timeIn('Europe/Berlin', text), text);
  });
});
