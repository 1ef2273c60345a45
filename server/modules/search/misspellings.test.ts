import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { closest, slipsAllowed, slipsBetween, transpositionsOf } from './misspellings.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '🫖'), maxLength: 9 });

describe('slips between two words', () => {
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

  it('are none between equals alone, the same both ways, and no more than the longer has letters', () => {
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

  it('exchanging two neighbours is one', () => {
    fc.assert(
      fc.property(word, (text) => {
        for (const other of transpositionsOf(text)) assert.equal(slipsBetween(text, other), 1);
      }),
    );
  });
});

describe('a slip is forgiven', () => {
  it('from four letters on, two from eight on, and none in what has digits', () => {
    assert.deepEqual(['ada', 'alan', 'barbara', 'lovelace', 'sku-10017'].map(slipsAllowed), [0, 1, 1, 2, 0]);
  });

  it('the nearest first, never the word itself, and no more than asked for', () => {
    const known = ['lovelace', 'lovelacy', 'loveliest', 'lovelcae', 'glove', 'lavelacy'];
    assert.deepEqual(closest('lovelace', known, 9), ['lovelacy', 'lovelcae', 'lavelacy']);
    assert.deepEqual(closest('lovelace', known, 1), ['lovelacy']);
    assert.deepEqual(closest('ada', ['adx'], 9), []);
  });
});
