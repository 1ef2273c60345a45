/**
 * Detects holds of the event loop, and the work that caused them: every other request of this process waits meanwhile. Measured
 * in CPU time of the thread, so that a busy machine alone is no hold.
 */
const TICK_MS = 25;
export const HOLD_MS = 50;
/** The most names in a report; more would say nothing. */
const MAX_NAMES = 16;

export type Hold = { ms: number; by: string[] };
/** A period on the clock of performance.now(). */
export type Stretch = { from: number; until: number };
export type OnHold = (hold: Hold, during: Stretch) => void;
/** Work that may hold the loop while it is active; its name is read only after a hold. */
export type Worker = { workName(): string; isGone?(): boolean };

/** CPU time of this thread, in milliseconds. */
export function computedMs(): number {
  // Linux updates a thread's CPU time at each tick, every 4 to 10 ms; reading that of the whole process updates it now.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

// Slots are reused. The tables that a Set outgrows keep their former elements alive until a major collection; with one element
// per request, that doubles the work of the garbage collector.
const slots: (Worker | null)[] = [];
const free: number[] = [];

/** Returns the slot, which `endWork` needs. */
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

  /** Attributes a hold since the last check to this worker. */
  endWork(slot: number, worker: Worker): void {
    // The worker was removed as gone, and its slot may belong to another.
    if (slots[slot] !== worker) return;
    const isWatching = this.#timer !== undefined;
    if (isWatching && performance.now() - this.#seen > HOLD_MS + TICK_MS) this.#check([worker]);
    leave(slot);
  }

  #tick(): void {
    this.#check(slots);
    // A request whose client disconnected may end without notice.
    if (++this.#ticks % 40 !== 0) return;
    for (const [slot, worker] of slots.entries()) if (worker?.isGone?.()) leave(slot);
  }

  #check(by: (Worker | null)[]): void {
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
