/** Admission to a pool: tenants that wait take turns, and one tenant leaves connections for the others. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { AppError, REFUSAL_DELAY_MS, unavailable } from '#kernel/errors.ts';
import { Company } from '#kernel/work/company.ts';

/** A request that would wait longer is refused at once. */
const MAX_EXPECTED_WAIT_MS = 500;
/** The same behind as few requests as the pages of some people and one integration send at once: that is a busy machine, no flood. */
const SHORT_QUEUE = { length: 128, expectedMs: 4_000 };
/** A patient request gives up after this time: the database does not answer, or no connection is released. */
const MAX_WAIT_MS = 5_000;
/**
 * A tenant that floods leaves the event loop and the processors to others: in company, while more of its requests wait, each of
 * its connections rests for as long as it was in use.
 */
const REST = 1;
const LONGEST_REST_MS = 50;
/**
 * In company, the requests of a share that have a connection are worth at most this much work, by the mean of the share: six of
 * 10 ms, two of 30 ms, one that is longer. Otherwise, a statement of another tenant would share the processors with all of them.
 */
const MOST_WORK_MS = 60;
/** The weight of the latest value in the moving average. */
const WEIGHT = 0.1;

export type Admission = {
  /** The tenant whose share is used. Requests without one form a share of their own. */
  tenantId?: string;
  /** Changes nothing. */
  isReading?: boolean;
  /** Waits regardless of the queue's length: background work, and files whose transfer has begun. */
  isPatient?: boolean;
};

export type PoolAdmission = {
  acquire(admission?: Admission): Promise<pg.PoolClient>;
  /** `waitedMs`: the part of its use in which it kept no processor busy. */
  release(client: pg.PoolClient, use?: { broken?: Error; waitedMs?: number }): void;
  /** The connections in use, and the callers that wait for one. */
  load(): { inUse: number; waiting: number };
};

export type Limits = {
  /** The most connections of a tenant for changes, most of whose time is waiting. */
  perTenant: number;
  /** The most connections of a tenant for reads, which keep a processor of the database busy. */
  readsPerTenant: number;
  /** A tenant that is alone may use more of both, as long as this many stay free for others. */
  reserve: number;
};

type Waiting = { admit(): void };
/**
 * A tenant's connections for changes, or for reads: those in use, and the requests and background work that wait for one. Deleted
 * when there are none. The two take turns: loops do the work of one tenant after the other, so that the queue of one tenant, or its
 * long transaction, would make the work of all others wait.
 */
type Share = {
  name: string;
  most: number;
  held: number;
  /** Those of `held` that background work has. */
  patient: number;
  heldMs: number;
  workMs: number;
  waiting: Waiting[];
  patientWaiting: Waiting[];
  isPatientNext: boolean;
};

