import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readSearch, termsOf } from './terms.ts';

const nobody = { name: '', emails: [], phones: [], external_id: null, tags: [] };
const finds = (search: string, row: Partial<Parameters<typeof termsOf>[0]>) => {
  const words = termsOf({ ...nobody, ...row }).filter(({ kind }) => kind === 'word');
  const sought = readSearch(search);
  const has = (piece: string) => words.some(({ term }) => term.startsWith(piece));
  const hasAll = sought.words.length > 0 && sought.words.every(has);
  return hasAll || (sought.digits !== undefined && has(sought.digits));
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

  it('finds phone numbers in any spacing, without their country code, and by their last digits', () => {
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

  it('finds external references, also those that look like phone numbers', () => {
    assert.ok(finds('ERP-00', { external_id: 'erp-0042' }));
    for (const external_id of ['2024/00123', '2024.00123', '2024 00123', '(2024)00123', '2024-00123']) {
      assert.ok(finds(external_id, { external_id }), external_id);
    }
    assert.ok(finds('2024/001', { external_id: '2024/00123' }));
    assert.ok(!finds('2024/00124', { external_id: '2024/00123' }));
  });

  it('finds names with any apostrophe', () => {
    for (const name of ["Sinéad O'Brien", 'Sinéad O’Brien', 'Sinéad O‘Brien']) {
      for (const search of ["O'Brien", 'o’brien', 'OʼBrien']) assert.ok(finds(search, { name }), name);
    }
  });

  it('finds nothing when there is nothing to search for', () => {
    for (const search of ['', ' ', '!?', '%', '_']) {
      assert.deepEqual(readSearch(search), { words: [] }, search);
    }
  });

  it('finds every customer by the full name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        if (readSearch(name).words.length > 0) assert.ok(finds(name, { name }), name);
      }),
    );
  });

  it('shortens words to the size of an index entry, never inside a character', () => {
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
