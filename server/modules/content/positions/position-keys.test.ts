/** Keys of positions: always one more between two, in the order of their bytes. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { keyBetween, keysBetween, UNPLACED } from './position-keys.ts';

const isKey = (key: string) => /^[0-9A-Za-z]*[1-9A-Za-z]$/.test(key) && key < UNPLACED;

it('a key is found between any two neighbours, wherever entries were put before', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 200 }), (places) => {
      const keys: string[] = [];
      for (const place of places) {
        const at = place % (keys.length + 1);
        const key = keyBetween(keys[at - 1] ?? null, keys[at] ?? null);
        assert.ok(isKey(key), key);
        keys.splice(at, 0, key);
      }
      assert.deepEqual(keys, [...new Set(keys)].sort());
    }),
  );
});

it('many keys at once are in order, and short', () => {
  for (const [before, after] of [
    [null, null],
    ['V', 'W'],
    ['Vz', 'W'],
    [null, '1'],
    ['z', null],
  ] as const) {
    const keys = keysBetween(before, after, 2_000);
    assert.equal(new Set(keys).size, 2_000);
    assert.deepEqual(
      keys,
      keys.toSorted((one, other) => (one < other ? -1 : 1)),
    );
    assert.ok(
      keys.every((key) => isKey(key) && key.length <= 6 && key > (before ?? '') && key < (after ?? UNPLACED)),
    );
  }
});
