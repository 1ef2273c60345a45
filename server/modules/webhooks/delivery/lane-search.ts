/** Finds lanes without a notification to this process: due retries, expired leases, events of other processes. */
import type { Queryable } from '#kernel/db/db.ts';
import { findLanes, type Place, tidyBehind, tidyHeld, wakeDue } from './lanes.sql.ts';
import type { Lane, Lanes } from './lanes.ts';

export const POLL_MS = 200;
const LANES_PER_LOOK = 500;
const WAKE_AT_MOST = 1_000;
const TIDY_EVERY_MS = 1_000;
/** A process that knows as many lanes searches for more of them less often. */
const MANY_LANES = 1_000;
const SEARCH_WITH_MANY_MS = 1_000;

/** Offers the lanes it finds to `lanes`, and returns whether it found any. Does nothing between two searches. */
export function createLaneSearch(worker: Queryable, lanes: Lanes): (now: Date) => Promise<boolean> {
  let lastLane: Lane | null = null;
  let lastBehind: Place | null = null;
  let wakeAt = 0;
  let searchAt = 0;
  let tidyAt = 0;
  return async (now) => {
    if (now.getTime() < wakeAt) return false;
    if (now.getTime() >= tidyAt) {
      await tidyHeld(worker, now, LANES_PER_LOOK);
      lastBehind = await tidyBehind(worker, now, lastBehind, LANES_PER_LOOK);
      tidyAt = now.getTime() + TIDY_EVERY_MS;
    }
    const woken = await wakeDue(worker, now, WAKE_AT_MOST);
    wakeAt = now.getTime() + (woken.length === WAKE_AT_MOST ? 0 : POLL_MS);
    const found = await search(now);
    for (const lane of [...woken, ...found]) lanes.offer(lane);
    return woken.length + found.length > 0;
  };

  async function search(now: Date): Promise<Lane[]> {
    if (now.getTime() < searchAt) return [];
    searchAt = now.getTime() + (lanes.queued > MANY_LANES ? SEARCH_WITH_MANY_MS : POLL_MS);
    const found = await findLanes(worker, lastLane, LANES_PER_LOOK);
    lastLane = found.length === LANES_PER_LOOK ? found.at(-1)! : null;
    return found;
  }
}
