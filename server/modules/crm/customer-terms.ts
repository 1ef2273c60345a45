/** What customers are found by: the words of what is written about them, and how a search is read. */
import type { CustomerRow } from './customers.sql.ts';

export type Term = { kind: 'word' | 'tag'; term: string };

/** Longer words are as good as never searched for to their end, and an index entry has its limits. */
const MAX_TERM = 100;
/** From which digit on a phone number may be searched for: people remember its end, or leave the country away. */
const MIN_DIGITS = 4;

export function termsOf(
  row: Pick<CustomerRow, 'name' | 'emails' | 'phones' | 'external_id' | 'tags'>,
): Term[] {
  const texts = [row.name, ...row.emails, row.external_id ?? ''];
  const words = new Set([...texts.flatMap(wordsOf), ...row.phones.flatMap(endsOf)]);
  return [
    ...[...words].map((term) => ({ kind: 'word' as const, term })),
    ...row.tags.map((term) => ({ kind: 'tag' as const, term })),
  ];
}

/**
 * The pieces that must all begin some word of the customer. Something that reads like a phone number is one piece
 * however it is spaced, and its first zero, which is dialled inside a country only, does not count.
 */
export function readSearch(text: string): string[] {
  const digits = text.replace(/\D/g, '');
  if (/^\s*[+\d][\d\s()./-]*$/.test(text) && digits.length >= MIN_DIGITS && /\s|[+()./]/.test(text.trim())) {
    return [cut(digits.replace(/^0/, ''))];
  }
  return [...new Set(piecesOf(text))];
}

/** Case, accents and forms of letters make no difference: "jose" finds José. */
const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Quotes and brackets around a word are not part of it. */
const piecesOf = (text: string) =>
  fold(text)
    .split(/\s+/)
    .map((piece) => cut(piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')))
    .filter((piece) => piece !== '');

/** "o'brien-smith" is found whole, and by each of its parts. */
function wordsOf(text: string): string[] {
  const pieces = piecesOf(text);
  const parts = fold(text).split(/[^\p{L}\p{N}]+/u);
  return [...pieces, ...parts.map(cut).filter((part) => part !== '')];
}

function endsOf(phone: string): string[] {
  const digits = phone.replace(/\D/g, '');
  return Array.from({ length: digits.length - MIN_DIGITS + 1 }, (_, from) => digits.slice(from));
}

/** By characters, never through the middle of one. */
const cut = (text: string) => (text.length <= MAX_TERM ? text : [...text].slice(0, MAX_TERM).join(''));
