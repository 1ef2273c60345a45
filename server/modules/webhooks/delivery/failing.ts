/** Knows which subscriptions are failing, so that a success among thousands costs nothing unless it ends a failure. */
import type { Queryable } from '#kernel/db/db.ts';
import type { Lane } from './lanes.ts';
import type { Outcome } from './settle.sql.ts';
import { findFailing, markFailing, markRecovered, noteFailures } from './warnings.sql.ts';

const REFRESH_MS = 1_000;
/** Others are marked as recovered once there is room. */
const KNOWN_AT_MOST = 10_000;

export type Failing = {
  /** Records the failures and recoveries in a batch of outcomes; `down` are the lanes that now count as down. */
  record(outcomes: Outcome[], down: Lane[], now: Date): Promise<void>;
};

export function watchFailing(worker: Queryable): Failing {
  let known = new Set<string>();
  let readAt = Number.NEGATIVE_INFINITY;
  /** Other processes mark subscriptions, too. */
  async function refresh(): Promise<void> {
    if (performance.now() - readAt < REFRESH_MS) return;
    known = new Set((await findFailing(worker, KNOWN_AT_MOST)).map((lane) => lane.subscriptionId));
    readAt = performance.now();
  }

  return {
    async record(outcomes, down, now) {
      if (outcomes.some(({ state }) => state === 'delivered')) await refresh();
      const lanesOf = (state: Outcome['state'], isWanted: (lane: Lane) => boolean) => {
        const found = outcomes.filter((outcome) => outcome.state === state && isWanted(outcome.lane));
        return [...new Map(found.map(({ lane }) => [lane.subscriptionId, lane])).values()];
      };
      const recovered = lanesOf('delivered', (lane) => known.has(lane.subscriptionId));
      const failed = lanesOf('failed', () => true);
      if (down.length > 0) {
        await markFailing(worker, now, down);
        // A success may come before the set is read again.
        for (const lane of down) known.add(lane.subscriptionId);
      }
      if (down.length > 0 || failed.length > 0) await noteFailures(worker, now, { failing: down, failed });
      if (recovered.length > 0) {
        await markRecovered(worker, now, recovered);
        for (const lane of recovered) known.delete(lane.subscriptionId);
      }
    },
  };
}
