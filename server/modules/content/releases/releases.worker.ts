/** Publishes scheduled releases at their time, also those that became due while every process was down. */
import { isOutage } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/module.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import type { Others } from '../entries/references.ts';
import { scheduleMetrics } from '../publishing/schedule.metrics.ts';
import { noteReleaseFailure, publishDue, SCHEDULE } from './release-publishing.ts';
import { claimDueReleases, type DueRelease, RELEASE_DUE } from './releases.sql.ts';

/** Each is a long transaction. One of them is of another tenant than the other. */
const AT_ONCE = 2;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
/** Another process claims the releases of a dead one after this time. A slow one keeps its lock, so nothing is done twice. */
const CLAIM_MS = 15_000;

export function startReleases(kernel: Kernel, others: Pick<Others, 'findPublic' | 'followMoves'>): Loop {
  const { db, clock, log } = kernel;
  const metrics = scheduleMetrics(kernel.metrics);
  const worker = { query: db.acrossTenantsQuery };
  const publishOne = async ({ tenant_id, id, at }: DueRelease) => {
    try {
      const did = await db.inTenant(tenant_id, (tx) =>
        publishDue(tx, { by: SCHEDULE, now: clock(), others }, id),
      );
      const lateness = Math.max(0, clock().getTime() - at.getTime()) / 1000;
      if (did) metrics.scheduleLateness.observe({ action: 'release' }, lateness);
    } catch (error) {
      log.warn({ err: error, tenantId: tenant_id, releaseId: id }, 'a scheduled release was not possible');
      // A failure of the database is temporary; the release is then only late.
      if (isOutage(error)) return;
      metrics.scheduleFailures.inc({ action: 'release' });
      await db.inTenant(tenant_id, (tx) => noteReleaseFailure(tx, clock(), id, error));
    }
  };
  const running = new Map<string, Promise<void>>();
  let after = BEFORE_ALL;
  const start = (due: DueRelease) => {
    const { tenant_id, id } = due;
    const work = publishOne(due)
      .catch((error) => {
        // It stays scheduled, and is tried again when its claim has expired.
        log.error(
          { err: error, tenantId: tenant_id, releaseId: id },
          'a scheduled release could not be noted',
        );
      })
      .finally(() => {
        running.delete(tenant_id);
        loop.wake();
      });
    running.set(tenant_id, work);
    after = tenant_id;
  };
  const loop = startDueLoop(kernel, {
    name: 'content releases',
    due: RELEASE_DUE,
    isPunctual: true,
    round: async () => {
      const now = clock();
      const until = new Date(now.getTime() + CLAIM_MS);
      const places = AT_ONCE - running.size;
      // The end of one wakes the loop.
      if (places === 0) return false;
      const turns = { after, busy: [...running.keys()] };
      const due = await claimDueReleases(worker, now, until, places, turns);
      for (const each of due) start(each);
      return due.length > 0;
    },
  });
  return {
    wake: () => loop.wake(),
    stop: async () => {
      await loop.stop();
      await Promise.all(running.values());
    },
  };
}
