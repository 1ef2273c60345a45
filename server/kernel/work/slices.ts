/** Computing in slices of time, so that other work of this process runs every few milliseconds. */
import { setTimeout as sleep } from 'node:timers/promises';

const SLICE_MS = 5;

export class Slices {
  #since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#since > SLICE_MS;
  }

  /** Pauses as long as a slice lasts: another request needs several turns of the event loop. */
  async next(): Promise<void> {
    await sleep(SLICE_MS);
    this.#since = performance.now();
  }

  /** Pauses if the slice is over: call it between two steps that cannot be interrupted. */
  async pause(): Promise<void> {
    if (this.isOver) await this.next();
  }

  async map<T, U>(all: Iterable<T>, change: (one: T) => U): Promise<U[]> {
    const changed: U[] = [];
    for await (const one of this.each(all)) changed.push(change(one));
    return changed;
  }

  /** Yields each element, with pauses for other work in between. */
  async *each<T>(all: Iterable<T>): AsyncGenerator<T> {
    for (const one of all) {
      if (this.isOver) await this.next();
      yield one;
    }
  }
}
