/** The state of one process: its leased lanes, its attempts under way, and outcomes that are not recorded yet. */

import type { Signing } from '../sending/message.ts';
import type { Endpoint } from './claims.sql.ts';
import type { Lane } from './lanes.ts';

/**
 * A lane on which this process has a lease, and how many of its deliveries are under way or not yet recorded. Opening what signs
 * takes as long as signing, so it stays open during the lease.
 */
export type LeasedLane = {
  lane: Lane;
  open: number;
  opened?: { endpoint: Endpoint; signing: Signing | null };
};
/** One attempt. `landed`: it has ended, though its outcome may not be recorded yet. */
export type Flight = { leased: LeasedLane; since: number; isSlow: boolean; landed?: true };

/**
 * The next claim waits until a fifth of the quick attempts have ended: a claim for each free place would cost more than it gains.
 */
const QUICK_PER_ENDED = 4;

export class InFlight {
  /** By subscription. */
  readonly leased = new Map<string, LeasedLane>();
  /** By delivery. */
  readonly #flights = new Map<string, Flight>();
  /** Quick attempts that have begun and not ended, and all attempts that have ended since the last claim. */
  #quick = 0;
  #ended = 0;
  #whenEmpty = () => {};

  get size(): number {
    return this.#flights.size;
  }

  leasedFor(deliveryId: string): LeasedLane {
    return this.#flights.get(deliveryId)!.leased;
  }

  begin(deliveryId: string, leased: LeasedLane, now: number): Flight {
    const flight: Flight = { leased, since: now, isSlow: false };
    leased.open += 1;
    this.#flights.set(deliveryId, flight);
    this.#quick += 1;
    return flight;
  }

  land(flight: Flight): void {
    flight.landed = true;
    this.#ended += 1;
    if (!flight.isSlow) this.#quick -= 1;
  }

  /** Marks the attempts that have taken longer than `after`, and returns how many those are. */
  markSlow(now: number, after: number): number {
    let count = 0;
    for (const flight of this.#flights.values()) {
      if (flight.isSlow || flight.landed || now - flight.since < after) continue;
      flight.isSlow = true;
      this.#quick -= 1;
      count += 1;
    }
    return count;
  }

  /** Removes deliveries whose outcome is recorded, or whose attempt never began. */
  forget(deliveryIds: string[]): void {
    for (const id of deliveryIds) {
      this.#flights.get(id)!.leased.open -= 1;
      this.#flights.delete(id);
    }
    if (this.size === 0) this.#whenEmpty();
  }

  /** Deliveries of these lanes that are under way or not recorded yet, even if the lease was lost and regained since. */
  openIn(lanes: Lane[]): string[] {
    const asked = new Set(lanes.map((lane) => lane.subscriptionId));
    return [...this.#flights]
      .filter(([, { leased }]) => asked.has(leased.lane.subscriptionId))
      .map(([id]) => id);
  }

  get isClaimWorthIt(): boolean {
    return this.#ended * QUICK_PER_ENDED >= this.#quick;
  }

  claimed(): void {
    this.#ended = 0;
  }

  empty(): Promise<void> {
    if (this.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenEmpty = resolve;
    });
  }
}
