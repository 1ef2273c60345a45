/**
 * What work costs and for how long it holds the event loop. Told in milliseconds that its thread computes, as a machine of a known
 * speed would take them, so that neither a busy machine nor a slow one lengthens them.
 */
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { computedMs, type Hold, type OnHold, type Stretch } from '#kernel/work/holds.ts';

/** What the known piece of computing takes where limits were chosen. */
const PIECE_MS = 1.5;
const PIECES = 3;
/** No machine is so many times faster than the known one. */
const FASTEST = 4;
/** Shorter ones, of any machine, are not looked at. */
const SHORT_MS = 10;

const text = JSON.stringify(
  Array.from({ length: 800 }, (_, nth) => ({ id: `row-${nth}`, at: nth, tags: ['one', 'two'], note: null })),
);
const numbers = Float64Array.from({ length: 10_000 }, (_, nth) => (nth * 7919) % 10_007);

/** All of it is in the engine's own code, so it takes the same whether or not anything ran before. */
function computePiece(): void {
  JSON.stringify(JSON.parse(text));
  numbers.slice().sort();
}

/** How many times slower this machine computes right now than the one where limits were chosen. */
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

/** When garbage was collected, which is no fault of whoever was at work then. */
export class GarbageWatch {
  readonly #collections: PerformanceEntry[] = [];
  readonly #observer = new PerformanceObserver((list) => this.#collections.push(...list.getEntries()));

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  stop(): void {
    this.#observer.disconnect();
  }

  /** Milliseconds of a stretch of time that went to it. Known a few turns of the loop later. */
  during({ from, until }: Stretch): number {
    return this.#collections.reduce((sum, { startTime, duration }) => {
      const within = Math.min(until, startTime + duration) - Math.max(from, startTime);
      return sum + Math.max(0, within);
    }, 0);
  }
}

/** What a server notes of itself while its tests run: holds that may be beyond the limit, and how slow the machine was just then. */
export class NotedHolds {
  readonly #limit: number;
  readonly #garbage = new GarbageWatch();
  readonly #noted: (Hold & Stretch & { slowness: number })[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  readonly onHold: OnHold = (hold, during) => {
    // Each app of a process notes each hold, and telling how slow the machine is holds the loop itself: never for short ones.
    if (hold.by.length === 0 || hold.ms < this.#limit / FASTEST) return;
    this.#noted.push({ ...hold, ...during, slowness: slowness() });
  };

  /** When there are no more to come. */
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

/** 0 when it is short. Code that runs for the first time is compiled meanwhile, which counts. */
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
