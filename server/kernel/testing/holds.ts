/**
 * Measures the cost of work and how long it holds the event loop. The unit is a millisecond of CPU time on a machine of a known
 * speed, so that neither a busy machine nor a slow one changes the result.
 */
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { computedMs, type Hold, type OnHold, type Stretch } from '#kernel/work/holds.ts';

/** The duration of the reference computation on the machine for which the limits were chosen. */
const PIECE_MS = 1.5;
const PIECES = 3;
/** No machine is this many times faster than the known one. */
const FASTEST = 4;
/** Shorter holds, on any machine, are ignored. */
const SHORT_MS = 10;

const text = JSON.stringify(
  Array.from({ length: 800 }, (_, nth) => ({ id: `row-${nth}`, at: nth, tags: ['one', 'two'], note: null })),
);
const numbers = Float64Array.from({ length: 10_000 }, (_, nth) => (nth * 7919) % 10_007);

/** Runs entirely in the engine's native code, so its duration does not depend on earlier runs. */
function computePiece(): void {
  JSON.stringify(JSON.parse(text));
  numbers.slice().sort();
}

/** How many times slower this machine computes right now than the machine for which the limits were chosen. */
export function slowness(): number {
  const pieces = Array.from({ length: PIECES }, () => {
    const before = computedMs();
    computePiece();
    return computedMs() - before;
  });
  return pieces.sort((one, other) => one - other)[1]! / PIECE_MS;
}

export async function costOf(work: () => unknown): Promise<number> {
  const before = computedMs();
  await work();
  return (computedMs() - before) / slowness();
}

/** Records the garbage collections, whose time is not the fault of the work that ran meanwhile. */
export class GarbageWatch {
  readonly #collections: PerformanceEntry[] = [];
  readonly #observer = new PerformanceObserver((list) => this.#collections.push(...list.getEntries()));

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  stop(): void {
    this.#observer.disconnect();
  }

  /** Milliseconds of garbage collection in a period. Known a few turns of the loop later. */
  during({ from, until }: Stretch): number {
    return this.#collections.reduce((sum, { startTime, duration }) => {
      const within = Math.min(until, startTime + duration) - Math.max(from, startTime);
      return sum + Math.max(0, within);
    }, 0);
  }
}

/** Records the holds of a server while its tests run: those that may exceed the limit, and the machine's speed at that moment. */
export class NotedHolds {
  readonly #limit: number;
  readonly #garbage = new GarbageWatch();
  readonly #noted: (Hold & Stretch & { slowness: number })[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  readonly onHold: OnHold = (hold, during) => {
    // Each app of a process records each hold, and measuring the machine's speed holds the loop itself: never for short holds.
    if (hold.by.length === 0 || hold.ms < this.#limit / FASTEST) return;
    this.#noted.push({ ...hold, ...during, slowness: slowness() });
  };

  /** Call it after the last test. */
  async tooLong(): Promise<Hold[]> {
    await wait(20);
    this.#garbage.stop();
    return this.#noted
      .map((hold) => ({
        ms: Math.round((hold.ms - this.#garbage.during(hold)) / hold.slowness),
        by: hold.by,
      }))
      .filter(({ ms }) => ms > this.#limit);
  }
}

/** 0 when every hold is short. Code that runs for the first time is compiled meanwhile, which counts. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const holds: (Stretch & { ms: number; slowness: number })[] = [];
  const garbage = new GarbageWatch();
  let [from, since] = [performance.now(), computedMs()];
  const look = () => {
    const [until, ms] = [performance.now(), computedMs() - since];
    if (ms > SHORT_MS) holds.push({ from, until, ms, slowness: slowness() });
    [from, since] = [performance.now(), computedMs()];
  };
  const looking = setInterval(look);
  await work().finally(() => clearInterval(looking));
  look();
  await wait(20);
  garbage.stop();
  return Math.max(0, ...holds.map((hold) => (hold.ms - garbage.during(hold)) / hold.slowness));
}
