/**
 * Notices when something holds the event loop, and by what that was: every other request of this process waits meanwhile. Reckoned
 * in time that the thread computes, so that a busy machine alone is no hold.
 */
const TICK_MS = 25;
export const HOLD_MS = 50;
/** Names that are told; more of them would say nothing. */
const MAX_NAMES = 16;

export type Hold = { ms: number; by: string[] };
/** By this process's own time, as performance.now() tells it. */
export type Stretch = { from: number; until: number };
export type OnHold = (hold: Hold, during: Stretch) => void;
/** Whatever may hold the loop while it is at work, and its name, asked for only when it did. */
export type Worker = { workName(): string; isGone?(): boolean };

/** Milliseconds that this thread has computed. */
export function computedMs(): number {
  // Linux counts what runs at each tick, every 4 to 10 ms; asked for the whole process, it counts up to now.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

// Slots that are used again. The tables that a Set outgrows keep alive what was in them until a major collection, which for
// requests, as many as there are, doubles the work of the garbage collector.
const slots: (Worker | null)[] = [];
const free: number[] = [];

/** Returns the slot by which it ends. */
export function beginWork(worker: Worker): number {
  const slot = free.pop() ?? slots.length;
  slots[slot] = worker;
  return slot;
}

function leave(slot: number): void {
  slots[slot] = null;
  free.push(slot);
}

/** Runs background work under a name. */
export async function workingAs<T>(name: string, work: () => Promise<T>): Promise<T> {
  const slot = beginWork({ workName: () => name });
  return work().finally(() => leave(slot));
}

export class HoldWatch {
  readonly #onHold: OnHold;
  #timer: NodeJS.Timeout | undefined;
  #seen = performance.now();
  #computed = computedMs();
  #ticks = 0;

  constructor(onHold: OnHold) {
    this.#onHold = onHold;
  }

  start(): void {
    this.#seen = performance.now();
    this.#computed = computedMs();
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Whatever held the loop since the last look, this one is told of it. */
  endWork(slot: number, worker: Worker): void {
    // It was found gone, and its slot may be another's.
    if (slots[slot] !== worker) return;
    const isWatching = this.#timer !== undefined;
    if (isWatching && performance.now() - this.#seen > HOLD_MS + TICK_MS) this.#look([worker]);
    leave(slot);
  }

  #tick(): void {
    this.#look(slots);
    // A request whose client went away may end without a word.
    if (++this.#ticks % 40 !== 0) return;
    for (const [slot, worker] of slots.entries()) if (worker?.isGone?.()) leave(slot);
  }

  #look(by: (Worker | null)[]): void {
    const [from, until] = [this.#seen, performance.now()];
    const computed = computedMs();
    const ms = Math.min(until - from - TICK_MS, computed - this.#computed);
    this.#seen = until;
    this.#computed = computed;
    if (ms < HOLD_MS) return;
    const names = new Set(by.flatMap((worker) => worker?.workName() ?? []));
    this.#onHold({ ms: Math.round(ms), by: [...names].slice(0, MAX_NAMES) }, { from, until });
  }
}
