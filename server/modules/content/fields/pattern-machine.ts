/**
 * The state machine of a pattern. It is in many states at once, where a backtracking engine would try one path after the other,
 * for hours. A set of states that was reached before is cached with its transitions, so most characters cost one look-up.
 */
import type { Ranges, Tree } from './pattern-syntax.ts';

/** The size of the cache of state sets, in cells. A pattern that needs more clears the cache and continues. */
const MAX_CELLS = 20_000;
const ASCII = 128;
const MATCH = 0;

/** A cached transition costs less than visiting a state. */
const PER_CHARACTER = 0.25;

/** The budget for matching, over all values of a request: one unit for each visited state. All of it is about 10 ms. */
export class PatternWork {
  left: number;

  constructor(most = 500_000) {
    this.left = most;
  }

  spend(cost: number): void {
    this.left -= cost;
    if (this.left < 0) throw new TooMuchWork();
  }
}
export class TooMuchWork extends Error {}

/** States that read a character, whether the text may end here, and the known transitions of each character class. */
type Place = { states: Uint16Array; ends: boolean; to: (Place | undefined)[] };

export class PatternMachine {
  /** For each state: the characters it reads (-1: none) and its next state … */
  readonly #reads: number[] = [-1];
  readonly #next: number[] = [MATCH];
  /** … or the states it also is in without reading. */
  readonly #also: (number[] | null)[] = [null];
  /** The first code point of each character class. No part of the pattern distinguishes characters within a class. */
  readonly #bounds: Int32Array;
  readonly #ascii: Uint16Array;
  /** For each set of characters, whether a class is in it. */
  readonly #sets: Uint8Array[] = [];
  readonly #begin: number;
  /** The reached states, as bits and as characters; and those still to be expanded. */
  readonly #reached: Uint32Array;
  readonly #key: Uint16Array;
  readonly #open: Uint16Array;
  #places = new Map<string, Place>();
  #cells = 0;

  constructor(tree: Tree) {
    const sets = rangesIn(tree);
    const bounds = new Set([0]);
    for (const ranges of sets) for (const [at, edge] of ranges.entries()) bounds.add(edge + (at % 2));
    this.#bounds = Int32Array.from(bounds).sort();
    this.#ascii = Uint16Array.from({ length: ASCII }, (_, code) => this.#search(code));
    const numbers = new Map(sets.map((ranges, number) => [ranges, number]));
    for (const ranges of sets) {
      const members = new Uint8Array(this.#bounds.length);
      for (let at = 0; at < ranges.length; at += 2) {
        members.fill(1, this.#search(ranges[at]!), this.#search(ranges[at + 1]!) + 1);
      }
      this.#sets.push(members);
    }
    this.#begin = this.#emit(tree, MATCH, numbers);
    this.#reached = new Uint32Array(Math.ceil(this.size / 32));
    this.#key = new Uint16Array(this.#reached.buffer);
    this.#open = new Uint16Array(2 * this.size + 1);
  }

  get size(): number {
    return this.#next.length;
  }

  /** Returns true if the whole text matches. */
  matches(text: string, work: PatternWork): boolean {
    let place = this.#first(work);
    work.spend(PER_CHARACTER * text.length);
    for (let at = 0; at < text.length; at++) {
      const code = text.codePointAt(at)!;
      if (code > 0xffff) at++;
      const read = code < ASCII ? this.#ascii[code]! : this.#search(code);
      place = place.to[read] ?? this.#step(place, read, work);
      if (place.states.length === 0 && !place.ends) return false;
    }
    return place.ends;
  }

  #add(reads: number, next: number, also: number[] | null = null): number {
    this.#reads.push(reads);
    this.#also.push(also);
    return this.#next.push(next) - 1;
  }

  /** Adds the states of a part, which continues at `next`, and returns its first state. */
  #emit(tree: Tree, next: number, numbers: Map<Ranges, number>): number {
    switch (tree.kind) {
      case 'char':
        return this.#add(numbers.get(tree.ranges)!, next);
      case 'all':
        return tree.parts.reduceRight((then, part) => this.#emit(part, then, numbers), next);
      case 'any':
        return this.#add(
          -1,
          MATCH,
          tree.parts.map((part) => this.#emit(part, next, numbers)),
        );
      case 'repeat': {
        let then = next;
        if (tree.most === null) {
          const also = [next];
          then = this.#add(-1, MATCH, also);
          also.push(this.#emit(tree.part, then, numbers));
        }
        // Builds from the last repetition, because optional ones are left out at the end.
        for (let times = tree.most ?? tree.least; times > tree.least; times--) {
          then = this.#add(-1, MATCH, [this.#emit(tree.part, then, numbers), next]);
        }
        for (let times = 0; times < tree.least; times++) then = this.#emit(tree.part, then, numbers);
        return then;
      }
    }
  }

  /** Finds the class of a code point. */
  #search(code: number): number {
    let [low, high] = [0, this.#bounds.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#bounds[middle]! <= code) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #first(work: PatternWork): Place {
    const known = this.#places.get('');
    if (known !== undefined) return known;
    this.#reached.fill(0);
    const count = this.#reach(this.#begin);
    const place = this.#place(work, count);
    this.#places.set('', place);
    return place;
  }

  #step(from: Place, read: number, work: PatternWork): Place {
    const { states } = from;
    this.#reached.fill(0);
    let count = states.length;
    for (let at = 0; at < states.length; at++) {
      const state = states[at]!;
      if (this.#sets[this.#reads[state]!]![read] === 1) count += this.#reach(this.#next[state]!);
    }
    const to = this.#place(work, count);
    from.to[read] = to;
    return to;
  }

  /** Marks this state and all states reachable without reading a character; returns how many it visited. */
  #reach(first: number): number {
    const [reached, open] = [this.#reached, this.#open];
    let [count, height] = [0, 1];
    open[0] = first;
    while (height > 0) {
      const state = open[--height]!;
      count++;
      if ((reached[state >> 5]! & (1 << (state & 31))) !== 0) continue;
      reached[state >> 5]! |= 1 << (state & 31);
      const also = this.#also[state];
      if (also == null) continue;
      for (let at = 0; at < also.length; at++) open[height++] = also[at]!;
    }
    return count;
  }

  /** Returns the set of the marked states, after so many were visited. */
  #place(work: PatternWork, count: number): Place {
    const reached = this.#reached;
    // Beside each state, the budget pays for the look-up of the set, and perhaps for making it.
    work.spend(count + 4 * reached.length + this.#bounds.length);
    const key = String.fromCharCode.apply(null, this.#key as unknown as number[]);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const states = this.#open;
    let length = 0;
    for (let word = 0; word < reached.length; word++) {
      for (let bits = reached[word]!; bits !== 0; bits &= bits - 1) {
        const state = 32 * word + 31 - Math.clz32(bits & -bits);
        if (this.#reads[state]! >= 0) states[length++] = state;
      }
    }
    const place: Place = {
      states: states.slice(0, length),
      ends: (reached[0]! & 1) === 1,
      to: new Array(this.#bounds.length),
    };
    this.#cells += length + reached.length + this.#bounds.length;
    if (this.#cells > MAX_CELLS) {
      this.#places = new Map();
      this.#cells = 0;
    }
    this.#places.set(key, place);
    return place;
  }
}

function rangesIn(tree: Tree): Ranges[] {
  if (tree.kind === 'char') return [tree.ranges];
  const parts = tree.kind === 'repeat' ? [tree.part] : tree.parts;
  return [...new Set(parts.flatMap(rangesIn))];
}
