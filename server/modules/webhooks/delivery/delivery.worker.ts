/** Claims due deliveries lane by lane, sends them outside any transaction, and records outcomes in batches. */
import { crashPoint } from '#kernel/crash.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { Rounds } from '#kernel/work/rounds.ts';
import type { Signing } from '../sending/message.ts';
import type { Sender } from '../sending/send.ts';
import type { WebhookSettings } from '../settings.ts';
import { startAttemptCounting } from './attempt-counting.ts';
import { type ClaimedLane, claimReady, type Endpoint } from './claims.sql.ts';
import { deliveryMetrics } from './delivery.metrics.ts';
import { attempt, beginAttempt, isSealedAlike, openSigning, type Sending } from './delivery.ts';
import { watchFailing } from './failing.ts';
import { type Flight, InFlight, type LeasedLane } from './in-flight.ts';
import { startLaneSearch, startTidying } from './lane-search.ts';
import { Lanes, type OfferedLane } from './lanes.ts';
import { startLeases } from './leases.ts';
import { startSettling } from './settling.ts';

/** While deliveries wait for their turn, or are under way. */
const POLL_MS = 200;
const IDLE_MS = 60_000;
/** The longest wait of a claim that is not worth its cost yet. */
const CLAIM_AGAIN_MS = 20;
const BEGUN_IN_A_ROUND = 1;
const SLOW_AFTER_MS = 1_000;

export type DeliveryWorker = Loop & { offer(lanes: OfferedLane[]): void };

