/** Tells background work that orders are placed at this moment, in this process or in a sibling, so that it leaves processors to them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SharedCount } from '#kernel/siblings/siblings.ts';

/** Orders are placed "at this moment" if the latest came within this time; siblings are told half as often. */
const RECENT_MS = 1_000;

/** The rest as a multiple of the batch's duration: it leaves five parts in six of the processors. */
const REST = 5;
const LONGEST_REST_MS = 5_000;
const REST_STEP_MS = 50;

export class Activity {
  readonly #shared: SharedCount;
  #latestAt = Number.NEGATIVE_INFINITY;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(name: string) {
    this.#shared = new SharedCount('spent', `activity: ${name}`, () => {
      this.#latestAt = performance.now();
    });
  }

  note(): void {
    this.#latestAt = performance.now();
    if (this.#latestAt - this.#toldAt < RECENT_MS / 2) return;
    this.#toldAt = this.#latestAt;
    this.#shared.add('', 1);
  }

  get isRecent(): boolean {
    return performance.now() - this.#latestAt < RECENT_MS;
  }

  /** The rest of background work after a batch that took so long; it ends with the activity. */
  async restAfter(tookMs: number): Promise<void> {
    const end = performance.now() + Math.min(LONGEST_REST_MS, tookMs * REST);
    while (this.isRecent && performance.now() < end) await sleep(REST_STEP_MS);
  }
}

/** Orders and whatever else is written in batches of several tenants. */
export const placing = new Activity('placing');
