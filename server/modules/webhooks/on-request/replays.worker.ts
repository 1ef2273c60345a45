/**
 * Processes replays step by step. Each step commits its deliveries and its position together, so a crash loses and duplicates
 * nothing.
 */
import type { Tx } from '#kernel/db/db.ts';
import type { Kernel } from '#kernel/module.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import type { Lane } from '../delivery/lanes.ts';
import {
  advanceReplay,
  claimReplay,
  countOpenReplayed,
  endReplay,
  isEventPending,
  queueStretch,
  REPLAY_DUE,
  type ReplayStep,
} from './replay-steps.sql.ts';

/** A replay whose subscription has many open deliveries, or has had all events so far, waits this long. */
const PAUSE_MS = 200;
const AGAIN_AFTER_MS = 60_000;
/** Few deliveries of a replay are open at once, so that live events of the same subscription hardly wait behind them. */
export const OPEN_AT_MOST = 300;
const WORTH_A_STEP = 50;
const EVENTS_PER_STEP = 2_000;
/** A transaction that began before the end of the replay may still commit its event. */
const LATE_COMMIT_MS = 5_000;

export function startReplays(kernel: Kernel, offer: (lane: Lane) => void): Loop {
  const { db, clock, log } = kernel;
  let lastTenant = BEFORE_ALL;
  return startDueLoop(kernel, {
    name: 'webhook replays',
    due: REPLAY_DUE,
    round: async () => {
      const turn: { replay?: ReplayStep } = {};
      // Before the step, so that the next round begins with another tenant even if this step fails.
      const takeTurn = (replay: ReplayStep) => {
        turn.replay = replay;
        lastTenant = replay.tenant_id;
      };
      try {
        const step = await db.acrossTenants((tx) => stepReplay(tx, clock(), lastTenant, takeTurn));
        if (step === null) return false;
        if (step.queued > 0) offer(step.lane);
      } catch (error) {
        const { replay } = turn;
        if (replay === undefined) throw error;
        log.warn({ err: error, replayId: replay.id }, 'a step of a replay failed; it is tried again');
        const later = new Date(clock().getTime() + AGAIN_AFTER_MS);
        await db.acrossTenants((tx) => advanceReplay(tx, replay, NOTHING, later));
      }
      return true;
    },
  });
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Takes a step for the next tenant after `lastTenant`, so that tenants take turns. Null when no replay is due. */
export async function stepReplay(
  tx: Tx,
  now: Date,
  lastTenant = BEFORE_ALL,
  takeTurn = (_replay: ReplayStep) => {},
): Promise<{ lane: Lane; queued: number } | null> {
  const replay = (await claimReplay(tx, now, lastTenant)) ?? (await claimReplay(tx, now, BEFORE_ALL));
  if (replay === undefined) return null;
  takeTurn(replay);
  const lane = { tenantId: replay.tenant_id, subscriptionId: replay.subscription_id };
  const later = new Date(now.getTime() + PAUSE_MS);
  if (replay.active === null) {
    await endReplay(tx, replay, 'cancelled', now);
    return { lane, queued: 0 };
  }
  const room = OPEN_AT_MOST - (await countOpenReplayed(tx, replay, OPEN_AT_MOST));
  if (!replay.active || room < WORTH_A_STEP) {
    await advanceReplay(tx, replay, NOTHING, later);
    return { lane, queued: 0 };
  }
  const stretch = await queueStretch(tx, replay, now, { look: EVENTS_PER_STEP, room });
  await advanceReplay(tx, replay, stretch, stretch.exhausted ? later : now);
  if (stretch.exhausted && (await isComplete(tx, replay, now))) {
    await endReplay(tx, replay, 'done', now);
  }
  return { lane, queued: stretch.queued };
}

async function isComplete(tx: Tx, { tenant_id, until }: ReplayStep, now: Date): Promise<boolean> {
  return now.getTime() >= until.getTime() + LATE_COMMIT_MS && !(await isEventPending(tx, tenant_id, until));
}

const NOTHING = { matched: 0, queued: 0, reached: null, reached_at: null };
