/** Computing in slices by time, so that whoever else this process serves gets a turn every few milliseconds. */
import { setTimeout as sleep } from 'node:timers/promises';

const SLICE_MS = 5;

export class Slices {
  #since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#since > SLICE_MS;
  }

  /** Leaves as much time to others: a request of theirs takes several turns of the loop. */
  async next(): Promise<void> {
    await sleep(SLICE_MS);
    this.#since = performance.now();
  }

  /** A turn for others if it is time for one: between two things that must each be done at once. */
  async pause(): Promise<void> {
    if (this.isOver) await this.next();
  }

  async map<T, U>(all: Iterable<T>, change: (one: T) => U): Promise<U[]> {
    const changed: U[] = [];
    for await (const one of this.each(all)) changed.push(change(one));
    return changed;
  }

  /** Each of them, with a turn for others in between. */
  async *each<T>(all: Iterable<T>): AsyncGenerator<T> {
    for (const one of all) {
      if (this.isOver) await this.next();
      yield one;
    }
  }
}
