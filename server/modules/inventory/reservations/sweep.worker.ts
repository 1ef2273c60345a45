/** Releases expired holds, also those that expired while every process was down. The work runs inside the tenant. */
import { crashPoint } from '#kernel/crash.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, partOf } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { TenantTurns } from '#kernel/work/tenant-turns.sql.ts';
import { FIND_TENANTS_WITH_DUE_HOLDS, SWEPT_AT_ONCE } from './releasing.sql.ts';
import { sweep } from './releasing.ts';
import { sweepMetrics } from './sweep.metrics.ts';

const NAME = 'expired stock holds';
const ORPHAN_SECONDS = 3_600;

export function startSweep(kernel: Kernel): Loop {
  const { db, clock, log, metrics } = kernel;
  // Created at the start, so that the figures exist before the first hold expires.
  const { sweepLateness, orphans } = sweepMetrics(metrics);
  const tenants = new TenantTurns({ query: db.acrossTenantsQuery }, FIND_TENANTS_WITH_DUE_HOLDS);
  return startDueLoop(kernel, {
    name: NAME,
    due: tenants.due,
    isCostly: true,
    round: async (isStopping) => {
      let more = false;
      for (const tenantId of await tenants.next(clock())) {
        if (isStopping()) break;
        await partOf({ log, loop: NAME, tenantId }, async () => {
          // The database's own time: a hold that is freed too early is sold twice.
          const now = await clock.ask();
          const freed = await db.inTenant(tenantId, async (tx) => {
            const swept = await sweep(tx, now);
            if (swept.length > 0) crashPoint('after_sweep_before_commit');
            return swept;
          });
          for (const { expires_at } of freed) {
            const late = Math.max(0, (clock().getTime() - expires_at!.getTime()) / 1000);
            sweepLateness.observe(late);
            if (late >= ORPHAN_SECONDS) orphans.inc();
          }
          more ||= freed.length >= SWEPT_AT_ONCE;
        });
      }
      return more || tenants.hasMore;
    },
  });
}
