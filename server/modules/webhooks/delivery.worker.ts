/** Claims what is due lane by lane, sends it outside any transaction, and records outcomes in batches. */
import { crashPoint } from '#kernel/crash.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { Rounds } from '#kernel/work/rounds.ts';
import { type ClaimedLane, claimReady, releaseAll, renewLeases } from './claims.sql.ts';
import { attempt, openSecrets, type Sending } from './delivery.ts';
import { findLanes, tidyHeld, wakeDue } from './lanes.sql.ts';
import { type Lane, Lanes } from './lanes.ts';
import type { Sender } from './send.ts';
import { type Outcome, recordCancelled, settle } from './settle.sql.ts';
import { noteFailures } from './warnings.sql.ts';

/** Longer than the deadline of an attempt, and renewed while its worker lives. */
const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 10_000;
/** How often to look for retries that became due and for lanes that another process filled. */
const LOOK_EVERY_MS = 200;
const LANES_PER_LOOK = 500;
const TIDY_EVERY_MS = 1_000;
const SLOW_AFTER_MS = 1_000;
const WAKE_AT_MOST = 1_000;
const SETTLE_AT_MOST = 500;
/** Outcomes wait this long for company. */
const GATHER_MS = 10;

/** A lane on which this process has a lease, and how many of its deliveries are under way or not yet recorded. */
type Held = { lane: Lane; open: number };
type InFlight = { held: Held; since: number; isSlow: boolean; landed?: true };

/** Over, though not yet recorded; tells whether it had come to count as slow. */
function land(flight: InFlight): boolean {
  flight.landed = true;
  return flight.isSlow;
}

export type DeliveryWorker = Loop & { offer(lanes: Lane[]): void };

