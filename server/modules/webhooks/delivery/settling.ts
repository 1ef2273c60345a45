/** Records outcomes in batches, and releases the lanes that have nothing left. */
import { setTimeout as sleep } from 'node:timers/promises';
import { crashPoint } from '#kernel/crash.ts';
import type { Queryable } from '#kernel/db/db.ts';
import { isOutage } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import type { Failing } from './failing.ts';
import type { InFlight, LeasedLane } from './in-flight.ts';
import type { Lane, Lanes } from './lanes.ts';
import { type Outcome, postpone, recordCancelled, settle } from './settle.sql.ts';

const SETTLE_AT_MOST = 500;
/** Outcomes wait this long to be recorded in one batch. */
const GATHER_MS = 10;
/** Outcomes that another transaction keeps from being recorded are tried again after this time. */
const LOCKED_MS = 50;
const LONGEST_WAIT_MS = 240 * 60_000;
const BARE = {
  message: 'The details of this attempt could not be stored.',
  ...{ address: null, timings: '{}', answerHeaders: '{}', answerBody: '' },
};
/** With more unrecorded outcomes than this, no further deliveries are claimed. */
const MAX_UNSETTLED = 2_000;

export type Settling = Loop & {
  add(outcome: Outcome): void;
  /** Releases a leased lane without deliveries to send. */
  vacate(leased: LeasedLane): void;
  /** Warns the tenant that the endpoint now counts as down. */
  warn(lane: Lane): void;
  isReleasing(subscriptionId: string): boolean;
  isBehind(): boolean;
};

type Settled = { freed: Lane[]; skipped: Set<string> };

export function startSettling(
  { clock, log }: Pick<Kernel, 'clock' | 'log'>,
  worker: Queryable,
  {
    holder,
    lanes,
    inFlight,
    failing,
  }: { holder: string; lanes: Lanes; inFlight: InFlight; failing: Failing },
  onSettled: () => void,
): Settling {
  let outcomes: Outcome[] = [];
  const down: Lane[] = [];
  const vacated: LeasedLane[] = [];
  let releasing = new Set<string>();

  const loop = startLoop({
    name: 'webhook outcomes',
    idleMs: 60_000,
    log,
    round: async () => {
      if (outcomes.length === 0 && vacated.length === 0) return false;
      if (outcomes.length < SETTLE_AT_MOST) await sleep(GATHER_MS);
      const batch = outcomes.slice(0, SETTLE_AT_MOST);
      const done = batch.map((outcome) => inFlight.leasedFor(outcome.id));
      // Removes the lanes before the release: a claim may add others meanwhile.
      const emptied = vacated.splice(0);
      const idleLanes = findIdle([...done, ...emptied], done);
      releasing = new Set(idleLanes.map((lane) => lane.subscriptionId));
      let settled: Settled;
      try {
        settled = await settleAll(batch, idleLanes);
        crashPoint('after_settle');
      } catch (error) {
        vacated.push(...emptied);
        throw error;
      } finally {
        releasing = new Set();
      }
      const { freed, skipped } = settled;
      const [left, over] = [true, false].map((is) => batch.filter(({ id }) => skipped.has(id) === is));
      const stillUsed = new Set(left!.map(({ lane }) => lane.subscriptionId));
      for (const { subscriptionId } of idleLanes) {
        if (!stillUsed.has(subscriptionId)) inFlight.leased.delete(subscriptionId);
      }
      for (const lane of freed) lanes.offer(lane, 1);
      // Behind the others, whose batch does not wait for them.
      outcomes = [...outcomes.slice(batch.length), ...left!];
      inFlight.forget(over!.map(({ id }) => id));
      failing.note(over!, down.splice(0));
      onSettled();
      if (outcomes.length > 0 && outcomes.length === left!.length) await sleep(LOCKED_MS);
      return outcomes.length > 0;
    },
  });

  /** The lanes among `candidates` that are empty once `done` are recorded. */
  function findIdle(candidates: LeasedLane[], done: LeasedLane[]): Lane[] {
    const left = new Map(candidates.map((each) => [each, each.open]));
    for (const each of done) left.set(each, left.get(each)! - 1);
    return [...left]
      .filter(([each, open]) => open === 0 && lanes.isIdle(each.lane))
      .map(([each]) => each.lane);
  }

  /**
   * An outcome that cannot be recorded must not block the others: a batch that fails, or takes too long, is halved. Returns the lanes
   * in which a delivery waited for one of these, and the outcomes that are still to be recorded.
   */
  async function settleAll(batch: Outcome[], idleLanes: Lane[]): Promise<Settled> {
    try {
      const { recorded, skipped, freed } = await settle(worker, holder, batch, idleLanes, clock());
      const others = batch.filter(({ id }) => !recorded.has(id) && !skipped.has(id));
      if (others.length > 0) await recordCancelled(worker, others, clock());
      return { freed, skipped };
    } catch (error) {
      if (isOutage(error)) throw error;
      // Without a release: an idle lane whose lease expires is free.
      if (batch.length === 1) await recordBare(batch[0]!, error);
      const half = Math.ceil(batch.length / 2);
      const halves = batch.length > 1 ? [batch.slice(0, half), batch.slice(half)] : [];
      const settled: Settled = { freed: [], skipped: new Set() };
      for (const each of halves) {
        const { freed, skipped } = await settleAll(each, []);
        settled.freed.push(...freed);
        for (const id of skipped) settled.skipped.add(id);
      }
      return settled;
    }
  }

  /**
   * Records the outcome without what the receiver sent. If that fails too, the attempt counts and the delivery waits as after a
   * failure, so that it is not sent again at once and without end.
   */
  async function recordBare(outcome: Outcome, error: unknown): Promise<void> {
    log.error({ err: error, deliveryId: outcome.id }, 'an outcome could not be recorded');
    try {
      const { recorded } = await settle(worker, holder, [{ ...outcome, ...BARE }], [], clock());
      if (recorded.size > 0) return;
    } catch {}
    const nextAt = outcome.nextAt ?? new Date(clock().getTime() + LONGEST_WAIT_MS);
    await postpone(worker, holder, { ...outcome, nextAt }).catch((problem) =>
      log.error({ err: problem, deliveryId: outcome.id }, 'a delivery could not be postponed'),
    );
  }

  return {
    wake: () => loop.wake(),
    stop: () => loop.stop(),
    add(outcome) {
      outcomes.push(outcome);
      loop.wake();
    },
    vacate(leased) {
      vacated.push(leased);
      loop.wake();
    },
    warn: (lane) => void down.push(lane),
    isReleasing: (subscriptionId) => releasing.has(subscriptionId),
    isBehind: () => outcomes.length > MAX_UNSETTLED,
  };
}
