/** The rules that refuse passwords: those that guessers try first, anywhere or for this person. */
import { invalid } from '#kernel/errors.ts';
import { isCommon } from './common-passwords.ts';

/** Beyond this length, a common word or a name is no longer most of a password. */
const LONG = 16;

/** Returns why the password is weak for a person with these names (address, tenants), or null. */
export function weaknessOf(password: string, names: string[] = []): string | null {
  const folded = password.normalize('NFKC').toLowerCase();
  if (isRepetition(folded)) return 'repeats the same few characters';
  if (isRun(folded)) return 'is a run of neighbouring letters or digits';
  if (isCommon(folded)) return 'is among the passwords that were leaked and are tried first';
  const core = coreOf(folded);
  if (folded.length < LONG && (isCommon(core) || isCommon(unleet(core))))
    return 'is a common word with a few characters around it';
  const parts = names.flatMap((name) => [name, ...name.split('@')]).map(lettersOf);
  const own = lettersOf(folded);
  for (const part of parts)
    if (part.length >= 4 && own.includes(part) && own.length - part.length < 6)
      return 'is your address or the name of a tenant of yours, with little else';
  return null;
}

export function assertGoodPassword(path: string, password: string, names: string[] = []): void {
  const weakness = weaknessOf(password, names);
  if (weakness !== null)
    throw invalid([
      { path, code: 'weak_password', message: `${weakness}; choose one that nobody would guess` },
    ]);
}

/** aaaaaaaaaa, abcabcabcabc, 1212121212. */
function isRepetition(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  for (let length = 1; length <= text.length / 3; length++)
    if (
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .startsWith(text)
    )
      return true;
  return false;
}

const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
];
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);

/** Made of pieces of at least four neighbours each: 1234567890, abcdefghij, qwertyuiop, abcd4321abcd. */
function isRun(text: string): boolean {
  let rest = text;
  while (rest.length > 0) {
    let length = 0;
    for (const run of RUNS) while (length < rest.length && run.includes(rest.slice(0, length + 1))) length++;
    if (length < Math.min(4, rest.length)) return false;
    rest = rest.slice(length);
  }
  return true;
}

/** Strips the digits and marks before and after the text. */
const coreOf = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const unleet = (text: string): string => [...text].map((letter) => LEET[letter] ?? letter).join('');

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