export function startDeliveryWorker(kernel: Kernel, sender: Sender): DeliveryWorker {
  const { db, clock, log, metrics, config } = kernel;
  const deps = { sender, clock, retryScale: config.retryScale };
  const holder = newId();
  const leaseFrom = (now: Date) => ({ holder, until: new Date(now.getTime() + LEASE_MS) });
  // Each of the statements below is a transaction of its own.
  const across = { query: db.acrossTenantsQuery };
  const lanes = new Lanes();
  const rounds = new Rounds(BEGUN_IN_A_ROUND);
  /** By subscription. */
  const held = new Map<string, Held>();
  /** Lanes whose lease is being given back at this moment. */
  let releasing = new Set<string>();
  const inFlight = new Map<string, InFlight>();
  const timings: Record<string, { observe(seconds: number): void }> = {};
  const timingsOf = (outcome: string) => (timings[outcome] ??= metrics.attempts.series({ outcome }));
  let outcomes: Outcome[] = [];
  /** Endpoints that have just come to count as down: their tenants are to be told. */
  let failing: Lane[] = [];
  let lastLane: Lane | null = null;
  let lookAt = 0;
  let tidyAt = 0;
  let claimedAt = 0;
  /** Quick attempts that have begun and not ended; those that ended since the last claim; whether a lane was filled since then. */
  let underWay = 0;
  let ended = 0;
  let isFilled = false;
  let soon: NodeJS.Timeout | null = null;
  let idle = () => {};
  /** Lanes that were leased and turned out to have nothing to send. */
  const vacated: Held[] = [];
  const release = (ids: string[]) => {
    for (const id of ids) inFlight.delete(id);
    metrics.inFlight.set(inFlight.size);
    if (inFlight.size === 0) idle();
  };

  const settling = startLoop({
    name: 'webhook outcomes',
    idleMs: 60_000,
    log,
    round: async () => {
      if (outcomes.length === 0 && vacated.length === 0) return false;
      if (outcomes.length < SETTLE_AT_MOST) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      const batch = outcomes.slice(0, SETTLE_AT_MOST);
      const done = batch.map((outcome) => inFlight.get(outcome.id)!.held);
      // Taken out at once: a claim may add others while these are being given back.
      const emptied = vacated.splice(0);
      const idleLanes = findIdle([...done, ...emptied], done);
      releasing = new Set(idleLanes.map((lane) => lane.subscriptionId));
      try {
        await settleAll(batch, idleLanes);
        crashPoint('after_settle');
      } catch (error) {
        vacated.push(...emptied);
        throw error;
      } finally {
        releasing = new Set();
      }
      for (const each of done) each.open -= 1;
      for (const lane of idleLanes) held.delete(lane.subscriptionId);
      outcomes = outcomes.slice(batch.length);
      release(batch.map((outcome) => outcome.id));
      await warn(batch);
      claiming.wake();
      return outcomes.length > 0;
    },
  });

  /** Of these, the lanes with nothing left once those of `done` are recorded. */
  function findIdle(candidates: Held[], done: Held[]): Lane[] {
    const left = new Map(candidates.map((each) => [each, each.open]));
    for (const each of done) left.set(each, left.get(each)! - 1);
    return [...left]
      .filter(([each, open]) => open === 0 && lanes.isIdle(each.lane))
      .map(([each]) => each.lane);
  }

  /** One outcome that cannot be recorded must not hold up the others: its lease runs out, and it is sent again. */
  async function settleAll(batch: Outcome[], idleLanes: Lane[]): Promise<void> {
    try {
      const recorded = await settle(across, holder, batch, idleLanes, clock());
      const others = batch.filter((outcome) => !recorded.has(outcome.id));
      if (others.length > 0) await recordCancelled(across, others, clock());
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable') throw error;
      for (const outcome of batch) {
        await settle(across, holder, [outcome], [], clock()).catch((problem) =>
          log.error({ err: problem, deliveryId: outcome.id }, 'an outcome could not be recorded'),
        );
      }
    }
  }

  async function warn(batch: Outcome[]): Promise<void> {
    const failed = batch.filter(({ state }) => state === 'failed').map(({ lane }) => lane);
    if (failing.length === 0 && failed.length === 0) return;
    const warned = failing;
    failing = [];
    await noteFailures(across, clock(), { failing: warned, failed }).catch((error) =>
      log.warn({ err: error }, 'a warning about a failing subscription was not noted'),
    );
  }

  const renewing = startLoop({
    name: 'webhook leases',
    idleMs: RENEW_EVERY_MS,
    log,
    round: async () => {
      if (held.size === 0) return false;
      const before = [...held.values()];
      const still = await renewLeases(
        across,
        leaseFrom(clock()),
        before.map(({ lane }) => lane),
      );
      const kept = new Set(still.map((lane) => lane.subscriptionId));
      for (const { lane } of before) if (!kept.has(lane.subscriptionId)) held.delete(lane.subscriptionId);
      return false;
    },
  });

  /** What this process was not told of: retries that became due, leases that ran out, other processes' events. */
  async function look(now: Date): Promise<void> {
    if (now.getTime() < lookAt) return;
    for (const flight of inFlight.values()) {
      if (flight.isSlow || flight.landed || now.getTime() - flight.since < SLOW_AFTER_MS) continue;
      flight.isSlow = true;
      underWay -= 1;
      lanes.isSlow();
    }
    if (now.getTime() >= tidyAt) {
      await tidyHeld(across, now, LANES_PER_LOOK);
      tidyAt = now.getTime() + TIDY_EVERY_MS;
    }
    const woken = await wakeDue(across, now, WAKE_AT_MOST);
    const found = await findLanes(across, lastLane, LANES_PER_LOOK);
    for (const lane of [...woken, ...found]) lanes.offer(lane);
    isFilled ||= woken.length + found.length > 0;
    lastLane = found.length === LANES_PER_LOOK ? found.at(-1)! : null;
    lookAt = now.getTime() + (woken.length === WAKE_AT_MOST ? 0 : LOOK_EVERY_MS);
  }

  function send(claimed: ClaimedLane, now: number): void {
    const { quota, paced, deliveries, endpoint } = claimed;
    const retries = deliveries.filter((delivery) => delivery.attempts > 0).length;
    // A rate-limited lane is asked again when about one more may go.
    const freeAt = paced ? now + LOOK_EVERY_MS : null;
    lanes.took(quota, { fresh: deliveries.length - retries, retries }, freeAt);
    if (!claimed.isMine) return void held.delete(quota.subscriptionId);
    const lane = { tenantId: quota.tenantId, subscriptionId: quota.subscriptionId };
    const lease = held.get(lane.subscriptionId) ?? { lane, open: 0 };
    held.set(lane.subscriptionId, lease);
    if (deliveries.length === 0) {
      vacated.push(lease);
      settling.wake();
      return;
    }
    crashPoint('after_claim');
    lease.open += deliveries.length;
    const to = { lane, url: endpoint.url, secrets: openSecrets(lane, endpoint, kernel.secrets.open) };
    for (const delivery of deliveries) {
      const flight: InFlight = { held: lease, since: now, isSlow: false };
      inFlight.set(delivery.id, flight);
      underWay += 1;
      rounds.take(lane.tenantId, () => void fly(flight, { ...to, delivery }));
    }
    metrics.inFlight.set(inFlight.size);
  }

  async function fly(flight: InFlight, sending: Sending): Promise<void> {
    const { lane, delivery } = sending;
    try {
      const outcome = await attempt(sending, deps);
      crashPoint('after_post_before_settle');
      outcomes.push(outcome);
      const isDownNow = lanes.finished(lane, outcome.failure === null, clock().getTime(), land(flight));
      if (isDownNow) failing.push(lane);
      timingsOf(outcome.failure ?? 'success').observe(outcome.durationMs / 1000);
      settling.wake();
    } catch (error) {
      // A mistake of ours, since sending never throws: it is still in the queue, and due again.
      log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be sent');
      flight.held.open -= 1;
      release([delivery.id]);
      lanes.finished(lane, false, clock().getTime(), land(flight));
    }
    if (!flight.isSlow) underWay -= 1;
    ended += 1;
    claimSoon();
  }

  /** What is under way in these lanes, or not yet recorded; also if a lease was lost and won again since. */
  function openIn(asked: Lane[]): string[] {
    const lanesAsked = new Set(asked.map((lane) => lane.subscriptionId));
    return [...inFlight].filter(([, { held }]) => lanesAsked.has(held.lane.subscriptionId)).map(([id]) => id);
  }

  /** A claim for each place that falls free would cost more than it brings: a fifth of all attempts are to have ended. */
  const isClaimWorthIt = () => isFilled || ended * 4 >= underWay;

  /** Nobody waits long for company. */
  function claimSoon(): void {
    if (isClaimWorthIt()) return void claiming.wake();
    const wait = Math.max(1, claimedAt + CLAIM_AGAIN_MS - clock().getTime());
    soon ??= setTimeout(() => {
      soon = null;
      claiming.wake();
    }, wait);
  }

  const claiming = startLoop({
    name: 'webhook deliveries',
    idleMs: LOOK_EVERY_MS,
    log,
    round: async () => {
      const now = clock();
      await look(now);
      const isSoon = now.getTime() - claimedAt < CLAIM_AGAIN_MS;
      if (outcomes.length > MAX_UNSETTLED) return false;
      if (isSoon && !isClaimWorthIt()) {
        claimSoon();
        return false;
      }
      claimedAt = now.getTime();
      ended = 0;
      isFilled = false;
      const turns = Map.groupBy(lanes.next(now.getTime()), (quota) => releasing.has(quota.subscriptionId));
      for (const quota of turns.get(true) ?? []) lanes.putBack(quota);
      const quotas = (turns.get(false) ?? []).map((quota) => ({
        ...quota,
        isHeld: held.has(quota.subscriptionId),
      }));
      if (quotas.length === 0) return false;
      try {
        const claimed = await claimReady(across, now, leaseFrom(now), quotas, openIn(quotas));
        for (const lane of claimed) send(lane, now.getTime());
        return claimed.some((lane) => lane.deliveries.length > 0);
      } catch (error) {
        for (const quota of quotas) lanes.putBack(quota);
        throw error;
      }
    },
  });

  return {
    wake: () => claiming.wake(),
    offer(found) {
      for (const lane of found) lanes.offer(lane);
      isFilled = true;
      claiming.wake();
    },
    async stop() {
      await claiming.stop();
      await renewing.stop();
      if (soon !== null) clearTimeout(soon);
      if (inFlight.size > 0) {
        await new Promise<void>((resolve) => {
          idle = resolve;
          settling.wake();
        });
      }
      await settling.stop();
      await releaseAll(across, holder).catch((error) =>
        log.warn({ err: error }, 'the leases could not be given back; they run out by themselves'),
      );
      await sender.close();
    },
  };
}

const CLAIM_AGAIN_MS = 20;
const BEGUN_IN_A_ROUND = 2;
const MAX_UNSETTLED = 2_000;
