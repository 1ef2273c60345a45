import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberOf } from '#kernel/files/csv-options.ts';

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
