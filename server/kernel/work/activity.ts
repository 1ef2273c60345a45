/** Tells background work that orders are placed at this moment, in this process or in a sibling, so that it leaves processors to them. */
import { SharedCount } from '#kernel/siblings/siblings.ts';

/** Orders are placed "at this moment" if the latest came within this time; siblings are told half as often. */
const RECENT_MS = 1_000;

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
}

/** Orders and whatever else is written in batches of several tenants. */
export const placing = new Activity('placing');
