/** A row of the fault table, the stage it plays on, and what came of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from './random.ts';

export type Row = {
  name: string;
  /** Most of its time is waiting (for a lease or a deadline), so others may run beside it. */
  waits?: true;
  /** Part of the smoke in `npm test`. */
  smoke?: true;
  run(stage: Stage): Promise<void>;
};

export type Stage = {
  seed: number;
  random: Random;
  /** In the smoke, loads are short, and leases of the dead are aged instead of waited for. */
  isSmoke: boolean;
  /** What the row saw, for its line. */
  note(figures: Record<string, string | number>): void;
  /** A promise that must hold; the row goes on either way, so that one run tells all that is wrong. */
  check(promise: string, holds: boolean): void;
  /** Done when the row is over, last one first. */
  cleanUp(step: () => unknown): void;
};

export type Result = { name: string; seed: number; seconds: number; figures: string; broken: string[] };

/** The machine cannot do what a row needs. */
export class CannotRun extends Error {}

export async function play(row: Row, seed: number, isSmoke = false): Promise<Result> {
  const figures: Record<string, string | number> = {};
  const broken: string[] = [];
  const steps: (() => unknown)[] = [];
  const began = performance.now();
  try {
    await row.run({
      seed,
      random: createRandom(seed),
      isSmoke,
      note: (more) => Object.assign(figures, more),
      check: (promise, holds) => {
        if (!holds) broken.push(promise);
      },
      cleanUp: (step) => steps.unshift(step),
    });
  } catch (error) {
    if (error instanceof CannotRun) figures['not run'] = error.message;
    else broken.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  for (const step of steps) {
    // A step may also throw at once; the others follow all the same.
    await Promise.try(step).catch((error) => broken.push(`clean-up: ${error}`));
  }
  const told = Object.entries(figures).map(([what, value]) => `${what} ${value}`);
  return {
    name: row.name,
    seed,
    seconds: (performance.now() - began) / 1000,
    figures: told.join(', '),
    broken,
  };
}

/** Waits for it; false when it did not come true in time. */
export async function within(seconds: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await sleep(20);
  }
  return true;
}
