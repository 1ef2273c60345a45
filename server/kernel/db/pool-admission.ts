/** Admission to a pool: tenants that wait take turns, and one tenant leaves connections for the others. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { AppError, REFUSAL_DELAY_MS, unavailable } from '#kernel/errors.ts';

/** A request that would wait longer is refused at once. */
const MAX_EXPECTED_WAIT_MS = 500;
/** Whoever waits patiently gives up then: the database does not answer, or nobody gives a connection back. */
const MAX_WAIT_MS = 5_000;
/** What the last one weighs in the average. */
const WEIGHT = 0.1;

export type Admission = {
  /** Whose turn it takes. Without one, all who ask are alike. */
  tenantId?: string;
  /** Waits however many wait before it: background work, and files that are under way. */
  isPatient?: boolean;
};

export type PoolAdmission = {
  acquire(admission?: Admission): Promise<pg.PoolClient>;
  release(client: pg.PoolClient, broken?: Error): void;
};

export type Limits = {
  /** How many connections a tenant may hold. */
  perTenant: number;
  /** It may hold more as long as so many stay free for the others. */
  reserve: number;
};

type Waiting = { admit(): void };
/** What one tenant holds and waits for; forgotten when that is nothing. */
type Share = { tenantId: string; held: number; heldMs: number; waiting: Waiting[] };

export function createPoolAdmission(
  pool: pg.Pool,
  limits: Limits = { perTenant: pool.options.max, reserve: 0 },
): PoolAdmission {
  const { max } = pool.options;
  const shares = new Map<string, Share>();
  const leases = new WeakMap<pg.PoolClient, { share: Share; since: number }>();
  /** Those with someone who waits, in turn. */
  const turns: Share[] = [];
  let used = 0;

  const shareOf = (tenantId: string): Share => {
    let share = shares.get(tenantId);
    if (share === undefined) {
      share = { tenantId, held: 0, heldMs: 0, waiting: [] };
      shares.set(tenantId, share);
    }
    return share;
  };
  const mayHold = (share: Share) =>
    used < max && (share.held < limits.perTenant || max - used > limits.reserve);
  const take = (share: Share) => {
    used += 1;
    share.held += 1;
  };
  const giveBack = (share: Share) => {
    used -= 1;
    share.held -= 1;
    admitNext();
    forgetIdle(share);
  };
  const forgetIdle = (share: Share) => {
    if (share.held === 0 && share.waiting.length === 0) shares.delete(share.tenantId);
  };

  function admitNext(): void {
    for (let looks = turns.length; looks > 0 && used < max; looks--) {
      const share = turns.shift()!;
      if (mayHold(share)) {
        take(share);
        share.waiting.shift()!.admit();
      }
      if (share.waiting.length > 0) turns.push(share);
    }
  }

  /** Without a promise where there is none: between this look and the wait, nothing may change. */
  function refusalOf(share: Share): AppError | null {
    const atOnce = Math.max(1, Math.min(limits.perTenant, max / shares.size));
    const expectedMs = ((share.waiting.length + 1) * share.heldMs) / atOnce;
    if (expectedMs <= MAX_EXPECTED_WAIT_MS) return null;
    const seconds = Math.ceil(expectedMs / 1000);
    if (share.held < limits.perTenant || share.tenantId === '') {
      return unavailable('The service is busy. Please try again shortly.', seconds);
    }
    const message = 'Too many requests of this tenant wait for the database. Please slow down.';
    return new AppError('rate_limited', message, undefined, { 'retry-after': String(seconds) });
  }

  function wait(share: Share): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = {
      admit() {
        clearTimeout(timer);
        resolve();
      },
    };
    const timer = setTimeout(() => {
      share.waiting.splice(share.waiting.indexOf(waiting), 1);
      if (share.waiting.length === 0) turns.splice(turns.indexOf(share), 1);
      forgetIdle(share);
      reject(unavailable('The service is busy. Please try again shortly.'));
    }, MAX_WAIT_MS);
    if (share.waiting.push(waiting) === 1) turns.push(share);
    return promise;
  }

  return {
    async acquire({ tenantId = '', isPatient = false } = {}) {
      const share = shareOf(tenantId);
      if (share.waiting.length === 0 && mayHold(share)) take(share);
      else {
        const refusal = isPatient ? null : refusalOf(share);
        if (refusal?.code === 'rate_limited') await sleep(REFUSAL_DELAY_MS);
        if (refusal !== null) throw refusal;
        await wait(share);
      }
      try {
        const client = await pool.connect();
        leases.set(client, { share, since: performance.now() });
        return client;
      } catch (error) {
        giveBack(share);
        throw error;
      }
    },
    release(client, broken) {
      const { share, since } = leases.get(client)!;
      share.heldMs += WEIGHT * (performance.now() - since - share.heldMs);
      client.release(broken);
      giveBack(share);
    },
  };
}
