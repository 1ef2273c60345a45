/** What customers are found by: the words of what is written about them, and how a search is read. */
import type { CustomerRow } from './customers.sql.ts';

export type Term = { kind: 'word' | 'tag'; term: string };

/** Longer words are as good as never searched for to their end, and an index entry has its limits. */
const MAX_TERM = 100;
/** Fewer digits of a phone number are not searched for: people remember its end, or leave the country away. */
const MIN_DIGITS = 4;

/** With the references, if any, that customers had who were merged into this one. */
export function termsOf(
  row: Pick<CustomerRow, 'name' | 'emails' | 'phones' | 'external_id' | 'tags'>,
  merged: string[] = [],
): Term[] {
  const texts = [row.name, ...row.emails, row.external_id ?? '', ...merged];
  const words = new Set([...texts.flatMap(wordsOf), ...row.phones.flatMap(endsOf)]);
  return [
    ...[...words].map((term) => ({ kind: 'word' as const, term })),
    ...row.tags.map((term) => ({ kind: 'tag' as const, term })),
  ];
}

/** A dash alone does not make one: "2026-11" is somebody's reference. */
const LIKE_A_PHONE = /^\s*[+(\d][\d\s()./-]*$/;
const SEPARATED = /[+()./]|\d\s+\d/;

/** Pieces that must all begin some word of the customer; or, of what may be a phone number, its digits, however it is spaced. */
export type Search = { words: string[]; digits?: string };

/** "2024/00123" may be either: a phone number, or somebody's reference. */
export function readSearch(text: string): Search {
  const words = [...new Set(piecesOf(text))];
  const digits = text.replace(/\D/g, '');
  const mayBePhone = LIKE_A_PHONE.test(text) && SEPARATED.test(text) && digits.length >= MIN_DIGITS;
  return mayBePhone ? { words, digits: cut(digits) } : { words };
}

/** Case, accents, forms of letters and of apostrophes make no difference: "jose" finds José, and "o'brien" O’Brien. */
const fold = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[‘’ʼ]/g, "'").toLowerCase();

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

/** The number from every digit on, and as it may be dialled at home: a zero in place of one to three digits of country. */
function endsOf(phone: string): string[] {
  const digits = phone.replace(/\D/g, '');
  const ends = Array.from({ length: digits.length - MIN_DIGITS + 1 }, (_, from) => digits.slice(from));
  return [...ends, ...[1, 2, 3].map((country) => `0${digits.slice(country)}`)];
}

/** By characters, never through the middle of one. */
const cut = (text: string) => (text.length <= MAX_TERM ? text : [...text].slice(0, MAX_TERM).join(''));