export function startDeliveryWorker(
  kernel: Kernel,
  { retryScale }: WebhookSettings,
  sender: Sender,
): DeliveryWorker {
  const { db, clock, log } = kernel;
  const metrics = deliveryMetrics(kernel.metrics);
  const deps = { sender, clock, retryScale };
  // Each statement of the worker is its own transaction.
  const worker = { query: db.acrossTenantsQuery };
  const lanes = new Lanes();
  const rounds = new Rounds(BEGUN_IN_A_ROUND);
  const inFlight = new InFlight();
  const leases = startLeases(kernel, worker, inFlight);
  const failing = watchFailing(kernel, worker);
  const parts = { holder: leases.holder, lanes, inFlight, failing };
  const settling = startSettling(kernel, worker, parts, () => {
    metrics.inFlight.set(inFlight.size);
    claiming.wake();
  });
  const counting = startAttemptCounting(worker, log);
  let claimedAt = 0;
  let markedAt = 0;
  /** A lane got deliveries since the last claim. */
  let isFilled = false;
  let soon: NodeJS.Timeout | null = null;

  const claiming = startLoop({
    name: 'webhook deliveries',
    idleMs: () => (lanes.queued + inFlight.size > 0 ? POLL_MS : IDLE_MS),
    log,
    round: async () => {
      const now = clock();
      markSlow(now.getTime());
      if (settling.isBehind()) return false;
      const isSoon = now.getTime() - claimedAt < CLAIM_AGAIN_MS;
      if (isSoon && !isClaimWorthIt()) {
        claimSoon();
        return false;
      }
      return claim(now);
    },
  });

  const searching = [
    startLaneSearch(kernel, worker, lanes, () => {
      isFilled = true;
      claiming.wake();
    }),
    startTidying(kernel, worker),
  ];

  function markSlow(now: number): void {
    if (now < markedAt + POLL_MS) return;
    markedAt = now;
    for (let slow = inFlight.markSlow(now, SLOW_AFTER_MS); slow > 0; slow--) lanes.isSlow();
  }

  async function claim(now: Date): Promise<boolean> {
    claimedAt = now.getTime();
    inFlight.claimed();
    isFilled = false;
    const turns = Map.groupBy(lanes.next(now.getTime()), (quota) =>
      settling.isReleasing(quota.subscriptionId),
    );
    for (const quota of turns.get(true) ?? []) lanes.putBack(quota);
    const quotas = (turns.get(false) ?? []).map((quota) => ({
      ...quota,
      isHeld: inFlight.leased.has(quota.subscriptionId),
    }));
    if (quotas.length === 0) return false;
    try {
      const claimed = await claimReady(worker, now, leases.leaseFrom(now), quotas, inFlight.openIn(quotas));
      for (const lane of claimed) send(lane, now.getTime());
      metrics.inFlight.set(inFlight.size);
      return claimed.some(({ deliveries, behind }) => deliveries.length + behind > 0);
    } catch (error) {
      for (const quota of quotas) lanes.putBack(quota);
      throw error;
    }
  }

  const isClaimWorthIt = () => isFilled || inFlight.isClaimWorthIt;

  function claimSoon(): void {
    if (isClaimWorthIt()) return void claiming.wake();
    const wait = Math.max(1, claimedAt + CLAIM_AGAIN_MS - clock().getTime());
    soon ??= setTimeout(() => {
      soon = null;
      claiming.wake();
    }, wait);
  }

  function send(claimed: ClaimedLane, now: number): void {
    const { quota, paced, behind, deliveries, endpoint } = claimed;
    const retries = deliveries.filter((delivery) => delivery.attempts > 0).length;
    // A rate-limited lane is claimed again when about one more delivery is allowed.
    const freeAt = paced ? now + POLL_MS : null;
    lanes.took(quota, { fresh: deliveries.length - retries, retries, behind }, freeAt);
    if (!claimed.isMine) return void inFlight.leased.delete(quota.subscriptionId);
    const lane = { tenantId: quota.tenantId, subscriptionId: quota.subscriptionId };
    const leased: LeasedLane = inFlight.leased.get(lane.subscriptionId) ?? { lane, open: 0 };
    inFlight.leased.set(lane.subscriptionId, leased);
    if (deliveries.length === 0) return void settling.vacate(leased);
    crashPoint('after_claim');
    const to = { lane, url: endpoint.url, signing: signingOf(leased, endpoint) };
    for (const delivery of deliveries) {
      const flight = inFlight.begin(delivery.id, leased, now);
      rounds.take(lane.tenantId, () => void fly(flight, { ...to, delivery }));
    }
  }

  function signingOf(leased: LeasedLane, endpoint: Endpoint): Signing | null {
    if (leased.opened === undefined || !isSealedAlike(leased.opened.endpoint, endpoint)) {
      leased.opened = { endpoint, signing: openSigning(leased.lane, endpoint, kernel.secrets.open) };
    }
    return leased.opened.signing;
  }

  async function fly(flight: Flight, sending: Sending): Promise<void> {
    const { lane, delivery } = sending;
    try {
      const span = beginAttempt(sending);
      const outcome = await attempt(sending, deps, span);
      span?.end(
        { 'http.response.status_code': outcome.statusCode, 'error.type': outcome.failure },
        outcome.failure !== null,
      );
      crashPoint('after_post_before_settle');
      inFlight.land(flight);
      const isSuccess = outcome.failure === null;
      if (lanes.finished(lane, isSuccess, clock().getTime(), flight.isSlow)) settling.warn(lane);
      metrics.timingsOf(outcome.failure ?? 'success').observe(outcome.durationMs / 1000);
      counting.add(outcome);
      settling.add(outcome);
    } catch (error) {
      // A bug, since sending never throws: the delivery is still in the queue, and becomes due again.
      log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be sent');
      inFlight.land(flight);
      inFlight.forget([delivery.id]);
      lanes.finished(lane, false, clock().getTime(), flight.isSlow);
    }
    claimSoon();
  }

  return {
    wake: () => claiming.wake(),
    offer(found) {
      for (const lane of found) lanes.offer(lane, lane.count);
      isFilled = true;
      claiming.wake();
    },
    async stop() {
      await Promise.all([claiming, ...searching].map((loop) => loop.stop()));
      if (soon !== null) clearTimeout(soon);
      settling.wake();
      await inFlight.empty();
      await settling.stop();
      await failing.stop();
      await counting.stop();
      await leases.stop();
      await sender.close();
    },
  };
}
