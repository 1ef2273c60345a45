/**
 * Runs scheduled actions at their time, also those that became due while every process was down. One process has each action; the
 * work runs inside the tenant.
 */
import { isOutage } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, partOf } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { TenantTurns } from '#kernel/work/tenant-turns.sql.ts';
import type { Others } from '../entries/references.ts';
import { scheduleMetrics } from './schedule.metrics.ts';
import {
  type ActionKind,
  actionDue,
  claimDue,
  type DueAction,
  FIND_TENANTS_WITH_DUE_PAGES,
  kindOfAction,
} from './schedule.sql.ts';
import { act, noteFailure } from './schedule.ts';

const AT_ONCE = 50;
/** Another process claims the actions of a dead one after this time. */
const CLAIM_MS = 5_000;
const SIDE_BY_SIDE = 4;

export function startSchedule(
  kernel: Kernel,
  actions: ActionKind[],
  others: Pick<Others, 'findPublic'>,
): Loop {
  const { db, clock } = kernel;
  // Counted from the start, so that the figures exist before the first failure.
  const metrics = scheduleMetrics(kernel.metrics);
  const worker = { query: db.acrossTenantsQuery };
  const turns = new TenantTurns(worker, FIND_TENANTS_WITH_DUE_PAGES);
  return startDueLoop(kernel, {
    name: `content schedule: ${actions.join(', ')}`,
    due: actionDue(actions),
    isPunctual: true,
    round: async (isStopping) => {
      let done = 0;
      const doSome = async (limit: number, tenantIds?: string[]) => {
        const now = clock();
        const until = new Date(now.getTime() + CLAIM_MS);
        const due = await claimDue(worker, now, until, actions, limit, tenantIds);
        await inLanes(due, (one) => actAlone({ ...kernel, metrics, others }, one));
        done += due.length;
      };
      // Nobody waits for a purge. Pages of one tenant must not keep those of another waiting.
      if (actions.includes('purge')) await doSome(AT_ONCE);
      else {
        const tenantIds = await turns.next(clock());
        for (let at = 0; at < tenantIds.length && !isStopping(); at += AT_ONCE) {
          const some = tenantIds.slice(at, at + AT_ONCE);
          await doSome(Math.floor(AT_ONCE / some.length), some);
        }
      }
      return done > 0 || turns.hasMore;
    },
  });
}

/** Runs each action in its own transaction, so that one that fails delays no other. */
async function actAlone(
  {
    db,
    clock,
    log,
    metrics,
    others,
  }: Omit<Kernel, 'metrics'> & {
    metrics: ReturnType<typeof scheduleMetrics>;
    others: Pick<Others, 'findPublic'>;
  },
  due: DueAction,
): Promise<void> {
  const { tenant_id, entry_id, action, at } = due;
  try {
    const did = await db.inTenant(tenant_id, (tx) => act(tx, clock(), entry_id, action, others));
    if (did)
      metrics.scheduleLateness.observe(
        { action: kindOfAction(action) },
        Math.max(0, clock().getTime() - at.getTime()) / 1000,
      );
  } catch (error) {
    log.warn(
      { err: error, tenantId: tenant_id, entryId: entry_id },
      `a scheduled ${action} was not possible`,
    );
    // A failure of the database is temporary; the action is then only late.
    if (isOutage(error)) return;
    metrics.scheduleFailures.inc({ action: kindOfAction(action) });
    // Without the note it is still due when its claim has expired.
    await partOf({ log, loop: 'content schedule', tenantId: tenant_id }, () =>
      db.inTenant(tenant_id, (tx) => noteFailure(tx, clock(), entry_id, action, error)),
    );
  }
}

async function inLanes<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
}
