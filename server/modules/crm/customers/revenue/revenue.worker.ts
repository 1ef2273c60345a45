/** Adds up the orders of customers that are due, a tenant at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from '#kernel/module.ts';
import { placing } from '#kernel/work/activity.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { addUp, findDue, mayAddUp, postpone, REVENUE_DUE } from './revenue.sql.ts';

const LONGEST_REST_MS = 1_000;

export function startRevenue(kernel: Pick<Kernel, 'db' | 'poller' | 'log'>): Loop {
  const { db, log } = kernel;
  const worker = { query: db.acrossTenantsQuery };
  return startDueLoop(kernel, {
    name: 'revenue of customers',
    due: REVENUE_DUE,
    round: async (isStopping) => {
      let moved = false;
      for (const { tenant_id: tenantId, ids } of await findDue(worker)) {
        if (isStopping()) break;
        const began = performance.now();
        try {
          moved =
            (await db.inTenant(tenantId, async (tx) => {
              if (!(await mayAddUp(tx))) return false;
              await addUp(tx, ids);
              return true;
            })) || moved;
        } catch (error) {
          log.error({ err: error, tenantId, customers: ids.length }, 'customers were not added up');
          await db.inTenant(tenantId, (tx) => postpone(tx, ids));
        }
        const tookMs = performance.now() - began;
        // Pauses as long as it took, and several times as long while orders are placed: requests come first.
        await Promise.all([sleep(Math.min(tookMs, LONGEST_REST_MS)), placing.restAfter(tookMs)]);
      }
      return moved;
    },
  });
}
