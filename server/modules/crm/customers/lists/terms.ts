/** The search terms of customers, and how a search text is parsed. */
import type { CustomerRow } from '../customers.sql.ts';

export type Term = { kind: 'word' | 'tag'; term: string };

/** Longer words are hardly ever searched in full, and index entries are limited in size. */
const MAX_TERM = 100;
/** Shorter parts of a phone number are not searched: people remember its last digits, or omit the country code. */
const MIN_DIGITS = 4;

/** `merged`: the external references of customers that were merged into this one. */
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

/** A dash alone does not make a phone number: "2026-11" may be an external reference. */
const LIKE_A_PHONE = /^\s*[+(\d][\d\s()./-]*$/;
const SEPARATED = /[+()./]|\d\s+\d/;

/**
 * Each word must begin some term of the customer; or the digits, if the text may be a phone number, must match in any spacing.
 */
export type Search = { words: string[]; digits?: string };

/** "2024/00123" may be a phone number or an external reference, so both are searched. */
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

/** "o'brien-smith" is found as a whole, and by each of its parts. */
function wordsOf(text: string): string[] {
  const pieces = piecesOf(text);
  const parts = fold(text).split(/[^\p{L}\p{N}]+/u);
  return [...pieces, ...parts.map(cut).filter((part) => part !== '')];
}

/** Every suffix of the number, and its national form: a zero in place of one to three digits of country code. */
function endsOf(phone: string): string[] {
  const digits = phone.replace(/\D/g, '');
  const ends = Array.from({ length: digits.length - MIN_DIGITS + 1 }, (_, from) => digits.slice(from));
  return [...ends, ...[1, 2, 3].map((country) => `0${digits.slice(country)}`)];
}

/** Cuts between characters, never inside one. */
const cut = (text: string) => (text.length <= MAX_TERM ? text : [...text].slice(0, MAX_TERM).join(''));
