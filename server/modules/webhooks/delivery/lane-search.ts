/** Finds lanes without a notification to this process: due retries, expired leases, events of other processes. */
import type { Queryable } from '#kernel/db/db.ts';
import type { Kernel } from '#kernel/module.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { findLanes, LANE_DUE, type Place, TIDYING_DUE, tidyBehind, tidyHeld, wakeDue } from './lanes.sql.ts';
import type { Lane, Lanes } from './lanes.ts';

const LANES_PER_LOOK = 500;
const WAKE_AT_MOST = 1_000;
/** A process that knows as many lanes searches for more of them less often. */
const MANY_LANES = 1_000;
const SEARCH_WITH_MANY_MS = 1_000;
const FORGET_EVERY_MS = 60_000;

type Watched = Pick<Kernel, 'clock' | 'log' | 'poller'>;

/** Offers the lanes that it finds to `lanes`. */
export function startLaneSearch(kernel: Watched, worker: Queryable, lanes: Lanes, onFound: () => void): Loop {
  let last: Lane | null = null;
  let searchAt = 0;
  let forgotAt = 0;

  async function search(now: Date): Promise<Lane[]> {
    if (now.getTime() < searchAt) return [];
    searchAt = lanes.queued > MANY_LANES ? now.getTime() + SEARCH_WITH_MANY_MS : 0;
    const found = await findLanes(worker, last, LANES_PER_LOOK);
    last = found.length === LANES_PER_LOOK ? found.at(-1)! : null;
    return found;
  }

  return startDueLoop(kernel, {
    name: 'webhook lanes',
    due: LANE_DUE,
    round: async () => {
      const now = kernel.clock();
      if (performance.now() > forgotAt + FORGET_EVERY_MS) {
        forgotAt = performance.now();
        lanes.forgetFailed();
      }
      const woken = await wakeDue(worker, now, WAKE_AT_MOST);
      const found = await search(now);
      for (const lane of [...woken.lanes, ...found]) lanes.offer(lane);
      if (woken.count + found.length > 0) onFound();
      // A tenant's retries of an outage may all be due at once, and those of others come behind them.
      return woken.count === WAKE_AT_MOST;
    },
  });
}

/** Repairs deliveries that wait without a reason. */
export function startTidying(kernel: Watched, worker: Queryable): Loop {
  let lastHeld: Lane | null = null;
  let last: Place | null = null;
  return startDueLoop(kernel, {
    name: 'webhook deliveries that wait',
    due: TIDYING_DUE,
    isCostly: true,
    round: async () => {
      const now = kernel.clock();
      lastHeld = await tidyHeld(worker, now, lastHeld, LANES_PER_LOOK);
      last = await tidyBehind(worker, now, last, LANES_PER_LOOK);
      return false;
    },
  });
}
