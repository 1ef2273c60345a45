import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { weaknessOf } from './password-rules.ts';

const names = ['ada.lovelace@acme-tea.example', 'Acme Tea'];

describe('a password that guessers try first', () => {
  const refused = {
    'that was leaked': ['password12', 'Password123', 'iloveyou12', '1qaz2wsx3edc', 'QWERTYUIOP'],
    'that is a run': ['1234567890', '9876543210', 'abcdefghijkl', 'abcd1234abcd', 'qwertyuiopas'],
    'that repeats itself': ['aaaaaaaaaa', 'abcabcabcabc', '1212121212', 'хахахахаха'],
    'that is a common word with little around it': [
      'dragon!!2024',
      'letmein-2026',
      'P@ssw0rd2025',
      '!!monkey!!77',
    ],
    'that is the address': ['ada.lovelace1', 'AdaLovelace!', 'ada.lovelace@acme-tea.example'],
    'that is the name of a tenant': ['acme-tea-24', 'AcmeTea2026!'],
  };
  for (const [what, passwords] of Object.entries(refused))
    it(`is refused: one ${what}`, () => {
      for (const password of passwords) assert.ok(weaknessOf(password, names), password);
    });

  it('is distinguished from good passwords', () => {
    const good = [
      'correct horse battery',
      'ten chars!',
      'another password',
      'пароль из букв',
      'a password of ada.lovelace@acme-tea.example',
      'acme tea is where I work since 2019',
      'xk7#Vq09pw',
      'dragon on a long red bicycle',
    ];
    for (const password of good) assert.equal(weaknessOf(password, names), null, password);
  });
});
