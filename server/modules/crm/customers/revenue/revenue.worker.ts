/** Adds up the orders of customers that are due, tenants in turn. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout, isOutage } from '#kernel/db/transaction.ts';
import type { Kernel } from '#kernel/module.ts';
import { placing } from '#kernel/work/activity.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { startTenantLoop } from '#kernel/work/tenant-loop.ts';
import { TenantTurns } from '#kernel/work/tenant-turns.sql.ts';
import { addUp, FIND_TENANTS_WITH_DUE_REVENUE, findDue, mayAddUp, postpone } from './revenue.sql.ts';

const LONGEST_REST_MS = 1_000;

export function startRevenue(kernel: Pick<Kernel, 'db' | 'clock' | 'poller' | 'log'>): Loop {
  const { db, log } = kernel;

  /** Returns false if another process has the tenant. */
  const addUpAtOnce = (tenantId: string, ids: string[]) =>
    db.inTenant(tenantId, async (tx) => {
      if (!(await mayAddUp(tx))) return false;
      await addUp(tx, ids);
      return true;
    });

  /** A customer with millions of orders may take longer than a statement may. The others must not wait with it. */
  async function addUpEach(tenantId: string, ids: string[]): Promise<void> {
    for (const id of ids) {
      try {
        await addUpAtOnce(tenantId, [id]);
      } catch (error) {
        // A failure of the database passes, and says nothing of the customer.
        if (isOutage(error) && !isLockTimeout(error)) throw error;
        log.error({ err: error, tenantId, customerId: id }, 'the orders of a customer were not added up');
        await db.inTenant(tenantId, (tx) => postpone(tx, id));
      }
    }
  }

  const turns = new TenantTurns({ query: db.acrossTenantsQuery }, FIND_TENANTS_WITH_DUE_REVENUE);
  return startTenantLoop(kernel, 'revenue of customers', turns, async (tenantId) => {
    const began = performance.now();
    const ids = await db.inTenant(tenantId, findDue);
    let moved = true;
    try {
      moved = await addUpAtOnce(tenantId, ids);
    } catch {
      await addUpEach(tenantId, ids);
    }
    const tookMs = performance.now() - began;
    // Pauses as long as it took, and several times as long while orders are placed: requests come first.
    await Promise.all([sleep(Math.min(tookMs, LONGEST_REST_MS)), placing.restAfter(tookMs)]);
    return moved;
  });
}
