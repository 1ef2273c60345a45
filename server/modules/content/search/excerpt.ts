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
  const matches = matchesIn(text, sought);
  const start = startOf(text, bestOf(matches));
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

/** Returns the matches in the order of the text. */
export function matchesIn(text: string, sought: Sought[]): Match[] {
  const wanted = sought.map(({ word, same, meant }) => {
    const parts = word.split(/[^\p{L}\p{N}]+/u);
    return { word, exact: new Set([...same, ...meant, ...(parts.length > 1 ? parts : [])]) };
  });
  const pairs = new Map(sought.flatMap(({ word }, n) => (isUnspaced(word) ? [[word, n] as const] : [])));
  const matches: Match[] = [];
  for (const { 0: token, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (matches.length >= MAX_MATCHES) break;
    if (isUnspaced(token)) {
      matches.push(...pairsIn(token, index, pairs));
      continue;
    }
    const folded = foldWord(token);
    const word = wanted.findIndex((each) => folded.startsWith(each.word) || each.exact.has(folded));
    if (word !== -1) matches.push({ from: index, to: index + token.length, word });
  }
  return matches;
}

/** The letters of a text without spaces that are in one of these pairs, or begin with this one. */
function pairsIn(token: string, index: number, pairs: Map<string, number>): Match[] {
  const letters = [...token];
  const folded = letters.map(foldWord);
  const matches: Match[] = [];
  let from = index;
  for (const [at, letter] of letters.entries()) {
    const word = pairs.get(folded[at]! + (folded[at + 1] ?? '')) ?? pairs.get(folded[at]!);
    const before = at === 0 ? undefined : pairs.get(folded[at - 1]! + folded[at]!);
    const found = word ?? before;
    if (found !== undefined) matches.push({ from, to: from + letter.length, word: found });
    from += letter.length;
  }
  return matches;
}

/** The first match that has the most different words behind it. */
function bestOf(matches: Match[]): number {
  let best = { from: 0, words: 0 };
  for (const [at, { from }] of matches.entries()) {
    const words = new Set<number>();
    for (let next = at; next < matches.length && matches[next]!.to <= from + LENGTH - BEFORE; next++)
      words.add(matches[next]!.word);
    if (words.size > best.words) best = { from, words: words.size };
  }
  return best.from;
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
