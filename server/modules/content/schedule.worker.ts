/**
 * Does what is scheduled, at its time. It looks for what is due, also for what was due while every process was down, and wakes
 * by itself for what comes next; a lock on the entry decides between several processes. The work is done inside the tenant.
 */
import { AppError } from '#kernel/errors.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { type Action, type DueAction, findDue } from './schedule.sql.ts';
import { act, noteFailure } from './schedule.ts';

/** What another process schedules is seen within this time. */
const LOOK_EVERY_MS = 250;
const AT_ONCE = 200;
const SIDE_BY_SIDE = 4;

export function startSchedule(kernel: Kernel, actions: Action[]): Loop {
  const { db, clock, log } = kernel;
  const worker = { query: db.acrossTenantsQuery };
  let alarm: NodeJS.Timeout | undefined;
  const loop = startLoop({
    name: `content schedule: ${actions.join(', ')}`,
    idleMs: LOOK_EVERY_MS,
    log,
    round: async () => {
      const now = clock().getTime();
      const found = await findDue(worker, new Date(now + LOOK_EVERY_MS), actions, AT_ONCE);
      const due = found.filter(({ at }) => at.getTime() <= now);
      const next = found.find(({ at }) => at.getTime() > now);
      clearTimeout(alarm);
      if (next !== undefined) alarm = setTimeout(() => loop.wake(), next.at.getTime() - now);
      const done = await inLanes(due, (one) => actAlone(kernel, one));
      return done.some((did) => did);
    },
  });
  return {
    wake: () => loop.wake(),
    stop: async () => {
      clearTimeout(alarm);
      await loop.stop();
      clearTimeout(alarm);
    },
  };
}

/** Each in a transaction of its own, so that one that fails holds up no other. */
async function actAlone({ db, clock, log, metrics }: Kernel, due: DueAction): Promise<boolean> {
  const { tenant_id, entry_id, action, at } = due;
  try {
    const did = await db.inTenant(tenant_id, (tx) => act(tx, clock(), entry_id, action));
    if (did)
      metrics.scheduleLateness.observe({ action }, Math.max(0, clock().getTime() - at.getTime()) / 1000);
    return did;
  } catch (error) {
    // Trouble of the database passes, and then it is simply late.
    if (error instanceof AppError && error.code === 'unavailable') throw error;
    log.warn(
      { err: error, tenantId: tenant_id, entryId: entry_id },
      `a scheduled ${action} was not possible`,
    );
    metrics.scheduleFailures.inc({ action });
    await db.inTenant(tenant_id, (tx) => noteFailure(tx, clock(), entry_id, action, error));
    return true;
  }
}

async function inLanes<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) results.push(await work(items[next++]!));
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  return results;
}
