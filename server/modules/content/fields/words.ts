/** The words of texts: one normalisation for the texts that are indexed and for the words that readers type. */
import { fold } from './keys.ts';

/** The words of an entry in a locale, and the characters in which they are looked for. */
export const MAX_WORDS = 2_000;
export const MAX_TEXT = 60_000;
const MAX_WORD = 60;

/** Letters that Unicode does not take apart, as readers type them: Turkish, German, Nordic, Polish, Greek, Arabic. */
const TYPED: Record<string, string> = {
  ...{ ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ð: 'd', đ: 'd', þ: 'th', ł: 'l', ς: 'σ' },
  ...{ ى: 'ي', ة: 'ه', ـ: '', '’': "'", '‘': "'" },
};
const NOT_TYPED = new RegExp(`[${Object.keys(TYPED).join('')}]`, 'g');

export const foldWord = (text: string) => fold(text).replace(NOT_TYPED, (letter) => TYPED[letter]!);

/** Scripts that are written without spaces between words. */
const UNSPACED = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
export const isUnspaced = (text: string) => ANY_UNSPACED.test(text);
const ANY_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');

/** Letters of a script without spaces are found by twos; the last one of a text also by itself. */
const pairsOf = (letters: string[]) =>
  letters.length === 1 ? letters : letters.slice(1).map((letter, at) => letters[at] + letter);

function piecesOf(word: string, isIndexed: boolean): string[] {
  if (!isUnspaced(word)) return [word];
  return word.match(RUNS)!.flatMap((run) => {
    if (!isUnspaced(run)) return [run];
    const letters = [...run];
    return isIndexed ? [...pairsOf(letters), letters.at(-1)!] : pairsOf(letters);
  });
}

const trimmed = (piece: string) => piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
const cut = (word: string) => (word.length <= MAX_WORD ? word : word.slice(0, MAX_WORD).toWellFormed());

/** "o'brien-smith" is found whole, and by each of its parts. */
export function wordsOf(texts: string[]): string[] {
  const text = foldWord(texts.join(' ').slice(0, MAX_TEXT).toWellFormed());
  const whole = text
    .split(/\s+/)
    .map(trimmed)
    .filter((piece) => !isUnspaced(piece));
  const parts = text.split(/[^\p{L}\p{N}]+/u).flatMap((part) => piecesOf(part, true));
  const words = new Set([...whole, ...parts].filter((word) => word !== '').map(cut));
  return [...words].slice(0, MAX_WORDS);
}

/** The words of a search; each must be the beginning of an indexed word. */
export const searchedFor = (text: string): string[] => [
  ...new Set(
    foldWord(text)
      .split(/\s+/)
      .map(trimmed)
      .flatMap((piece) => (isUnspaced(piece) ? piece.split(/[^\p{L}\p{N}]+/u) : [piece]))
      .flatMap((piece) => piecesOf(piece, false))
      .filter((piece) => piece !== '')
      .map(cut),
  ),
];
