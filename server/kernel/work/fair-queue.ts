/**
 * A queue for work that only a few can do at once: the parties that wait take turns, so a flood of one costs another a turn of
 * waiting, never its place.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, REFUSAL_DELAY_MS, unavailable } from '#kernel/errors.ts';

/** Who waits, from the outside in, such as a network and an address: turns go round the networks, and within each round its addresses. */
export type Party = string[];

export type FairQueueOptions = {
  atOnce: number;
  /** Of one party, named in full; more get 429, late. */
  waitingOfParty: number;
  /** Of all together; beyond it the last of the longest queue gets 503, which keeps memory bounded. */
  waiting: number;
  refusal: string;
};

type Waiter = { start(): void; refuse(error: AppError): void };

export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #waiters = new Circle();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** The parties of one queue have as many names each. */
  async run<T>(party: Party, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce) this.#running++;
    else await this.#wait(party);
    try {
      return await work();
    } finally {
      // Whoever waits takes over this place; giving it up first would let a newcomer in between.
      if (this.#waiters.size > 0) this.#waiters.takeNext().start();
      else this.#running--;
    }
  }

  async #wait(party: Party): Promise<void> {
    const { waitingOfParty, waiting, refusal } = this.#options;
    if (this.#waiters.sizeOf(party) >= waitingOfParty) {
      await sleep(REFUSAL_DELAY_MS);
      throw new AppError('rate_limited', refusal, undefined, { 'retry-after': '1' });
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiters.add(party, { start: resolve, refuse: reject });
    if (this.#waiters.size > waiting) this.#waiters.takeLastOfLongest().refuse(unavailable(refusal));
    return promise;
  }
}

/** Those who wait under one name, each part in its turn; a part is forgotten when nobody waits in it. */
class Circle {
  size = 0;
  readonly #waiters: Waiter[] = [];
  /** A map keeps its order: the first is next, and goes to the end after its turn. */
  readonly #parts = new Map<string, Circle>();

  sizeOf([name, ...rest]: Party): number {
    return name === undefined ? this.size : (this.#parts.get(name)?.sizeOf(rest) ?? 0);
  }

  add([name, ...rest]: Party, waiter: Waiter): void {
    this.size++;
    if (name === undefined) return void this.#waiters.push(waiter);
    const part = this.#parts.get(name) ?? new Circle();
    this.#parts.set(name, part);
    part.add(rest, waiter);
  }

  takeNext(): Waiter {
    this.size--;
    const [first] = this.#parts;
    if (first === undefined) return this.#waiters.shift()!;
    const [name, part] = first;
    const next = part.takeNext();
    this.#parts.delete(name);
    if (part.size > 0) this.#parts.set(name, part);
    return next;
  }

  takeLastOfLongest(): Waiter {
    this.size--;
    if (this.#parts.size === 0) return this.#waiters.pop()!;
    // Of several that are as long, the one that came last.
    const [name, longest] = [...this.#parts].reduce((a, b) => (b[1].size >= a[1].size ? b : a));
    const last = longest.takeLastOfLongest();
    if (longest.size === 0) this.#parts.delete(name);
    return last;
  }
}
