/** Decides which test file begins next, and when: as many run side by side as the processors can bear, because many mostly wait. */
import { availableParallelism, cpus } from 'node:os';

/** The stored seconds of a file on a quiet machine, and the CPU seconds of its process and their children. */
export type Cost = { seconds: number; cpu: number };
export type Kind = 'browser' | 'plain';

const CORES = Math.min(availableParallelism(), 4);
export const WORKERS: Record<Kind, number> = { browser: CORES, plain: CORES + 2 };
/** So many files run even on a busy machine. */
const AT_LEAST = CORES;
/** Less than this part of the processors was idle: another file would only make those that run miss their deadlines. */
const IDLE_SHARE = 0.15;
/** A file that has just begun has not shown yet what it takes. */
const SETTLING_MS = 1_500;

export const kindOf = (file: string): Kind => (/(^|\/)(e2e|examples)\//.test(file) ? 'browser' : 'plain');

/** The longest file of this kind; long files begin early, so that no core waits for the last. */
export function chooseFile(
  waiting: readonly string[],
  kind: Kind,
  costOf: (file: string) => Cost,
): string | undefined {
  const candidates = waiting.filter((file) => kindOf(file) === kind);
  return candidates.toSorted((a, b) => costOf(b).seconds - costOf(a).seconds)[0];
}

export type Reading = { idle: number; total: number; at: number };

export function readProcessors(): Reading {
  const reading: Reading = { idle: 0, total: 0, at: performance.now() };
  for (const { times } of cpus()) {
    reading.idle += times.idle;
    reading.total += times.idle + times.user + times.nice + times.sys + times.irq;
  }
  return reading;
}

/** Says whether another file may begin beside so many, by what the processors had to do since it was asked last. */
export function openGate(read = readProcessors): (running: number) => boolean {
  let last = read();
  return (running) => {
    const now = read();
    const isBusy = (now.idle - last.idle) / Math.max(1, now.total - last.total) < IDLE_SHARE;
    if (running >= AT_LEAST && now.at - last.at < SETTLING_MS) return false;
    last = now;
    return running < AT_LEAST || !isBusy;
  };
}
