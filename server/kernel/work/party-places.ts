/**
 * Places for the batches of a party, over all its queues. Each queue rests after a batch, but the queues of one flood would take
 * turns at working, and together they would never rest.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** The rest as a part of the batch's duration. */
const REST = 0.5;
const LONGEST_REST_MS = 50;

type Places = { used: number; waiting: (() => void)[] };

export class PartyPlaces {
  readonly #most: number;
  /** Only parties with a batch under way. */
  readonly #places = new Map<string, Places>();

  /** `most` batches of a party run side by side. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Runs a batch in its turn. A place rests before the next batch that waits for it, and the caller does not wait for that. */
  async run<T>(party: string, batch: () => Promise<T>): Promise<T> {
    const places = this.#places.get(party) ?? { used: 0, waiting: [] };
    this.#places.set(party, places);
    if (places.used < this.#most) places.used += 1;
    else await new Promise<void>((begin) => places.waiting.push(begin));
    const began = performance.now();
    try {
      return await batch();
    } finally {
      void this.#pass(party, places, performance.now() - began);
    }
  }

  async #pass(party: string, places: Places, tookMs: number): Promise<void> {
    if (places.waiting.length > 0) await sleep(Math.min(LONGEST_REST_MS, tookMs * REST));
    const next = places.waiting.shift();
    if (next !== undefined) return next();
    places.used -= 1;
    if (places.used === 0) this.#places.delete(party);
  }
}
