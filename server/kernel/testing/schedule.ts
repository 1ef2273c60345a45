/** Decides which test files run side by side: as many as the processors can bear, because many files mostly wait. */
import { availableParallelism } from 'node:os';

/** The stored seconds of a file on a quiet machine, and the CPU seconds of its process and their children. */
export type Cost = { seconds: number; cpu: number };
export type Kind = 'browser' | 'plain';

const CORES = Math.min(availableParallelism(), 4);
/** The sum of the weights of files that run at once. More than the cores: a file with the weight of a core waits at times. */
export const CAPACITY = CORES + 0.5;
export const WORKERS: Record<Kind, number> = { browser: CORES, plain: CORES + 2 };
/** The share of PostgreSQL, which serves all files. */
const WITH_DATABASE = 1.25;
const MIN_WEIGHT = 0.1;

/** The cores that a file keeps busy: one at most, so that two of any kind fit beside each other on two cores. */
export function weightOf({ seconds, cpu }: Cost): number {
  return Math.min(1, Math.max(MIN_WEIGHT, (cpu * WITH_DATABASE) / Math.max(seconds, 0.1)));
}

export const kindOf = (file: string): Kind => (/(^|\/)(e2e|examples)\//.test(file) ? 'browser' : 'plain');

/** The longest file of this kind that fits beside the running ones; long files begin early, so that no core waits for the last. */
export function chooseFile(
  waiting: readonly string[],
  running: readonly string[],
  kind: Kind,
  costOf: (file: string) => Cost,
): string | undefined {
  const load = running.reduce((sum, file) => sum + weightOf(costOf(file)), 0);
  const fits = (file: string) => running.length === 0 || load + weightOf(costOf(file)) <= CAPACITY;
  const candidates = waiting.filter((file) => kindOf(file) === kind && fits(file));
  return candidates.toSorted((a, b) => costOf(b).seconds - costOf(a).seconds)[0];
}
