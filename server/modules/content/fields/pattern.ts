/**
 * Regular expressions that tenants write, matched in time linear in the text whatever they wrote: the expression becomes a small
 * machine that is in many states at once, where a backtracking engine would try one way after the other, for hours.
 * Known: letters, classes [a-z], ., \d \w \s and their opposites, groups, |, ? * + {m,n}. A pattern means the whole text.
 */

/** States of the machine. More would make a long text slow. */
const MAX_STATES = 1_000;
const MAX_REPEAT = 255;

type Test = (char: string) => boolean;
type State = { test: Test; next: number } | { either: number[] } | 'match';
/** Adds the states of a part, which goes on at `next`, and returns where it begins. */
type Part = (next: number) => number;

export class PatternError extends Error {}

export function compilePattern(source: string): (text: string) => boolean {
  const states: State[] = ['match'];
  const add = (state: State): number => {
    if (states.length >= MAX_STATES) throw new PatternError('is too large');
    return states.push(state) - 1;
  };
  const chars = [...source];
  let at = 0;

  const literal =
    (test: Test): Part =>
    (next) =>
      add({ test, next });
  const sequence =
    (parts: Part[]): Part =>
    (next) =>
      parts.reduceRight((then, part) => part(then), next);
  const choice =
    (parts: Part[]): Part =>
    (next) =>
      add({ either: parts.map((part) => part(next)) });
  function loop(part: Part): Part {
    return (next) => {
      const state = { either: [next] };
      const here = add(state);
      state.either.unshift(part(here));
      return here;
    };
  }
  const optional = (part: Part) => choice([part, sequence([])]);

  function repeat(part: Part, least: number, most: number | null): Part {
    const must = Array.from({ length: least }, () => part);
    if (most === null) return sequence([...must, loop(part)]);
    // Nested, so that whatever is left out is left out at the end.
    let may = sequence([]);
    for (let times = least; times < most; times++) may = optional(sequence([part, may]));
    return sequence([...must, may]);
  }

  function readChoice(): Part {
    const parts = [readSequence()];
    while (chars[at] === '|') {
      at++;
      parts.push(readSequence());
    }
    return parts.length === 1 ? parts[0]! : choice(parts);
  }

  function readSequence(): Part {
    const parts: Part[] = [];
    while (at < chars.length && chars[at] !== '|' && chars[at] !== ')') parts.push(readRepeated());
    return sequence(parts);
  }

  function readRepeated(): Part {
    const part = readOne();
    const char = chars[at];
    let bounds: [number, number | null] | undefined;
    if (char === '?') bounds = [0, 1];
    else if (char === '*') bounds = [0, null];
    else if (char === '+') bounds = [1, null];
    else if (char === '{') return repeat(part, ...readBounds());
    if (bounds === undefined) return part;
    at++;
    return repeat(part, ...bounds);
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

  function readOne(): Part {
    const char = chars[at++]!;
    if (char === '(') {
      if (chars[at] === '?' && chars[at + 1] === ':') at += 2;
      const inside = readChoice();
      if (chars[at++] !== ')') throw new PatternError('has a ( without )');
      return inside;
    }
    // The whole text is meant anyway, so anchors at its ends say nothing new.
    if (char === '^' && at === 1) return sequence([]);
    if (char === '$' && at === chars.length) return sequence([]);
    if (char === '[') return literal(readClass());
    if (char === '.') return literal((it) => it !== '\n');
    if (char === '\\') return literal(readEscape());
    if ('?*+{}^$'.includes(char)) throw new PatternError(`has a ${char} where nothing is to be repeated`);
    return literal((it) => it === char);
  }

  function readEscape(): Test {
    const char = chars[at++];
    const known = char === undefined ? undefined : CLASSES[char];
    if (known !== undefined) return known;
    if (char === undefined || /[A-Za-z0-9]/.test(char)) throw new PatternError('has an unknown \\ in it');
    return (it) => it === char;
  }

  function readClass(): Test {
    const isNot = chars[at] === '^';
    if (isNot) at++;
    const tests: Test[] = [];
    while (at < chars.length && chars[at] !== ']') {
      const from = chars[at++]!;
      if (from === '\\') {
        tests.push(readEscape());
      } else if (chars[at] === '-' && chars[at + 1] !== ']' && chars[at + 1] !== undefined) {
        const to = chars[at + 1]!;
        if (to === '\\' || to < from) throw new PatternError('has a class whose range is none');
        at += 2;
        tests.push((it) => it >= from && it <= to);
      } else {
        tests.push((it) => it === from);
      }
    }
    if (chars[at++] !== ']') throw new PatternError('has a [ without ]');
    return (it) => tests.some((test) => test(it)) !== isNot;
  }

  const part = readChoice();
  if (at < chars.length) throw new PatternError('has a ) without (');
  const begin = part(0);
  return (text) => run(states, begin, text);
}

const CLASSES: Record<string, Test> = {
  d: (it) => it >= '0' && it <= '9',
  D: (it) => it < '0' || it > '9',
  w: (it) => /\w/.test(it),
  W: (it) => /\W/.test(it),
  s: (it) => /\s/.test(it),
  S: (it) => /\S/.test(it),
};

function run(states: State[], begin: number, text: string): boolean {
  let current = reach(states, [begin]);
  for (const char of text) {
    const following: number[] = [];
    for (const index of current) {
      const state = states[index]!;
      if (typeof state === 'object' && 'test' in state && state.test(char)) following.push(state.next);
    }
    if (following.length === 0) return false;
    current = reach(states, following);
  }
  return current.has(0);
}

/** With all that is reached without reading a character. */
function reach(states: State[], from: number[]): Set<number> {
  const reached = new Set<number>();
  const open = [...from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (reached.has(index)) continue;
    reached.add(index);
    const state = states[index]!;
    if (typeof state === 'object' && 'either' in state) open.push(...state.either);
  }
  return reached;
}
