/** Keys of the index: texts that sort like their values, so that one plain B-tree serves prices, times and words alike. */

export const MAX_KEY = 150;
const MAX_WORDS = 200;
const MAX_WORD = 60;
/** A price has nine digits before the point and six behind it. */
const PRICE_DIGITS = 15;

/** Removes differences of case, accents and letter forms. */
export const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export const textKey = (text: string) => fold(text).trim().slice(0, MAX_KEY).toWellFormed();

export const priceKey = (amount: number) =>
  String(Math.round(amount * 1_000_000)).padStart(PRICE_DIGITS, '0');

const isWordless = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const cut = (word: string) => (word.length <= MAX_WORD ? word : word.slice(0, MAX_WORD).toWellFormed());

/** "t-shirt" is found whole, and by each of its parts. */
export function wordsOf(texts: (string | null)[]): string[] {
  const text = fold(texts.join(' '));
  const whole = text.split(/\s+/).map((piece) => piece.replace(isWordless, ''));
  const words = new Set([...whole, ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word !== '').map(cut));
  return [...words].slice(0, MAX_WORDS);
}

/** The words of a search, each the beginning of an indexed word or of a SKU. */
export const searchedFor = (text: string): string[] => [
  ...new Set(
    fold(text)
      .split(/\s+/)
      .map((piece) => cut(piece.replace(isWordless, '')))
      .filter((piece) => piece !== ''),
  ),
];

const HANDLE = /^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u;
const MAX_HANDLE = 200;

export const isHandle = (text: string) =>
  HANDLE.test(text) && text === text.toLowerCase() && text === text.normalize('NFC');

/** A handle made from a title; empty if the title has no letter and no digit. */
export function handleFrom(title: string, maxLength = MAX_HANDLE): string {
  const letters = title.normalize('NFC').toLowerCase().replace(/['’]/g, '');
  const joined = letters
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, maxLength)
    .toWellFormed();
  return joined.replace(/[^\p{L}\p{N}\p{M}-]/gu, '').replace(/^-+|-+$/g, '');
}
