/** Chance for the tests that compare with a model: the same seed makes the same run. */
export const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

let state = SEED;

/** Mulberry32. */
export function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

export const below = (limit: number) => Math.floor(random() * limit);
export const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]!;
