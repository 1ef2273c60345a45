/** Goes on with what requests began: holds, releases or cancels the deliveries of subscriptions with many, the tenants in turn. */
import type { Kernel } from '#kernel/module.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { TenantTurns } from '#kernel/work/tenant-turns.sql.ts';
import { SWEEP_DUE, sweepPortion, TENANTS_WITH_SWEEPS } from '../subscriptions/sweeps.sql.ts';

export function startSweeps(kernel: Kernel): Loop {
  const { db, clock, log } = kernel;
  const tenants = new TenantTurns({ query: db.acrossTenantsQuery }, TENANTS_WITH_SWEEPS);
  return startDueLoop(kernel, {
    name: 'webhook sweeps',
    due: SWEEP_DUE,
    round: async (isStopping) => {
      let more = false;
      for (const tenantId of await tenants.next(clock())) {
        if (isStopping()) break;
        try {
          more = (await db.inTenant(tenantId, (tx) => sweepPortion(tx, clock()))) || more;
        } catch (error) {
          log.warn(
            { err: error, tenantId },
            'deliveries were not held, released or cancelled; it is tried again',
          );
        }
      }
      return more || tenants.hasMore;
    },
  });
}
