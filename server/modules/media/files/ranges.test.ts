import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isKnown, readRange } from './ranges.ts';

describe('a range', () => {
  const cases: [string | undefined, unknown][] = [
    [undefined, null],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=2-5', { first: 2, last: 5 }],
    ['bytes=2-', { first: 2, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['bytes=5-99', { first: 5, last: 9 }],
    ['BYTES = 1 - 2', { first: 1, last: 2 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=0-1,4-5', null],
    ['bytes=', null],
    ['bytes=-', null],
    ['lines=1-2', null],
    ['bytes=a-b', null],
    ['bytes=1-2junk', null],
  ];
  for (const [header, expected] of cases) {
    it(`“${header}” of ten bytes is ${JSON.stringify(expected)}`, () =>
      assert.deepEqual(readRange(header, 10), expected));
  }

  it('costs nothing to refuse, however many spaces it has', () => {
    const started = performance.now();
    for (const header of [`bytes=${' '.repeat(16_000)}x`, `bytes=0-${' '.repeat(16_000)}x`]) {
      assert.equal(readRange(header, 10), null);
    }
    const took = performance.now() - started;
    assert.ok(took < 100, `two such requests kept everybody waiting for ${took.toFixed()} ms`);
  });

  it('never exceeds the file, whatever is asked', () => {
    const number = fc.oneof(fc.constant(''), fc.maxSafeNat().map(String));
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 1e12 }), (from, to, size) => {
        const range = readRange(`bytes=${from}-${to}`, size);
        if (range === null || range === 'unsatisfiable') return;
        assert.ok(0 <= range.first && range.first <= range.last && range.last < size);
      }),
    );
  });
});

it('If-None-Match accepts lists, weak tags and the star', () => {
  for (const header of ['"a"', 'W/"a"', '"x", "a"', '*', ' "a" '])
    assert.equal(isKnown(header, '"a"'), true, header);
  for (const header of [undefined, '"b"', 'a', '']) assert.equal(isKnown(header, '"a"'), false);
});
