import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readSearch, termsOf } from './customer-terms.ts';

const nobody = { name: '', emails: [], phones: [], external_id: null, tags: [] };
const finds = (search: string, row: Partial<Parameters<typeof termsOf>[0]>) => {
  const words = termsOf({ ...nobody, ...row }).filter(({ kind }) => kind === 'word');
  const pieces = readSearch(search);
  return pieces.length > 0 && pieces.every((piece) => words.some(({ term }) => term.startsWith(piece)));
};

describe('a search', () => {
  it('finds names by the beginnings of their words, in any order, case and accent', () => {
    const name = "José O'Brien-Smith (junior)";
    for (const search of ['jose', 'JOSÉ smith', 'smi jos', "o'brien", 'brien', '"junior"', '  José  ']) {
      assert.ok(finds(search, { name }), search);
    }
    for (const search of ['ose', 'jose x', 'smithy']) assert.ok(!finds(search, { name }), search);
  });

  it('finds e-mail addresses whole, by their beginning and by their parts', () => {
    const emails = ['ada.king@mail.example'];
    for (const search of ['ada.king@mail.example', 'Ada.King@ma', 'king', 'mail.example', '@mail']) {
      const found = finds(search, { emails });
      assert.equal(found, search !== 'mail.example', search);
    }
  });

  it('finds phone numbers however they are spaced, without their country, and by their last digits', () => {
    const phones = ['+442079460958'];
    const searches = [
      '+44 20 7946 0958',
      '+442079460958',
      '020 7946 0958',
      '02079460958',
      '(020) 7946',
      '7946 0958',
      '0958',
      '79460958',
    ];
    for (const search of searches) assert.ok(finds(search, { phones }), search);
    assert.ok(!finds('7946 0959', { phones }));
  });

  it('finds external references, and nothing when there is nothing to search for', () => {
    assert.ok(finds('ERP-00', { external_id: 'erp-0042' }));
    for (const search of ['', ' ', '!?', '%', '_']) assert.deepEqual(readSearch(search), [], search);
  });

  it('finds everyone by their own full name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        if (readSearch(name).length > 0 && !/^[\s+\d()./-]*$/.test(name))
          assert.ok(finds(name, { name }), name);
      }),
    );
  });

  it('leaves no word longer than an index entry can be, and none cut through a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '漢', '𝒜', '😀', ' '), minLength: 90 }),
        (name) => {
          for (const { term } of termsOf({ ...nobody, name })) {
            assert.ok([...term].length <= 100 && term !== '');
            assert.ok(term.isWellFormed());
          }
        },
      ),
    );
  });
});
