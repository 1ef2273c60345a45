/** The part of a text that shows best why an entry was found, in pieces that say whether they match. Pure. */
import { foldWord, isUnspaced, MAX_TEXT } from '../fields/words.ts';
import type { Sought } from './search.sql.ts';

export type Piece = { text: string; match: boolean };
type Match = { from: number; to: number; word: number };

const LENGTH = 200;
/** The characters before the first match. */
const BEFORE = 40;
/** Further matches are not compared. */
const MAX_MATCHES = 200;
const MORE = '…';

export function excerptOf(texts: string[], sought: Sought[]): Piece[] {
  const text = texts.join(' ').slice(0, MAX_TEXT).toWellFormed().replace(/\s+/g, ' ').trim();
  const { matches, best } = matchesIn(text, sought);
  const start = startOf(text, best);
  const end = endOf(text, start);
  const pieces: Piece[] = [];
  const add = (piece: string, match: boolean) => {
    const last = pieces.at(-1);
    if (piece === '') return;
    if (last?.match === match) last.text += piece;
    else pieces.push({ text: piece, match });
  };
  if (start > 0) add(MORE, false);
  let at = start;
  for (const { from, to } of matches) {
    if (from < at || to > end) continue;
    add(text.slice(at, from), false);
    add(text.slice(from, to), true);
    at = to;
  }
  add(text.slice(at, end), false);
  if (end < text.length) add(MORE, false);
  return pieces;
}

/**
 * Returns matches in the order of the text, and where the first of those begins that have the most different words within an
 * excerpt. The text is read no further than an excerpt with all words goes.
 */
function matchesIn(text: string, sought: Sought[]): { matches: Match[]; best: number } {
  const matches: Match[] = [];
  const best = { from: 0, words: 0 };
  /** How often each word is in the window that ends with the latest match, and the first match of that window. */
  const inside = new Map<number, number>();
  let first = 0;
  const count = (word: number, by: 1 | -1) => {
    const times = (inside.get(word) ?? 0) + by;
    if (times === 0) inside.delete(word);
    else inside.set(word, times);
  };
  for (const match of eachMatch(text, sought)) {
    if (best.words === sought.length && match.to > best.from + LENGTH) break;
    matches.push(match);
    count(match.word, 1);
    for (; matches[first]!.from + LENGTH - BEFORE < match.to && matches[first] !== match; first++)
      count(matches[first]!.word, -1);
    if (inside.size > best.words) Object.assign(best, { from: matches[first]!.from, words: inside.size });
    if (matches.length === MAX_MATCHES) break;
  }
  return { matches, best: best.from };
}

function* eachMatch(text: string, sought: Sought[]): Generator<Match> {
  const wanted = sought.map(({ word, same, meant }) => {
    const parts = word.split(/[^\p{L}\p{N}]+/u);
    return { word, exact: new Set([...same, ...meant, ...(parts.length > 1 ? parts : [])]) };
  });
  const pairs = new Map(sought.flatMap(({ word }, n) => (isUnspaced(word) ? [[word, n] as const] : [])));
  for (const { 0: token, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (isUnspaced(token)) {
      yield* pairsIn(token, index, pairs);
      continue;
    }
    const folded = foldWord(token);
    const word = wanted.findIndex((each) => folded.startsWith(each.word) || each.exact.has(folded));
    if (word !== -1) yield { from: index, to: index + token.length, word };
  }
}

/** Letters that folding leaves as they are. */
const HAN = { first: '一', last: '鿿' };

/** The letters of a text without spaces that are in one of these pairs, or begin with this one. */
function* pairsIn(token: string, index: number, pairs: Map<string, number>): Generator<Match> {
  if (pairs.size === 0) return;
  const letters = [...token];
  // Such texts are long, and have few different letters.
  const known = new Map<string, string>();
  const foldedAt = (at: number): string => {
    const letter = letters[at];
    if (letter === undefined) return '';
    if (HAN.first <= letter && letter <= HAN.last) return letter;
    const folded = known.get(letter) ?? foldWord(letter);
    known.set(letter, folded);
    return folded;
  };
  let from = index;
  for (const [at, letter] of letters.entries()) {
    const own = foldedAt(at);
    const word = pairs.get(own + foldedAt(at + 1)) ?? pairs.get(own);
    const found = word ?? (at === 0 ? undefined : pairs.get(foldedAt(at - 1) + own));
    if (found !== undefined) yield { from, to: from + letter.length, word: found };
    from += letter.length;
  }
}

/** An excerpt begins and ends between words if it can. */
function startOf(text: string, match: number): number {
  if (match <= BEFORE) return 0;
  const space = text.indexOf(' ', match - BEFORE);
  return space === -1 || space >= match ? whole(text, match) : space + 1;
}

function endOf(text: string, start: number): number {
  if (text.length <= start + LENGTH) return text.length;
  const space = text.lastIndexOf(' ', start + LENGTH);
  return space <= start + LENGTH / 2 ? whole(text, start + LENGTH) : space;
}

/** Not in the middle of a character of two halves. */
const whole = (text: string, at: number) => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);
