/** Repeatable random numbers: the same seed gives the same choices (mulberry32). */
export type Random = {
  /** At least 0 and below 1. */
  next(): number;
  /** Returns a whole number, both ends included. */
  between(least: number, most: number): number;
  oneOf<T>(list: readonly T[]): T;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return { next, between, oneOf: (list) => list[between(0, list.length - 1)]! };
}
