/** Goes on with what requests began: holds, releases or cancels the deliveries of subscriptions with many, the tenants in turn. */
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { TenantTurns } from '#kernel/work/tenant-turns.sql.ts';
import { sweepPortion, TENANTS_WITH_SWEEPS } from '../subscriptions/sweeps.sql.ts';

const POLL_MS = 500;

export function startSweeps({ db, clock, log }: Kernel): Loop {
  const tenants = new TenantTurns({ query: db.acrossTenantsQuery }, TENANTS_WITH_SWEEPS);
  return startLoop({
    name: 'webhook sweeps',
    idleMs: POLL_MS,
    log,
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
