/**
 * The syntax of patterns: letters, classes [a-z], ., \d \w \s and their opposites, groups, |, ? * + {m,n}. The parser returns a
 * tree whose nodes know their number of states, so that a pattern that is too large is refused before it is built.
 */

/** States of the machine that a pattern becomes. */
const MAX_STATES = 1_000;
const MAX_REPEAT = 255;
const LAST = 0x10ffff;

/** First and last code points, alternating, in ascending order. */
export type Ranges = readonly number[];

export type Tree = { size: number } & (
  | { kind: 'char'; ranges: Ranges }
  | { kind: 'all'; parts: Tree[] }
  | { kind: 'any'; parts: Tree[] }
  | { kind: 'repeat'; part: Tree; least: number; most: number | null }
);

export class PatternError extends Error {}

const EMPTY: Tree = { kind: 'all', parts: [], size: 0 };

function sized<T extends Tree>(tree: T): T {
  // One more state means that the text matched.
  if (tree.size + 1 > MAX_STATES) throw new PatternError('is too large');
  return tree;
}

const sum = (parts: Tree[]) => parts.reduce((size, part) => size + part.size, 0);
const char = (ranges: Ranges): Tree => ({ kind: 'char', ranges, size: 1 });

function all(given: Tree[]): Tree {
  const parts = given.filter(({ size }) => size > 0);
  return parts.length === 1 ? parts[0]! : sized({ kind: 'all', parts, size: sum(parts) });
}

function repeat(part: Tree, least: number, most: number | null): Tree {
  // An empty part stays empty, however often it is repeated.
  if (part.size === 0 || most === 0) return EMPTY;
  const optional = 1 + part.size;
  const size = least * part.size + (most === null ? optional : (most - least) * optional);
  return sized({ kind: 'repeat', part, least, most, size });
}

export function parsePattern(source: string): Tree {
  const chars = [...source];
  let at = 0;

  function readChoice(): Tree {
    const parts = [readSequence()];
    while (chars[at] === '|') {
      at++;
      parts.push(readSequence());
    }
    // One empty alternative is enough; each further one would be an edge without a size.
    const ways = parts.filter(
      ({ size }, index) => size > 0 || parts.findIndex((part) => part.size === 0) === index,
    );
    return ways.length === 1 ? ways[0]! : sized({ kind: 'any', parts: ways, size: 1 + sum(ways) });
  }

  function readSequence(): Tree {
    const parts: Tree[] = [];
    while (at < chars.length && chars[at] !== '|' && chars[at] !== ')') parts.push(readRepeated());
    return all(parts);
  }

  function readRepeated(): Tree {
    const part = readOne();
    const sign = chars[at];
    if (sign === '{') return repeat(part, ...readBounds());
    if (sign !== '?' && sign !== '*' && sign !== '+') return part;
    at++;
    return repeat(part, sign === '+' ? 1 : 0, sign === '?' ? 1 : null);
  }

  function readBounds(): [number, number | null] {
    const found = /^\{(\d{1,3})(,(\d{1,3})?)?\}/.exec(chars.slice(at, at + 10).join(''));
    if (found === null) throw new PatternError('has a { that is not {m}, {m,} or {m,n}');
    at += found[0].length;
    const least = Number(found[1]);
    const most = found[2] === undefined ? least : found[3] === undefined ? null : Number(found[3]);
    if (least > MAX_REPEAT || (most ?? 0) > MAX_REPEAT || (most !== null && most < least)) {
      throw new PatternError(`repeats more than ${MAX_REPEAT} times, or from more to less`);
    }
    return [least, most];
  }

  function readOne(): Tree {
    const sign = chars[at++]!;
    if (sign === '(') {
      if (chars[at] === '?' && chars[at + 1] === ':') at += 2;
      const inside = readChoice();
      if (chars[at++] !== ')') throw new PatternError('has a ( without )');
      return inside;
    }
    // A pattern always matches the whole text, so anchors at its ends change nothing.
    if (sign === '^' && at === 1) return EMPTY;
    if (sign === '$' && at === chars.length) return EMPTY;
    if (sign === '[') return char(readClass());
    if (sign === '.') return char(opposite(only('\n')));
    if (sign === '\\') return char(readEscape());
    if ('?*+{}^$'.includes(sign)) throw new PatternError(`has a ${sign} where nothing is to be repeated`);
    return char(only(sign));
  }

  function readEscape(): Ranges {
    const sign = chars[at++];
    const known = sign === undefined ? undefined : CLASSES[sign];
    if (known !== undefined) return known;
    if (sign === undefined || /[A-Za-z0-9]/.test(sign)) throw new PatternError('has an unknown \\ in it');
    return only(sign);
  }

  function readClass(): Ranges {
    const isNot = chars[at] === '^';
    if (isNot) at++;
    const ranges: Ranges[] = [];
    while (at < chars.length && chars[at] !== ']') {
      const from = chars[at++]!;
      if (from === '\\') {
        ranges.push(readEscape());
      } else if (chars[at] === '-' && chars[at + 1] !== ']' && chars[at + 1] !== undefined) {
        const to = chars[at + 1]!;
        if (to === '\\' || to.codePointAt(0)! < from.codePointAt(0)!)
          throw new PatternError('has a class whose range is none');
        at += 2;
        ranges.push([from.codePointAt(0)!, to.codePointAt(0)!]);
      } else {
        ranges.push(only(from));
      }
    }
    if (chars[at++] !== ']') throw new PatternError('has a [ without ]');
    const joined = join(ranges.flat());
    return isNot ? opposite(joined) : joined;
  }

  const tree = readChoice();
  if (at < chars.length) throw new PatternError('has a ) without (');
  return tree;
}

const only = (sign: string): Ranges => [sign.codePointAt(0)!, sign.codePointAt(0)!];

/** Sorts the ranges and merges those that touch. */
function join(ranges: Ranges): Ranges {
  const pairs = Array.from({ length: ranges.length / 2 }, (_, n) => [ranges[2 * n]!, ranges[2 * n + 1]!]);
  const joined: number[] = [];
  for (const [from, to] of pairs.sort(([a], [b]) => a! - b!) as [number, number][]) {
    const last = joined.length - 1;
    if (last > 0 && from <= joined[last]! + 1) joined[last] = Math.max(joined[last]!, to);
    else joined.push(from, to);
  }
  return joined;
}

function opposite(ranges: Ranges): Ranges {
  const rest: number[] = [];
  let next = 0;
  for (let at = 0; at < ranges.length; at += 2) {
    if (ranges[at]! > next) rest.push(next, ranges[at]! - 1);
    next = ranges[at + 1]! + 1;
  }
  return next > LAST ? rest : [...rest, next, LAST];
}

const DIGITS: Ranges = [0x30, 0x39];
const WORD: Ranges = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
/** The characters of \s in JavaScript. */
const SPACE: Ranges = [
  ...[0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff],
];
const CLASSES: Record<string, Ranges> = {
  d: DIGITS,
  D: opposite(DIGITS),
  w: WORD,
  W: opposite(WORD),
  s: SPACE,
  S: opposite(SPACE),
};