export function createPoolAdmission(
  pool: pg.Pool,
  limits: Limits = {
    perTenant: Number.POSITIVE_INFINITY,
    readsPerTenant: Number.POSITIVE_INFINITY,
    reserve: 0,
  },
  name = '',
): PoolAdmission {
  const { max } = pool.options;
  const shares = new Map<string, Share>();
  const leases = new WeakMap<pg.PoolClient, { share: Share; isPatient: boolean; since: number }>();
  /** The shares with waiting requests, in round-robin order. */
  const turns: Share[] = [];
  let used = 0;
  const company = new Company(`connections, ${name}`);

  const shareOf = (tenantId: string, isReading: boolean): Share => {
    const name = isReading ? `${tenantId} reads` : tenantId;
    let share = shares.get(name);
    if (share === undefined) {
      const most = isReading ? limits.readsPerTenant : limits.perTenant;
      share = {
        ...{ name, most, held: 0, patient: 0, heldMs: 0, workMs: 0 },
        ...{ waiting: [], patientWaiting: [], isPatientNext: false },
      };
      shares.set(name, share);
    }
    return share;
  };
  /** How many connections the requests of a share have in company. */
  const mostOf = ({ most, workMs }: Share) =>
    most === Number.POSITIVE_INFINITY ? most : Math.max(1, Math.min(most, Math.floor(MOST_WORK_MS / workMs)));
  const isWithin = (share: Share, isPatient: boolean) =>
    share.held < share.most && (isPatient || share.held - share.patient < mostOf(share));
  const mayHold = (share: Share, isPatient: boolean) =>
    used < max && (isWithin(share, isPatient) || (max - used > limits.reserve && company.isOne));
  const mostAtOnce = (share: Share) =>
    Math.min(
      company.isOne ? Math.max(mostOf(share), max - limits.reserve) : mostOf(share),
      max / shares.size,
    );
  const take = (share: Share, isPatient: boolean) => {
    used += 1;
    share.held += 1;
    share.patient += Number(isPatient);
  };
  const giveBack = (share: Share, isPatient: boolean, restMs = 0) => {
    used -= 1;
    if (restMs > 0) setTimeout(() => freeOne(share, isPatient), restMs);
    else freeOne(share, isPatient);
    if (restMs > 0) admitNext();
  };
  const freeOne = (share: Share, isPatient: boolean) => {
    share.held -= 1;
    share.patient -= Number(isPatient);
    admitNext();
    forgetIdle(share);
  };
  const queueOf = (share: Share, isPatient: boolean) => (isPatient ? share.patientWaiting : share.waiting);
  const isAwaited = ({ waiting, patientWaiting }: Share) => waiting.length + patientWaiting.length > 0;
  const restAfter = (share: Share, heldMs: number) =>
    !isAwaited(share) || company.isOne ? 0 : Math.min(LONGEST_REST_MS, heldMs * REST);
  const forgetIdle = (share: Share) => {
    if (share.held === 0 && !isAwaited(share)) shares.delete(share.name);
  };

  function admitNext(): void {
    for (let checks = turns.length; checks > 0 && used < max; checks--) {
      const share = turns.shift()!;
      for (const isPatient of [share.isPatientNext, !share.isPatientNext]) {
        const queue = queueOf(share, isPatient);
        if (queue.length === 0 || !mayHold(share, isPatient)) continue;
        share.isPatientNext = !isPatient;
        take(share, isPatient);
        queue.shift()!.admit();
        break;
      }
      if (isAwaited(share)) turns.push(share);
    }
  }

  /** Synchronous: between this check and the wait, the queue must not change. */
  function refusalOf(share: Share): AppError | null {
    const expectedMs = ((share.waiting.length + 1) * share.heldMs) / Math.max(1, mostAtOnce(share));
    const isShort = share.waiting.length < SHORT_QUEUE.length;
    if (expectedMs <= (isShort ? SHORT_QUEUE.expectedMs : MAX_EXPECTED_WAIT_MS)) return null;
    const seconds = Math.ceil(expectedMs / 1000);
    if (isWithin(share, false) || share.name === '') {
      return unavailable('The service is busy. Please try again shortly.', seconds);
    }
    const message = 'Too many requests of this tenant wait for the database. Please slow down.';
    return new AppError('rate_limited', message, undefined, { 'retry-after': String(seconds) });
  }

  function wait(share: Share, isPatient: boolean): Promise<void> {
    const queue = queueOf(share, isPatient);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = {
      admit() {
        clearTimeout(timer);
        resolve();
      },
    };
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(waiting), 1);
      if (!isAwaited(share)) turns.splice(turns.indexOf(share), 1);
      forgetIdle(share);
      reject(unavailable('The service is busy. Please try again shortly.'));
    }, MAX_WAIT_MS);
    if (!isAwaited(share)) turns.push(share);
    queue.push(waiting);
    return promise;
  }

  return {
    async acquire({ tenantId = '', isReading = false, isPatient = false } = {}) {
      company.note(tenantId);
      const share = shareOf(tenantId, isReading);
      if (queueOf(share, isPatient).length === 0 && mayHold(share, isPatient)) take(share, isPatient);
      else {
        const refusal = isPatient ? null : refusalOf(share);
        if (refusal?.code === 'rate_limited') await sleep(REFUSAL_DELAY_MS);
        if (refusal !== null) throw refusal;
        await wait(share, isPatient);
      }
      try {
        const client = await pool.connect();
        leases.set(client, { share, isPatient, since: performance.now() });
        return client;
      } catch (error) {
        giveBack(share, isPatient);
        throw error;
      }
    },
    release(client, { broken, waitedMs = 0 } = {}) {
      const { share, isPatient, since } = leases.get(client)!;
      const heldMs = performance.now() - since;
      const restMs = restAfter(share, heldMs);
      share.heldMs += WEIGHT * (heldMs + restMs - share.heldMs);
      // Background work has few connections; its long transactions must not take the others from the tenant's requests.
      if (!isPatient) share.workMs += WEIGHT * (heldMs - waitedMs - share.workMs);
      client.release(broken);
      giveBack(share, isPatient, restMs);
    },
    load: () => ({
      inUse: used,
      waiting: turns.reduce((sum, share) => sum + share.waiting.length + share.patientWaiting.length, 0),
    }),
  };
}
