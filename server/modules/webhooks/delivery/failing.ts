/**
 * Notes which subscriptions fail and which work again, beside the outcomes and not before them: a tenant that has locked a subscription
 * keeps no outcome waiting. Knows those that fail, so that a success among thousands costs nothing unless it ends a failure.
 */
import type { Queryable } from '#kernel/db/db.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import type { Lane } from './lanes.ts';
import type { Outcome } from './settle.sql.ts';
import { findFailing, markFailing, markRecovered, noteFailures } from './warnings.sql.ts';

const REFRESH_MS = 1_000;
/** Others are marked as recovered once there is room. */
const KNOWN_AT_MOST = 10_000;
/** Subscriptions that were locked are tried again after this time. */
const LOCKED_MS = 1_000;
const IDLE_MS = 60_000;

export type Failing = Pick<Loop, 'stop'> & {
  /** Takes note of a batch of outcomes in their order; `down` are the lanes that now count as down. */
  note(outcomes: Pick<Outcome, 'lane' | 'state'>[], down: Lane[]): void;
};

/** Lanes by subscription. */
type LaneMap = Map<string, Lane>;
const add = (lanes: LaneMap, lane: Lane) => lanes.set(lane.subscriptionId, lane);

export function watchFailing({ clock, log }: Pick<Kernel, 'clock' | 'log'>, worker: Queryable): Failing {
  let known = new Set<string>();
  let readAt = Number.NEGATIVE_INFINITY;
  // A lane in both went down and works again.
  const down: LaneMap = new Map();
  const working: LaneMap = new Map();
  const failed: LaneMap = new Map();

  /** Other processes mark subscriptions, too. */
  async function refresh(): Promise<void> {
    if (performance.now() - readAt < REFRESH_MS) return;
    known = new Set((await findFailing(worker, KNOWN_AT_MOST)).map((lane) => lane.subscriptionId));
    readAt = performance.now();
  }

  async function recordFailures(now: Date): Promise<void> {
    const [wentDown, gaveUp] = [take(down), take(failed)];
    try {
      const locked = new Set((await markFailing(worker, now, wentDown)).map((lane) => lane.subscriptionId));
      const failing = wentDown.filter(({ subscriptionId }) => !locked.has(subscriptionId));
      await noteFailures(worker, now, { failing, failed: gaveUp });
      // A success may come before the set is read again.
      for (const lane of failing) known.add(lane.subscriptionId);
      for (const lane of wentDown) if (locked.has(lane.subscriptionId)) add(down, lane);
    } catch (error) {
      for (const lane of wentDown) add(down, lane);
      for (const lane of gaveUp) add(failed, lane);
      throw error;
    }
  }

  async function recordRecoveries(now: Date): Promise<void> {
    const recovered = take(working, ({ subscriptionId }) => !down.has(subscriptionId));
    const backAgain = (lanes: Lane[]) => {
      for (const lane of lanes) if (!down.has(lane.subscriptionId)) add(working, lane);
    };
    try {
      const locked = await markRecovered(worker, now, recovered);
      for (const lane of recovered) known.delete(lane.subscriptionId);
      backAgain(locked);
      for (const lane of locked) known.add(lane.subscriptionId);
    } catch (error) {
      backAgain(recovered);
      throw error;
    }
  }

  async function round(): Promise<boolean> {
    if (working.size > 0) await refresh();
    for (const id of working.keys()) if (!known.has(id) && !down.has(id)) working.delete(id);
    if (down.size + failed.size > 0) await recordFailures(clock());
    if (working.size > 0) await recordRecoveries(clock());
    return false;
  }

  const isLeft = () => down.size + failed.size + working.size > 0;
  const loop = startLoop({
    name: 'webhook failures',
    idleMs: () => (isLeft() ? LOCKED_MS : IDLE_MS),
    log,
    round,
  });
  return {
    note(outcomes, wentDown) {
      const last = new Map(outcomes.map(({ lane, state }) => [lane.subscriptionId, state]));
      for (const { lane, state } of outcomes) {
        if (state === 'delivered') add(working, lane);
        if (state === 'failed') add(failed, lane);
      }
      for (const lane of wentDown) {
        add(down, lane);
        if (last.get(lane.subscriptionId) !== 'delivered') working.delete(lane.subscriptionId);
      }
      if (isLeft()) loop.wake();
    },
    async stop() {
      await loop.stop();
      if (!isLeft()) return;
      await round().catch((error) =>
        log.warn({ err: error }, 'warnings about failing subscriptions were not noted'),
      );
    },
  };
}

function take(lanes: LaneMap, isWanted: (lane: Lane) => boolean = () => true): Lane[] {
  const taken = [...lanes.values()].filter(isWanted);
  for (const { subscriptionId } of taken) lanes.delete(subscriptionId);
  return taken;
}
