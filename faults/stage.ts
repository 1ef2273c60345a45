/** The types of a row of the fault table, of its stage and of its result. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from './random.ts';

export type Row = {
  name: string;
  /** The row mostly waits (for a lease or a deadline), so other rows may run beside it. */
  waits?: true;
  /** The row is part of the smoke in `npm test`, or only in its deep form. */
  smoke?: Smoke;
  /** The row runs for as long as it is told, and only if `soak` is asked for. */
  isSoak?: true;
  run(stage: Stage): Promise<void>;
};

export type Smoke = 'usual' | 'deep';

export type Stage = {
  seed: number;
  random: Random;
  /** In the smoke, loads are short, and leases of killed workers are expired by a query. */
  isSmoke: boolean;
  /** How long a soak lasts. */
  minutes: number;
  /** Adds figures to the row's line. */
  note(figures: Record<string, string | number>): void;
  /** Checks a promise. The row continues after a failure, so that one run reports everything that is wrong. */
  check(promise: string, holds: boolean): void;
  /** Runs when the row has ended, in reverse order. */
  cleanUp(step: () => unknown): void;
};

export type Result = { name: string; seed: number; seconds: number; figures: string; broken: string[] };

/** The machine lacks something that a row needs. */
export class CannotRun extends Error {}

export async function play(row: Row, seed: number, { isSmoke = false, minutes = 0 } = {}): Promise<Result> {
  const figures: Record<string, string | number> = {};
  const broken: string[] = [];
  const steps: (() => unknown)[] = [];
  const began = performance.now();
  try {
    await row.run({
      seed,
      random: createRandom(seed),
      isSmoke,
      minutes,
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
    // A step may also throw synchronously; the others still run.
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

/** Waits until the condition holds; returns false after the time limit. */
export async function within(seconds: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > end) return false;
    await sleep(20);
  }
  return true;
}
