import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timeIn } from './cells.ts';

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
