import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { closest, slipsAllowed, slipsBetween, transpositionsOf } from './misspellings.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '🫖'), maxLength: 9 });

describe('the number of slips between two words', () => {
  const KNOWN: [typed: string, meant: string, slips: number][] = [
    ['smith', 'smith', 0],
    ['smth', 'smith', 1],
    ['smiith', 'smith', 1],
    ['smyth', 'smith', 1],
    ['jonh', 'john', 1],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['🫖pot', 'pot', 1],
  ];
  for (const [typed, meant, slips] of KNOWN) {
    it(`${typed} → ${meant}: ${slips}`, () => assert.equal(slipsBetween(typed, meant), slips));
  }

  it('is 0 for equal words only, the same both ways, and at most the length of the longer word', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const slips = slipsBetween(a, b);
        assert.equal(slips === 0, a === b);
        assert.equal(slips, slipsBetween(b, a));
        const lengths = [[...a].length, [...b].length] as const;
        assert.ok(slips >= Math.abs(lengths[0] - lengths[1]) && slips <= Math.max(...lengths));
      }),
    );
  });

  it('counts an exchange of two neighbours as one', () => {
    fc.assert(
      fc.property(word, (text) => {
        for (const other of transpositionsOf(text)) assert.equal(slipsBetween(text, other), 1);
      }),
    );
  });
});

describe('forgiving slips', () => {
  it('starts with one at four letters and two at eight, and excludes words with digits', () => {
    assert.deepEqual(['ada', 'alan', 'barbara', 'lovelace', 'sku-10017'].map(slipsAllowed), [0, 1, 1, 2, 0]);
  });

  it('returns the nearest words first, never the word itself, and no more than asked for', () => {
    const known = ['lovelace', 'lovelacy', 'loveliest', 'lovelcae', 'glove', 'lavelacy'];
    assert.deepEqual(closest('lovelace', known, 9), ['lovelacy', 'lovelcae', 'lavelacy']);
    assert.deepEqual(closest('lovelace', known, 1), ['lovelacy']);
    assert.deepEqual(closest('ada', ['adx'], 9), []);
  });
});
