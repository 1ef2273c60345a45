/** A queue for work with limited concurrency, which refuses work that would wait too long. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, REFUSAL_DELAY_MS, unavailable } from '#kernel/errors.ts';
import { Circle, type Party } from '#kernel/work/circle.ts';

export type FairQueueOptions = {
  atOnce: number;
  /** The most waiting calls of one party, by its full name; more get 429 after a delay. */
  waitingOfParty: number;
  /** The most waiting calls of all parties; beyond it the last of the longest queue gets 503, which keeps memory bounded. */
  waiting: number;
  refusal: string;
};

type Waiter = { start(): void; refuse(error: AppError): void };

export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #waiters = new Circle<Waiter>();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** All parties of one queue have the same number of names. */
  async run<T>(party: Party, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#options.atOnce) this.#running++;
    else await this.#wait(party);
    try {
      return await work();
    } finally {
      // The next waiting call takes over this slot; releasing it first would let a newcomer in between.
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
