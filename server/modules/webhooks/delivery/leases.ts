/** Renews the leases of this process's lanes; a lane whose lease was lost belongs to another process. */
import type { Queryable } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import type { InFlight } from './in-flight.ts';
import { releaseAll, renewLeases } from './lanes.sql.ts';

/** Longer than the deadline of an attempt, and renewed while the worker lives. */
const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 10_000;

export type Leases = Loop & {
  holder: string;
  leaseFrom(now: Date): { holder: string; until: Date };
};

export function startLeases(
  { clock, log }: Pick<Kernel, 'clock' | 'log'>,
  worker: Queryable,
  { leased }: InFlight,
): Leases {
  const holder = newId();
  const leaseFrom = (now: Date) => ({ holder, until: new Date(now.getTime() + LEASE_MS) });
  const loop = startLoop({
    name: 'webhook leases',
    idleMs: RENEW_EVERY_MS,
    log,
    round: async () => {
      if (leased.size === 0) return false;
      const before = [...leased.values()].map(({ lane }) => lane);
      const renewed = await renewLeases(worker, leaseFrom(clock()), before);
      const kept = new Set(renewed.map((lane) => lane.subscriptionId));
      for (const lane of before) if (!kept.has(lane.subscriptionId)) leased.delete(lane.subscriptionId);
      return false;
    },
  });
  return {
    holder,
    leaseFrom,
    wake: () => loop.wake(),
    async stop() {
      await loop.stop();
      await releaseAll(worker, holder).catch((error) =>
        log.warn({ err: error }, 'the leases could not be released; they run out by themselves'),
      );
    },
  };
}
