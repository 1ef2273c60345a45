/** Goes on with what requests began: holds, releases or cancels the deliveries of subscriptions with many, the tenants in turn. */
import type { Kernel } from '#kernel/module.ts';
import { type Loop, partOf } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { TenantTurns } from '#kernel/work/tenant-turns.sql.ts';
import { SWEEP_DUE, sweepPortion, TENANTS_WITH_SWEEPS } from '../subscriptions/sweeps.sql.ts';

const NAME = 'webhook sweeps';

export function startSweeps(kernel: Kernel): Loop {
  const { db, clock, log } = kernel;
  const tenants = new TenantTurns({ query: db.acrossTenantsQuery }, TENANTS_WITH_SWEEPS);
  return startDueLoop(kernel, {
    name: NAME,
    due: SWEEP_DUE,
    round: async (isStopping) => {
      let more = false;
      for (const tenantId of await tenants.next(clock())) {
        if (isStopping()) break;
        const sweep = () => db.inTenant(tenantId, (tx) => sweepPortion(tx, clock()));
        more = (await partOf({ log, loop: NAME, tenantId }, sweep)) || more;
      }
      return more || tenants.hasMore;
    },
  });
}
